//! What a line of the route table says.
//!
//! A line has method, path, caller and handler. What the document says of it is next to the handler: in `Docs` of the
//! handler's module, under the handler's name. A line whose handler has none does not compile.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, delete, get, post, put};
use tower::{Layer, Service};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Ref, Schema};
use utoipa::openapi::security::SecurityRequirement;
use wire::example::{Example, Sample};

/// The credential that a route requires; each program has its own kinds.
pub trait Caller: Copy {
    /// One of these is enough; an empty list means anyone.
    fn security(self) -> Vec<SecurityRequirement>;
}

pub struct Route<S, C> {
    pub method: &'static str,
    pub path: &'static str,
    pub caller: C,
    pub section: Section,
    pub doc: Doc,
    handler: MethodRouter<S>,
}

/// A part of the interface.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Section {
    pub name: &'static str,
    pub meaning: &'static str,
}

pub struct Routes<S, C> {
    section: Section,
    pub table: Vec<Route<S, C>>,
}

impl<S, C> Default for Routes<S, C> {
    fn default() -> Self {
        Self { section: Section::default(), table: Vec::new() }
    }
}

/// Adds lines to routes, with the name of their part of the interface above them, and what it is about:
/// `["Teams": "A Team and its members."] get "/v1/teams/{team_id}" TeamKeyOrUserToken teams::get;`
#[macro_export]
macro_rules! route_table {
    (
        $routes:expr,
        $([$section:literal: $meaning:literal] $($method:ident $path:literal $caller:ident $module:ident::$handler:ident;)*)*
    ) => {
        $routes$(
            .section($section, $meaning)
            $(.$method(
                $path,
                $caller,
                $module::$handler,
                $module::Docs::$handler().named(stringify!($module), stringify!($handler)),
            ))*
        )*
    };
}

/// Says beside a handler what the document says of it.
#[macro_export]
macro_rules! describe {
    ($handler:ident, $doc:expr) => {
        impl Docs {
            pub(super) fn $handler() -> $crate::table::Doc {
                $doc
            }
        }
    };
}

macro_rules! methods {
    ($($name:ident $method:literal)*) => {$(
        #[must_use]
        pub fn $name<T: 'static>(
            self,
            path: &'static str,
            caller: C,
            handler: impl Handler<T, S>,
            doc: Doc,
        ) -> Self {
            self.add($method, path, caller, $name(handler), doc)
        }
    )*};
}

impl<S: Clone + Send + Sync + 'static, C> Routes<S, C> {
    methods! { get "GET" post "POST" put "PUT" delete "DELETE" }

    /// Starts a section of the API; the following routes belong to it.
    #[must_use]
    pub fn section(self, name: &'static str, meaning: &'static str) -> Self {
        Self { section: Section { name, meaning }, ..self }
    }

    fn add(mut self, method: &'static str, path: &'static str, caller: C, handler: MethodRouter<S>, doc: Doc) -> Self {
        self.table.push(Route { method, path, caller, section: self.section, doc, handler });
        self
    }

    /// Adds `layer` to the selected routes.
    #[must_use]
    pub fn layered<L>(self, chosen: impl Fn(&Route<S, C>) -> bool, layer: &L) -> Self
    where
        L: Layer<axum::routing::Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.layered_each(|route| chosen(route).then(|| layer.clone()))
    }

    /// Adds a layer to each route for which `made` returns one.
    #[must_use]
    pub fn layered_each<L>(mut self, made: impl Fn(&Route<S, C>) -> Option<L>) -> Self
    where
        L: Layer<axum::routing::Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        for route in &mut self.table {
            if let Some(layer) = made(route) {
                route.handler = std::mem::take(&mut route.handler).layer(layer);
            }
        }
        self
    }

    pub fn into_router(self) -> Router<S> {
        self.table.into_iter().fold(Router::new(), |router, route| router.route(route.path, route.handler))
    }
}

/// A schema and all schemas that it refers to.
pub(crate) struct Described {
    pub(crate) schema: RefOr<Schema>,
    pub(crate) parts: Vec<(String, RefOr<Schema>)>,
}

/// The body of a request.
pub(crate) struct Taken {
    pub(crate) body: Described,
    pub(crate) samples: Vec<Sample>,
}

fn described<T: ToSchema>() -> Described {
    let mut parts = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut parts);
    Described { schema: Ref::from_schema_name(T::name()).into(), parts }
}

fn listed<T: ToSchema>() -> Described {
    let Described { schema, parts } = described::<T>();
    Described { schema: ArrayBuilder::new().items(schema).build().into(), parts }
}

/// A parameter of the query.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    pub(crate) name: &'static str,
    pub(crate) kind: ParameterKind,
    pub(crate) required: bool,
    pub(crate) meaning: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ParameterKind {
    Text,
    Number,
    Flag,
}

impl Parameter {
    pub const fn text(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ParameterKind::Text, required: false, meaning }
    }

    pub const fn number(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ParameterKind::Number, required: false, meaning }
    }

    pub const fn flag(name: &'static str, meaning: &'static str) -> Self {
        Self { name, kind: ParameterKind::Flag, required: false, meaning }
    }

    #[must_use]
    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }
}

