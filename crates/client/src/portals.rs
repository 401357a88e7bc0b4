//! Calls about Teamspaces, tags, Portals and their packages.

use reqwest::Method;
use wire::ids::{ActivityId, PortalId, TagId, TeamId, TeamspaceId, TeamspaceMembershipId};
use wire::packages::{PackageBody, PackagePage};
use wire::portals::{CreatePortalPackage, PortalBody, PortalPage, PublicPortal, WritePortal};
use wire::record::{ActivityEvent, ActivityPage, AuditPage};
use wire::tags::{CreateTag, TagBody};
use wire::teamspaces::{
    AddTeamspaceMembers, CreateTeamspace, RenameTeamspace, TeamspaceBody, TeamspaceMembershipBody, TeamspacePage,
};

use crate::Client;
use crate::calls::Reply;

impl Client {
    pub async fn create_teamspace(&self, team: &TeamId, request: &CreateTeamspace) -> Reply<TeamspaceBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/spaces"), request).await
    }

    pub async fn teamspace(&self, space: &TeamspaceId) -> Reply<TeamspaceBody> {
        self.call(Method::GET, &format!("/v1/spaces/{space}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn teamspaces(&self, team: &TeamId, query: &str) -> Reply<TeamspacePage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/spaces?{query}")).await
    }

    pub async fn rename_teamspace(&self, space: &TeamspaceId, name: &str) -> Reply<TeamspacePage> {
        let request = RenameTeamspace { name: name.to_owned() };
        self.call_with(Method::PUT, &format!("/v1/spaces/{space}"), &request).await
    }

    pub async fn delete_teamspace(&self, space: &TeamspaceId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/spaces/{space}")).await
    }

    pub async fn add_to_teamspace(
        &self,
        space: &TeamspaceId,
        request: &AddTeamspaceMembers,
    ) -> Reply<Vec<TeamspaceMembershipBody>> {
        self.call_with(Method::POST, &format!("/v1/spaces/{space}/members"), request).await
    }

    pub async fn teamspace_memberships(&self, space: &TeamspaceId) -> Reply<Vec<TeamspaceMembershipBody>> {
        self.call(Method::GET, &format!("/v1/spaces/{space}/members")).await
    }

    pub async fn remove_from_teamspace(&self, space: &TeamspaceId, membership: &TeamspaceMembershipId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/spaces/{space}/members/{membership}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn teamspace_packages(&self, space: &TeamspaceId, query: &str) -> Reply<Vec<PackageBody>> {
        self.call(Method::GET, &format!("/v1.1/spaces/{space}/packages?{query}")).await
    }

    pub async fn create_tag(&self, team: &TeamId, name: &str) -> Reply<TagBody> {
        let request = CreateTag { name: name.to_owned() };
        self.call_with(Method::POST, &format!("/v1/teams/{team}/tags"), &request).await
    }

    pub async fn tags(&self, team: &TeamId) -> Reply<Vec<TagBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/tags")).await
    }

    pub async fn delete_tag(&self, tag: &TagId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/tags/{tag}")).await
    }

    pub async fn create_portal(&self, team: &TeamId, request: &WritePortal) -> Reply<PortalBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/portals"), request).await
    }

    pub async fn update_portal(&self, portal: &PortalId, request: &WritePortal) -> Reply<PortalBody> {
        self.call_with(Method::PUT, &format!("/v1/portals/{portal}"), request).await
    }

    pub async fn portal(&self, portal: &PortalId) -> Reply<PortalBody> {
        self.call(Method::GET, &format!("/v1/portals/{portal}")).await
    }

    pub async fn delete_portal(&self, portal: &PortalId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/portals/{portal}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn portals(&self, team: &TeamId, query: &str) -> Reply<PortalPage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/portals?{query}")).await
    }

    pub async fn legacy_portals(&self, team: &TeamId) -> Reply<Vec<PortalBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/portals")).await
    }

    /// The public data of a Portal whose page is active.
    pub async fn public_portal(&self, subdomain: &str) -> Reply<PublicPortal> {
        self.call(Method::GET, &format!("/v1/subdomains/portals/{subdomain}")).await
    }

    pub async fn create_portal_package(&self, portal: &PortalId, request: &CreatePortalPackage) -> Reply<PackageBody> {
        self.call_with(Method::POST, &format!("/v1/portals/{portal}/packages"), request).await
    }

    /// `query` is the part after the `?`.
    pub async fn portal_packages(&self, portal: &PortalId, query: &str) -> Reply<Vec<PackageBody>> {
        self.call(Method::GET, &format!("/v1/portals/{portal}/packages?{query}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn activities(&self, team: &TeamId, query: &str) -> Reply<ActivityPage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/activities?{query}")).await
    }

    /// All steps, page by page.
    pub async fn activity_events(&self, team: &TeamId, activity: &ActivityId) -> Reply<Vec<ActivityEvent>> {
        const PAGE: usize = 1_000;
        let mut steps = Vec::new();
        for page in 1.. {
            let path = format!("/v1/teams/{team}/activities/{activity}/events?page={page}&limit={PAGE}");
            let mut found: Vec<ActivityEvent> = self.call(Method::GET, &path).await?;
            let is_last = found.len() < PAGE;
            steps.append(&mut found);
            if is_last {
                break;
            }
        }
        Ok(steps)
    }

    /// `query` is the part after the `?`.
    pub async fn audit(&self, team: &TeamId, query: &str) -> Reply<AuditPage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/audit?{query}")).await
    }

    /// `query` is the part after the `?`.
    pub async fn inbox(&self, team: &TeamId, query: &str) -> Reply<PackagePage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/inbox?{query}")).await
    }
}
