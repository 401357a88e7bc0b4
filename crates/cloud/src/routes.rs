//! The whole API: method, path, caller, handler. The description of a route is next to its handler.
//!
//! The router, the OpenAPI document and the test that calls every route without a credential are all built from this
//! one table.

mod admission;
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
mod idempotency;
mod layers;
mod links;
mod members;
mod mfa;
mod names;
mod outbox;
mod package_lists;
mod packages;
mod portals;
mod query;
mod rate_limit;
mod record;
mod repeat;
mod segments;
mod service;
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
use serving::route_table;
use serving::{body, table};

pub use body::{JsonBody, PathParts};
pub use callers::CallerKind;
pub use serving::query::QueryParts;
pub use table::Doc;

use crate::app::App;
use crate::pages;

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
    for route in routes.table.iter_mut().filter(|route| idempotency::applies_to(route)) {
        route.doc.takes_header(idempotency::DOCUMENTED);
    }
    routes
}

fn account_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, TeamKeyOrUserToken, UserToken};
    route_table! { routes,
        ["Sign-in": "Sign in and out, reset a password, accept an invitation."]
        post "/v1/auth" Anyone auth::sign_in;
        get "/v1/auth" TeamKeyOrUserToken auth::who_am_i;
        post "/v1/auth/refresh" UserToken auth::refresh;
        post "/v1/auth/logout_all" UserToken auth::log_out_all;
        post "/v1/auth/forgot" Anyone auth::forgot;
        post "/v1/auth/reset" Anyone auth::reset;
        post "/v1/auth/confirm_email" Anyone auth::confirm_email;
        post "/v1/auth/accept_invitation" Anyone auth::accept_invitation;

        ["Users": "The signed-in user: profile, password, email address and second factor."]
        put "/v1/users/{user_id}" UserToken users::update;
        post "/v1/users/{user_id}/password" UserToken users::change_password;
        put "/v1/users/{user_id}/email" UserToken users::change_email;
        post "/v1/users/{user_id}/mfa" UserToken mfa::begin;
        post "/v1/users/{user_id}/mfa/confirm" UserToken mfa::confirm;
        delete "/v1/users/{user_id}/mfa" UserToken mfa::end;

        ["Teams": "A Team: its settings, its members and their roles."]
        get "/v1/teams/{team_id}" TeamKeyOrUserToken teams::get;
        put "/v1/teams/{team_id}" TeamKeyOrUserToken teams::update;
        get "/v1/teams/{team_id}/members" TeamKeyOrUserToken members::list;
        post "/v1/teams/{team_id}/members" TeamKeyOrUserToken members::invite;
        put "/v1/members/{membership_id}" TeamKeyOrUserToken members::update;
        delete "/v1/members/{membership_id}" TeamKeyOrUserToken members::remove;

        ["API keys": "Keys with which programs act for a Team."]
        post "/v1/teams/{team_id}/api_keys" UserToken api_keys::create;
        get "/v1/teams/{team_id}/api_keys" UserToken api_keys::list;
        put "/v1/api_keys/{api_key_id}" UserToken api_keys::update;
        put "/v1/api_keys/{api_key_id}/{state}" UserToken api_keys::switch;
        delete "/v1/api_keys/{api_key_id}" UserToken api_keys::delete;
    }
}

