//! The whole API: method, path, caller, function, description.
//!
//! The router, the OpenAPI document and the test that calls every route without a credential are all built from this
//! one table.

mod api_keys;
mod auth;
mod callers;
mod channels;
mod cloud_connections;
mod conditions;
mod files;
mod filters;
mod forms;
mod gateways;
mod layers;
mod links;
mod members;
mod mfa;
mod once;
mod outbox;
mod package_lists;
mod packages;
mod portals;
mod query;
mod record;
mod segments;
mod service;
mod strangers;
mod stream;
mod tags;
mod teams;
mod teamspaces;
mod timeline;
mod usage;
mod users;
mod webhooks;
mod zips;

pub use service::operator_page;

use axum::Router;
use axum::middleware::from_fn_with_state;
use serving::openapi::{self, Document};
use serving::{body, table};
use wire::api_keys::{ApiKeyBody, CreatedApiKey, WriteApiKey};
use wire::auth::{ForgotPassword, RedeemToken, SignIn, SignedIn, WhoAmI};
use wire::blueprint::Blueprint;
use wire::connections::{
    CloudConnectionBody, CloudFile, GatewayFailure, GatewayLease, GatewayProgress, GatewayWork, StartTransfer,
    TransferBody, WriteCloudConnection,
};
use wire::files::{
    AddFile, AddedFile, AddedOne, AddressedOne, ChunkParameters, DownloadAddress, FileBody, FinalizeFile,
    FinalizeFileOf, FinalizedOne, RequestChunks, ZipAddress,
};
use wire::filters::{CreateFilter, FilterBody, TriedName, TryFilter, UpdateFilter};
use wire::forms::{
    CreateForm, CreateFormTemplate, FormAnswers, FormBody, FormResponseBody, FormTemplateBody, UpdateForm,
    UpdateFormTemplate,
};
use wire::ids::FileId;
use wire::links::{CreateLink, LinkBody, OpenLink, ResolvedLink};
use wire::members::{InviteMember, MemberBody, UpdateMember};
use wire::mfa::{BeginMfa, ConfirmMfa, EndMfa, MfaSecret, RecoveryCodes};
use wire::outbox::{MailBody, OutboxPage};
use wire::packages::{
    ArchiveRange, Archived, ChangeExpiry, CreatePackage, PackageBody, PackagePage, ProgressMessage, PublishProgress,
    UpdatePackage,
};
use wire::portals::{CreatePortalPackage, PortalBody, PortalPage, PublicPortal, WritePortal};
use wire::record::{ActivityEvent, ActivityPage, AuditPage};
use wire::segments::{NoteSegment, RequestSegments, SegmentPage};
use wire::tags::{CreateTag, TagBody};
use wire::teams::{TeamBody, UpdateTeam};
use wire::teamspaces::{
    AddTeamspaceMembers, CreateTeamspace, RenameTeamspace, TeamspaceBody, TeamspaceMembershipBody, TeamspacePage,
};
use wire::timeline::Timeline;
use wire::usage::UsageBody;
use wire::users::{ChangeEmail, ChangePassword, UpdateUser, UserBody};
use wire::webhooks::{DeliveryBody, WebhookBody, WebhookWithSecret, WriteWebhook};

pub use body::{JsonBody, JsonBodyOrNothing, PathParts};
pub use callers::CallerKind;
pub use serving::query::QueryParts;
pub use table::Doc;

use crate::app::App;

pub type Routes = table::Routes<App, CallerKind>;
pub type Route = table::Route<App, CallerKind>;

pub fn routes() -> Routes {
    let parts: [fn(Routes) -> Routes; 8] = [
        account_routes,
        package_routes,
        portal_routes,
        form_routes,
        filter_routes,
        connection_routes,
        webhook_routes,
        service_routes,
    ];
    let mut routes = parts.into_iter().fold(Routes::default(), |routes, add| add(routes));
    for route in routes.table.iter_mut().filter(|route| once::applies_to(route)) {
        route.doc.takes_header(once::DOCUMENTED);
    }
    routes
}

