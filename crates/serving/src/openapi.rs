//! The OpenAPI 3.1 document, generated from the route table and its types.

use std::sync::Arc;

use axum::Extension;
use axum::http::header;
use axum::response::IntoResponse;
use utoipa::ToSchema;
use utoipa::openapi::content::Content;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem, Paths};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ComponentsBuilder, ObjectBuilder, Ref, Schema, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::server::Server;
use utoipa::openapi::{InfoBuilder, License, OpenApi, OpenApiBuilder, RefOr, Required, Tag};
use wire::error::{ErrorBody, ErrorCode, FieldError};
use wire::example::Sample;

use crate::table::{Caller, Described, Doc, Parameter, ParameterKind, Reply, Route, Routes, Section, Taken};

/// The name of the reply to a request that is refused.
const REFUSAL: &str = "Refusal";
/// That of the workspace, by its SPDX identifier.
const LICENSE: &str = env!("CARGO_PKG_LICENSE");

/// What a document says about its program, in addition to the routes.
pub struct About {
    pub title: &'static str,
    pub version: &'static str,
    pub introduction: &'static str,
    /// The credentials that [`Caller::security`] refers to.
    pub schemes: Vec<(&'static str, SecurityScheme)>,
}

/// The document as text, generated once.
#[derive(Clone)]
pub struct Document(Arc<str>);

impl Document {
    pub fn new<S, C: Caller>(routes: &Routes<S, C>, about: About) -> Self {
        Self(open_api(routes, about).to_pretty_json().unwrap_or_default().into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What the document says of itself.
pub enum Docs {}

impl Docs {
    pub fn document() -> Doc {
        Doc::new("This document").gives_object(200)
    }
}

/// `GET /openapi.json`
#[expect(clippy::unused_async, reason = "a handler is asynchronous")]
pub async fn document(Extension(document): Extension<Document>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], document.as_str().to_owned())
}

fn open_api<S, C: Caller>(routes: &Routes<S, C>, about: About) -> OpenApi {
    let mut components = ComponentsBuilder::new();
    for (name, scheme) in about.schemes {
        components = components.security_scheme(name, scheme);
    }
    components = components.response(REFUSAL, refusal());
    let mut error_parts = vec![(ErrorBody::name().into_owned(), <ErrorBody as utoipa::PartialSchema>::schema())];
    ErrorBody::schemas(&mut error_parts);
    let mut paths = Paths::new();
    for (name, schema) in error_parts {
        components = components.schema(name, schema);
    }
    for route in &routes.table {
        let described = [route.doc.takes.as_ref().map(|taken| &taken.body), reply_schema(route)];
        for (name, schema) in described.into_iter().flatten().flat_map(|described| described.parts.iter()) {
            components = components.schema(name.clone(), schema.clone());
        }
        let item = PathItem::new(method(route.method), operation(route));
        paths.add_path_operation(route.path, vec![method(route.method)], single(item, route.method));
    }
    let mut license = License::new(LICENSE);
    license.identifier = Some(LICENSE.to_owned());
    let info = InfoBuilder::new().title(about.title).version(about.version).description(Some(about.introduction));
    OpenApiBuilder::new()
        .info(info.license(Some(license)).build())
        // The server that serves this document.
        .servers(Some([Server::new("/")]))
        .tags(Some(sections(routes)))
        .paths(paths)
        .components(Some(components.build()))
        .build()
}

/// The sections of the API in the order of the table, which is the order in which people read.
fn sections<S, C>(routes: &Routes<S, C>) -> Vec<Tag> {
    let mut sections: Vec<Section> = routes.table.iter().map(|route| route.section).collect();
    sections.dedup();
    sections.into_iter().map(tag).collect()
}

fn tag(section: Section) -> Tag {
    let mut tag = Tag::new(section.name);
    tag.description = Some(section.meaning.to_owned());
    tag
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

fn operation<S, C: Caller>(route: &Route<S, C>) -> OperationBuilder {
    let mut operation = OperationBuilder::new()
        .summary(Some(route.doc.summary))
        .tag(route.section.name)
        .operation_id(Some(operation_id(route.doc.handler)))
        .response(route.doc.status.to_string(), reply(route))
        .response("4XX", Ref::from_response_name(REFUSAL))
        .response("default", error_reply())
        // Said in as many words where no credential is needed: without it, a reader cannot tell.
        .securities(Some(Vec::new()));
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
        operation = operation.parameter(described_parameter(parameter, ParameterIn::Query));
    }
    if let Some(header) = &route.doc.header {
        operation = operation.parameter(described_parameter(header, ParameterIn::Header));
    }
    if let Some(Taken { body, samples }) = &route.doc.takes {
        let content = with_samples(Content::new(Some(body.schema.clone())), samples);
        let body = RequestBodyBuilder::new().content("application/json", content).required(Some(needed(body)));
        operation = operation.request_body(Some(body.build()));
    }
    for requirement in route.caller.security() {
        operation = operation.security(requirement);
    }
    operation
}

/// One example has no name.
fn with_samples(mut content: Content, samples: &[Sample]) -> Content {
    if let [sample] = samples {
        content.example = Some(sample.body.clone());
        return content;
    }
    for Sample { name, body, .. } in samples {
        let example = ExampleBuilder::new().value(Some(body.clone())).build();
        content.examples.insert(name.clone(), example.into());
    }
    content
}

/// An object without required fields may be missing altogether.
fn needed(body: &Described) -> Required {
    match (&body.schema, body.parts.first()) {
        (RefOr::Ref(_), Some((_, RefOr::T(Schema::Object(object))))) if object.required.is_empty() => Required::False,
        _ => Required::True,
    }
}

fn described_parameter(parameter: &Parameter, place: ParameterIn) -> ParameterBuilder {
    let schema = match parameter.kind {
        ParameterKind::Text => ObjectBuilder::new().schema_type(Type::String),
        ParameterKind::Number => ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)),
        ParameterKind::Flag => ObjectBuilder::new().schema_type(Type::Boolean),
    };
    let required = if parameter.required { Required::True } else { Required::False };
    ParameterBuilder::new()
        .name(parameter.name)
        .parameter_in(place)
        .required(required)
        .description(Some(parameter.meaning))
        .schema(Some(schema))
}

