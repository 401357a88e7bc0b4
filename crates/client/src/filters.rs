//! Calls for filters.

use reqwest::Method;
use wire::filters::{CreateFilter, FilterBody, TriedName, TryFilter, UpdateFilter};
use wire::ids::{FilterId, TeamId};

use crate::Client;
use crate::calls::Reply;

impl Client {
    pub async fn create_filter(&self, team: &TeamId, request: &CreateFilter) -> Reply<FilterBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/filters"), request).await
    }

    pub async fn filters(&self, team: &TeamId) -> Reply<Vec<FilterBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/filters")).await
    }

    /// Shows what rules do with names; nothing is saved.
    pub async fn try_filter(&self, team: &TeamId, request: &TryFilter) -> Reply<Vec<TriedName>> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/filters/try"), request).await
    }

    pub async fn filter(&self, filter: &FilterId) -> Reply<FilterBody> {
        self.call(Method::GET, &format!("/v1/filters/{filter}")).await
    }

    pub async fn update_filter(&self, filter: &FilterId, change: &UpdateFilter) -> Reply<FilterBody> {
        self.call_with(Method::PUT, &format!("/v1/filters/{filter}"), change).await
    }

    pub async fn delete_filter(&self, filter: &FilterId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/filters/{filter}")).await
    }
}
