//! The access policy as a matrix: every route, every role, by token and by key.

use cloud::routes::{CallerKind, Route, routes};
use domain::key_scope::KeyScope;
use testkit::{PASSWORD, Reply};

use super::access_bodies::body;
use super::access_scene::{Scene, World};
use super::key_scopes::{key_with, suffices};
use super::visible_totals;

const ROLES: [&str; 5] = ["owner", "admin", "integration_manager", "member", "guest"];

/// A call, what is special in its body, and its outcome for an Owner, an Admin, an Integration Manager, a Member and a
/// Guest: `ok`, the status of a refusal, or `-` if the role cannot have such an object. The lines run in this order:
/// calls that change nothing come first, and calls that end something last.
const TABLE: &str = "
GET /healthz                                                  | ok  ok  ok  ok  ok
GET /readyz                                                   | ok  ok  ok  ok  ok
GET /openapi.json                                             | ok  ok  ok  ok  ok
GET /metrics                                                  | 401 401 401 401 401
GET /v1/system/packages/spec                                  | ok  ok  ok  ok  ok
GET /v1/auth                                                  | ok  ok  ok  ok  ok
GET /v1/teams/{team}                                          | ok  ok  ok  ok  ok
GET /v1/teams/{team}/members                                  | ok  ok  403 ok  403
GET /v1/teams/{team}/api_keys                                 | ok  403 403 403 403
GET /v1.1/teams/{team}/packages                               | ok  ok  ok  ok  403
GET /v1/teams/{team}/packages                                 | ok  ok  ok  ok  403
GET /v1.1/teams/{team}/packages/{sent_open}                   | ok  ok  ok  ok  404
GET /v1.1/teams/{team}/packages/{sent_own}                    | ok  ok  ok  ok  404
GET /v1.1/teams/{team}/packages/{sent_other}                  | ok  ok  404 404 404
GET /v1.1/teams/{team}/packages/{received_open}               | ok  ok  ok  ok  404
GET /v1.1/teams/{team}/packages/{received_own}                | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/packages/{received_other}              | ok  ok  404 404 404
GET /v1.1/teams/{team}/packages/{received_listed}             | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/packages/{received_unlisted}           | 404 404 404 404 404
GET /v1.1/teams/{team}/packages/{sent_open}/timeline          | ok  ok  ok  ok  404
GET /v1.1/teams/{team}/packages/{sent_own}/timeline           | ok  ok  ok  ok  404
GET /v1.1/teams/{team}/packages/{sent_other}/timeline         | ok  ok  404 404 404
GET /v1.1/teams/{team}/packages/{received_own}/timeline       | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/packages/{received_other}/timeline     | ok  ok  404 404 404
GET /v1.1/teams/{team}/packages/{received_listed}/timeline    | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/packages/{received_unlisted}/timeline  | 404 404 404 404 404
GET /v1.1/teams/{team}/inbox                                  | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/spaces                                 | ok  ok  ok  ok  ok
GET /v1/spaces/{space_own}                                    | ok  ok  ok  ok  ok
GET /v1/spaces/{space_other}                                  | ok  ok  404 404 404
GET /v1/spaces/{space_own}/members                            | ok  ok  ok  ok  ok
GET /v1/spaces/{space_other}/members                          | ok  ok  404 404 404
GET /v1.1/spaces/{space_own}/packages                         | ok  ok  ok  ok  ok
GET /v1.1/spaces/{space_other}/packages                       | ok  ok  404 404 404
GET /v1/teams/{team}/tags                                     | ok  ok  ok  ok  403
GET /v1.1/teams/{team}/portals                                | ok  ok  ok  ok  ok
GET /v1/teams/{team}/portals                                  | ok  ok  ok  ok  ok
GET /v1/portals/{portal_open}                                 | ok  ok  ok  ok  404
GET /v1/portals/{portal_own}                                  | ok  ok  ok  ok  ok
GET /v1/portals/{portal_other}                                | ok  ok  404 404 404
GET /v1/portals/{portal_listed}                               | ok  ok  ok  ok  ok
GET /v1/portals/{portal_unlisted}                             | 404 404 404 404 404
GET /v1.1/portals/{portal_open}                               | ok  ok  ok  ok  404
GET /v1.1/portals/{portal_other}                              | ok  ok  404 404 404
GET /v1.1/portals/{portal_unlisted}                           | 404 404 404 404 404
GET /v1/portals/{portal_open}/packages                        | ok  ok  ok  ok  404
GET /v1/portals/{portal_own}/packages                         | ok  ok  ok  ok  ok
GET /v1/portals/{portal_other}/packages                       | ok  ok  404 404 404
GET /v1/portals/{portal_listed}/packages                      | ok  ok  ok  ok  ok
GET /v1/portals/{portal_unlisted}/packages                    | 404 404 404 404 404
GET /v1/portals/{portal_open}/form                            | ok  ok  ok  ok  404
GET /v1/portals/{portal_own}/form                             | ok  ok  ok  ok  ok
GET /v1/portals/{portal_other}/form                           | ok  ok  404 404 404
GET /v1/portals/{portal_listed}/form                          | ok  ok  ok  ok  ok
GET /v1/portals/{portal_unlisted}/form                        | 404 404 404 404 404
GET /v1/metadata/forms/{form_open}                            | ok  ok  ok  ok  404
GET /v1/metadata/forms/{form_own}                             | ok  ok  ok  ok  ok
GET /v1/metadata/forms/{form_other}                           | ok  ok  404 404 404
GET /v1/metadata/forms/{form_listed}                          | ok  ok  ok  ok  ok
GET /v1/metadata/forms/{form_unlisted}                        | 404 404 404 404 404
GET /v1/teams/{team}/forms/templates                          | ok  ok  403 ok  403
GET /v1/metadata/forms/templates/{template}                   | ok  ok  403 ok  403
GET /v1/teams/{team}/filters                                  | ok  ok  ok  403 403
GET /v1/filters/{filter}                                      | ok  ok  ok  403 403
GET /v1/teams/{team}/custom_webhooks                          | ok  ok  ok  403 403
GET /v1/custom_webhooks/{webhook}                             | ok  ok  ok  403 403
GET /v1/teams/{team}/cloud_connections                        | ok  ok  ok  403 403
GET /v1/cloud_connections/{connection}                        | ok  ok  ok  403 403
GET /v1/cloud_connections/{connection}/files                  | 409 409 409 403 403
GET /v1/cloud_connections/providers/storage_gateway/{connection}/files | 409 409 409 403 403
GET /v1/gateways/{gateway}/listings                           | 401 401 401 401 401
GET /v1/gateways/{gateway}/work                               | 401 401 401 401 401
GET /v1/gateways/{gateway}/work/{connection}                  | 401 401 401 401 401
GET /v1/custom_webhooks/{webhook}/deliveries                  | ok  ok  ok  403 403
GET /v1.1/teams/{team}/activities                             | ok  ok  ok  ok  ok
GET /v1/teams/{team}/activities/{sent_mine}/events            | ok  ok  ok  ok  -
GET /v1/teams/{team}/activities/{sent_open}/events            | ok  ok  404 404 404
GET /v1/teams/{team}/activities/{received_listed}/events      | ok  ok  404 404 404
GET /v1/teams/{team}/activities/{received_unlisted}/events    | 404 404 404 404 404
GET /v1.1/teams/{team}/audit                                  | ok  ok  ok  ok  ok
GET /v1.1/teams/{team}/usage                                  | ok  ok  ok  403 403
GET /v1.1/teams/{team}/outbox                                 | ok  ok  403 403 403
GET /v1/teams/{team}/outbox/{mail}                            | ok  ok  403 403 403
GET /v1/teams/{team}/outbox/{mail_listed}                     | ok  ok  403 403 403
GET /v1/teams/{team}/outbox/{mail_unlisted}                   | 404 404 403 403 403
GET /v1/subdomains/portals/{subdomain}                        | ok  ok  ok  ok  ok
GET /v1/links/{link}                                          | ok  ok  ok  ok  ok
POST /v1/links/{link}/open                                    | ok  ok  ok  ok  ok
GET /z/{zip}/{zip}                                            | ok  ok  ok  ok  ok

