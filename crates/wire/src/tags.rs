//! Tags by which a Team sorts its packages.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::example::example;
use crate::ids::{TagId, TeamId};
use crate::time::Time;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TagBody {
    pub id: TagId,
    pub name: String,
    pub team_id: TeamId,
    pub active: bool,
    pub created_at: Time,
    pub updated_at: Time,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct CreateTag {
    pub name: String,
}

example! { CreateTag, { "name": "Dailies" } }
