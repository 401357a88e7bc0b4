//! The connections of a Portal, and the filter of each.

use domain::Refusal;
use domain::connection::{CloudConnection, Direction};
use store::portal_connections::{Attached, AttachedConnection};
use store::{Tx, cloud_connections, filters};
use wire::connections::{ConnectionChoice, PortalConnection};
use wire::ids::{FilterId, TeamId};
use wire::portals::WritePortal;

use crate::error::{ApiError, ApiResult};

/// The connections of a new Portal.
pub async fn for_new(tx: &mut Tx, team: &TeamId, request: &WritePortal) -> ApiResult<Vec<Attached>> {
    let filter = request.filter_id.as_deref().filter(|id| !id.is_empty());
    chosen(tx, team, request.cloud_connections.as_deref().unwrap_or_default(), filter).await
}

/// The connections after an update. Without `configure_cloud_connections` they do not change; a filter is kept only if
/// the request names it, since omitting it removes it. A caller who may not attach connections omits both and changes
/// nothing.
pub async fn for_update(
    tx: &mut Tx,
    team: &TeamId,
    stored: &[Attached],
    request: &WritePortal,
    may_attach: bool,
) -> ApiResult<Vec<Attached>> {
    let filter = request.filter_id.as_deref().filter(|id| !id.is_empty());
    let given = request.cloud_connections.as_deref();
    let is_silent = given.is_none() && filter.is_none();
    if is_silent && !may_attach {
        return Ok(stored.to_vec());
    }
    if request.configure_cloud_connections.unwrap_or(false) {
        return chosen(tx, team, given.unwrap_or_default(), filter).await;
    }
    let named = |attached: &Attached| {
        let choice = given.unwrap_or_default().iter().find(|choice| choice.id == attached.connection.as_str());
        let filter_id = choice.and_then(|choice| choice.filter_id.clone());
        ConnectionChoice { id: attached.connection.to_string(), filter_id }
    };
    let kept: Vec<ConnectionChoice> = stored.iter().map(named).collect();
    chosen(tx, team, &kept, filter).await
}

async fn chosen(
    tx: &mut Tx,
    team: &TeamId,
    choices: &[ConnectionChoice],
    filter_of_all: Option<&str>,
) -> ApiResult<Vec<Attached>> {
    let filter_of_all = match filter_of_all {
        Some(id) => Some(filter(tx, team, id, "filter_id").await?),
        None => None,
    };
    let mut attached = Vec::<Attached>::with_capacity(choices.len());
    let mut gateways = 0;
    for (index, choice) in choices.iter().enumerate() {
        let connection = cloud_connections::refer_to(tx, team, &choice.id).await?;
        let connection = connection.ok_or(ApiError::ReferenceNotFound("cloud_connections"))?;
        check_takes_files(&connection, index)?;
        let is_gateway = connection.provider.is_gateway();
        gateways += usize::from(is_gateway);
        let own = match &choice.filter_id {
            Some(_) if is_gateway => return Err(no_filter(format!("cloud_connections[{index}].filter_id"))),
            Some(id) => Some(filter(tx, team, id, "cloud_connections.filter_id").await?),
            None => None,
        };
        let filter = if is_gateway { None } else { filter_of_all.clone().or(own) };
        attached.push(Attached { connection: connection.id, filter });
    }
    if filter_of_all.is_some() && !attached.is_empty() && gateways == attached.len() {
        return Err(no_filter("filter_id".to_owned()));
    }
    attached.sort();
    attached.dedup_by(|one, other| one.connection == other.connection);
    Ok(attached)
}

fn no_filter(field: String) -> ApiError {
    Refusal::invalid(field, "cannot be applied to a storage gateway: omit it").into()
}

fn check_takes_files(connection: &CloudConnection, index: usize) -> Result<(), Refusal> {
    if connection.direction == Direction::ServiceToCloud {
        return Ok(());
    }
    let reason = "only provides files: a Portal needs a service_to_cloud connection";
    Err(Refusal::invalid(format!("cloud_connections[{index}].id"), reason))
}

async fn filter(tx: &mut Tx, team: &TeamId, id: &str, field: &'static str) -> ApiResult<FilterId> {
    filters::refer_to(tx, team, id).await?.ok_or(ApiError::ReferenceNotFound(field))
}

/// A connection as the Portal shows it.
pub fn portal_connection(attached: AttachedConnection) -> PortalConnection {
    let AttachedConnection { connection, filter, portals } = attached;
    PortalConnection {
        id: connection.id,
        name: connection.name,
        provider: connection.provider.as_str().to_owned(),
        provider_alias: connection.provider_alias,
        direction: connection.direction.as_str().to_owned(),
        state: connection.state.as_str().to_owned(),
        destination: connection.destination,
        region: connection.region,
        connections: portals,
        // Form responses are sent as files of the package, like everything else.
        sync_metadata: false,
        target_action: "transfer".to_owned(),
        filter_id: filter.map(String::from).unwrap_or_default(),
        created_at: connection.created_at,
        updated_at: connection.updated_at,
    }
}
