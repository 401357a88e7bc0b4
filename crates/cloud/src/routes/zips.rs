//! Zips, the only content that passes through the service.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::files::ZipAddress;
use wire::ids::FileId;

use super::body::PathParts;
use super::conditions::{Verdict, judge};
use super::query::QueryParts;
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::operations::downloads::{self, served, zips};
use crate::storage::attachment;
use crate::zip;

pub(super) const ADDRESS: &[Parameter] = &[
    Parameter::text("files", "File ids, joined by commas; default is all files."),
    Parameter::flag("retry", "Prepares the zip again if that has failed, up to three times an hour."),
    Parameter::flag("accept_infected", "Returns the URL even if a virus was found in the package."),
];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(
    address,
    Doc::new("Get the download URL of a zip of all or some files").asks(ADDRESS).gives::<ZipAddress>(200)
);

/// `GET /v1/packages/{package_id}/zip`
pub(super) async fn address(
    State(app): State<App>,
    holder: PackageHolder,
    query: QueryParts,
) -> ApiResult<Json<ZipAddress>> {
    let accept_infected = query.flag("accept_infected")?.unwrap_or(false);
    let retry = query.flag("retry")?.unwrap_or(false);
    let names = query.list_of("files", zips::SELECTED_MOST)?;
    let ids = names.iter().map(|name| name.parse()).collect::<Result<Vec<FileId>, _>>();
    let ids = ids.map_err(|_| ApiError::ReferenceNotFound("files"))?;
    let selected = query.has("files").then_some(ids);
    if retry {
        downloads::retry_zip(&app, &holder).await?;
    }
    Ok(Json(downloads::zip_address(&app, &holder, selected, accept_infected).await?))
}

/// As for single files: nothing that was downloaded stays in a cache.
const CACHE: &str = "private, no-store";

describe!(
    download,
    Doc::new("Download a zip or a range of it; the path contains its token").gives_file("application/zip", 200)
);

/// `GET /z/{token}/{name}`, and `HEAD`. The name is for people; the token says which package it is.
pub(super) async fn download(
    State(app): State<App>,
    PathParts((token, _name)): PathParts<(String, String)>,
    method: Method,
    mut headers: HeaderMap,
) -> ApiResult<Response> {
    let found = zips::open(&app, &token).await?;
    let length = found.zip.shape.length();
    if method != Method::GET {
        headers.remove(header::RANGE); // Ranges apply to GET only.
    }
    let (status, range) = match judge(&headers, &found.etag, length)? {
        Verdict::Whole => (StatusCode::OK, 0..length),
        Verdict::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Verdict::NotModified => {
            let known = [(header::ETAG, found.etag.as_str()), (header::CACHE_CONTROL, CACHE)];
            return Ok((StatusCode::NOT_MODIFIED, known).into_response());
        }
    };
    let mut response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, "application/zip")
        .header(header::CONTENT_DISPOSITION, attachment(&found.file_name))
        .header(header::CONTENT_LENGTH, range.end - range.start)
        .header(header::ACCEPT_RANGES, "bytes")
        .header(header::ETAG, &found.etag)
        .header(header::CACHE_CONTROL, CACHE);
    if status == StatusCode::PARTIAL_CONTENT {
        let place = format!("bytes {}-{}/{length}", range.start, range.end - 1);
        response = response.header(header::CONTENT_RANGE, place);
    }
    let body = match method {
        Method::GET => {
            let sent = zip::stream(&app, found.zip, range.clone());
            Body::from_stream(served::counted(&app, found.served, &range, sent))
        }
        _ => Body::empty(),
    };
    response.body(body).map_err(|error| ApiError::Internal(error.into()))
}