#[rustfmt::skip]
fn account_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, TeamKeyOrUserToken, UserToken};
    routes
        .section("Sign-in")
        .post("/v1/auth", Anyone, auth::sign_in, Doc::new("Sign in").takes::<SignIn>().gives::<SignedIn>(200))
        .get("/v1/auth", TeamKeyOrUserToken, auth::who_am_i, Doc::new("Get the user and Team of the credential").gives::<WhoAmI>(200))
        .post("/v1/auth/refresh", UserToken, auth::refresh, Doc::new("Get a new token").gives::<SignedIn>(200))
        .post("/v1/auth/logout_all", UserToken, auth::log_out_all, Doc::new("Revoke all tokens").gives_nothing(204))
        .post("/v1/auth/forgot", Anyone, auth::forgot, Doc::new("Request a password reset by mail").takes::<ForgotPassword>().gives_nothing(204))
        .post("/v1/auth/reset", Anyone, auth::reset, Doc::new("Set a new password with a mailed token").takes::<RedeemToken>().gives_nothing(204))
        .post("/v1/auth/accept_invitation", Anyone, auth::accept_invitation, Doc::new("Join a Team with a mailed token").takes::<RedeemToken>().gives_nothing(204))

        .section("Users")
        .put("/v1/users/{user_id}", UserToken, users::update, Doc::new("Change name, time zone or preferred Team").takes::<UpdateUser>().gives::<UserBody>(200))
        .post("/v1/users/{user_id}/password", UserToken, users::change_password, Doc::new("Change the password, which revokes all tokens").takes::<ChangePassword>().gives_nothing(204))
        .put("/v1/users/{user_id}/email", UserToken, users::change_email, Doc::new("Change the email address").takes::<ChangeEmail>().gives::<UserBody>(200))
        .post("/v1/users/{user_id}/mfa", UserToken, mfa::begin, Doc::new("Start setting up a second factor").takes::<BeginMfa>().gives::<MfaSecret>(201))
        .post("/v1/users/{user_id}/mfa/confirm", UserToken, mfa::confirm, Doc::new("Turn the second factor on").takes::<ConfirmMfa>().gives::<RecoveryCodes>(200))
        .delete("/v1/users/{user_id}/mfa", UserToken, mfa::end, Doc::new("Turn the second factor off").takes::<EndMfa>().gives_nothing(204))

        .section("Teams")
        .get("/v1/teams/{team_id}", TeamKeyOrUserToken, teams::get, Doc::new("Get a Team").gives::<TeamBody>(200))
        .put("/v1/teams/{team_id}", TeamKeyOrUserToken, teams::update, Doc::new("Change a Team's settings").takes::<UpdateTeam>().gives::<TeamBody>(200))
        .get("/v1/teams/{team_id}/members", TeamKeyOrUserToken, members::list, Doc::new("List the members of a Team").gives_list::<MemberBody>(200))
        .post("/v1/teams/{team_id}/members", TeamKeyOrUserToken, members::invite, Doc::new("Invite someone, or invite again").takes::<InviteMember>().gives::<MemberBody>(201))
        .put("/v1/members/{membership_id}", TeamKeyOrUserToken, members::update, Doc::new("Change a role; `owner` transfers the Team").takes::<UpdateMember>().gives::<MemberBody>(200))
        .delete("/v1/members/{membership_id}", TeamKeyOrUserToken, members::remove, Doc::new("Remove a member").gives_nothing(204))

        .section("API keys")
        .post("/v1/teams/{team_id}/api_keys", UserToken, api_keys::create, Doc::new("Create an API key; its secret is only in this reply").takes::<WriteApiKey>().gives::<CreatedApiKey>(201))
        .get("/v1/teams/{team_id}/api_keys", UserToken, api_keys::list, Doc::new("List the Team's API keys (Owner)").gives_list::<ApiKeyBody>(200))
        .put("/v1/api_keys/{api_key_id}", UserToken, api_keys::update, Doc::new("Update an API key").takes::<WriteApiKey>().gives::<ApiKeyBody>(200))
        .put("/v1/api_keys/{api_key_id}/{state}", UserToken, api_keys::switch, Doc::new("Switch an API key to `active` or `inactive`").gives_nothing(204))
        .delete("/v1/api_keys/{api_key_id}", UserToken, api_keys::delete, Doc::new("Delete an API key").gives_nothing(204))
}

