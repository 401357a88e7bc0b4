//! Calls about packages, their files and links.

use reqwest::Method;
use wire::blueprint::Blueprint;
use wire::files::{
    AddFile, AddedFile, AddedOne, AddressedOne, ChunkParameters, DownloadAddress, FileBody, FinalizeFile,
    FinalizeFileOf, FinalizedOne, RequestChunks, ZipAddress,
};
use wire::ids::{FileId, LinkId, PackageId, PortalId, TeamId};
use wire::links::{CreateLink, LinkBody, LinkSecret, OpenLink, ResolvedLink};
use wire::package_checks::{CheckPackage, CheckPortalPackage, CheckedPackage};
use wire::packages::{
    ArchiveRange, Archived, ChangeExpiry, ChannelAuth, CreatePackage, PackageBody, PackagePage, PublishProgress,
    UpdatePackage,
};
use wire::timeline::Timeline;

use crate::calls::Reply;
use crate::{Client, ClientError};

impl Client {
    pub async fn create_package(&self, team: &TeamId, request: &CreatePackage) -> Reply<PackageBody> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/packages"), request).await
    }

    /// Whether a package could be created and filled. Nothing is saved.
    pub async fn check_package(&self, team: &TeamId, request: &CheckPackage) -> Reply<CheckedPackage> {
        self.call_with(Method::POST, &format!("/v1/teams/{team}/packages/check"), request).await
    }

    /// As [`Self::check_package`], for a package that is sent through a Portal.
    pub async fn check_portal_package(&self, portal: &PortalId, request: &CheckPortalPackage) -> Reply<CheckedPackage> {
        self.call_with(Method::POST, &format!("/v1/portals/{portal}/packages/check"), request).await
    }

    /// `query` is the part after the `?`.
    pub async fn packages(&self, team: &TeamId, query: &str) -> Reply<PackagePage> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/packages?{query}")).await
    }

    pub async fn legacy_packages(&self, team: &TeamId, query: &str) -> Reply<Vec<PackageBody>> {
        self.call(Method::GET, &format!("/v1/teams/{team}/packages?{query}")).await
    }

    pub async fn package(&self, team: &TeamId, package: &PackageId) -> Reply<PackageBody> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/packages/{package}")).await
    }

    pub async fn timeline(&self, team: &TeamId, package: &PackageId) -> Reply<Timeline> {
        self.call(Method::GET, &format!("/v1.1/teams/{team}/packages/{package}/timeline")).await
    }

    pub async fn archive_packages(&self, team: &TeamId, range: &ArchiveRange) -> Reply<Archived> {
        self.call_with(Method::PUT, &format!("/v1/teams/{team}/archive"), range).await
    }

    pub async fn unarchive_packages(&self, team: &TeamId, range: &ArchiveRange) -> Reply<Archived> {
        self.call_with(Method::PUT, &format!("/v1/teams/{team}/unarchive"), range).await
    }

    pub async fn update_package(&self, package: &PackageId, request: &UpdatePackage) -> Reply<PackageBody> {
        self.call_with(Method::PUT, &format!("/v1/packages/{package}"), request).await
    }

    pub async fn change_expiry(&self, package: &PackageId, request: &ChangeExpiry) -> Reply<PackageBody> {
        self.call_with(Method::PUT, &format!("/v1/packages/{package}/expiry"), request).await
    }

    pub async fn finalize_package(&self, package: &PackageId) -> Reply<PackageBody> {
        self.call(Method::POST, &format!("/v1/packages/{package}/finalize")).await
    }

    pub async fn delete_package(&self, package: &PackageId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/packages/{package}")).await
    }

    /// Deletes a package unless it has been finalized.
    pub async fn withdraw_package(&self, package: &PackageId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/packages/{package}?only_new=true")).await
    }

    pub async fn archive_package(&self, package: &PackageId) -> Reply<()> {
        self.call(Method::PUT, &format!("/v1/packages/{package}/archive")).await
    }

    pub async fn unarchive_package(&self, package: &PackageId) -> Reply<()> {
        self.call(Method::PUT, &format!("/v1/packages/{package}/unarchive")).await
    }

    pub async fn chunk_parameters(&self) -> Reply<ChunkParameters> {
        self.call(Method::GET, "/v1/system/packages/spec").await
    }

    pub async fn add_file(&self, package: &PackageId, request: &AddFile) -> Reply<AddedFile> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files"), request).await
    }

    pub async fn add_files(&self, package: &PackageId, requests: &[AddFile]) -> Reply<Vec<AddedOne>> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/batch"), requests).await
    }

    /// Requests for `count` chunks starting at `start`, counted from 0.
    pub async fn chunks(
        &self,
        package: &PackageId,
        file: &FileId,
        start: u64,
        count: u64,
        request: &RequestChunks,
    ) -> Reply<Vec<Blueprint>> {
        let path = format!("/v1/packages/{package}/files/{file}?start={start}&count={count}");
        self.call_with(Method::POST, &path, request).await
    }

    pub async fn finalize_file(&self, package: &PackageId, file: &FileId, request: &FinalizeFile) -> Reply<FileBody> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/{file}/finalize"), request).await
    }

    pub async fn finalize_files(&self, package: &PackageId, requests: &[FinalizeFileOf]) -> Reply<Vec<FinalizedOne>> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/finalize"), requests).await
    }

    /// `query` is the part after the `?`; empty for the whole list.
    pub async fn files(&self, package: &PackageId, query: &str) -> Reply<Vec<FileBody>> {
        self.call(Method::GET, &format!("/v1/packages/{package}/files?{query}")).await
    }

    pub async fn remove_file(&self, package: &PackageId, file: &FileId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/packages/{package}/files/{file}")).await
    }

    pub async fn download_address(&self, package: &PackageId, file: &FileId) -> Reply<DownloadAddress> {
        self.call(Method::GET, &format!("/v1/packages/{package}/files/{file}/download")).await
    }

    /// URLs of up to 1,000 files, in the given order.
    pub async fn download_addresses(&self, package: &PackageId, files: &[FileId]) -> Reply<Vec<AddressedOne>> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/download"), files).await
    }

    /// Confirms that up to 1,000 files arrived.
    pub async fn confirm_downloads(&self, package: &PackageId, files: &[FileId]) -> Reply<()> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/files/downloaded"), files).await
    }

    pub async fn confirm_download(&self, package: &PackageId, file: &FileId) -> Reply<()> {
        self.call(Method::POST, &format!("/v1/packages/{package}/files/{file}/downloaded")).await
    }

    /// `query` is the part after the `?`; empty for the whole package.
    pub async fn zip(&self, package: &PackageId, query: &str) -> Reply<ZipAddress> {
        self.call(Method::GET, &format!("/v1/packages/{package}/zip?{query}")).await
    }

    pub async fn create_link(&self, package: &PackageId, request: &CreateLink) -> Reply<LinkBody> {
        self.call_with(Method::POST, &format!("/v1/packages/{package}/links"), request).await
    }

    pub async fn links(&self, package: &PackageId) -> Reply<Vec<LinkBody>> {
        self.call(Method::GET, &format!("/v1/packages/{package}/links")).await
    }

    pub async fn link_secret(&self, package: &PackageId, link: &LinkId) -> Reply<LinkSecret> {
        self.call(Method::GET, &format!("/v1/packages/{package}/links/{link}/secret")).await
    }

    pub async fn delete_link(&self, package: &PackageId, link: &LinkId) -> Reply<()> {
        self.call(Method::DELETE, &format!("/v1/packages/{package}/links/{link}")).await
    }

    pub async fn resolve_link(&self, link: &LinkId, secret: &str, password: Option<&str>) -> Reply<ResolvedLink> {
        let request = self.request(Method::GET, &format!("/v1/links/{link}")).query(&[("secret", secret)]);
        let request = match password {
            Some(password) => request.header("X-Link-Password", password),
            None => request,
        };
        self.read(request.send().await.map_err(ClientError::from)?).await
    }

    /// Like [`Client::resolve_link`], with everything in the body.
    pub async fn open_link(&self, link: &LinkId, request: &OpenLink) -> Reply<ResolvedLink> {
        self.call_with(Method::POST, &format!("/v1/links/{link}/open"), request).await
    }

    /// Publishes the progress of the upload to the subscribers of the channel.
    pub async fn publish_progress(&self, channel: &ChannelAuth, progress: &PublishProgress) -> Reply<()> {
        let request = self.request(Method::POST, &format!("/v1/channels/{}/messages", channel.channel_name));
        let request = request.bearer_auth(&channel.token).json(progress);
        self.read(request.send().await.map_err(ClientError::from)?).await
    }
}
