//! Zips of packages: their URLs, and what a URL returns.
//!
//! Content does not change once a package is finalized. So every URL for the same package and the same files returns
//! the same bytes with the same `ETag`, and an interrupted download can resume with a new URL.

use domain::Refusal;
use domain::key_scope::DOWNLOADING;
use domain::link::Unusable;
use domain::package::{Package, PackageState};
use domain::zip_layout::{ZipShape, ZipTotals};
use sha2::{Digest as _, Sha256};
use store::zips::Chooser;
use store::{Connection, Tx, links, packages, zips};
use wire::files::ZipAddress;
use wire::ids::{FileId, LinkId, PackageId};

use crate::app::App;
use crate::auth::still_sees;
use crate::credentials::{Grant, ZIP_URL_DAYS, ZipGrant};
use crate::error::{ApiError, ApiResult};
use crate::operations::downloads::served::ServedZip;
use crate::operations::requests::rate_limit::{Limit, is_allowed};
use crate::queue::{Enqueued, PrepareZip, enqueue_once, revive};
use crate::zip::Zip;

/// Must change when other bytes are written for the same files.
const FORMAT: &str = "1";
/// How many files can be selected for a zip.
pub const SELECTED_MOST: usize = 1_000;
/// How many different selections one token can have at a time. It can always download the whole zip.
pub const SELECTIONS_MOST: i64 = 100;
/// What all selections of one link take at a time: 500 of the largest.
const SELECTIONS_BYTES_MOST: i64 = 16 << 20;
/// Longer than the URLs of the zip are valid.
pub const SELECTION_DAYS: i64 = 2;
const NAME_LONGEST_BYTES: usize = 200;
const RETRIES_PER_HOUR: i64 = 3;
const FAILED: &str = "the zip could not be prepared, because its files could not be read. Retry it, download the files one \
                      by one, or ask the operator";

/// What the bearer of a URL gets.
pub struct OpenZip {
    pub zip: Zip,
    pub file_name: String,
    /// Strong, with quotes.
    pub etag: String,
    /// The download to which it counts. URLs of earlier versions do not name it.
    pub served: Option<ServedZip>,
}

/// The URL of a zip of a package, or of some of its files. If a CRC-32 is missing, a job computes it.
pub async fn address(
    app: &App,
    package: &Package,
    grant: &Grant,
    files: Option<&[FileId]>,
    accept_infected: bool,
) -> ApiResult<ZipAddress> {
    check_there(app, package)?;
    let files = files.map(sorted).transpose()?;
    let mut connection = app.store.read().await?;
    check_clean(&mut connection, package, files.as_deref(), accept_infected).await?;
    let totals = totals(&mut connection, &package.id, files.as_deref()).await?;
    let is_ready = !lacks_crc32(&mut connection, &package.id, files.as_deref()).await?;
    drop(connection);
    let url = if is_ready {
        let selection = keep_selection(app, &package.id, grant, files.as_deref()).await?;
        let (package_id, link_id) = (package.id.clone(), grant.link_id.clone());
        let (issued_to, download_id) = (grant.issued_to.clone(), Some(grant.download_id.clone()));
        let grant = ZipGrant { package_id, link_id, issued_to, download_id, selection, totals, accept_infected };
        url_of(app, package, &grant)?
    } else {
        prepare(app, &package.id).await?;
        String::new()
    };
    Ok(ZipAddress {
        url,
        name: file_name(package),
        size: i64::try_from(ZipShape::new(totals).length()).unwrap_or(i64::MAX),
        state: if is_ready { "ready" } else { "preparing" }.to_owned(),
    })
}

