//! Files of a package.

use std::collections::BTreeSet;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use axum::{Extension, Json};
use domain::chunk_plan::{CHUNK_LARGEST, CHUNK_SMALLEST, CHUNKS_MOST};
use domain::package_token::Right;
use serving::describe;
use serving::table::{Doc, Parameter};
use wire::blueprint::Blueprint;
use wire::error::ErrorBody;
use wire::files::{
    AddFile, AddedFile, AddedOne, AddressedOne, ChunkParameters, DownloadAddress, FileAddress, FileBody, FinalizeFile,
    FinalizeFileOf, FinalizedOne, RefusedOne, RequestChunks,
};
use wire::ids::{FileId, PackageId};

use super::body::JsonList;
use super::idempotency::{AnsweredBriefly, Brief};
use super::query::{QueryParts, invalid};
use super::stream::json_array;
use super::{JsonBody, PathParts};
use crate::app::App;
use crate::auth::PackageHolder;
use crate::error::{ApiError, ApiResult};
use crate::operations::downloads;
use crate::operations::files::{self, MANY, batches, finalize, removal};

pub(super) const CHUNKS: &[Parameter] = &[
    Parameter::number("start", "Index of the first chunk, from 0.").required(),
    Parameter::number("count", "How many, 1 to 1,000.").required(),
];

pub(super) const PAGES: &[Parameter] = &[
    Parameter::number("page", "From 1. Without `page` and `limit`, the whole list is returned."),
    Parameter::number("limit", "1 to 1,000; larger values count as 1,000."),
];

pub(super) const DOWNLOAD: &[Parameter] =
    &[Parameter::flag("accept_infected", "Returns the URL even if the file is infected.")];

/// What the OpenAPI document says of the routes here.
pub(super) enum Docs {}

describe!(chunk_parameters, Doc::new("Get the limits for chunks of files").gives::<ChunkParameters>(200));

/// `GET /v1/system/packages/spec`
pub(super) async fn chunk_parameters() -> Json<ChunkParameters> {
    Json(ChunkParameters {
        max_chunk_count: CHUNKS_MOST,
        max_chunk_size: CHUNK_LARGEST,
        min_chunk_size: CHUNK_SMALLEST,
    })
}

describe!(add, Doc::new("Add a file to a new package").takes::<AddFile>().gives::<AddedFile>(201));

/// `POST /v1/packages/{package_id}/files`
pub(super) async fn add(
    State(app): State<App>,
    holder: PackageHolder,
    JsonBody(request): JsonBody<AddFile>,
) -> ApiResult<(StatusCode, Json<AddedFile>)> {
    let answers = files::add_many(&app, &holder, vec![Ok(request)]).await?;
    let added = answers.into_iter().next().unwrap_or(Err(ApiError::NotFound("file")))?;
    Ok((StatusCode::CREATED, Json(files::added_file(&app, &added, false))))
}

describe!(add_many, Doc::new("Add up to 1,000 files").takes_list::<AddFile>().gives_list::<AddedOne>(200));

/// `POST /v1/packages/{package_id}/files/batch`
pub(super) async fn add_many(
    State(app): State<App>,
    holder: PackageHolder,
    before: Option<Extension<AnsweredBriefly>>,
    JsonList(elements): JsonList,
) -> ApiResult<(Option<Extension<Brief>>, Json<Vec<AddedOne>>)> {
    if let Some(Extension(AnsweredBriefly(brief))) = before {
        return Ok((None, Json(batches::made_again(&app, &holder, &brief).await?)));
    }
    check_number(elements.len())?;
    let requests = elements.into_iter().map(|element| JsonList::element(element).map_err(ApiError::from)).collect();
    let answers = files::add_many(&app, &holder, requests).await?;
    let answers: Vec<_> = answers.into_iter().map(|answer| answer.map_err(ApiError::into_body)).collect();
    let brief = Extension(Brief(batches::brief(&answers)?));
    let added = |answer: Result<files::Added, ErrorBody>| match answer {
        Ok(added) => AddedOne::Done(Box::new(files::added_file(&app, &added, true))),
        Err(error) => AddedOne::Refused(RefusedOne { file_id: None, error }),
    };
    Ok((Some(brief), Json(answers.into_iter().map(added).collect())))
}