GET /v1/packages/{sent_open}/files                            | 401 401 401 401 401
GET /v1/packages/{sent_open}/files/{file}/download            | 401 401 401 401 401
GET /v1/packages/{sent_open}/files/{file}/segments            | 401 401 401 401 401
GET /v1/packages/{sent_open}/zip                              | 401 401 401 401 401
GET /v1/packages/{sent_open}/links                            | 401 401 401 401 401
GET /v1/packages/{sent_open}/links/{link}/secret              | ok  ok  ok  ok  404
GET /v1/packages/{sent_open}/transfer                         | 401 401 401 401 401
GET /v1/packages/{received_open}/metadata                     | 401 401 401 401 401
GET /v1/channels/{sent_open}/events                           | 401 401 401 401 401
POST /v1/channels/{sent_open}/messages                        | 401 401 401 401 401
PUT /v1/packages/{sent_open}                                  | 401 401 401 401 401
PUT /v1/packages/{sent_open}/expiry                           | 401 401 401 401 401
PUT /v1/packages/{sent_open}/restore                          | 401 401 401 401 401
PUT /v1/packages/{sent_open}/archive                          | 401 401 401 401 401
PUT /v1/packages/{sent_open}/unarchive                        | 401 401 401 401 401
POST /v1/packages/{sent_open}/finalize                        | 401 401 401 401 401
POST /v1/packages/{sent_open}/files                           | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/batch                     | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/finalize                  | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/download                  | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/downloaded                | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/{file}                    | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/{file}/finalize           | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/{file}/downloaded         | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/{file}/segments           | 401 401 401 401 401
POST /v1/packages/{sent_open}/files/{file}/segments/done      | 401 401 401 401 401
POST /v1/packages/{sent_open}/links                           | 401 401 401 401 401
POST /v1/packages/{sent_open}/transfer                        | 401 401 401 401 401
DELETE /v1/packages/{sent_open}/files/{file}                  | 401 401 401 401 401
DELETE /v1/packages/{sent_open}/links/{link}                  | 401 401 401 401 401
DELETE /v1/packages/{sent_open}                               | 401 401 401 401 401

