//! The OpenAPI 3.1 document, from the route table and the types it names.

use std::sync::Arc;

use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::ToSchema;
use utoipa::openapi::content::Content;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ComponentsBuilder, ObjectBuilder, Ref, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{InfoBuilder, OpenApi, OpenApiBuilder, Required, Tag};
use wire::error::ErrorBody;

use super::table::{CallerKind, Parameter, ParameterKind, Reply, Route, Routes};

const INTRODUCTION: &str = "Delivers very large files between people and storage, organised by Teams.\n\n\
    Sign in with `POST /v1/auth` and send the token as `X-User-Token`, or make an API key and send it as `X-API-KEY`. \
    Every error is JSON with a `code` and a `message`; every reply has an `X-Request-Id`.";

/// The document as text, made once.
#[derive(Clone)]
pub struct Document(Arc<str>);

impl Document {
    pub fn new(routes: &Routes) -> Self {
        Self(open_api(routes).to_pretty_json().unwrap_or_default().into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// `GET /openapi.json`
pub(super) async fn document(Extension(document): Extension<Document>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], document.as_str().to_owned())
}

fn open_api(routes: &Routes) -> OpenApi {
    let mut components = ComponentsBuilder::new()
        .security_scheme("api_key", header_key("X-API-KEY", "An API key of the Team"))
        .security_scheme("user_token", header_key("X-User-Token", "A user's token from sign-in"))
        .security_scheme("package_token", header_key("X-Package-Token", "The `access_token` of a package"))
        .security_scheme("access_code", header_key("X-Access-Code", "The access code of a Portal, URI-encoded"))
        .security_scheme("channel_token", bearer())
        .security_scheme("gateway_token", bearer())
        .security_scheme("metrics_token", bearer());
    let mut error_parts = vec![(ErrorBody::name().into_owned(), <ErrorBody as utoipa::PartialSchema>::schema())];
    ErrorBody::schemas(&mut error_parts);
    let mut paths = Paths::new();
    for (name, schema) in error_parts {
        components = components.schema(name, schema);
    }
    for route in &routes.table {
        let described = [route.doc.takes.as_ref(), reply_schema(route)];
        for (name, schema) in described.into_iter().flatten().flat_map(|described| described.parts.iter()) {
            components = components.schema(name.clone(), schema.clone());
        }
        let item = PathItem::new(method(route.method), operation(route));
        paths.add_path_operation(route.path, vec![method(route.method)], single(item, route.method));
    }
    let info = InfoBuilder::new().title("Tonnage").version(env!("CARGO_PKG_VERSION")).description(Some(INTRODUCTION));
    OpenApiBuilder::new()
        .info(info.build())
        .tags(Some(sections(routes)))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

/// The parts of the interface in the order of the table, which is the order in which people read.
fn sections(routes: &Routes) -> Vec<Tag> {
    let mut names: Vec<&str> = routes.table.iter().map(|route| route.section).collect();
    names.dedup();
    names.into_iter().map(Tag::new).collect()
}

fn single(item: PathItem, name: &str) -> utoipa::openapi::path::Operation {
    let operation = match name {
        "POST" => item.post,
        "PUT" => item.put,
        "DELETE" => item.delete,
        _ => item.get,
    };
    operation.unwrap_or_default()
}

fn method(name: &str) -> HttpMethod {
    match name {
        "POST" => HttpMethod::Post,
        "PUT" => HttpMethod::Put,
        "DELETE" => HttpMethod::Delete,
        _ => HttpMethod::Get,
    }
}

fn operation(route: &Route) -> OperationBuilder {
    let mut operation = OperationBuilder::new()
        .summary(Some(route.doc.summary))
        .tag(route.section)
        .operation_id(Some(operation_id(route)))
        .response(route.doc.status.to_string(), reply(route))
        .response("default", error_reply());
    if let Some(status) = route.doc.or_status {
        operation = operation.response(status.to_string(), reply(route));
    }
    if let Some(status) = route.doc.or_nothing {
        operation = operation.response(status.to_string(), ResponseBuilder::new().description("Nothing").build());
    }
    for name in path_parameters(route.path) {
        let schema = ObjectBuilder::new().schema_type(Type::String);
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path).required(Required::True);
        operation = operation.parameter(parameter.schema(Some(schema)));
    }
    for parameter in route.doc.asks {
        operation = operation.parameter(query_parameter(parameter));
    }
    if let Some(body) = &route.doc.takes {
        let content = Content::new(Some(body.schema.clone()));
        let body = RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True));
        operation = operation.request_body(Some(body.build()));
    }
    for requirement in security(route.caller) {
        operation = operation.security(requirement);
    }
    operation
}