#[rustfmt::skip]
fn package_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, LinkSecret, PackageToken, TeamKeyOrUserToken};
    routes
        .section("Packages")
        .get("/v1.1/teams/{team_id}/packages", TeamKeyOrUserToken, package_lists::sent, Doc::new("List sent packages").asks(package_lists::SENT).gives::<PackagePage>(200))
        .get("/v1.1/teams/{team_id}/packages/{package_id}", TeamKeyOrUserToken, packages::get, Doc::new("Get one package, sent or received").gives::<PackageBody>(200))
        .get("/v1.1/teams/{team_id}/packages/{package_id}/timeline", TeamKeyOrUserToken, timeline::of_package, Doc::new("List what happened to a package, oldest first").gives::<Timeline>(200))
        .get("/v1/teams/{team_id}/packages", TeamKeyOrUserToken, package_lists::legacy_sent, Doc::new("List sent packages (legacy)").asks(package_lists::LEGACY).gives_list::<PackageBody>(200))
        .post("/v1/teams/{team_id}/packages", TeamKeyOrUserToken, packages::create, Doc::new("Create a Team package").takes::<CreatePackage>().gives::<PackageBody>(201))
        .put("/v1/teams/{team_id}/archive", TeamKeyOrUserToken, package_lists::archive_sent, Doc::new("Archive all sent packages that expired in a period").takes::<ArchiveRange>().gives::<Archived>(200))
        .put("/v1/teams/{team_id}/unarchive", TeamKeyOrUserToken, package_lists::unarchive_sent, Doc::new("Unarchive all sent packages of a period").takes::<ArchiveRange>().gives::<Archived>(200))
        .put("/v1/packages/{package_id}", PackageToken, packages::update, Doc::new("Rename (200); with other fields of a package: set name and tag (201)").takes::<UpdatePackage>().gives::<PackageBody>(200).or(201))
        .put("/v1/packages/{package_id}/expiry", PackageToken, packages::change_expiry, Doc::new("Change how long a package is kept").takes::<ChangeExpiry>().gives::<PackageBody>(200))
        .post("/v1/packages/{package_id}/finalize", PackageToken, packages::finalize, Doc::new("Finalize a package: lock it and deliver it").gives::<PackageBody>(200))
        .delete("/v1/packages/{package_id}", PackageToken, packages::delete, Doc::new("Delete a package's content; its record stays as `expired`").gives_nothing(204))
        .put("/v1/packages/{package_id}/archive", PackageToken, packages::archive, Doc::new("Archive an expired package").gives_nothing(204))
        .put("/v1/packages/{package_id}/unarchive", PackageToken, packages::unarchive, Doc::new("Unarchive a package").gives_nothing(204))

        .section("Files")
        .get("/v1/system/packages/spec", Anyone, files::chunk_parameters, Doc::new("Get the limits for chunks of files").gives::<ChunkParameters>(200))
        .post("/v1/packages/{package_id}/files", PackageToken, files::add, Doc::new("Add a file to a new package").takes::<AddFile>().gives::<AddedFile>(201))
        .get("/v1/packages/{package_id}/files", PackageToken, files::list, Doc::new("List the files of a package").asks(files::PAGES).gives_list::<FileBody>(200))
        .post("/v1/packages/{package_id}/files/batch", PackageToken, files::add_many, Doc::new("Add up to 1,000 files").takes_list::<AddFile>().gives_list::<AddedOne>(200))
        .post("/v1/packages/{package_id}/files/finalize", PackageToken, files::finalize_many, Doc::new("Finalize up to 1,000 files").takes_list::<FinalizeFileOf>().gives_list::<FinalizedOne>(200))
        .post("/v1/packages/{package_id}/files/download", PackageToken, files::download_many, Doc::new("Get download URLs of up to 1,000 files").asks(files::DOWNLOAD).takes_list::<FileId>().gives_list::<AddressedOne>(200))
        .post("/v1/packages/{package_id}/files/downloaded", PackageToken, files::downloaded_many, Doc::new("Confirm the download of up to 1,000 files").takes_list::<FileId>().gives_nothing(204))
        .post("/v1/packages/{package_id}/files/{file_id}", PackageToken, files::chunks, Doc::new("Get signed requests that upload chunks of a file").asks(files::CHUNKS).takes::<RequestChunks>().gives_list::<Blueprint>(200))
        .post("/v1/packages/{package_id}/files/{file_id}/finalize", PackageToken, files::finalize, Doc::new("Finalize a file: join and verify its chunks").takes::<FinalizeFile>().gives::<FileBody>(200))
        .delete("/v1/packages/{package_id}/files/{file_id}", PackageToken, files::remove, Doc::new("Remove a file from a new package").gives_nothing(204))
        .get("/v1/packages/{package_id}/files/{file_id}/download", PackageToken, files::download, Doc::new("Get the download URL of a file").asks(files::DOWNLOAD).gives::<DownloadAddress>(200))
        .post("/v1/packages/{package_id}/files/{file_id}/downloaded", PackageToken, files::downloaded, Doc::new("Confirm the download of a file").gives_nothing(204))

        .section("Growing files")
        .post("/v1/packages/{package_id}/files/{file_id}/segments", PackageToken, segments::blueprints, Doc::new("Get signed requests that upload segments of a growing file").takes::<RequestSegments>().gives_list::<Blueprint>(200))
        .post("/v1/packages/{package_id}/files/{file_id}/segments/done", PackageToken, segments::note, Doc::new("Report that a segment is in storage, so that it can be read").takes::<NoteSegment>().gives_nothing(204))
        .get("/v1/packages/{package_id}/files/{file_id}/segments", PackageToken, segments::follow, Doc::new("Follow a file that may still grow; for members of the Team").asks(segments::FOLLOW).gives::<SegmentPage>(200))

        .section("Zips")
        .get("/v1/packages/{package_id}/zip", PackageToken, zips::address, Doc::new("Get the download URL of a zip of all or some files").asks(zips::ADDRESS).gives::<ZipAddress>(200))
        .get("/z/{token}/{name}", Anyone, zips::download, Doc::new("Download a zip or a range of it; the path contains its token").gives_file("application/zip", 200))

        .section("Links")
        .post("/v1/packages/{package_id}/links", PackageToken, links::create, Doc::new("Create a download link; with an email address it is mailed").takes::<CreateLink>().gives::<LinkBody>(201))
        .get("/v1/packages/{package_id}/links", PackageToken, links::list, Doc::new("List the links of a package").gives_list::<LinkBody>(200))
        .delete("/v1/packages/{package_id}/links/{link_id}", PackageToken, links::delete, Doc::new("Delete a link").gives_nothing(204))
        .get("/v1/links/{link_id}", LinkSecret, links::resolve, Doc::new("Open a link; the reply contains a token for its package").asks(links::RESOLVE).gives::<ResolvedLink>(200))
        .post("/v1/links/{link_id}/open", LinkSecret, links::open, Doc::new("Open a link with secret and password in the body, which keeps them out of logs and headers").takes::<OpenLink>().gives::<ResolvedLink>(200))
}