POST /v1/auth                                                 | ok  ok  ok  ok  ok
POST /v1/auth/refresh                                         | ok  ok  ok  ok  ok
POST /v1/auth/forgot                                          | ok  ok  ok  ok  ok
POST /v1/auth/reset                                           | 401 401 401 401 401
POST /v1/auth/confirm_email                                   | 401 401 401 401 401
POST /v1/auth/accept_invitation                               | 401 401 401 401 401
PUT /v1/users/{user}                                          | ok  ok  ok  ok  ok
PUT /v1/users/{other_user}                                    | 404 404 404 404 404
POST /v1/users/{other_user}/password                          | 404 404 404 404 404
PUT /v1/users/{other_user}/email                              | 404 404 404 404 404
POST /v1/users/{user}/mfa                                     | ok  ok  ok  ok  ok
POST /v1/users/{other_user}/mfa                               | 404 404 404 404 404
POST /v1/users/{user}/mfa/confirm                             | 400 400 400 400 400
POST /v1/users/{other_user}/mfa/confirm                       | 404 404 404 404 404
DELETE /v1/users/{user}/mfa                                   | 409 409 409 409 409
DELETE /v1/users/{other_user}/mfa                             | 404 404 404 404 404
PUT /v1/teams/{team}                                          | ok  ok  403 403 403
POST /v1/teams/{team}/members                                 | ok  ok  403 403 403
PUT /v1/members/{member}                                      | ok  ok  403 403 403
PUT /v1/members/{owner_member}                                | 403 403 403 403 403
PUT /v1/members/{member} owner                                | 409 403 403 403 403
POST /v1/teams/{team}/api_keys                                | ok  ok  ok  403 403
PUT /v1/api_keys/{key_own}                                    | ok  ok  ok  -   -
PUT /v1/api_keys/{key_other}                                  | ok  403 403 403 403
PUT /v1/api_keys/{key_own}/inactive                           | ok  ok  ok  -   -
PUT /v1/api_keys/{key_other}/inactive                         | ok  403 403 403 403
POST /v1/teams/{team}/packages                                | ok  ok  ok  ok  403
POST /v1/teams/{team}/packages space_own                      | ok  ok  ok  ok  403
POST /v1/teams/{team}/packages space_other                    | ok  ok  404 404 403
POST /v1/teams/{team}/packages/check                          | ok  ok  ok  ok  403
POST /v1/teams/{team}/packages/check space_own                | ok  ok  ok  ok  403
POST /v1/teams/{team}/packages/check space_other              | ok  ok  404 404 403
PUT /v1/teams/{team}/archive                                  | ok  ok  ok  ok  403
PUT /v1/teams/{team}/unarchive                                | ok  ok  ok  ok  403
PUT /v1/teams/{team}/inbox/archive                            | ok  ok  ok  ok  ok
PUT /v1/teams/{team}/inbox/unarchive                          | ok  ok  ok  ok  ok
POST /v1/teams/{team}/spaces                                  | ok  ok  403 403 403
PUT /v1/spaces/{space_own}                                    | ok  ok  403 403 403
PUT /v1/spaces/{space_other}                                  | ok  ok  404 404 404
POST /v1/spaces/{space_own}/members                           | ok  ok  403 403 403
POST /v1/spaces/{space_other}/members                         | ok  ok  404 404 404
POST /v1/teams/{team}/tags                                    | ok  ok  ok  ok  403
POST /v1/teams/{team}/portals                                 | ok  ok  403 ok  403
POST /v1/teams/{team}/portals own                             | ok  ok  403 ok  403
POST /v1/teams/{team}/portals other                           | ok  ok  403 404 403
POST /v1/teams/{team}/portals listed                          | ok  ok  403 ok  403
POST /v1/teams/{team}/portals attach                          | ok  ok  403 403 403
PUT /v1/portals/{portal_open} open                            | ok  ok  403 ok  404
PUT /v1/portals/{portal_own} own                              | ok  ok  403 ok  403
PUT /v1/portals/{portal_other} other                          | ok  ok  404 404 404
PUT /v1/portals/{portal_listed} listed                        | ok  ok  ok  ok  ok
PUT /v1/portals/{portal_unlisted} unlisted                    | 404 404 404 404 404
PUT /v1/portals/{portal_own} attach-own                       | ok  ok  403 403 403
PUT /v1/portals/{portal_listed} attach-listed                 | ok  ok  403 403 403
POST /v1/portals/{portal_plain}/packages                      | ok  ok  ok  ok  ok
POST /v1/portals/{portal_unlisted}/packages                   | 401 401 401 401 401
POST /v1/portals/{portal_plain}/packages/check                | ok  ok  ok  ok  ok
POST /v1/portals/{portal_unlisted}/packages/check             | 401 401 401 401 401
POST /v1/portals/{portal_open}/form/responses                 | ok  ok  ok  ok  404
POST /v1/portals/{portal_own}/form/responses                  | ok  ok  ok  ok  ok
POST /v1/portals/{portal_other}/form/responses                | ok  ok  404 404 404
POST /v1/portals/{portal_listed}/form/responses               | ok  ok  ok  ok  ok
POST /v1/portals/{portal_unlisted}/form/responses             | 404 404 404 404 404
PUT /v1/metadata/forms/{form_open}                            | ok  ok  403 ok  404
PUT /v1/metadata/forms/{form_own}                             | ok  ok  403 ok  403
PUT /v1/metadata/forms/{form_other}                           | ok  ok  404 404 404
PUT /v1/metadata/forms/{form_listed}                          | ok  ok  403 ok  403
PUT /v1/metadata/forms/{form_unlisted}                        | 404 404 404 404 404
POST /v1/teams/{team}/forms/templates                         | ok  ok  403 ok  403
PUT /v1/metadata/forms/templates/{template}                   | ok  ok  403 ok  403
POST /v1/teams/{team}/filters                                 | ok  ok  ok  403 403
POST /v1/teams/{team}/filters/try                             | ok  ok  ok  403 403
PUT /v1/filters/{filter}                                      | ok  ok  ok  403 403
PUT /v1/filters/{filter_unlisted}                             | ok  ok  ok  403 403
PUT /v1/filters/{filter_unlisted} rules                       | 403 403 403 403 403
POST /v1/teams/{team}/cloud_connections                       | ok  ok  ok  403 403
PUT /v1/cloud_connections/{connection}                        | ok  ok  ok  403 403
PUT /v1/cloud_connections/{connection_unlisted}               | ok  ok  ok  403 403
PUT /v1/cloud_connections/{connection_unlisted} directory     | 403 403 403 403 403
PUT /v1/cloud_connections/{connection_unlisted} credentials   | 403 403 403 403 403
PUT /v1/cloud_connections/{connection_unlisted} manifest      | 403 403 403 403 403
POST /v1/cloud_connections/{connection}/test                  | ok  ok  ok  403 403
POST /v1/gateways/{gateway}/work/{connection}/heartbeat       | 401 401 401 401 401
POST /v1/gateways/{gateway}/work/{connection}/complete        | 401 401 401 401 401
POST /v1/gateways/{gateway}/listings/{connection}             | 401 401 401 401 401
POST /v1/gateways/{gateway}/work/{connection}/fail            | 401 401 401 401 401
POST /v1/teams/{team}/custom_webhooks                         | ok  ok  ok  403 403
PUT /v1/custom_webhooks/{webhook}                             | ok  ok  ok  403 403
PUT /v1/custom_webhooks/{webhook_unlisted}                    | ok  ok  ok  403 403
PUT /v1/custom_webhooks/{webhook_unlisted} address            | 403 403 403 403 403
PUT /v1/custom_webhooks/{webhook_unlisted} events             | 403 403 403 403 403
PUT /v1/custom_webhooks/{webhook_unlisted} off                | 403 403 403 403 403
POST /v1/custom_webhooks/{webhook}/rotate_secret              | ok  ok  ok  403 403
POST /v1/custom_webhooks/{webhook_unlisted}/rotate_secret     | 403 403 403 403 403
POST /v1/custom_webhooks/{webhook}/test                       | ok  ok  ok  403 403
POST /v1/custom_webhooks/{webhook}/deliveries/{delivery}/redeliver | ok  ok  ok  403 403
POST /v1/teams/{team}/outbox/{mail}/retry                     | 409 409 403 403 403
POST /v1/teams/{team}/outbox/{mail_unlisted}/retry            | 404 404 403 403 403