/// What the token of a URL gives access to, as long as the package and the link allow it.
pub async fn open(app: &App, token: &str) -> ApiResult<OpenZip> {
    let grant = app.zip_tokens.verify(token, app.trusted_time()).ok_or(ApiError::NotFound("zip"))?;
    let mut connection = app.store.read().await?;
    let package = packages::by_id(&mut connection, &grant.package_id).await?.ok_or(ApiError::NotFound("zip"))?;
    check_there(app, &package)?;
    if let Some(link) = &grant.link_id {
        check_link(app, &mut connection, &package, link).await?;
    }
    if let Some(member) = &grant.issued_to
        && !still_sees(app, &mut connection, member, &package, DOWNLOADING).await?
    {
        return Err(ApiError::NotFound("zip"));
    }
    let selection = match &grant.selection {
        None => None,
        Some(id) => Some(zips::selection(&mut connection, id, &package.id).await?.ok_or(ApiError::NotFound("zip"))?),
    };
    check_clean(&mut connection, &package, selection.as_deref(), grant.accept_infected).await?;
    let shape = ZipShape::new(grant.totals);
    let served = grant.download_id.map(|download| ServedZip {
        download,
        package: package.id.clone(),
        link: grant.link_id,
        selection: grant.selection.clone().zip(selection.clone()),
        length: shape.length(),
    });
    Ok(OpenZip {
        etag: etag(&package.id, grant.selection.as_deref()),
        file_name: file_name(&package),
        zip: Zip { package: package.id, selection, shape },
        served,
    })
}

fn check_there(app: &App, package: &Package) -> ApiResult<()> {
    match package.state {
        PackageState::New => Err(Refusal::wrong_state("a zip is available once the package is finalized").into()),
        PackageState::Finalized if !package.expiry.is_due(app.trusted_time()) => Ok(()),
        _ => Err(ApiError::Gone("the package")),
    }
}

/// The scanner may find something after the URL was created.
async fn check_clean(
    connection: &mut Connection,
    package: &Package,
    files: Option<&[FileId]>,
    accept_infected: bool,
) -> ApiResult<()> {
    if accept_infected || !package.contains_virus {
        return Ok(());
    }
    let is_clean = match files {
        Some(files) => !zips::has_infected_of(connection, &package.id, files).await?,
        None => false,
    };
    if is_clean { Ok(()) } else { Err(ApiError::Infected(package.name.clone())) }
}

/// A zip has a URL only once its download was counted. A download that has begun may finish after the link is locked or
/// deleted, but not after it expires.
async fn check_link(app: &App, connection: &mut Connection, package: &Package, link: &LinkId) -> ApiResult<()> {
    let link = links::by_id(connection, link).await?.ok_or(ApiError::NotFound("zip"))?;
    match link.check_usable(package, app.trusted_time()) {
        Err(Unusable::Expired) => Err(ApiError::Gone("the link")),
        Ok(()) | Err(Unusable::Locked | Unusable::Inactive) => Ok(()),
    }
}

/// Each file once, in the order of the zip.
fn sorted(files: &[FileId]) -> ApiResult<Vec<FileId>> {
    let mut files = files.to_vec();
    files.sort();
    files.dedup();
    if (1..=SELECTED_MOST).contains(&files.len()) {
        return Ok(files);
    }
    Err(Refusal::invalid("files", format!("must name 1 to {SELECTED_MOST} files")).into())
}

async fn totals(connection: &mut Connection, package: &PackageId, files: Option<&[FileId]>) -> ApiResult<ZipTotals> {
    let Some(files) = files else { return Ok(zips::totals(connection, package).await?) };
    let totals = zips::totals_of(connection, package, files).await?;
    if totals.entries == files.len() as u64 { Ok(totals) } else { Err(ApiError::ReferenceNotFound("files")) }
}

async fn lacks_crc32(connection: &mut Connection, package: &PackageId, files: Option<&[FileId]>) -> ApiResult<bool> {
    Ok(match files {
        None => zips::lacks_crc32(connection, package).await?,
        Some(files) => zips::lacks_crc32_of(connection, package, files).await?,
    })
}