#[rustfmt::skip]
fn portal_routes(routes: Routes) -> Routes {
    use CallerKind::{AccessCode, Anyone, TeamKeyOrAccessCode, TeamKeyOrUserToken};
    routes
        .section("Teamspaces")
        .post("/v1/teams/{team_id}/spaces", TeamKeyOrUserToken, teamspaces::create, Doc::new("Create a Teamspace").takes::<CreateTeamspace>().gives::<TeamspaceBody>(201))
        .get("/v1.1/teams/{team_id}/spaces", TeamKeyOrUserToken, teamspaces::list, Doc::new("List the Teamspaces that the caller can see").asks(teamspaces::LIST).gives::<TeamspacePage>(200))
        .get("/v1/spaces/{space_id}", TeamKeyOrUserToken, teamspaces::get, Doc::new("Get a Teamspace").gives::<TeamspaceBody>(200))
        .put("/v1/spaces/{space_id}", TeamKeyOrUserToken, teamspaces::rename, Doc::new("Rename a Teamspace; the reply is a list with one entry").takes::<RenameTeamspace>().gives::<TeamspacePage>(200))
        .delete("/v1/spaces/{space_id}", TeamKeyOrUserToken, teamspaces::delete, Doc::new("Delete a Teamspace (its creator); its content is kept, for Owners and Admins").gives_nothing(204))
        .get("/v1.1/spaces/{space_id}/packages", TeamKeyOrUserToken, package_lists::of_space, Doc::new("List the packages of a Teamspace, sent and received").asks(package_lists::SPACE).gives_list::<PackageBody>(200))
        .post("/v1/spaces/{space_id}/members", TeamKeyOrUserToken, teamspaces::add_members, Doc::new("Add members of the Team to a Teamspace").takes::<AddTeamspaceMembers>().gives_list::<TeamspaceMembershipBody>(201))
        .get("/v1/spaces/{space_id}/members", TeamKeyOrUserToken, teamspaces::members, Doc::new("List the memberships of a Teamspace").gives_list::<TeamspaceMembershipBody>(200))
        .delete("/v1/spaces/{space_id}/members/{teamspace_membership_id}", TeamKeyOrUserToken, teamspaces::remove_member, Doc::new("Remove a member from a Teamspace").gives_nothing(204))

        .section("Tags")
        .post("/v1/teams/{team_id}/tags", TeamKeyOrUserToken, tags::create, Doc::new("Create a tag").takes::<CreateTag>().gives::<TagBody>(201))
        .get("/v1/teams/{team_id}/tags", TeamKeyOrUserToken, tags::list, Doc::new("List the Team's tags").gives_list::<TagBody>(200))
        .delete("/v1/tags/{tag_id}", TeamKeyOrUserToken, tags::delete, Doc::new("Delete a tag and remove it from everything that has it").gives_nothing(204))

        .section("Portals")
        .post("/v1/teams/{team_id}/portals", TeamKeyOrUserToken, portals::create, Doc::new("Create a Portal").takes::<WritePortal>().gives::<PortalBody>(201))
        .get("/v1.1/teams/{team_id}/portals", TeamKeyOrUserToken, portals::list, Doc::new("List the Portals that the caller can see").asks(portals::LIST).gives::<PortalPage>(200))
        .get("/v1/teams/{team_id}/portals", TeamKeyOrUserToken, portals::legacy_list, Doc::new("List the Portals that the caller can see (legacy)").gives_list::<PortalBody>(200))
        .get("/v1/portals/{portal_id}", TeamKeyOrAccessCode, portals::get, Doc::new("Get a Portal; with an access code, without recipients, connections, webhooks and access list").gives::<PortalBody>(200))
        .get("/v1.1/portals/{portal_id}", TeamKeyOrAccessCode, portals::get, Doc::new("Get a Portal").gives::<PortalBody>(200))
        .put("/v1/portals/{portal_id}", TeamKeyOrUserToken, portals::update, Doc::new("Update a Portal: get it, modify it, send it back as a whole").takes::<WritePortal>().gives::<PortalBody>(200))
        .delete("/v1/portals/{portal_id}", TeamKeyOrUserToken, portals::delete, Doc::new("Delete a Portal; its packages are kept").gives_nothing(204))
        .get("/v1/subdomains/portals/{subdomain}", Anyone, portals::public, Doc::new("Get the public part of a Portal whose page is switched on").gives::<PublicPortal>(200))
        .post("/v1/portals/{portal_id}/packages", AccessCode, portals::create_package, Doc::new("Create a package that is sent through a Portal").takes::<CreatePortalPackage>().gives::<PackageBody>(201))

        .section("Inbox")
        .get("/v1.1/teams/{team_id}/inbox", TeamKeyOrUserToken, package_lists::inbox, Doc::new("List packages received through the Portals that the caller can see").asks(package_lists::INBOX).gives::<PackagePage>(200))
        .put("/v1/teams/{team_id}/inbox/archive", TeamKeyOrUserToken, package_lists::archive_inbox, Doc::new("Archive all received packages that expired in a period").takes::<ArchiveRange>().gives::<Archived>(200))
        .put("/v1/teams/{team_id}/inbox/unarchive", TeamKeyOrUserToken, package_lists::unarchive_inbox, Doc::new("Unarchive all received packages of a period").takes::<ArchiveRange>().gives::<Archived>(200))
        .get("/v1/portals/{portal_id}/packages", TeamKeyOrUserToken, package_lists::legacy_of_portal, Doc::new("List the packages of a Portal (legacy)").asks(package_lists::LEGACY_PORTAL).gives_list::<PackageBody>(200))
}