DELETE /v1/metadata/forms/{form_open}                         | ok  ok  403 ok  404
DELETE /v1/metadata/forms/{form_own}                          | ok  ok  403 ok  403
DELETE /v1/metadata/forms/{form_other}                        | ok  ok  404 404 404
DELETE /v1/metadata/forms/{form_listed}                       | ok  ok  403 ok  403
DELETE /v1/metadata/forms/{form_unlisted}                     | 404 404 404 404 404
POST /v1/portals/{portal_open}/form                           | ok  ok  403 ok  404
POST /v1/portals/{portal_own}/form                            | ok  ok  403 ok  403
POST /v1/portals/{portal_other}/form                          | ok  ok  404 404 404
POST /v1/portals/{portal_listed}/form                         | ok  ok  403 ok  403
POST /v1/portals/{portal_unlisted}/form                       | 404 404 404 404 404
DELETE /v1/metadata/forms/templates/{template}                | ok  ok  403 ok  403
DELETE /v1/filters/{filter}                                   | ok  ok  ok  403 403
DELETE /v1/filters/{filter_unlisted}                          | 409 409 409 403 403
PUT /v1/portals/{portal_listed} regular-listed                | ok  ok  403 ok  403
DELETE /v1/portals/{portal_open}                              | ok  ok  403 ok  404
DELETE /v1/portals/{portal_own}                               | ok  ok  403 ok  403
DELETE /v1/portals/{portal_other}                             | ok  ok  404 404 404
DELETE /v1/portals/{portal_listed}                            | ok  ok  403 ok  403
DELETE /v1/portals/{portal_unlisted}                          | 404 404 404 404 404
DELETE /v1/custom_webhooks/{webhook}                          | ok  ok  ok  403 403
DELETE /v1/custom_webhooks/{webhook_unlisted}                 | 403 403 403 403 403
DELETE /v1/cloud_connections/{connection}                     | ok  ok  ok  403 403
DELETE /v1/cloud_connections/{connection_unlisted}            | 403 403 403 403 403
DELETE /v1/tags/{tag}                                         | ok  ok  ok  ok  403
DELETE /v1/spaces/{space_own}/members/{space_own_member}      | ok  ok  403 403 403
DELETE /v1/spaces/{space_other}/members/{space_other_member}  | ok  ok  404 404 404
DELETE /v1/spaces/{space_mine}                                | ok  ok  -   -   -
DELETE /v1/spaces/{space_own}                                 | 403 403 403 403 403
DELETE /v1/spaces/{space_other}                               | 403 403 404 404 404
DELETE /v1/members/{member}                                   | ok  ok  403 403 403
DELETE /v1/members/{owner_member}                             | 403 403 403 403 403
PUT /v1/members/{colleague_member} owner                      | ok  403 403 403 403
DELETE /v1/api_keys/{key_own}                                 | ok  ok  ok  -   -
DELETE /v1/api_keys/{key_other}                               | 403 403 403 403 403
POST /v1/auth/logout_all                                      | ok  ok  ok  ok  ok
PUT /v1/users/{user}/email                                    | ok  ok  ok  ok  ok
POST /v1/users/{user}/password                                | ok  ok  ok  ok  ok";

