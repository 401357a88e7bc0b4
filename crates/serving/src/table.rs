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

/// The credential that a route requires; each program has its own kinds.
pub trait Caller: Copy {
    /// One of these is enough; an empty list means anyone.
    fn security(self) -> Vec<SecurityRequirement>;
}

pub struct Route<S, C> {
    pub method: &'static str,
    pub path: &'static str,
    pub caller: C,
    pub section: &'static str,
    pub doc: Doc,
    handler: MethodRouter<S>,
}

pub struct Routes<S, C> {
    section: &'static str,
    pub table: Vec<Route<S, C>>,
}

impl<S, C> Default for Routes<S, C> {
    fn default() -> Self {
        Self { section: "", table: Vec::new() }
    }
}

/// Adds lines to routes, with the name of their part of the interface above them:
/// `["Teams"] get "/v1/teams/{team_id}" TeamKeyOrUserToken teams::get;`
#[macro_export]
macro_rules! route_table {
    (
        $routes:expr,
        $([$section:literal] $($method:ident $path:literal $caller:ident $module:ident::$handler:ident;)*)*
    ) => {
        $routes$(
            .section($section)
            $(.$method($path, $caller, $module::$handler, $module::Docs::$handler()))*
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
    pub fn section(self, section: &'static str) -> Self {
        Self { section, ..self }
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
    pub(crate) summary: &'static str,
    pub(crate) takes: Option<Described>,
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
    pub fn takes<T: ToSchema>(self) -> Self {
        Self { takes: Some(described::<T>()), ..self }
    }

    /// A JSON array of bodies.
    #[must_use]
    pub fn takes_list<T: ToSchema>(self) -> Self {
        Self { takes: Some(listed::<T>()), ..self }
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
