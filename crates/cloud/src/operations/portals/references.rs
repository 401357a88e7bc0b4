//! The objects that a Portal refers to. Each id is looked up in the caller's Team; one of another Team counts as
//! unknown.

use domain::Refusal;
use domain::policy::Action;
use domain::portal::AccessLevel;
use store::audit::AuditEntry;
use store::portal_connections::{self, Attached};
use store::{Connection, Tx, portal_webhooks, portals};
use wire::ids::{CustomWebhookId, MembershipId, PortalId, TeamId, TeamspaceId};
use wire::portals::{Named, WritePortal};
use wire::time::Time;

use super::access::SeenPortal;
use crate::app::App;
use crate::auth::{Caller, TeamAccess};
use crate::error::{ApiError, ApiResult};
use crate::operations::teams::members::{NAMED_MOST, named_members};
use crate::operations::teams::tags::{self, NamedTag};
use crate::operations::teams::teamspaces;

pub struct References {
    pub access_level: AccessLevel,
    /// In order, each once; empty for a regular Portal.
    pub access_list: Vec<MembershipId>,
    /// In order, each once.
    pub webhooks: Vec<CustomWebhookId>,
    /// In order, each once.
    pub connections: Vec<Attached>,
    pub teamspace_id: Option<TeamspaceId>,
    pub tag: Option<NamedTag>,
}

/// The lists of a Portal as they are stored.
pub struct StoredLists {
    pub access_list: Vec<MembershipId>,
    pub webhooks: Vec<CustomWebhookId>,
    pub connections: Vec<Attached>,
}

impl References {
    /// The entry for the audit record, if the request created the tag.
    pub fn tag_entry(&self, caller: &Caller, now: Time) -> Option<AuditEntry> {
        self.tag.as_ref().and_then(|tag| tag.entry(|action, id, name| caller.audit(now, action, id, name)))
    }

    pub async fn stored(connection: &mut Connection, id: &PortalId) -> ApiResult<StoredLists> {
        let ids = std::slice::from_ref(id);
        let list = portals::access_lists(connection, ids).await?.into_iter().map(|(_, entry)| entry.membership_id);
        let webhooks = portal_webhooks::of_portals(connection, ids).await?.into_iter().map(|(_, webhook)| webhook.id);
        let attached = portal_connections::of_portals(connection, ids).await?.into_iter();
        let connections = attached.map(|(_, one)| Attached { connection: one.connection.id, filter: one.filter });
        Ok(StoredLists {
            access_list: list.collect(),
            webhooks: webhooks.collect(),
            connections: connections.collect(),
        })
    }
}

/// No Team has more webhooks or connections.
const ATTACHED_MOST: usize = 1_000;

/// Each entry is looked up while the Portal is locked, so lists that no Team can have are refused before that.
pub fn check_lengths(request: &WritePortal) -> Result<(), Refusal> {
    let lists = [
        ("custom_webhooks", request.custom_webhooks.as_ref().map_or(0, Vec::len)),
        ("cloud_connections", request.cloud_connections.as_ref().map_or(0, Vec::len)),
        ("access_list", request.access_list.as_ref().map_or(0, Vec::len)),
    ];
    for (field, length) in lists {
        let most = if field == "access_list" { NAMED_MOST } else { ATTACHED_MOST };
        if length > most {
            return Err(Refusal::TooLarge(format!("{field}: can have up to {most} entries")));
        }
    }
    Ok(())
}

pub async fn for_new(
    tx: &mut Tx,
    app: &App,
    access: &TeamAccess,
    request: &WritePortal,
    now: Time,
) -> ApiResult<References> {
    let access_level = level(request, AccessLevel::Regular)?;
    let mut access_list = match access_level {
        AccessLevel::Regular => Vec::new(),
        AccessLevel::Private => {
            members(tx, &access.team.id, request.access_list.as_deref().unwrap_or_default()).await?
        }
    };
    if access_level == AccessLevel::Private {
        include(&mut access_list, &access.membership.id);
    }
    let webhooks = webhooks(tx, &access.team.id, request.custom_webhooks.as_deref().unwrap_or_default()).await?;
    let connections = super::connections::for_new(tx, &access.team.id, request).await?;
    if !webhooks.is_empty() || !connections.is_empty() {
        access.require(Action::AttachToPortal)?;
    }
    let teamspace_id = teamspaces::named(tx, access, Action::ManagePortals, request.teamspace_id.as_deref()).await?;
    let tag = tags::resolve(tx, &app.ids, &access.team.id, request.tag.as_ref(), now).await?;
    Ok(References { access_level, access_list, webhooks, connections, teamspace_id, tag })
}