pub(crate) enum Reply {
    Nothing,
    Text,
    /// Bytes of this media type.
    File(&'static str),
    Json(Box<Described>),
    /// Server-Sent Events, each of them JSON.
    Events(Box<Described>),
}

/// The description of a route.
pub struct Doc {
    /// The module and the name of the handler.
    pub(crate) handler: (&'static str, &'static str),
    pub(crate) summary: &'static str,
    pub(crate) takes: Option<Taken>,
    pub(crate) asks: &'static [Parameter],
    pub(crate) header: Option<Parameter>,
    pub(crate) status: u16,
    /// Another success status, with the same body.
    pub(crate) or_status: Option<u16>,
    /// Another success status, without a body.
    pub(crate) or_nothing: Option<u16>,
    pub(crate) reply: Reply,
}

impl Doc {
    pub const fn new(summary: &'static str) -> Self {
        Self {
            handler: ("", ""),
            summary,
            takes: None,
            asks: &[],
            header: None,
            status: 200,
            or_status: None,
            or_nothing: None,
            reply: Reply::Nothing,
        }
    }

    #[must_use]
    pub fn named(self, module: &'static str, handler: &'static str) -> Self {
        Self { handler: (module, handler), ..self }
    }

    #[must_use]
    pub fn takes<T: Example>(self) -> Self {
        Self { takes: Some(Taken { body: described::<T>(), samples: T::samples() }), ..self }
    }

    /// A JSON array of bodies.
    #[must_use]
    pub fn takes_list<T: Example>(self) -> Self {
        let samples = T::samples().into_iter().map(Sample::listed).collect();
        Self { takes: Some(Taken { body: listed::<T>(), samples }), ..self }
    }

    /// Query parameters.
    #[must_use]
    pub fn asks(self, parameters: &'static [Parameter]) -> Self {
        Self { asks: parameters, ..self }
    }

    /// An optional header.
    pub fn takes_header(&mut self, header: Parameter) {
        self.header = Some(header);
    }

    /// The examples of the body of a request; none if there is no body.
    pub fn samples(&self) -> &[Sample] {
        self.takes.as_ref().map_or(&[], |taken| &taken.samples)
    }

    /// The parameters of the query.
    pub const fn parameters(&self) -> &'static [Parameter] {
        self.asks
    }

    /// The names of the bodies in the reply, at any depth.
    pub fn reply_bodies(&self) -> impl Iterator<Item = &str> {
        let parts = match &self.reply {
            Reply::Json(body) => body.parts.as_slice(),
            _ => &[],
        };
        parts.iter().map(|(name, _)| name.as_str())
    }

    /// Whether the reply is a list: an array, or a page of one, which says how long the whole is or that there is more.
    pub fn gives_many(&self) -> bool {
        let Reply::Json(body) = &self.reply else { return false };
        match (&body.schema, body.parts.first()) {
            (RefOr::T(Schema::Array(_)), _) => true,
            (RefOr::Ref(_), Some((_, RefOr::T(Schema::Object(page))))) => {
                ["metadata", "more_data"].iter().any(|name| page.properties.contains_key(*name))
            }
            _ => false,
        }
    }

    /// The success status.
    pub const fn status(&self) -> u16 {
        self.status
    }

    #[must_use]
    pub fn gives<T: ToSchema>(self, status: u16) -> Self {
        Self { status, reply: Reply::Json(Box::new(described::<T>())), ..self }
    }

    #[must_use]
    pub fn gives_list<T: ToSchema>(self, status: u16) -> Self {
        Self { status, reply: Reply::Json(Box::new(listed::<T>())), ..self }
    }

    #[must_use]
    pub fn or(self, status: u16) -> Self {
        Self { or_status: Some(status), ..self }
    }

    #[must_use]
    pub fn or_nothing(self, status: u16) -> Self {
        Self { or_nothing: Some(status), ..self }
    }

    /// A JSON object whose schema is described elsewhere.
    #[must_use]
    pub fn gives_object(self, status: u16) -> Self {
        let schema = ObjectBuilder::new().build().into();
        Self { status, reply: Reply::Json(Box::new(Described { schema, parts: Vec::new() })), ..self }
    }

    /// A stream of Server-Sent Events.
    #[must_use]
    pub fn gives_events<T: ToSchema>(self) -> Self {
        Self { status: 200, reply: Reply::Events(Box::new(described::<T>())), ..self }
    }

    #[must_use]
    pub fn gives_text(self, status: u16) -> Self {
        Self { status, reply: Reply::Text, ..self }
    }

    #[must_use]
    pub fn gives_file(self, media_type: &'static str, status: u16) -> Self {
        Self { status, reply: Reply::File(media_type), ..self }
    }

    #[must_use]
    pub fn gives_nothing(self, status: u16) -> Self {
        Self { status, reply: Reply::Nothing, ..self }
    }
}
