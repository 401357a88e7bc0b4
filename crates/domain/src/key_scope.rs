//! What an API key may be used for.
//!
//! A key never has more rights than its creator: scopes only take rights away. One table says which scope each route
//! needs. It applies to requests with the key, and to requests with tokens that were obtained with it. A key cannot be
//! used for a route that is not in the table.

use std::collections::BTreeSet;
use std::fmt;

use crate::Refusal;
use crate::named::named;

named! {
    /// Something that a key may be used for.
    KeyScope {
        /// Seeing what the creator can see, except content.
        Read = "read",
        /// Creating packages, adding and finalizing files, creating links.
        Send = "send",
        /// Downloading, and following files while they grow.
        Receive = "receive",
        /// Changing settings, deleting, and reading the record and the sent mail.
        Manage = "manage",
    }
}

use KeyScope::{Manage, Read, Receive, Send};

/// The scopes of a key. There is at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyScopes(BTreeSet<KeyScope>);

impl KeyScopes {
    pub fn all() -> Self {
        Self(KeyScope::ALL.iter().copied().collect())
    }

    /// The scopes that a caller named; all of them if the caller named none at all.
    pub fn parse(field: &'static str, names: Option<&[String]>) -> Result<Self, Refusal> {
        let Some(names) = names else { return Ok(Self::all()) };
        let allowed = || KeyScope::ALL.iter().map(|scope| scope.as_str()).collect::<Vec<_>>().join(", ");
        let scope = |(index, name): (usize, &String)| {
            let unknown = || Refusal::invalid(format!("{field}[{index}]"), format!("must be one of {}", allowed()));
            KeyScope::parse(name).ok_or_else(unknown)
        };
        let scopes: BTreeSet<KeyScope> = names.iter().enumerate().map(scope).collect::<Result<_, _>>()?;
        if scopes.is_empty() {
            return Err(Refusal::invalid(field, format!("must name at least one of {}", allowed())));
        }
        Ok(Self(scopes))
    }

    /// From the text that [`fmt::Display`] writes.
    pub fn read(text: &str) -> Option<Self> {
        let scopes: BTreeSet<KeyScope> = text.split(' ').map(KeyScope::parse).collect::<Option<_>>()?;
        Some(Self(scopes))
    }

    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|scope| scope.as_str().to_owned()).collect()
    }

    /// Refuses a request that needs a scope which is not among these.
    pub fn require(&self, needs: Needs) -> Result<(), Refusal> {
        if needs.0.iter().any(|scope| self.0.contains(scope)) {
            return Ok(());
        }
        Err(Refusal::Forbidden(match needs.0.first() {
            Some(Read) => "this needs the scope read, which the API key does not have: add it, or use another key",
            Some(Send) => "this needs the scope send, which the API key does not have: add it, or use another key",
            Some(Receive) => {
                "this needs the scope receive, which the API key does not have: add it, or use another key"
            }
            Some(Manage) => "this needs the scope manage, which the API key does not have: add it, or use another key",
            None => "API keys are not accepted for this path: sign in and use a user token",
        }))
    }
}

/// As the database and the audit record have them.
impl fmt::Display for KeyScopes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.names().join(" "))
    }
}

/// The scopes of which one is enough. The first is the one that a refusal names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needs(&'static [KeyScope]);

/// What getting the content of files needs.
pub const DOWNLOADING: Needs = RECEIVE;

const READ: Needs = Needs(&[Read]);
const SEND: Needs = Needs(&[Send]);
const RECEIVE: Needs = Needs(&[Receive]);
const MANAGE: Needs = Needs(&[Manage]);
/// A program that fills or downloads a package must see what is in it.
const SEEN_AT_WORK: Needs = Needs(&[Read, Send, Receive]);
/// Every program must learn whose key it has, and get a new token for a package that it knows.
const ANY: Needs = Needs(&[Read, Send, Receive, Manage]);

impl Needs {
    /// The same for a package that was not sent yet: to discard it is part of sending.
    #[must_use]
    pub fn of_draft(self) -> Self {
        if self == MANAGE { Self(&[Send, Manage]) } else { self }
    }
}

/// What a request to a route needs. Nothing is enough for a route that is not in the table.
pub fn needs(method: &str, path: &str) -> Needs {
    let method = if method == "HEAD" { "GET" } else { method };
    let row = TABLE.iter().find(|(known, route, _)| *route == path && *known == method);
    row.map_or(Needs(&[]), |(.., needs)| *needs)
}

