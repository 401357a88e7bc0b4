//! Builds the API's representation of Portals.

use std::collections::HashMap;

use domain::portal::Portal;
use store::{Connection, portal_connections, portal_webhooks, portals, tags, teamspaces};
use wire::connections::PortalConnection;
use wire::forms::FormElement;
use wire::ids::{PortalId, TagId, TeamspaceId};
use wire::packages::{TagReference, TeamspaceReference};
use wire::portals::{AccessListEntry, PortalBody, PortalWebhook, PublicPortal};

use super::connections::portal_connection;
use super::forms;
use crate::app::App;
use crate::error::ApiResult;
use crate::operations::bodies::{distinct, mask};
use crate::operations::quotas;
use crate::vault::Column;

/// The reader of a Portal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum PortalReader {
    /// A member who may change it: also sees its secrets.
    Manager,
    /// A member who can only see it.
    Member,
    /// A visitor with the access code: sees neither recipients nor the access list nor the secrets.
    Stranger,
}

pub async fn one(
    app: &App,
    connection: &mut Connection,
    portal: Portal,
    reader: PortalReader,
) -> ApiResult<PortalBody> {
    let custom_metadata = forms::elements_of(connection, &portal.id).await?;
    let (held, hourly) = match reader {
        PortalReader::Stranger => (None, None),
        PortalReader::Manager | PortalReader::Member => {
            let held = quotas::of_portal(app, connection, &portal).await?;
            (Some(held), Some(quotas::hourly(app, connection, &portal).await?))
        }
    };
    let surroundings = Surroundings::of(connection, std::slice::from_ref(&portal)).await?;
    Ok(PortalBody { custom_metadata, held, hourly, ..surroundings.body(app, portal, reader)? })
}

/// Each with its own reader: a caller may be able to change one Portal but only see another.
pub async fn many(
    app: &App,
    connection: &mut Connection,
    portals: Vec<(Portal, PortalReader)>,
) -> ApiResult<Vec<PortalBody>> {
    let (found, readers): (Vec<Portal>, Vec<PortalReader>) = portals.into_iter().unzip();
    let surroundings = Surroundings::of(connection, &found).await?;
    let bodies = found.into_iter().zip(readers);
    bodies.map(|(portal, reader)| surroundings.body(app, portal, reader)).collect()
}

/// Data from other tables, read once for all Portals of a page.
struct Surroundings {
    tags: HashMap<TagId, TagReference>,
    teamspaces: HashMap<TeamspaceId, String>,
    lists: HashMap<PortalId, Vec<AccessListEntry>>,
    webhooks: HashMap<PortalId, Vec<PortalWebhook>>,
    connections: HashMap<PortalId, Vec<PortalConnection>>,
}

impl Surroundings {
    async fn of(connection: &mut Connection, portals: &[Portal]) -> ApiResult<Self> {
        let ids: Vec<PortalId> = portals.iter().map(|portal| portal.id.clone()).collect();
        let named = distinct(portals.iter().filter_map(|portal| portal.tag_id.clone()));
        let tags = tags::named(connection, &named).await?;
        let named = distinct(portals.iter().filter_map(|portal| portal.teamspace_id.clone()));
        let teamspaces = teamspaces::named(connection, &named).await?;
        let attached = portal_connections::of_portals(connection, &ids).await?.into_iter();
        Ok(Self {
            tags: tags.into_iter().map(|tag| (tag.id.clone(), tag)).collect(),
            teamspaces: teamspaces.into_iter().collect(),
            lists: grouped(portals::access_lists(connection, &ids).await?),
            webhooks: grouped(portal_webhooks::of_portals(connection, &ids).await?),
            connections: grouped(attached.map(|(id, attached)| (id, portal_connection(attached))).collect()),
        })
    }

    fn body(&self, app: &App, portal: Portal, reader: PortalReader) -> ApiResult<PortalBody> {
        let secret = |column: Column, sealed: &Option<String>| -> ApiResult<String> {
            match (sealed, reader) {
                (Some(sealed), PortalReader::Manager) => {
                    let opened = app.vault.open_sealed(column, portal.id.as_str(), sealed)?;
                    Ok(String::from_utf8_lossy(&opened).into_owned())
                }
                (sealed, _) => Ok(mask(sealed.is_some())),
            }
        };
        let is_member = reader != PortalReader::Stranger;
        let of_portal = || self.lists.get(&portal.id).cloned().unwrap_or_default();
        let webhooks = || self.webhooks.get(&portal.id).cloned().unwrap_or_default();
        let connections = || self.connections.get(&portal.id).cloned().unwrap_or_default();
        let teamspace = TeamspaceReference {
            name: portal.teamspace_id.as_ref().and_then(|id| self.teamspaces.get(id).cloned()),
            id: portal.teamspace_id.clone(),
        };
        Ok(PortalBody {
            access_code: secret(Column::AccessCode, &portal.access_code)?,
            download_password: secret(Column::DownloadPassword, &portal.download_password)?,
            access_list: is_member.then(of_portal),
            custom_webhooks: is_member.then(webhooks),
            cloud_connections: is_member.then(connections),
            recipients: is_member.then(|| portal.recipients.clone()),
            tag: portal.tag_id.as_ref().and_then(|id| self.tags.get(id).cloned()),
            teamspace_id: portal.teamspace_id.as_ref().map(ToString::to_string).unwrap_or_default(),
            teamspace,
            access_level: portal.access_level.as_str().to_owned(),
            expiry: portal.expiry.into(),
            id: portal.id,
            name: portal.name,
            subdomain: portal.subdomain,
            active: portal.active,
            settings: portal.settings,
            custom_metadata: None,
            held: None,
            hourly: None,
            created_at: portal.created_at,
            updated_at: portal.updated_at,
        })
    }
}

fn grouped<T>(pairs: Vec<(PortalId, T)>) -> HashMap<PortalId, Vec<T>> {
    let mut groups = HashMap::<PortalId, Vec<T>>::new();
    for (id, value) in pairs {
        groups.entry(id).or_default().push(value);
    }
    groups
}

/// The public part of a Portal.
pub fn public(portal: Portal, team_name: String, custom_metadata: Option<Vec<FormElement>>) -> PublicPortal {
    let settings = portal.settings;
    PublicPortal {
        id: portal.id,
        name: portal.name,
        subdomain: portal.subdomain,
        message: settings.message,
        logo_url: settings.logo_url,
        background_url: settings.background_url,
        primary_color: settings.primary_color,
        language: settings.language,
        team_name,
        disable_upload_receipt: settings.disable_upload_receipt,
        expiry_enabled: settings.expiry_enabled,
        expiry: portal.expiry.into(),
        has_access_code: settings.has_access_code,
        terms_of_service_enabled: settings.terms_of_service_enabled,
        terms_of_service: settings.terms_of_service,
        package_size_restriction_enabled: settings.package_size_restriction_enabled,
        max_package_size: settings.max_package_size,
        max_file_size: settings.max_file_size,
        max_file_count: settings.max_file_count,
        file_type_restriction_enabled: settings.file_type_restriction_enabled,
        file_types: settings.file_types,
        file_type_restriction_exclude: settings.file_type_restriction_exclude,
        package_name_format: settings.package_name_format,
        package_name_format_enabled: settings.package_name_format_enabled,
        custom_metadata,
    }
}