#[rustfmt::skip]
fn filter_routes(routes: Routes) -> Routes {
    use CallerKind::TeamKeyOrUserToken;
    routes
        .section("Filters")
        .post("/v1/teams/{team_id}/filters", TeamKeyOrUserToken, filters::create, Doc::new("Create a filter for file names").takes::<CreateFilter>().gives::<FilterBody>(201))
        .get("/v1/teams/{team_id}/filters", TeamKeyOrUserToken, filters::list, Doc::new("List the filters of a Team").gives_list::<FilterBody>(200))
        .post("/v1/teams/{team_id}/filters/try", TeamKeyOrUserToken, filters::try_out, Doc::new("Preview which file names pass the rules; nothing is saved").takes::<TryFilter>().gives_list::<TriedName>(200))
        .get("/v1/filters/{filter_id}", TeamKeyOrUserToken, filters::get, Doc::new("Get a filter").gives::<FilterBody>(200))
        .put("/v1/filters/{filter_id}", TeamKeyOrUserToken, filters::update, Doc::new("Replace the rules of a filter, and its name if one is sent").takes::<UpdateFilter>().gives::<FilterBody>(200))
        .delete("/v1/filters/{filter_id}", TeamKeyOrUserToken, filters::delete, Doc::new("Delete a filter").gives_nothing(204))
}