fn package_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, LinkSecret, PackageToken, PackageTokenOrUserToken, TeamKeyOrUserToken};
    route_table! { routes,
        ["Packages": "A package is a set of files that is sent as one. It is created, filled, finalized and delivered."]
        get "/v1.1/teams/{team_id}/packages" TeamKeyOrUserToken package_lists::sent;
        get "/v1.1/teams/{team_id}/packages/{package_id}" TeamKeyOrUserToken packages::get;
        get "/v1.1/teams/{team_id}/packages/{package_id}/timeline" TeamKeyOrUserToken timeline::of_package;
        get "/v1/teams/{team_id}/packages" TeamKeyOrUserToken package_lists::legacy_sent;
        post "/v1/teams/{team_id}/packages" TeamKeyOrUserToken packages::create;
        post "/v1/teams/{team_id}/packages/check" TeamKeyOrUserToken packages::check;
        put "/v1/teams/{team_id}/archive" TeamKeyOrUserToken package_lists::archive_sent;
        put "/v1/teams/{team_id}/unarchive" TeamKeyOrUserToken package_lists::unarchive_sent;
        put "/v1/packages/{package_id}" PackageToken packages::update;
        put "/v1/packages/{package_id}/expiry" PackageToken packages::change_expiry;
        post "/v1/packages/{package_id}/finalize" PackageToken packages::finalize;
        delete "/v1/packages/{package_id}" PackageToken packages::delete;
        put "/v1/packages/{package_id}/restore" PackageToken packages::restore;
        put "/v1/packages/{package_id}/archive" PackageToken packages::archive;
        put "/v1/packages/{package_id}/unarchive" PackageToken packages::unarchive;

        ["Files": "The files of a package: add them, upload them in chunks, finalize and download them."]
        get "/v1/system/packages/spec" Anyone files::chunk_parameters;
        post "/v1/packages/{package_id}/files" PackageToken files::add;
        get "/v1/packages/{package_id}/files" PackageToken files::list;
        post "/v1/packages/{package_id}/files/batch" PackageToken files::add_many;
        post "/v1/packages/{package_id}/files/finalize" PackageToken files::finalize_many;
        post "/v1/packages/{package_id}/files/download" PackageToken files::download_many;
        post "/v1/packages/{package_id}/files/downloaded" PackageToken files::downloaded_many;
        post "/v1/packages/{package_id}/files/{file_id}" PackageToken files::chunks;
        post "/v1/packages/{package_id}/files/{file_id}/finalize" PackageToken files::finalize;
        delete "/v1/packages/{package_id}/files/{file_id}" PackageToken files::remove;
        get "/v1/packages/{package_id}/files/{file_id}/download" PackageToken files::download;
        post "/v1/packages/{package_id}/files/{file_id}/downloaded" PackageToken files::downloaded;

        ["Growing files": "Files that are sent as segments, and can be read before they are complete."]
        post "/v1/packages/{package_id}/files/{file_id}/segments" PackageToken segments::blueprints;
        post "/v1/packages/{package_id}/files/{file_id}/segments/done" PackageToken segments::note;
        get "/v1/packages/{package_id}/files/{file_id}/segments" PackageToken segments::follow;

        ["Zips": "A whole package as one zip file, which is generated while it is sent."]
        get "/v1/packages/{package_id}/zip" PackageToken zips::address;
        get "/z/{token}/{name}" Anyone zips::download;

        ["Links": "Download links of a package, each with its own secret, password, limit and expiry."]
        post "/v1/packages/{package_id}/links" PackageToken links::create;
        get "/v1/packages/{package_id}/links" PackageToken links::list;
        delete "/v1/packages/{package_id}/links/{link_id}" PackageToken links::delete;
        get "/v1/packages/{package_id}/links/{link_id}/secret" PackageTokenOrUserToken links::secret;
        get "/v1/links/{link_id}" LinkSecret links::resolve;
        post "/v1/links/{link_id}/open" LinkSecret links::open;
    }
}