/// The handler `change_expiry` of `packages` becomes `packagesChangeExpiry`: generated clients call their functions so.
fn operation_id((module, handler): (&str, &str)) -> String {
    let mut id = String::new();
    for word in module.split('_').chain(handler.split('_')).filter(|word| !word.is_empty()) {
        let (first, rest) = word.split_at(1);
        let first = if id.is_empty() { first.to_owned() } else { first.to_uppercase() };
        id.extend([&first, rest]);
    }
    id
}

fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn reply_schema<S, C>(route: &Route<S, C>) -> Option<&Described> {
    match &route.doc.reply {
        Reply::Json(described) | Reply::Events(described) => Some(described),
        Reply::Nothing | Reply::Text | Reply::File(_) => None,
    }
}

fn reply<S, C>(route: &Route<S, C>) -> Response {
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

/// What is wrong with the request, with an example.
fn refusal() -> Response {
    let details = vec![FieldError::new("expiry", "must be in the future")];
    let message = "expiry: must be in the future".to_owned();
    let example = ErrorBody { code: ErrorCode::InvalidField, message, details, mfa_required: None };
    let mut content = Content::new(Some(Ref::from_schema_name(ErrorBody::name())));
    content.example = serde_json::to_value(example).ok();
    ResponseBuilder::new().description("The request is refused").content("application/json", content).build()
}

fn error_reply() -> Response {
    let schema = Ref::from_schema_name(ErrorBody::name());
    ResponseBuilder::new().description("Any error").content("application/json", Content::new(Some(schema))).build()
}

/// A credential in its own header.
pub fn header_key(name: &str, description: &str) -> SecurityScheme {
    SecurityScheme::ApiKey(ApiKey::Header(ApiKeyValue::with_description(name, description)))
}

/// A credential as `Authorization: Bearer`.
pub fn bearer() -> SecurityScheme {
    SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build())
}

#[cfg(test)]
mod tests {
    use super::operation_id;

    #[test]
    fn operations_are_called_as_their_handlers() {
        assert_eq!(operation_id(("packages", "get")), "packagesGet");
        assert_eq!(operation_id(("api_keys", "change_state")), "apiKeysChangeState");
    }
}