/// One line of the table.
pub(super) struct Line {
    pub(super) method: &'static str,
    /// With names of the scene in braces.
    pub(super) path: &'static str,
    pub(super) special: &'static str,
    pub(super) cells: Vec<&'static str>,
    pub(super) route: Route,
}

impl Line {
    /// The method and the path as the route table has them.
    pub(super) fn call(&self) -> String {
        format!("{} {}", self.route.method, self.route.path)
    }
}

/// The route that a path of the table means: a name matches a parameter of the route, a word matches the same word.
fn route_of(method: &str, path: &str) -> Option<Route> {
    let fits = |(written, meant): (&str, &str)| {
        meant == "{state}" || written == meant || (written.starts_with('{') && meant.starts_with('{'))
    };
    let is_meant = |route: &Route| {
        route.method == method
            && route.path.split('/').count() == path.split('/').count()
            && path.split('/').zip(route.path.split('/')).all(fits)
    };
    routes().table.into_iter().find(is_meant)
}

pub(super) fn lines() -> Vec<Line> {
    let line = |text: &'static str| {
        let (call, cells) = text.split_once('|').unwrap();
        let mut words = call.split_whitespace();
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let route = route_of(method, path).unwrap_or_else(|| panic!("no route is meant by {call}"));
        let (special, cells) = (words.next().unwrap_or_default(), cells.split_whitespace().collect());
        Line { method, path, special, cells, route }
    };
    TABLE.lines().filter(|text| text.contains('|')).map(line).collect()
}