/// Whether one call may name so many files.
pub(super) fn check_number(count: usize) -> ApiResult<()> {
    if count <= MANY {
        return Ok(());
    }
    Err(domain::Refusal::TooLarge(format!("up to {MANY} files at once; these are {count}")).into())
}

describe!(
    chunks,
    Doc::new("Get signed requests that upload chunks of a file")
        .asks(CHUNKS)
        .takes::<RequestChunks>()
        .gives_list::<Blueprint>(200)
);

/// `POST /v1/packages/{package_id}/files/{file_id}`
pub(super) async fn chunks(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    query: QueryParts,
    JsonBody(request): JsonBody<RequestChunks>,
) -> ApiResult<Json<Vec<Blueprint>>> {
    let start = query.number("start")?.ok_or_else(|| invalid("start", "is required"))?;
    let count = query.number("count")?.ok_or_else(|| invalid("count", "is required"))?;
    Ok(Json(files::chunks(&app, &holder, &file_id, start, count, &request).await?))
}

describe!(
    finalize,
    Doc::new("Finalize a file: join and verify its chunks").takes::<FinalizeFile>().gives::<FileBody>(200)
);

/// `POST /v1/packages/{package_id}/files/{file_id}/finalize`
pub(super) async fn finalize(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    JsonBody(request): JsonBody<FinalizeFile>,
) -> ApiResult<Json<FileBody>> {
    let file = finalize::one(&app, &holder, file_id, request).await?;
    Ok(Json(files::file_body(&file)))
}

describe!(
    finalize_many,
    Doc::new("Finalize up to 1,000 files").takes_list::<FinalizeFileOf>().gives_list::<FinalizedOne>(200)
);

/// `POST /v1/packages/{package_id}/files/finalize`
pub(super) async fn finalize_many(
    State(app): State<App>,
    holder: PackageHolder,
    JsonList(elements): JsonList,
) -> ApiResult<Json<Vec<FinalizedOne>>> {
    check_number(elements.len())?;
    let id_of = |element: &serde_json::Value| element.get("file_id")?.as_str().map(str::to_owned);
    let ids: Vec<Option<String>> = elements.iter().map(id_of).collect();
    let requests = elements.into_iter().map(finalize_of).collect();
    let answers = finalize::many(&app, &holder, requests).await?;
    let finalized = |(answer, file_id): (ApiResult<_>, _)| match answer {
        Ok(file) => FinalizedOne::Done(files::file_body(&file)),
        Err(error) => FinalizedOne::Refused(RefusedOne { file_id, error: error.into_body() }),
    };
    Ok(Json(answers.into_iter().zip(ids).map(finalized).collect()))
}

/// A `FinalizeFileOf`, parsed in two parts: otherwise errors in the flattened part would not name their field.
fn finalize_of(element: serde_json::Value) -> ApiResult<(FileId, FinalizeFile)> {
    #[derive(serde::Deserialize)]
    struct Which {
        file_id: FileId,
    }
    let Which { file_id } = JsonList::element(element.clone())?;
    Ok((file_id, JsonList::element(element)?))
}

describe!(list, Doc::new("List the files of a package").asks(PAGES).gives_list::<FileBody>(200));

/// `GET /v1/packages/{package_id}/files`
pub(super) async fn list(State(app): State<App>, holder: PackageHolder, query: QueryParts) -> ApiResult<Response> {
    use axum::response::IntoResponse as _;
    holder.require(Right::ListFiles)?;
    let (package, is_alive) = (holder.package.id, holder.package.state.is_alive());
    let (page, limit) = (query.number("page")?, query.number("limit")?);
    if page == Some(0) || limit == Some(0) {
        return Err(invalid(if page == Some(0) { "page" } else { "limit" }, "must be at least 1"));
    }
    if !is_alive {
        // Files of a package that has ended are kept only in case it is restored.
        return Ok(Json(Vec::<FileBody>::new()).into_response());
    }
    if page.is_some() || limit.is_some() {
        let (page, limit) = (page.unwrap_or(1), limit.unwrap_or(files::PAGE_LARGEST).min(files::PAGE_LARGEST));
        let found = store::files::page(&mut *app.store.read().await?, &package, page - 1, limit).await?;
        return Ok(Json(found.iter().map(files::file_body).collect::<Vec<_>>()).into_response());
    }
    json_array(move |last: Option<FileBody>| {
        let (app, package) = (app.clone(), package.clone());
        async move {
            let after = last.as_ref().map(|file| &file.id);
            let mut connection = app.store.read().await?;
            let found = store::files::page_after(&mut connection, &package, after, files::PAGE_LARGEST).await?;
            Ok(found.iter().map(files::file_body).collect())
        }
    })
    .await
}