#[rustfmt::skip]
fn form_routes(routes: Routes) -> Routes {
    use CallerKind::{PackageToken, PortalVisitor, TeamKeyOrUserToken};
    routes
        .section("Forms")
        .post("/v1/portals/{portal_id}/form", TeamKeyOrUserToken, forms::create, Doc::new("Create the form of a Portal").takes::<CreateForm>().gives::<FormBody>(201))
        .get("/v1/portals/{portal_id}/form", TeamKeyOrUserToken, forms::of_portal, Doc::new("Get the form of a Portal").gives::<FormBody>(200))
        .get("/v1/metadata/forms/{form_id}", TeamKeyOrUserToken, forms::get, Doc::new("Get a form").gives::<FormBody>(200))
        .put("/v1/metadata/forms/{form_id}", TeamKeyOrUserToken, forms::update, Doc::new("Replace a form and all its fields").takes::<UpdateForm>().gives::<FormBody>(200))
        .delete("/v1/metadata/forms/{form_id}", TeamKeyOrUserToken, forms::delete, Doc::new("Delete a form; existing responses stay with their packages").gives_nothing(204))
        .post("/v1/portals/{portal_id}/form/responses", PortalVisitor, forms::respond, Doc::new("Fill in the form of a Portal; the reply's id is the package's `form_data_id`").takes::<FormAnswers>().gives::<FormResponseBody>(201))
        .get("/v1/packages/{package_id}/metadata", PackageToken, forms::of_package, Doc::new("Get the form response of a package").gives::<FormResponseBody>(200))

        .section("Form templates")
        .post("/v1/teams/{team_id}/forms/templates", TeamKeyOrUserToken, forms::create_template, Doc::new("Create a form template").takes::<CreateFormTemplate>().gives::<FormTemplateBody>(201))
        .get("/v1/teams/{team_id}/forms/templates", TeamKeyOrUserToken, forms::list_templates, Doc::new("List the templates of a Team").gives_list::<FormTemplateBody>(200))
        .get("/v1/metadata/forms/templates/{form_template_id}", TeamKeyOrUserToken, forms::get_template, Doc::new("Get a template").gives::<FormTemplateBody>(200))
        .put("/v1/metadata/forms/templates/{form_template_id}", TeamKeyOrUserToken, forms::update_template, Doc::new("Replace a template and all its fields").takes::<UpdateFormTemplate>().gives::<FormTemplateBody>(200))
        .delete("/v1/metadata/forms/templates/{form_template_id}", TeamKeyOrUserToken, forms::delete_template, Doc::new("Delete a template; forms made from it are kept").gives_nothing(204))
}