fn portal_routes(routes: Routes) -> Routes {
    use CallerKind::{AccessCode, Anyone, TeamKeyOrAccessCode, TeamKeyOrUserToken};
    route_table! { routes,
        ["Teamspaces": "Parts of a Team, with their own members, packages and Portals."]
        post "/v1/teams/{team_id}/spaces" TeamKeyOrUserToken teamspaces::create;
        get "/v1.1/teams/{team_id}/spaces" TeamKeyOrUserToken teamspaces::list;
        get "/v1/spaces/{space_id}" TeamKeyOrUserToken teamspaces::get;
        put "/v1/spaces/{space_id}" TeamKeyOrUserToken teamspaces::rename;
        delete "/v1/spaces/{space_id}" TeamKeyOrUserToken teamspaces::delete;
        get "/v1.1/spaces/{space_id}/packages" TeamKeyOrUserToken package_lists::of_space;
        post "/v1/spaces/{space_id}/members" TeamKeyOrUserToken teamspaces::add_members;
        get "/v1/spaces/{space_id}/members" TeamKeyOrUserToken teamspaces::members;
        delete "/v1/spaces/{space_id}/members/{teamspace_membership_id}" TeamKeyOrUserToken teamspaces::remove_member;

        ["Tags": "Labels for packages and Portals."]
        post "/v1/teams/{team_id}/tags" TeamKeyOrUserToken tags::create;
        get "/v1/teams/{team_id}/tags" TeamKeyOrUserToken tags::list;
        delete "/v1/tags/{tag_id}" TeamKeyOrUserToken tags::delete;

        ["Portals": "Pages through which people without an account send files to a Team."]
        post "/v1/teams/{team_id}/portals" TeamKeyOrUserToken portals::create;
        get "/v1.1/teams/{team_id}/portals" TeamKeyOrUserToken portals::list;
        get "/v1/teams/{team_id}/portals" TeamKeyOrUserToken portals::legacy_list;
        get "/v1/portals/{portal_id}" TeamKeyOrAccessCode portals::get;
        get "/v1.1/portals/{portal_id}" TeamKeyOrAccessCode portals::get_newer;
        put "/v1/portals/{portal_id}" TeamKeyOrUserToken portals::update;
        delete "/v1/portals/{portal_id}" TeamKeyOrUserToken portals::delete;
        get "/v1/subdomains/portals/{subdomain}" Anyone portals::public;
        post "/v1/portals/{portal_id}/packages" AccessCode portals::create_package;
        post "/v1/portals/{portal_id}/packages/check" AccessCode portals::check_package;

        ["Inbox": "Packages that arrived through Portals."]
        get "/v1.1/teams/{team_id}/inbox" TeamKeyOrUserToken package_lists::inbox;
        put "/v1/teams/{team_id}/inbox/archive" TeamKeyOrUserToken package_lists::archive_inbox;
        put "/v1/teams/{team_id}/inbox/unarchive" TeamKeyOrUserToken package_lists::unarchive_inbox;
        get "/v1/portals/{portal_id}/packages" TeamKeyOrUserToken package_lists::legacy_of_portal;
    }
}

fn filter_routes(routes: Routes) -> Routes {
    use CallerKind::TeamKeyOrUserToken;
    route_table! { routes,
        ["Filters": "Rules by file name for what is sent to a connection."]
        post "/v1/teams/{team_id}/filters" TeamKeyOrUserToken filters::create;
        get "/v1/teams/{team_id}/filters" TeamKeyOrUserToken filters::list;
        post "/v1/teams/{team_id}/filters/try" TeamKeyOrUserToken filters::try_out;
        get "/v1/filters/{filter_id}" TeamKeyOrUserToken filters::get;
        put "/v1/filters/{filter_id}" TeamKeyOrUserToken filters::update;
        delete "/v1/filters/{filter_id}" TeamKeyOrUserToken filters::delete;
    }
}