describe!(remove, Doc::new("Remove a file from a new package").gives_nothing(204));

/// `DELETE /v1/packages/{package_id}/files/{file_id}`
pub(super) async fn remove(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
) -> ApiResult<StatusCode> {
    removal::remove(&app, &holder, &file_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

describe!(download, Doc::new("Get the download URL of a file").asks(DOWNLOAD).gives::<DownloadAddress>(200));

/// `GET /v1/packages/{package_id}/files/{file_id}/download`
pub(super) async fn download(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
    query: QueryParts,
) -> ApiResult<Json<DownloadAddress>> {
    let accept_infected = query.flag("accept_infected")?.unwrap_or(false);
    Ok(Json(downloads::file_address(&app, &holder, &file_id, accept_infected).await?))
}

describe!(
    download_many,
    Doc::new("Get download URLs of up to 1,000 files")
        .asks(DOWNLOAD)
        .takes_list::<FileId>()
        .gives_list::<AddressedOne>(200)
);

/// `POST /v1/packages/{package_id}/files/download`
pub(super) async fn download_many(
    State(app): State<App>,
    holder: PackageHolder,
    query: QueryParts,
    JsonList(elements): JsonList,
) -> ApiResult<Json<Vec<AddressedOne>>> {
    check_number(elements.len())?;
    let accept_infected = query.flag("accept_infected")?.unwrap_or(false);
    let named: Vec<Option<String>> = elements.iter().map(|element| element.as_str().map(str::to_owned)).collect();
    let ids = elements.iter().enumerate().map(id_of).collect();
    let answers = downloads::file_addresses(&app, &holder, ids, accept_infected).await?;
    let addressed = |(answer, file_id): (ApiResult<_>, _)| match answer {
        Ok((file_id, url)) => AddressedOne::Done(FileAddress { file_id, url }),
        Err(error) => AddressedOne::Refused(RefusedOne { file_id, error: error.into_body() }),
    };
    Ok(Json(answers.into_iter().zip(named).map(addressed).collect()))
}

describe!(
    downloaded_many,
    Doc::new("Confirm the download of up to 1,000 files").takes_list::<FileId>().gives_nothing(204)
);

/// `POST /v1/packages/{package_id}/files/downloaded`
pub(super) async fn downloaded_many(
    State(app): State<App>,
    holder: PackageHolder,
    JsonList(elements): JsonList,
) -> ApiResult<StatusCode> {
    check_number(elements.len())?;
    let ids: ApiResult<BTreeSet<FileId>> = elements.iter().enumerate().map(id_of).collect();
    downloads::confirm_many(&app, &holder, &ids?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// An element that should be the id of a file. Text that is not an id does not match any file.
fn id_of((index, element): (usize, &serde_json::Value)) -> ApiResult<FileId> {
    let text = element.as_str().ok_or_else(|| invalid(&format!("[{index}]"), "must be a file id"))?;
    text.parse().map_err(|_| ApiError::NotFound("file"))
}

describe!(downloaded, Doc::new("Confirm the download of a file").gives_nothing(204));

/// `POST /v1/packages/{package_id}/files/{file_id}/downloaded`
pub(super) async fn downloaded(
    State(app): State<App>,
    holder: PackageHolder,
    PathParts((_, file_id)): PathParts<(PackageId, FileId)>,
) -> ApiResult<StatusCode> {
    downloads::confirm(&app, &holder, &file_id).await?;
    Ok(StatusCode::NO_CONTENT)
}