#[rustfmt::skip]
fn connection_routes(routes: Routes) -> Routes {
    use CallerKind::{GatewayToken, PackageToken, TeamKeyOrUserToken};
    routes
        .section("Cloud connections")
        .post("/v1/teams/{team_id}/cloud_connections", TeamKeyOrUserToken, cloud_connections::create, Doc::new("Create a connection; its authorization is tested at the provider. For a gateway, the reply contains its credentials, once").takes::<WriteCloudConnection>().gives::<CloudConnectionBody>(201))
        .get("/v1/teams/{team_id}/cloud_connections", TeamKeyOrUserToken, cloud_connections::list, Doc::new("List the Team's connections").gives_list::<CloudConnectionBody>(200))
        .get("/v1/cloud_connections/{cloud_connection_id}", TeamKeyOrUserToken, cloud_connections::get, Doc::new("Get a connection").gives::<CloudConnectionBody>(200))
        .put("/v1/cloud_connections/{cloud_connection_id}", TeamKeyOrUserToken, cloud_connections::update, Doc::new("Update a connection, which tests it again; waiting transfers continue").takes::<WriteCloudConnection>().gives::<CloudConnectionBody>(200))
        .delete("/v1/cloud_connections/{cloud_connection_id}", TeamKeyOrUserToken, cloud_connections::delete, Doc::new("Delete a connection; nothing more is sent to it").gives_nothing(204))
        .post("/v1/cloud_connections/{cloud_connection_id}/test", TeamKeyOrUserToken, cloud_connections::test, Doc::new("Test a connection now; the reply contains its state").gives::<CloudConnectionBody>(200))
        .get("/v1/cloud_connections/{cloud_connection_id}/files", TeamKeyOrUserToken, cloud_connections::files, Doc::new("List the files of a `cloud_to_service` connection below a directory").asks(cloud_connections::FILES).gives_list::<CloudFile>(200))

        .section("Transfers")
        .get("/v1/packages/{package_id}/transfer", PackageToken, cloud_connections::transfers, Doc::new("List the transfers of a package").gives_list::<TransferBody>(200))
        .post("/v1/packages/{package_id}/transfer", PackageToken, cloud_connections::start_transfer, Doc::new("Send a package to a connection, or fetch files from one into a new package").takes::<StartTransfer>().gives::<TransferBody>(201))

        .section("Storage gateways")
        .get("/v1/gateways/{gateway_id}/work", GatewayToken, gateways::next, Doc::new("Wait for the next piece of work; 204 when there is none").asks(gateways::WAIT).gives::<GatewayWork>(200).or_nothing(204))
        .get("/v1/gateways/{gateway_id}/work/{work_id}", GatewayToken, gateways::again, Doc::new("Get a piece of work again, with fresh addresses").gives::<GatewayWork>(200))
        .post("/v1/gateways/{gateway_id}/work/{work_id}/heartbeat", GatewayToken, gateways::heartbeat, Doc::new("Renew the lease of a piece of work, and report its progress").takes::<GatewayProgress>().gives::<GatewayLease>(200))
        .post("/v1/gateways/{gateway_id}/work/{work_id}/complete", GatewayToken, gateways::complete, Doc::new("Report that all files of a piece of work are stored").gives_nothing(204))
        .post("/v1/gateways/{gateway_id}/work/{work_id}/fail", GatewayToken, gateways::fail, Doc::new("Report that a piece of work failed").takes::<GatewayFailure>().gives_nothing(204))
}

#[rustfmt::skip]
fn webhook_routes(routes: Routes) -> Routes {
    use CallerKind::TeamKeyOrUserToken;
    routes
        .section("Custom webhooks")
        .post("/v1/teams/{team_id}/custom_webhooks", TeamKeyOrUserToken, webhooks::create, Doc::new("Create a webhook; the reply contains the secret that signs its deliveries").takes::<WriteWebhook>().gives::<WebhookWithSecret>(201))
        .get("/v1/teams/{team_id}/custom_webhooks", TeamKeyOrUserToken, webhooks::list, Doc::new("List the Team's webhooks").gives_list::<WebhookBody>(200))
        .get("/v1/custom_webhooks/{custom_webhook_id}", TeamKeyOrUserToken, webhooks::get, Doc::new("Get a webhook").gives::<WebhookBody>(200))
        .put("/v1/custom_webhooks/{custom_webhook_id}", TeamKeyOrUserToken, webhooks::update, Doc::new("Update a webhook").takes::<WriteWebhook>().gives::<WebhookBody>(200))
        .delete("/v1/custom_webhooks/{custom_webhook_id}", TeamKeyOrUserToken, webhooks::delete, Doc::new("Delete a webhook; nothing more is sent to it").gives_nothing(204))
        .post("/v1/custom_webhooks/{custom_webhook_id}/rotate_secret", TeamKeyOrUserToken, webhooks::rotate_secret, Doc::new("Rotate the secret; the old one also signs for another 24 hours").gives::<WebhookWithSecret>(200))
        .post("/v1/custom_webhooks/{custom_webhook_id}/test", TeamKeyOrUserToken, webhooks::test, Doc::new("Send a `webhook.test` event, as an ordinary delivery").gives::<DeliveryBody>(202))
        .get("/v1/custom_webhooks/{custom_webhook_id}/deliveries", TeamKeyOrUserToken, webhooks::deliveries, Doc::new("List the last 500 deliveries of a webhook, newest first").gives_list::<DeliveryBody>(200))
        .post("/v1/custom_webhooks/{custom_webhook_id}/deliveries/{delivery_id}/redeliver", TeamKeyOrUserToken, webhooks::redeliver, Doc::new("Send an event again, as a new delivery").gives::<DeliveryBody>(202))
}

