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

pub(super) enum Reply {
    Nothing,
    Text,
    /// Bytes of this media type.
    File(&'static str),
    Json(Box<Described>),
}

/// What the document says of a route.
pub struct Doc {
    pub(super) summary: &'static str,
    pub(super) takes: Option<Described>,
    pub(super) status: u16,
    pub(super) reply: Reply,
}

impl Doc {
    pub const fn new(summary: &'static str) -> Self {
        Self { summary, takes: None, status: 200, reply: Reply::Nothing }
    }

    #[must_use]
    pub fn takes<T: ToSchema>(self) -> Self {
        Self { takes: Some(described::<T>()), ..self }
    }

    #[must_use]
    pub fn gives<T: ToSchema>(self, status: u16) -> Self {
        Self { status, reply: Reply::Json(Box::new(described::<T>())), ..self }
    }

    #[must_use]
    pub fn gives_list<T: ToSchema>(self, status: u16) -> Self {
        let Described { schema, parts } = described::<T>();
        let schema = ArrayBuilder::new().items(schema).build().into();
        Self { status, reply: Reply::Json(Box::new(Described { schema, parts })), ..self }
    }

    /// A JSON object whose form is described elsewhere.
    #[must_use]
    pub fn gives_object(self, status: u16) -> Self {
        let schema = ObjectBuilder::new().build().into();
        Self { status, reply: Reply::Json(Box::new(Described { schema, parts: Vec::new() })), ..self }
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
