//! Packages that end while they are sent, because somebody deletes them or because they expire.
//!
//! Neither a package nor its token comes back, so such an upload has failed for good. The cloud refuses its requests with
//! different codes, depending on what is asked.

use transfer::{Fault, with_retries};
use wire::error::ErrorCode;
use wire::packages::PackageBody;

use crate::app::App;
use crate::journal::uploads::UploadRow;
use crate::runs::Broken;
use crate::session::Session;

/// Fails if the package can no longer be sent.
pub(super) fn check(package: &PackageBody) -> Result<(), Fault> {
    if matches!(package.state.as_str(), "new" | "finalized") { Ok(()) } else { Err(gone()) }
}

/// The package of a Team, if it can still be sent.
pub(super) async fn package(app: &App, session: &Session, upload: &UploadRow) -> Result<PackageBody, Fault> {
    let Some(team) = &upload.team else { return Err(gone()) };
    let policy = app.engine.retry_policy();
    match with_retries(policy, || session.client.package(team, &upload.package)).await {
        Ok(package) => check(&package).map(|()| package),
        Err(Fault::Refused { code: ErrorCode::NotFound, .. }) => Err(gone()),
        Err(fault) => Err(fault),
    }
}

/// Why a run ended: if it was refused, that may be because its package has ended.
pub(super) async fn explained(app: &App, upload: &UploadRow, broken: Broken) -> Broken {
    let is_refusal =
        matches!(broken, Broken::Fault(Fault::Refused { .. } | Fault::StorageRefused { .. } | Fault::AddressesRunOut));
    if is_refusal && has_ended(app, upload).await { gone().into() } else { broken }
}

/// Asks once: a cloud that does not answer says nothing.
async fn has_ended(app: &App, upload: &UploadRow) -> bool {
    use ErrorCode::{Forbidden, Gone, NotFound, Unauthorized, WrongState};
    if let Some(team) = &upload.team {
        let Ok(session) = app.sessions.require() else { return false };
        return match session.client.package(team, &upload.package).await.map_err(|error| Fault::from(&error)) {
            Ok(package) => check(&package).is_err(),
            Err(Fault::Refused { code, .. }) => code == NotFound,
            Err(_) => false,
        };
    }
    // The token of a Portal's package is good for nothing else, and ends with it.
    let cloud = app.anyone.with_package_token(upload.token.expose());
    let asked = cloud.files(&upload.package, "page=1&limit=1").await.map_err(|error| Fault::from(&error));
    matches!(asked, Err(Fault::Refused { code: Unauthorized | Forbidden | Gone | NotFound | WrongState, .. }))
}

fn gone() -> Fault {
    let message = "the package was deleted or has expired, or it can no longer be sent for another reason: start another \
                   upload";
    Fault::Refused { code: ErrorCode::Gone, message: message.to_owned() }
}
