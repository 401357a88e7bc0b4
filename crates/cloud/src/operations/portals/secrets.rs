//! The access code and the download password that a request sets, sealed and hashed before any transaction begins.

use domain::portal::{Portal, check_secret};
use wire::ids::PortalId;
use wire::portals::{PortalSettings, WritePortal};

use crate::app::App;
use crate::error::ApiResult;
use crate::operations::bodies::is_mask;
use crate::secret::Secret;
use crate::vault::Column;

pub struct Secrets {
    access_code: Change,
    download_password: Change,
    download_password_hash: Option<String>,
}

enum Change {
    Keep,
    Clear,
    Set(String),
}

impl Change {
    /// The mask or a missing field keep the saved value; an empty text removes it.
    fn of(app: &App, id: &PortalId, column: Column, text: Option<&str>) -> ApiResult<Self> {
        match text {
            None => Ok(Self::Keep),
            Some(text) if is_mask(text) => Ok(Self::Keep),
            Some("") => Ok(Self::Clear),
            Some(text) => {
                check_secret(if column == Column::AccessCode { "access_code" } else { "download_password" }, text)?;
                Ok(Self::Set(app.vault.seal(column, id.as_str(), text.as_bytes())?))
            }
        }
    }

    fn applied_to(&self, stored: Option<&String>) -> Option<String> {
        match self {
            Self::Keep => stored.cloned(),
            Self::Clear => None,
            Self::Set(sealed) => Some(sealed.clone()),
        }
    }
}

/// The Portal as it is written again, with seals that bind their column.
pub fn with_renewed_seals(app: &App, portal: Portal) -> ApiResult<Portal> {
    let renewed = |column: Column, sealed: &Option<String>| {
        sealed.as_ref().map(|sealed| app.vault.renewed(column, portal.id.as_str(), sealed)).transpose()
    };
    let access_code = renewed(Column::AccessCode, &portal.access_code)?;
    let download_password = renewed(Column::DownloadPassword, &portal.download_password)?;
    Ok(Portal { access_code, download_password, ..portal })
}

impl Secrets {
    pub async fn of(app: &App, id: &PortalId, request: &WritePortal) -> ApiResult<Self> {
        let password = request.download_password.as_deref();
        let download_password = Change::of(app, id, Column::DownloadPassword, password)?;
        let download_password_hash = match (&download_password, password) {
            (Change::Set(_), Some(password)) => Some(app.passwords.hash(&Secret::new(password)).await?),
            _ => None,
        };
        let access_code = Change::of(app, id, Column::AccessCode, request.access_code.as_deref())?;
        Ok(Self { access_code, download_password, download_password_hash })
    }

    /// A secret that is sent without its flag is meant to protect.
    pub fn protect(&self, settings: PortalSettings, request: &WritePortal) -> PortalSettings {
        let is_set = |secret: &Change, flag: Option<bool>| flag.is_none() && matches!(secret, Change::Set(_));
        PortalSettings {
            has_access_code: settings.has_access_code || is_set(&self.access_code, request.has_access_code),
            has_download_password: settings.has_download_password
                || is_set(&self.download_password, request.has_download_password),
            ..settings
        }
    }

    pub fn access_code(&self, portal: &Portal) -> Option<String> {
        self.access_code.applied_to(portal.access_code.as_ref())
    }

    /// The password, sealed and hashed.
    pub fn download_password(&self, portal: &Portal) -> (Option<String>, Option<String>) {
        let hash = match self.download_password {
            Change::Keep => portal.download_password_hash.clone(),
            Change::Clear | Change::Set(_) => self.download_password_hash.clone(),
        };
        (self.download_password.applied_to(portal.download_password.as_ref()), hash)
    }
}
