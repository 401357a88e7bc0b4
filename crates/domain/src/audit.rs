//! What the audit record contains: every action, and the actors that are not users.
//!
//! An entry takes an [`AuditAction`], so nothing is recorded that is not in this list. The pages get the list for their
//! filter. Entries are kept for years, so an action is never renamed or removed.

use crate::named::named;

named! {
    /// What was done, in the order in which people look for it.
    AuditAction {
        SignIn = "sign_in",
        SignInFailed = "sign_in_failed",
        LogOutAll = "log_out_all",
        PasswordChanged = "password_changed",
        PasswordReset = "password_reset",
        EmailChangeRequested = "email_change_requested",
        EmailChanged = "email_changed",
        ProfileChanged = "profile_changed",
        SecondFactorBegun = "second_factor_begun",
        SecondFactorOn = "second_factor_on",
        SecondFactorOff = "second_factor_off",
        TeamCreated = "team_created",
        TeamUpdated = "team_updated",
        TeamSuspended = "team_suspended",
        TeamReactivated = "team_reactivated",
        MemberInvited = "member_invited",
        InvitationAccepted = "invitation_accepted",
        RoleChanged = "role_changed",
        MemberRemoved = "member_removed",
        TeamspaceCreated = "teamspace_created",
        TeamspaceRenamed = "teamspace_renamed",
        TeamspaceDeleted = "teamspace_deleted",
        TeamspaceMemberAdded = "teamspace_member_added",
        TeamspaceMemberRemoved = "teamspace_member_removed",
        TagCreated = "tag_created",
        TagDeleted = "tag_deleted",
        ApiKeyCreated = "api_key_created",
        ApiKeyUpdated = "api_key_updated",
        ApiKeySwitched = "api_key_switched",
        ApiKeyDeleted = "api_key_deleted",
        PackageCreated = "package_created",
        PackageFinalized = "package_finalized",
        PackageUpdated = "package_updated",
        PackageExpiryChanged = "package_expiry_changed",
        PackageArchived = "package_archived",
        PackageUnarchived = "package_unarchived",
        PackagesArchived = "packages_archived",
        PackagesUnarchived = "packages_unarchived",
        PackageDeleted = "package_deleted",
        PackageExpired = "package_expired",
        PackageRestored = "package_restored",
        FileRemoved = "file_removed",
        VirusFound = "virus_found",
        LinkCreated = "link_created",
        LinkDeleted = "link_deleted",
        LinkSecretShown = "link_secret_shown",
        LinkPasswordWrong = "link_password_wrong",
        PortalCreated = "portal_created",
        PortalUpdated = "portal_updated",
        PortalDeleted = "portal_deleted",
        AccessCodeWrong = "access_code_wrong",
        PortalAccessChanged = "portal_access_changed",
        PortalConnectionsChanged = "portal_connections_changed",
        PortalWebhooksChanged = "portal_webhooks_changed",
        FormCreated = "form_created",
        FormUpdated = "form_updated",
        FormDeleted = "form_deleted",
        FormTemplateCreated = "form_template_created",
        FormTemplateUpdated = "form_template_updated",
        FormTemplateDeleted = "form_template_deleted",
        FilterCreated = "filter_created",
        FilterUpdated = "filter_updated",
        FilterDeleted = "filter_deleted",
        ConnectionCreated = "connection_created",
        ConnectionUpdated = "connection_updated",
        ConnectionDeleted = "connection_deleted",
        ConnectionTested = "connection_tested",
        TransferStarted = "transfer_started",
        WebhookCreated = "webhook_created",
        WebhookUpdated = "webhook_updated",
        WebhookDeleted = "webhook_deleted",
        WebhookSecretRotated = "webhook_secret_rotated",
        WebhookRedelivered = "webhook_redelivered",
        WebhookTested = "webhook_tested",
        MailRetried = "mail_retried",
    }
}

named! {
    /// Who did it, if it was not a user.
    NamedActor {
        /// At the command line of the server.
        Operator = "operator",
        /// The service by itself.
        Service = "service",
        /// A visitor of a Portal.
        Stranger = "stranger",
        /// The bearer of a package token that belongs to no member.
        PackageToken = "package token",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{AuditAction, NamedActor};

    #[test]
    fn names_are_unique_and_can_be_parsed() {
        let names: HashSet<&str> = AuditAction::ALL.iter().map(|action| action.as_str()).collect();
        assert_eq!(names.len(), AuditAction::ALL.len());
        for action in AuditAction::ALL {
            assert_eq!(AuditAction::parse(action.as_str()), Some(*action));
        }
        for actor in NamedActor::ALL {
            assert_eq!(NamedActor::parse(actor.as_str()), Some(*actor));
        }
        assert_eq!(AuditAction::parse("service"), None);
    }
}