/// The id of a selection, by which it can be found again for as long as its new URL is valid.
async fn keep_selection(
    app: &App,
    package: &PackageId,
    grant: &Grant,
    files: Option<&[FileId]>,
) -> ApiResult<Option<String>> {
    let Some(files) = files else { return Ok(None) };
    let mut digest = Sha256::new_with_prefix(package.as_str());
    for id in files {
        digest.update(id.as_str());
    }
    let id = hex::encode(&digest.finalize()[..16]);
    let now = app.trusted_time();
    if zips::selection_lasts(&mut *app.store.read().await?, &id, now.plus_days(ZIP_URL_DAYS)).await? {
        return Ok(Some(id));
    }
    let expires_at = now.plus_days(SELECTION_DAYS);
    let mut tx = app.store.begin().await?;
    if !zips::extend_selection(&mut tx, &id, expires_at).await? {
        let chooser = grant.link_id.as_ref().map(|link| Chooser { package, download: &grant.download_id, link });
        if let Some(chooser) = chooser {
            check_selections(&mut tx, chooser).await?;
        }
        zips::insert_selection(&mut tx, &id, package, files, chooser, expires_at).await?;
    }
    tx.commit().await?;
    Ok(Some(id))
}

/// Anyone with a link can make selections, and each takes space in the database.
async fn check_selections(tx: &mut Tx, chooser: Chooser<'_>) -> ApiResult<()> {
    let made = zips::selections(tx, chooser).await?;
    if made.of_download < SELECTIONS_MOST && made.bytes < SELECTIONS_BYTES_MOST {
        return Ok(());
    }
    let reason = format!(
        "there are too many different selections of files, up to {SELECTIONS_MOST} for each token within \
         {SELECTION_DAYS} days: download the whole zip, or single files"
    );
    Err(Refusal::TooLarge(reason).into())
}

fn url_of(app: &App, package: &Package, grant: &ZipGrant) -> ApiResult<String> {
    let token = app.zip_tokens.issue(grant, app.trusted_time())?;
    let mut url = app.public_url.clone();
    let segments = url.path_segments_mut();
    let mut segments = segments.map_err(|()| anyhow::anyhow!("public_url has no path"))?;
    segments.pop_if_empty().extend(["z", &token, &file_name(package)]);
    drop(segments);
    Ok(url.into())
}

/// One job for a package, however often it is requested. One that failed for good stays so until someone retries it.
async fn prepare(app: &App, package: &PackageId) -> ApiResult<()> {
    let mut tx = app.store.begin_on(package).await?;
    // Locked until the job is saved, so that two callers do not both save one.
    packages::lock(&mut tx, package).await?;
    let task = PrepareZip { package: package.clone() };
    let enqueued = enqueue_once(&mut tx, &app.ids, &task, app.clock.now()).await?;
    tx.commit().await?;
    match enqueued {
        Enqueued::Waiting => Ok(()),
        Enqueued::Dead => Err(ApiError::StorageRefused(FAILED.to_owned())),
    }
}

/// Has a zip prepared again if that failed for good. Each attempt reads whole files, so there are few.
pub async fn prepare_again(app: &App, package: &PackageId) -> ApiResult<()> {
    let now = app.clock.now();
    let limit = Limit::per_hour("zip_retry", package.as_str(), RETRIES_PER_HOUR);
    let mut tx = app.store.begin_on(package).await?;
    packages::lock(&mut tx, package).await?;
    if revive(&mut tx, &PrepareZip { package: package.clone() }, now).await? && is_allowed(&mut tx, &limit, now).await?
    {
        tx.commit().await?;
    }
    Ok(())
}

/// The package's name as a file name, safe on systems where some characters are special.
fn file_name(package: &Package) -> String {
    let end = package.name.floor_char_boundary(NAME_LONGEST_BYTES);
    let name = package.name[..end].replace(['/', '\\'], "_");
    format!("{}.zip", name.trim_end())
}

/// The `ETag` does not depend on who asked, or on whether they accept infected files.
fn etag(package: &PackageId, selection: Option<&str>) -> String {
    let digest = Sha256::digest(format!("{FORMAT} {package} {}", selection.unwrap_or_default()));
    format!("\"zip-{}\"", hex::encode(&digest[..16]))
}