fn form_routes(routes: Routes) -> Routes {
    use CallerKind::{PackageToken, PortalVisitor, TeamKeyOrUserToken};
    route_table! { routes,
        ["Forms": "What people fill in when they send files through a Portal."]
        post "/v1/portals/{portal_id}/form" TeamKeyOrUserToken forms::create;
        get "/v1/portals/{portal_id}/form" TeamKeyOrUserToken forms::of_portal;
        get "/v1/metadata/forms/{form_id}" TeamKeyOrUserToken forms::get;
        put "/v1/metadata/forms/{form_id}" TeamKeyOrUserToken forms::update;
        delete "/v1/metadata/forms/{form_id}" TeamKeyOrUserToken forms::delete;
        post "/v1/portals/{portal_id}/form/responses" PortalVisitor forms::respond;
        get "/v1/packages/{package_id}/metadata" PackageToken forms::of_package;

        ["Form templates": "Forms to copy for several Portals."]
        post "/v1/teams/{team_id}/forms/templates" TeamKeyOrUserToken forms::create_template;
        get "/v1/teams/{team_id}/forms/templates" TeamKeyOrUserToken forms::list_templates;
        get "/v1/metadata/forms/templates/{form_template_id}" TeamKeyOrUserToken forms::get_template;
        put "/v1/metadata/forms/templates/{form_template_id}" TeamKeyOrUserToken forms::update_template;
        delete "/v1/metadata/forms/templates/{form_template_id}" TeamKeyOrUserToken forms::delete_template;
    }
}

fn connection_routes(routes: Routes) -> Routes {
    use CallerKind::{GatewayToken, PackageToken, TeamKeyOrUserToken};
    route_table! { routes,
        ["Cloud connections": "Storage of other providers, to send packages to and fetch files from."]
        post "/v1/teams/{team_id}/cloud_connections" TeamKeyOrUserToken cloud_connections::create;
        get "/v1/teams/{team_id}/cloud_connections" TeamKeyOrUserToken cloud_connections::list;
        get "/v1/cloud_connections/{cloud_connection_id}" TeamKeyOrUserToken cloud_connections::get;
        put "/v1/cloud_connections/{cloud_connection_id}" TeamKeyOrUserToken cloud_connections::update;
        delete "/v1/cloud_connections/{cloud_connection_id}" TeamKeyOrUserToken cloud_connections::delete;
        post "/v1/cloud_connections/{cloud_connection_id}/test" TeamKeyOrUserToken cloud_connections::test;
        get "/v1/cloud_connections/{cloud_connection_id}/files" TeamKeyOrUserToken cloud_connections::files;
        get "/v1/cloud_connections/providers/storage_gateway/{cloud_connection_id}/files" TeamKeyOrUserToken
            cloud_connections::gateway_files;

        ["Transfers": "The transfer of a package to or from a connection."]
        get "/v1/packages/{package_id}/transfer" PackageToken cloud_connections::transfers;
        post "/v1/packages/{package_id}/transfer" PackageToken cloud_connections::start_transfer;

        ["Storage gateways": "What an agent that is a storage gateway asks for and reports."]
        get "/v1/gateways/{gateway_id}/work" GatewayToken gateways::next;
        get "/v1/gateways/{gateway_id}/work/{work_id}" GatewayToken gateways::again;
        post "/v1/gateways/{gateway_id}/work/{work_id}/heartbeat" GatewayToken gateways::heartbeat;
        post "/v1/gateways/{gateway_id}/work/{work_id}/complete" GatewayToken gateways::complete;
        post "/v1/gateways/{gateway_id}/work/{work_id}/fail" GatewayToken gateways::fail;
        get "/v1/gateways/{gateway_id}/listings" GatewayToken gateways::listings;
        post "/v1/gateways/{gateway_id}/listings/{listing_id}" GatewayToken gateways::answer_listing;
    }
}