#[rustfmt::skip]
fn service_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, ChannelToken, MetricsToken, TeamKeyOrUserToken};
    routes
        .section("Progress")
        .get("/v1/channels/{channel_name}/events", ChannelToken, channels::events, Doc::new("Follow the progress: Server-Sent Events, each with the whole state, the newest at once").asks(channels::TOKEN).gives_events::<ProgressMessage>())
        .post("/v1/channels/{channel_name}/messages", ChannelToken, channels::publish, Doc::new("Report the progress of an upload; of more than four reports a second some are skipped, never the newest").asks(channels::TOKEN).takes::<PublishProgress>().gives_nothing(202))

        .section("Activities and audit")
        .get("/v1.1/teams/{team_id}/activities", TeamKeyOrUserToken, record::activities, Doc::new("List uploads, downloads, links and transfers, newest first").asks(record::ACTIVITIES).gives::<ActivityPage>(200))
        .get("/v1/teams/{team_id}/activities/{activity_id}/events", TeamKeyOrUserToken, record::activity_events, Doc::new("List the steps of an activity").gives_list::<ActivityEvent>(200))
        .get("/v1.1/teams/{team_id}/audit", TeamKeyOrUserToken, record::audit, Doc::new("List the audit record, newest first").asks(record::AUDIT).gives::<AuditPage>(200))

        .section("Usage")
        .get("/v1.1/teams/{team_id}/usage", TeamKeyOrUserToken, usage::of_team, Doc::new("Get the current storage of a Team, and its storage and traffic by day").asks(usage::PERIOD).gives::<UsageBody>(200))

        .section("Outbox")
        .get("/v1.1/teams/{team_id}/outbox", TeamKeyOrUserToken, outbox::list, Doc::new("List the mails sent for the Team, newest first (Owner, Admins)").asks(outbox::PAGES).gives::<OutboxPage>(200))
        .get("/v1/teams/{team_id}/outbox/{mail_id}", TeamKeyOrUserToken, outbox::get, Doc::new("Get a mail").gives::<MailBody>(200))

        .section("Service")
        .get("/healthz", Anyone, service::healthy, Doc::new("Check whether the process is running").gives_text(200))
        .get("/readyz", Anyone, service::ready, Doc::new("Check whether the database and the object store answer").gives_text(200))
        .get("/metrics", MetricsToken, service::metrics, Doc::new("Get metrics in Prometheus' text format").gives_text(200))
        .get("/openapi.json", Anyone, openapi::document, Doc::new("This document").gives_object(200))
}

/// The OpenAPI document of the API.
pub fn document() -> Document {
    Document::new(&routes(), callers::about())
}

/// The router of the API with all its layers.
pub fn router(app: &App) -> Router {
    let document = document();
    let once = |route: &Route| from_fn_with_state((app.clone(), route.caller), once::once);
    let serve = from_fn_with_state(app.clone(), strangers::serve);
    let visit = from_fn_with_state(app.clone(), strangers::visit);
    let refuse = from_fn_with_state(app.clone(), strangers::refuse);
    let routes = routes()
        .layered_each(|route| once::applies_to(route).then(|| once(route)))
        .layered(strangers::are_served_by, &serve)
        .layered(strangers::are_visited_by, &visit)
        .layered(strangers::are_refused_by, &refuse);
    layers::around(routes.into_router().merge(crate::pages::router()), app, document)
}
