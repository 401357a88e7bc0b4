//! Writes replies with the names of the reference service, for clients that were made for it: see [`wire::names`].
//!
//! Nothing behind this layer knows these names.

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderName, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Map, Value};
use wire::names::{NameSet, Named};

use super::Route;
use crate::app::App;
use crate::error::{ApiError, ApiResult};

pub(super) const NAME_SET: HeaderName = HeaderName::from_static("x-name-set");

/// The fields of replies that have such names, with the bodies that they are in.
const FIELDS: &[(&str, Named, &[&str])] = &[
    ("provider", Named::Provider, &["CloudConnectionBody", "PortalConnection"]),
    ("direction", Named::Direction, &["CloudConnectionBody", "PortalConnection", "TransferBody"]),
    ("kind", Named::Activity, &["ActivityBody"]),
];

/// The fields in the replies of a route.
type Fields = Vec<(&'static str, Named)>;

/// `None` for a route whose replies have no such field.
pub(super) fn fields_of(route: &Route) -> Option<Fields> {
    let bodies: Vec<&str> = route.doc.reply_bodies().collect();
    let is_in = |names: &[&str]| names.iter().any(|name| bodies.contains(name));
    let fields: Fields = FIELDS.iter().filter(|line| is_in(line.2)).map(|(field, named, _)| (*field, *named)).collect();
    (!fields.is_empty()).then_some(fields)
}

pub(super) async fn named(State((app, fields)): State<(App, Fields)>, request: Request, next: Next) -> Response {
    match wanted(&app, &request) {
        Ok(NameSet::Neutral) => next.run(request).await,
        Ok(NameSet::Reference) => {
            translated(next.run(request).await, &fields).await.unwrap_or_else(ApiError::into_response)
        }
        Err(error) => error.into_response(),
    }
}

fn wanted(app: &App, request: &Request) -> ApiResult<NameSet> {
    let Some(given) = request.headers().get(NAME_SET) else { return Ok(app.config.compatibility.names) };
    given.to_str().ok().and_then(NameSet::parse).ok_or_else(|| ApiError::InvalidField {
        field: "X-Name-Set".to_owned(),
        reason: "must be neutral or reference".to_owned(),
    })
}

async fn translated(response: Response, fields: &Fields) -> ApiResult<Response> {
    if !response.status().is_success() {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.map_err(anyhow::Error::from)?;
    let Ok(mut value) = serde_json::from_slice::<Value>(&bytes) else {
        return Ok(Response::from_parts(parts, Body::from(bytes)));
    };
    translate(&mut value, fields);
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(Response::from_parts(parts, Body::from(value.to_string())))
}

fn translate(value: &mut Value, fields: &Fields) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| translate(element, fields)),
        Value::Object(object) => {
            rename(object, fields);
            object.values_mut().for_each(|field| translate(field, fields));
        }
        _ => {}
    }
}

fn rename(object: &mut Map<String, Value>, fields: &Fields) {
    for (field, named) in fields {
        let Some(Value::String(neutral)) = object.get(*field) else { continue };
        let alias = object.get("provider_alias").and_then(Value::as_str).filter(|_| *named == Named::Provider);
        let name = alias.unwrap_or_else(|| named.reference(neutral)).to_owned();
        object.insert((*field).to_owned(), name.into());
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, fields_of};
    use crate::routes::routes;

    #[test]
    fn every_body_with_such_names_is_in_a_reply() {
        let found: Vec<_> = routes().table.iter().filter_map(fields_of).flatten().collect();
        for (field, named, bodies) in FIELDS {
            assert!(found.contains(&(*field, *named)), "no route replies with {field} of {bodies:?}");
        }
    }
}