pub async fn for_update(
    tx: &mut Tx,
    app: &App,
    seen: &SeenPortal,
    stored: &StoredLists,
    request: &WritePortal,
    now: Time,
) -> ApiResult<References> {
    let SeenPortal { access, portal } = seen;
    let team_id = &access.team.id;
    let access_level = level(request, portal.access_level)?;
    let access_list = access_list(tx, seen, stored, access_level, request.access_list.as_deref()).await?;
    let webhooks = match &request.custom_webhooks {
        Some(given) => webhooks(tx, team_id, given).await?,
        None => stored.webhooks.clone(),
    };
    let may_attach = access.require(Action::AttachToPortal);
    let former = &stored.connections;
    let connections = super::connections::for_update(tx, team_id, former, request, may_attach.is_ok()).await?;
    if webhooks != stored.webhooks || connections != stored.connections {
        may_attach?;
    }
    let is_same = portal.teamspace_id.as_ref().map(TeamspaceId::as_str) == request.teamspace_id.as_deref();
    let teamspace_id = if is_same {
        portal.teamspace_id.clone()
    } else {
        teamspaces::named(tx, access, Action::ManagePortals, request.teamspace_id.as_deref()).await?
    };
    let tag = tags::resolve(tx, &app.ids, team_id, request.tag.as_ref(), now).await?;
    if tag.as_ref().map(|tag| &tag.id) != portal.tag_id.as_ref() {
        access.require(Action::UseTags)?;
    }
    Ok(References { access_level, access_list, webhooks, connections, teamspace_id, tag })
}

fn level(request: &WritePortal, stored: AccessLevel) -> Result<AccessLevel, Refusal> {
    let Some(text) = request.access_level.as_deref() else { return Ok(stored) };
    AccessLevel::parse(text).ok_or_else(|| Refusal::invalid("access_level", "must be regular or private"))
}

/// Members whose access comes only from the list cannot leave it, nor open the Portal to everybody.
async fn access_list(
    tx: &mut Tx,
    seen: &SeenPortal,
    stored: &StoredLists,
    level: AccessLevel,
    given: Option<&[Named]>,
) -> ApiResult<Vec<MembershipId>> {
    let (own, is_only_listed) = (&seen.access.membership.id, !seen.has_permission());
    if level == AccessLevel::Regular {
        if seen.portal.is_private() && is_only_listed {
            return Err(Refusal::Forbidden("your role does not allow you to make this Portal regular").into());
        }
        return Ok(Vec::new());
    }
    let mut list = match given {
        Some(given) => members(tx, &seen.access.team.id, given).await?,
        None => stored.access_list.clone(),
    };
    if !seen.portal.is_private() {
        include(&mut list, own);
    }
    if is_only_listed && !list.contains(own) {
        return Err(Refusal::Forbidden("your role does not allow you to remove yourself from the access list").into());
    }
    if list.is_empty() {
        return Err(Refusal::invalid(
            "access_list",
            "must contain at least one member, since nobody else can see the Portal",
        )
        .into());
    }
    Ok(list)
}

fn include(list: &mut Vec<MembershipId>, member: &MembershipId) {
    list.push(member.clone());
    list.sort();
    list.dedup();
}

async fn members(tx: &mut Tx, team: &TeamId, given: &[Named]) -> ApiResult<Vec<MembershipId>> {
    let ids: Vec<&str> = given.iter().map(|Named(id)| id.as_str()).collect();
    named_members(tx, team, "access_list", &ids).await
}

async fn webhooks(tx: &mut Tx, team: &TeamId, given: &[Named]) -> ApiResult<Vec<CustomWebhookId>> {
    let mut named: Vec<&str> = given.iter().map(|Named(id)| id.as_str()).collect();
    named.sort_unstable();
    named.dedup();
    let mut webhooks = Vec::with_capacity(named.len());
    for id in named {
        let webhook = portal_webhooks::refer_to(tx, team, id).await?;
        webhooks.push(webhook.ok_or(ApiError::ReferenceNotFound("custom_webhooks"))?);
    }
    Ok(webhooks)
}