fn webhook_routes(routes: Routes) -> Routes {
    use CallerKind::TeamKeyOrUserToken as Team;
    route_table! { routes,
        ["Custom webhooks": "Signed HTTP requests to a server of yours when something happens to a package."]
        post "/v1/teams/{team_id}/custom_webhooks" Team webhooks::create;
        get "/v1/teams/{team_id}/custom_webhooks" Team webhooks::list;
        get "/v1/custom_webhooks/{custom_webhook_id}" Team webhooks::get;
        put "/v1/custom_webhooks/{custom_webhook_id}" Team webhooks::update;
        delete "/v1/custom_webhooks/{custom_webhook_id}" Team webhooks::delete;
        post "/v1/custom_webhooks/{custom_webhook_id}/rotate_secret" Team webhooks::rotate_secret;
        post "/v1/custom_webhooks/{custom_webhook_id}/test" Team webhooks::test;
        get "/v1/custom_webhooks/{custom_webhook_id}/deliveries" Team webhooks::deliveries;
        post "/v1/custom_webhooks/{custom_webhook_id}/deliveries/{delivery_id}/redeliver" Team webhooks::redeliver;
    }
}

fn service_routes(routes: Routes) -> Routes {
    use CallerKind::{Anyone, ChannelToken, MetricsToken, TeamKeyOrUserToken};
    route_table! { routes,
        ["Progress": "The progress of an upload or a zip, as a stream of events."]
        get "/v1/channels/{channel_name}/events" ChannelToken channels::events;
        post "/v1/channels/{channel_name}/messages" ChannelToken channels::publish;

        ["Activities and audit": "What happened in a Team, and who did it."]
        get "/v1.1/teams/{team_id}/activities" TeamKeyOrUserToken record::activities;
        get "/v1/teams/{team_id}/activities/{activity_id}/events" TeamKeyOrUserToken record::activity_events;
        get "/v1.1/teams/{team_id}/audit" TeamKeyOrUserToken record::audit;

        ["Usage": "How much a Team stores and transfers."]
        get "/v1.1/teams/{team_id}/usage" TeamKeyOrUserToken usage::of_team;

        ["Outbox": "The emails that were sent for a Team."]
        get "/v1.1/teams/{team_id}/outbox" TeamKeyOrUserToken outbox::list;
        get "/v1/teams/{team_id}/outbox/{mail_id}" TeamKeyOrUserToken outbox::get;
        post "/v1/teams/{team_id}/outbox/{mail_id}/retry" TeamKeyOrUserToken outbox::retry;

        ["Service": "The state of the server itself, and this document."]
        get "/healthz" Anyone service::healthy;
        get "/readyz" Anyone service::ready;
        get "/metrics" MetricsToken service::metrics;
        get "/openapi.json" Anyone openapi::document;
    }
}

fn is_list(route: &Route) -> bool {
    route.method == "GET" && route.doc.gives_many()
}

/// The OpenAPI document of the API.
pub fn document() -> Document {
    Document::new(&routes(), callers::about())
}

/// The router of the API with all its layers.
pub fn router(app: &App) -> Router {
    let document = document();
    let idempotent = |route: &Route| from_fn_with_state((app.clone(), route.caller), idempotency::idempotent);
    let serve = from_fn_with_state(app.clone(), rate_limit::serve);
    let visit = from_fn_with_state(app.clone(), rate_limit::visit);
    let refuse = from_fn_with_state(app.clone(), rate_limit::refuse);
    let repeat = from_fn_with_state(app.clone(), repeat::repeat);
    let named = |fields| from_fn_with_state((app.clone(), fields), names::named);
    let only_known = |route: &Route| from_fn_with_state(route.doc.parameters(), query::refuse_unknown::<App>);
    let routes = routes()
        .layered_each(|route| is_list(route).then(|| only_known(route)))
        .layered(repeat::applies_to, &repeat)
        .layered_each(|route| idempotency::applies_to(route).then(|| idempotent(route)))
        .layered(rate_limit::are_served_by, &serve)
        .layered(rate_limit::are_visited_by, &visit)
        .layered(rate_limit::are_refused_by, &refuse)
        .layered_each(|route| names::fields_of(route).map(named));
    let pages = pages::router().merge(pages::lookups().route_layer(serve));
    layers::around(routes.into_router().merge(pages), app, document)
}