#[test]
fn every_route_has_a_line() {
    let lines = lines();
    assert!(lines.iter().all(|line| line.cells.len() == ROLES.len()));
    for route in routes().table {
        let call = format!("{} {}", route.method, route.path);
        assert!(lines.iter().any(|line| line.call() == call), "the matrix has no line for {call}");
    }
}

/// What the person calls with.
#[derive(Debug, Clone, Copy)]
enum By {
    Token,
    Key,
    /// A key with this scope alone.
    Scope(KeyScope),
}

const fn takes_no_keys(caller: CallerKind) -> bool {
    matches!(caller, CallerKind::UserToken | CallerKind::PackageTokenOrUserToken)
}

fn cell(line: &Line, column: usize, by: By) -> &'static str {
    match by {
        By::Key | By::Scope(_) if takes_no_keys(line.route.caller) => "401",
        By::Scope(scope) if !suffices(scope, &line.route) => "403",
        _ => line.cells[column],
    }
}

/// Runs the table in the role.
async fn walk(role: &str, by: By) {
    let column = ROLES.iter().position(|known| *known == role).unwrap();
    let world = World::start().await;
    let scene = Scene::set(&world, role, "film").await;
    let mut client = match by {
        By::Token => scene.person.client.clone(),
        By::Key => scene.key.clone().unwrap(),
        By::Scope(scope) => world.cloud.anyone().with_api_key(&key_with(&scene.person, &[scope]).await.key),
    };
    if !matches!(by, By::Scope(_)) {
        visible_totals::check(&scene, &client, role).await;
    }
    let mut wrong = Vec::new();
    for (number, line) in lines().into_iter().enumerate() {
        let cell = cell(&line, column, by);
        if cell == "-" {
            continue;
        }
        let secret =
            if line.path == "/v1/links/{link}" { format!("?secret={}", scene.ids["secret"]) } else { String::new() };
        let path = format!("{} {}{secret}", line.method, scene.filled(line.path));
        let reply = Reply::of(&client, &path, &body(&scene, &line.call(), line.special, number)).await;
        let status = if reply.status.is_success() { "ok" } else { reply.status.as_str() };
        if status != cell {
            wrong.push(format!("{} {} {}: {} {}", line.method, line.path, line.special, reply.status, reply.text));
        } else if status != "ok" {
            reply.error();
        }
        if matches!(by, By::Token) && line.path == "/v1/auth/logout_all" {
            client = world.cloud.sign_in(&scene.person.email, PASSWORD).await;
        }
    }
    assert!(wrong.is_empty(), "{role}, by {by:?}\n{}", wrong.join("\n"));
}