fn query_parameter(parameter: &Parameter) -> ParameterBuilder {
    let schema = match parameter.kind {
        ParameterKind::Text => ObjectBuilder::new().schema_type(Type::String),
        ParameterKind::Number => ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)),
        ParameterKind::Flag => ObjectBuilder::new().schema_type(Type::Boolean),
    };
    let required = if parameter.required { Required::True } else { Required::False };
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(ParameterIn::Query)
        .required(required)
        .description(Some(parameter.meaning))
        .schema(Some(schema))
}

/// `PUT /v1/teams/{team_id}` is `put_v1_teams_team_id`.
fn operation_id(route: &Route) -> String {
    let words = route.path.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    std::iter::once(route.method.to_lowercase()).chain(words.map(str::to_owned)).collect::<Vec<_>>().join("_")
}

fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn reply_schema(route: &Route) -> Option<&super::table::Described> {
    match &route.doc.reply {
        Reply::Json(described) | Reply::Events(described) => Some(described),
        Reply::Nothing | Reply::Text | Reply::File(_) => None,
    }
}

fn reply(route: &Route) -> Response {
    let builder = ResponseBuilder::new().description("Success");
    match &route.doc.reply {
        Reply::Nothing => builder.build(),
        Reply::Text => {
            let text = ObjectBuilder::new().schema_type(Type::String);
            builder.content("text/plain", Content::new(Some(text))).build()
        }
        Reply::File(media_type) => builder.content(*media_type, Content::new(None::<Ref>)).build(),
        Reply::Json(described) => {
            builder.content("application/json", Content::new(Some(described.schema.clone()))).build()
        }
        Reply::Events(described) => {
            builder.content("text/event-stream", Content::new(Some(described.schema.clone()))).build()
        }
    }
}

fn error_reply() -> Response {
    let schema = Ref::from_schema_name(ErrorBody::name());
    ResponseBuilder::new().description("Any error").content("application/json", Content::new(Some(schema))).build()
}

fn security(caller: CallerKind) -> Vec<SecurityRequirement> {
    let needs = |name: &str| SecurityRequirement::new(name, Vec::<String>::new());
    match caller {
        CallerKind::Anyone | CallerKind::LinkSecret => vec![],
        CallerKind::UserToken => vec![needs("user_token")],
        CallerKind::TeamKeyOrUserToken => vec![needs("api_key"), needs("user_token")],
        CallerKind::AccessCode => vec![SecurityRequirement::default(), needs("access_code")],
        CallerKind::PortalVisitor => {
            vec![SecurityRequirement::default(), needs("access_code"), needs("api_key"), needs("user_token")]
        }
        CallerKind::TeamKeyOrAccessCode => vec![needs("api_key"), needs("user_token"), needs("access_code")],
        CallerKind::PackageToken => vec![needs("package_token")],
        CallerKind::ChannelToken => vec![needs("channel_token")],
        CallerKind::GatewayToken => vec![needs("gateway_token")],
        CallerKind::MetricsToken => vec![needs("metrics_token")],
    }
}

fn header_key(name: &str, description: &str) -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, description)))
}

fn bearer() -> SecurityScheme {
    SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build())
}