#[rustfmt::skip]
const TABLE: &[(&str, &str, Needs)] = &[
    ("GET",    "/v1/auth",                                                  ANY),

    ("GET",    "/v1/teams/{team_id}",                                       READ),
    ("PUT",    "/v1/teams/{team_id}",                                       MANAGE),
    ("GET",    "/v1/teams/{team_id}/members",                               READ),
    ("POST",   "/v1/teams/{team_id}/members",                               MANAGE),
    ("PUT",    "/v1/members/{membership_id}",                               MANAGE),
    ("DELETE", "/v1/members/{membership_id}",                               MANAGE),

    ("GET",    "/v1.1/teams/{team_id}/packages",                            READ),
    ("GET",    "/v1.1/teams/{team_id}/packages/{package_id}",               ANY),
    ("GET",    "/v1.1/teams/{team_id}/packages/{package_id}/timeline",      READ),
    ("GET",    "/v1/teams/{team_id}/packages",                              READ),
    ("POST",   "/v1/teams/{team_id}/packages",                              SEND),
    ("POST",   "/v1/teams/{team_id}/packages/check",                        SEND),
    ("PUT",    "/v1/teams/{team_id}/archive",                               MANAGE),
    ("PUT",    "/v1/teams/{team_id}/unarchive",                             MANAGE),
    ("PUT",    "/v1/packages/{package_id}",                                 SEND),
    ("PUT",    "/v1/packages/{package_id}/expiry",                          SEND),
    ("POST",   "/v1/packages/{package_id}/finalize",                        SEND),
    ("DELETE", "/v1/packages/{package_id}",                                 MANAGE),
    ("PUT",    "/v1/packages/{package_id}/restore",                         MANAGE),
    ("PUT",    "/v1/packages/{package_id}/archive",                         MANAGE),
    ("PUT",    "/v1/packages/{package_id}/unarchive",                       MANAGE),

    ("POST",   "/v1/packages/{package_id}/files",                           SEND),
    ("GET",    "/v1/packages/{package_id}/files",                           SEEN_AT_WORK),
    ("POST",   "/v1/packages/{package_id}/files/batch",                     SEND),
    ("POST",   "/v1/packages/{package_id}/files/finalize",                  SEND),
    ("POST",   "/v1/packages/{package_id}/files/download",                  RECEIVE),
    ("POST",   "/v1/packages/{package_id}/files/downloaded",                RECEIVE),
    ("POST",   "/v1/packages/{package_id}/files/{file_id}",                 SEND),
    ("POST",   "/v1/packages/{package_id}/files/{file_id}/finalize",        SEND),
    ("DELETE", "/v1/packages/{package_id}/files/{file_id}",                 SEND),
    ("GET",    "/v1/packages/{package_id}/files/{file_id}/download",        RECEIVE),
    ("POST",   "/v1/packages/{package_id}/files/{file_id}/downloaded",      RECEIVE),
    ("POST",   "/v1/packages/{package_id}/files/{file_id}/segments",        SEND),
    ("POST",   "/v1/packages/{package_id}/files/{file_id}/segments/done",   SEND),
    ("GET",    "/v1/packages/{package_id}/files/{file_id}/segments",        RECEIVE),
    ("GET",    "/v1/packages/{package_id}/zip",                             RECEIVE),
    ("POST",   "/v1/packages/{package_id}/links",                           SEND),
    ("GET",    "/v1/packages/{package_id}/links",                           READ),
    ("DELETE", "/v1/packages/{package_id}/links/{link_id}",                 SEND),
    // With it, someone can download.
    ("GET",    "/v1/packages/{package_id}/links/{link_id}/secret",          SEND),
    ("GET",    "/v1/packages/{package_id}/metadata",                        READ),
    ("GET",    "/v1/packages/{package_id}/transfer",                        READ),
    ("POST",   "/v1/packages/{package_id}/transfer",                        SEND),
    ("GET",    "/v1/channels/{channel_name}/events",                        SEEN_AT_WORK),
    ("POST",   "/v1/channels/{channel_name}/messages",                      SEND),

    ("POST",   "/v1/teams/{team_id}/spaces",                                MANAGE),
    ("GET",    "/v1.1/teams/{team_id}/spaces",                              READ),
    ("GET",    "/v1/spaces/{space_id}",                                     READ),
    ("PUT",    "/v1/spaces/{space_id}",                                     MANAGE),
    ("DELETE", "/v1/spaces/{space_id}",                                     MANAGE),
    ("GET",    "/v1.1/spaces/{space_id}/packages",                          READ),
    ("POST",   "/v1/spaces/{space_id}/members",                             MANAGE),
    ("GET",    "/v1/spaces/{space_id}/members",                             READ),
    ("DELETE", "/v1/spaces/{space_id}/members/{teamspace_membership_id}",   MANAGE),
    ("POST",   "/v1/teams/{team_id}/tags",                                  MANAGE),
    ("GET",    "/v1/teams/{team_id}/tags",                                  READ),
    ("DELETE", "/v1/tags/{tag_id}",                                         MANAGE),

    ("POST",   "/v1/teams/{team_id}/portals",                               MANAGE),
    ("GET",    "/v1.1/teams/{team_id}/portals",                             READ),
    ("GET",    "/v1/teams/{team_id}/portals",                               READ),
    ("GET",    "/v1/portals/{portal_id}",                                   READ),
    ("GET",    "/v1.1/portals/{portal_id}",                                 READ),
    ("PUT",    "/v1/portals/{portal_id}",                                   MANAGE),
    ("DELETE", "/v1/portals/{portal_id}",                                   MANAGE),
    ("GET",    "/v1.1/teams/{team_id}/inbox",                               READ),
    ("PUT",    "/v1/teams/{team_id}/inbox/archive",                         MANAGE),
    ("PUT",    "/v1/teams/{team_id}/inbox/unarchive",                       MANAGE),
    ("POST",   "/v1/portals/{portal_id}/packages",                          SEND),
    ("POST",   "/v1/portals/{portal_id}/packages/check",                    SEND),
    ("GET",    "/v1/portals/{portal_id}/packages",                          READ),

    ("POST",   "/v1/portals/{portal_id}/form",                              MANAGE),
    ("GET",    "/v1/portals/{portal_id}/form",                              READ),
    ("GET",    "/v1/metadata/forms/{form_id}",                              READ),
    ("PUT",    "/v1/metadata/forms/{form_id}",                              MANAGE),
    ("DELETE", "/v1/metadata/forms/{form_id}",                              MANAGE),
    ("POST",   "/v1/portals/{portal_id}/form/responses",                    SEND),
    ("POST",   "/v1/teams/{team_id}/forms/templates",                       MANAGE),
    ("GET",    "/v1/teams/{team_id}/forms/templates",                       READ),
    ("GET",    "/v1/metadata/forms/templates/{form_template_id}",           READ),
    ("PUT",    "/v1/metadata/forms/templates/{form_template_id}",           MANAGE),
    ("DELETE", "/v1/metadata/forms/templates/{form_template_id}",           MANAGE),

    ("POST",   "/v1/teams/{team_id}/filters",                               MANAGE),
    ("GET",    "/v1/teams/{team_id}/filters",                               READ),
    ("POST",   "/v1/teams/{team_id}/filters/try",                           READ),
    ("GET",    "/v1/filters/{filter_id}",                                   READ),
    ("PUT",    "/v1/filters/{filter_id}",                                   MANAGE),
    ("DELETE", "/v1/filters/{filter_id}",                                   MANAGE),

    ("POST",   "/v1/teams/{team_id}/cloud_connections",                     MANAGE),
    ("GET",    "/v1/teams/{team_id}/cloud_connections",                     READ),
    ("GET",    "/v1/cloud_connections/{cloud_connection_id}",               READ),
    ("PUT",    "/v1/cloud_connections/{cloud_connection_id}",               MANAGE),
    ("DELETE", "/v1/cloud_connections/{cloud_connection_id}",               MANAGE),
    ("POST",   "/v1/cloud_connections/{cloud_connection_id}/test",          MANAGE),
    ("GET",    "/v1/cloud_connections/{cloud_connection_id}/files",         READ),
    ("GET",    "/v1/cloud_connections/providers/storage_gateway/{cloud_connection_id}/files", READ),

    ("POST",   "/v1/teams/{team_id}/custom_webhooks",                       MANAGE),
    ("GET",    "/v1/teams/{team_id}/custom_webhooks",                       READ),
    ("GET",    "/v1/custom_webhooks/{custom_webhook_id}",                   READ),
    ("PUT",    "/v1/custom_webhooks/{custom_webhook_id}",                   MANAGE),
    ("DELETE", "/v1/custom_webhooks/{custom_webhook_id}",                   MANAGE),
    ("POST",   "/v1/custom_webhooks/{custom_webhook_id}/rotate_secret",     MANAGE),
    ("POST",   "/v1/custom_webhooks/{custom_webhook_id}/test",              MANAGE),
    ("GET",    "/v1/custom_webhooks/{custom_webhook_id}/deliveries",        READ),
    ("POST",   "/v1/custom_webhooks/{custom_webhook_id}/deliveries/{delivery_id}/redeliver", MANAGE),

    ("GET",    "/v1.1/teams/{team_id}/activities",                          READ),
    ("GET",    "/v1/teams/{team_id}/activities/{activity_id}/events",       READ),
    ("GET",    "/v1.1/teams/{team_id}/audit",                               MANAGE),
    ("GET",    "/v1.1/teams/{team_id}/usage",                               MANAGE),
    // Mails contain links, and a link downloads.
    ("GET",    "/v1.1/teams/{team_id}/outbox",                              MANAGE),
    ("GET",    "/v1/teams/{team_id}/outbox/{mail_id}",                      MANAGE),
    ("POST",   "/v1/teams/{team_id}/outbox/{mail_id}/retry",                MANAGE),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::KeyScope::{Manage, Read, Receive, Send};
    use super::{KeyScope, KeyScopes, Needs, TABLE, needs};
    use crate::Refusal;

    fn only(scope: KeyScope) -> KeyScopes {
        KeyScopes([scope].into())
    }

    #[test]
    fn every_route_is_there_once() {
        let routes: BTreeSet<(&str, &str)> = TABLE.iter().map(|(method, path, _)| (*method, *path)).collect();
        assert_eq!(routes.len(), TABLE.len());
        for (method, path, needed) in TABLE {
            assert_eq!(needs(method, path), *needed, "{method} {path}");
            assert!(!needed.0.is_empty(), "{method} {path}");
        }
    }

    /// Reading changes nothing, and gives no content away.
    #[test]
    fn a_key_that_reads_only_reads() {
        let allowed = |scope| TABLE.iter().filter(move |(.., needed)| only(scope).require(*needed).is_ok());
        for (method, path, _) in allowed(Read) {
            assert!(*method == "GET" || path.ends_with("/filters/try"), "{method} {path}");
            assert!(!["/download", "/zip", "/segments"].iter().any(|end| path.ends_with(end)), "{method} {path}");
        }
        for (method, path, _) in allowed(Receive) {
            assert!(*method == "GET" || path.contains("/download"), "{method} {path}");
        }
        for (_, path, _) in allowed(Send).filter(|(method, ..)| *method == "DELETE") {
            assert!(path.contains("/files/") || path.contains("/links/"), "{path}");
        }
        for (method, path, needed) in TABLE {
            assert!(KeyScopes::all().require(*needed).is_ok(), "{method} {path}");
        }
    }

    #[test]
    fn refusals_name_what_is_missing() {
        let rows = [
            ("POST", "/v1/teams/{team_id}/packages", Read, "scope send"),
            ("GET", "/v1/teams/{team_id}", Send, "scope read"),
            ("HEAD", "/v1/teams/{team_id}", Send, "scope read"),
            ("GET", "/v1/packages/{package_id}/zip", Manage, "scope receive"),
            ("DELETE", "/v1/packages/{package_id}", Receive, "scope manage"),
            ("POST", "/v1/teams/{team_id}/api_keys", Manage, "not accepted"),
            ("PATCH", "/v1/teams/{team_id}", Manage, "not accepted"),
        ];
        for (method, path, scope, said) in rows {
            let refusal = only(scope).require(needs(method, path));
            let Err(Refusal::Forbidden(reason)) = refusal else { panic!("{method} {path}: {refusal:?}") };
            assert!(reason.contains(said), "{method} {path}: {reason}");
        }
    }

    #[test]
    fn a_sender_discards_drafts_and_deletes_nothing_else() {
        let delete = needs("DELETE", "/v1/packages/{package_id}");
        assert!(only(Send).require(delete).is_err());
        assert!(only(Send).require(delete.of_draft()).is_ok());
        assert!(only(Manage).require(delete.of_draft()).is_ok());
        assert!(only(Read).require(delete.of_draft()).is_err());
        assert_eq!(Needs(&[Send]).of_draft(), Needs(&[Send]));
    }

    #[test]
    fn scopes_are_read_as_written() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let parsed = |given: &[&str]| KeyScopes::parse("scopes", Some(&names(given)));
        assert_eq!(KeyScopes::parse("scopes", None), Ok(KeyScopes::all()));
        assert_eq!(parsed(&["manage", "read", "read"]).unwrap().to_string(), "read manage");
        for scope in KeyScope::ALL {
            assert_eq!(KeyScopes::read(scope.as_str()), Some(only(*scope)));
        }
        assert_eq!(KeyScopes::read(&KeyScopes::all().to_string()), Some(KeyScopes::all()));
        assert_eq!(KeyScopes::read(""), None);
        assert_eq!(KeyScopes::read("read write"), None);
        let wrong = [(&[][..], "scopes"), (&["read", "write"][..], "scopes[1]"), (&["Read"][..], "scopes[0]")];
        for (given, field) in wrong {
            let Err(Refusal::Invalid { field: blamed, reason }) = parsed(given) else { panic!("{given:?}") };
            assert_eq!(blamed, field);
            assert!(reason.contains("read, send, receive, manage"), "{reason}");
        }
    }
}