#[tokio::test]
async fn owners() {
    Box::pin(walk("owner", By::Token)).await;
}

#[tokio::test]
async fn owners_by_key() {
    Box::pin(walk("owner", By::Key)).await;
}

#[tokio::test]
async fn admins() {
    Box::pin(walk("admin", By::Token)).await;
}

#[tokio::test]
async fn admins_by_key() {
    Box::pin(walk("admin", By::Key)).await;
}

#[tokio::test]
async fn integration_managers() {
    Box::pin(walk("integration_manager", By::Token)).await;
}

#[tokio::test]
async fn integration_managers_by_key() {
    Box::pin(walk("integration_manager", By::Key)).await;
}

#[tokio::test]
async fn members() {
    Box::pin(walk("member", By::Token)).await;
}

#[tokio::test]
async fn guests() {
    Box::pin(walk("guest", By::Token)).await;
}

#[tokio::test]
async fn keys_that_read() {
    Box::pin(walk("owner", By::Scope(KeyScope::Read))).await;
}

#[tokio::test]
async fn keys_that_send() {
    Box::pin(walk("owner", By::Scope(KeyScope::Send))).await;
}

#[tokio::test]
async fn keys_that_receive() {
    Box::pin(walk("owner", By::Scope(KeyScope::Receive))).await;
}

#[tokio::test]
async fn keys_that_manage() {
    Box::pin(walk("owner", By::Scope(KeyScope::Manage))).await;
}
