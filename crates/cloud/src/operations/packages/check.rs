//! Whether a package could be sent, by the same steps as those that create it. Nothing is saved: the transaction in which
//! it is tried is never committed.

use domain::link::check_password;
use domain::package::Package;
use store::Tx;
use store::packages::Count;
use wire::files::AddFile;
use wire::ids::{PortalId, TeamId};
use wire::package_checks::{CheckPackage, CheckPortalPackage, CheckedBefore, CheckedPackage, RefusedFile};
use wire::portals::CreatePortalPackage;

use super::creating::{Protected, insert_new};
use super::through_portal;
use crate::app::App;
use crate::auth::{Caller, PortalSender, Stranger};
use crate::error::ApiResult;
use crate::operations::files;
use crate::operations::mail::recipients;
use crate::operations::portals::access::by_code;
use crate::operations::portals::forms::responses as form_responses;
use crate::operations::quotas::Sender;
use crate::operations::requests::rate_limit::{Limit, consume, household};

/// A large package is checked in several calls.
const CALLS_PER_PACKAGE: i64 = 10;
/// No caller has sent more, and sums of it do not overflow.
const BEFORE_MOST: i64 = i64::MAX / 4;

pub async fn of_team(app: &App, caller: &Caller, team_id: &TeamId, request: CheckPackage) -> ApiResult<CheckedPackage> {
    let CheckPackage { package, files, before } = request;
    let recipients = recipients(&package.recipients)?;
    check_password("password", package.password.as_deref())?;
    let mut tx = app.store.begin().await?;
    let protected = Protected { recipients, password_hash: None };
    let (package, _) = insert_new(app, &mut tx, caller, team_id, &package, protected).await?;
    of_files(app, &mut tx, &package, &Sender::Team, files, before).await
}

/// Whether a visitor may ask.
pub async fn admit(app: &App, stranger: &Stranger, portal_id: &PortalId) -> ApiResult<()> {
    let portal = by_code(app, portal_id, stranger).await?;
    portal.check_open(app.trusted_time())?;
    let from_here = format!("{portal_id} {}", household(stranger.address));
    let most = app.config.limits.portal_packages_per_hour.saturating_mul(CALLS_PER_PACKAGE);
    consume(app, &[Limit::per_hour("portal_check", &from_here, most)]).await?;
    Ok(())
}

/// For an admitted visitor.
pub async fn of_portal(
    app: &App,
    sender: &PortalSender,
    portal_id: &PortalId,
    request: CheckPortalPackage,
) -> ApiResult<CheckedPackage> {
    let CheckPortalPackage { package, answers, files, before } = request;
    let mut tx = app.store.begin().await?;
    let form_data_id = match answers {
        Some(answers) => Some(form_responses::insert_new(app, &mut tx, portal_id, &answers).await?.id.to_string()),
        None => package.form_data_id.clone(),
    };
    let package = CreatePortalPackage { form_data_id, ..package };
    let new = through_portal::insert_new(app, &mut tx, sender, portal_id, &package).await?;
    of_files(app, &mut tx, &new.package, &new.counted_as, files, before).await
}

async fn of_files(
    app: &App,
    tx: &mut Tx,
    package: &Package,
    sender: &Sender,
    files: Vec<AddFile>,
    before: CheckedBefore,
) -> ApiResult<CheckedPackage> {
    let before = Count {
        files_added: before.files.clamp(0, BEFORE_MOST),
        directories_added: before.directories.clamp(0, BEFORE_MOST),
        bytes_added: before.bytes.clamp(0, BEFORE_MOST),
        ..Count::default()
    };
    let answers = files::try_all(app, tx, package, sender, files, before).await?;
    let refused = |(place, answer): (u64, ApiResult<()>)| Some(RefusedFile { place, error: answer.err()?.into_body() });
    Ok(CheckedPackage { refused: (0..).zip(answers).filter_map(refused).collect() })
}
