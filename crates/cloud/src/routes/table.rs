//! What a line of the route table says.

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodRouter, delete, get, post, put};
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Ref, Schema};

use crate::app::App;

/// Whose credential a route asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallerKind {
    Anyone,
    /// `X-User-Token`; API keys are not accepted.
    UserToken,
    /// `X-API-KEY`, or `X-User-Token` in its place.
    TeamKeyOrUserToken,
    /// `X-Package-Token`, for the package that the path names.
    PackageToken,
    /// `X-Access-Code`, if the Portal that the path names has one.
    AccessCode,
    /// As `AccessCode`, or the credential of a member in its place.
    PortalVisitor,
    /// `X-API-KEY`, or `X-User-Token` in its place, or the Portal's `X-Access-Code`.
    TeamKeyOrAccessCode,
    /// `?secret=`, of the link that the path names; what is not right names nothing.
    LinkSecret,
    /// `?token=` or `Authorization: Bearer`, for the channel that the path names.
    ChannelToken,
    /// `Authorization: Bearer`, for the gateway that the path names.
    GatewayToken,
    /// The operator's `Authorization: Bearer`.
    MetricsToken,
}

pub struct Route {
    pub method: &'static str,
    pub path: &'static str,
    pub caller: CallerKind,
    pub section: &'static str,
    pub doc: Doc,
    handler: MethodRouter<App>,
}

#[derive(Default)]
pub struct Routes {
    section: &'static str,
    pub table: Vec<Route>,
}

macro_rules! methods {
    ($($name:ident $method:literal)*) => {$(
        #[must_use]
        pub fn $name<T: 'static>(
            self,
            path: &'static str,
            caller: CallerKind,
            handler: impl Handler<T, App>,
            doc: Doc,
        ) -> Self {
            self.add($method, path, caller, $name(handler), doc)
        }
    )*};
}

impl Routes {
    methods! { get "GET" post "POST" put "PUT" delete "DELETE" }

    /// Names the part of the interface that the following lines belong to.
    #[must_use]
    pub fn section(self, section: &'static str) -> Self {
        Self { section, ..self }
    }

    fn add(
        mut self,
        method: &'static str,
        path: &'static str,
        caller: CallerKind,
        handler: MethodRouter<App>,
        doc: Doc,
    ) -> Self {
        self.table.push(Route { method, path, caller, section: self.section, doc, handler });
        self
    }

    pub fn into_router(self) -> Router<App> {
        self.table.into_iter().fold(Router::new(), |router, route| router.route(route.path, route.handler))
    }
}

/// A schema, and every schema that it refers to.
pub(super) struct Described {
    pub(super) schema: RefOr<Schema>,
    pub(super) parts: Vec<(String, RefOr<Schema>)>,
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
    pub(super) name: &'static str,
    pub(super) kind: ParameterKind,
    pub(super) required: bool,
    pub(super) meaning: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ParameterKind {
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

pub(super) enum Reply {
    Nothing,
    Text,
    /// Bytes of this media type.
    File(&'static str),
    Json(Box<Described>),
    /// Server-Sent Events, each of them JSON.
    Events(Box<Described>),
}

/// What the document says of a route.
pub struct Doc {
    pub(super) summary: &'static str,
    pub(super) takes: Option<Described>,
    pub(super) asks: &'static [Parameter],
    pub(super) status: u16,
    /// Another status of success, with the same body.
    pub(super) or_status: Option<u16>,
    /// Another status of success, without a body.
    pub(super) or_nothing: Option<u16>,
    pub(super) reply: Reply,
}

impl Doc {
    pub const fn new(summary: &'static str) -> Self {
        Self { summary, takes: None, asks: &[], status: 200, or_status: None, or_nothing: None, reply: Reply::Nothing }
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

    /// Parameters behind the `?`.
    #[must_use]
    pub fn asks(self, parameters: &'static [Parameter]) -> Self {
        Self { asks: parameters, ..self }
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

    /// A JSON object whose form is described elsewhere.
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
