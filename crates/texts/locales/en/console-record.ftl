# The console's pages for what happened: activities, the audit record, usage and the outbox.

record-from = From
record-to = Until
record-any = Any
record-filter-clear = Clear filters
record-nothing-found = Nothing matches these filters.
record-filters = Filters

## Activities

activities-title = Activities
activities-intro = Uploads, downloads, links and transfers, the newest first.
activities-intro-own = What you did: uploads, downloads, links and transfers, the newest first.
activities-empty-title = Nothing has happened yet
activities-empty-text = As soon as someone uploads or downloads, it is listed here.
activities-column-kind = What
activities-column-state = State
activities-column-package = Package
activities-column-actor = Who
activities-column-time = When
activities-kind = What
activities-kind-upload = Upload
activities-kind-download = Download
activities-kind-link-creation = Link created
activities-kind-transfer = Transfer
activities-state = State
activities-state-pending = Waiting
activities-state-started = Under way
activities-state-complete = Complete
activities-state-cancelled = Cancelled
activities-state-error = Failed
activities-one-package = Only activities of one package
activities-steps-of = Steps of { $kind }: { $package }
activities-no-steps = No steps are recorded.
activities-more-steps = Read more steps
activities-open-package = Open the package
activities-someone = Someone with the link

## Audit

audit-title = Audit
audit-intro = Every change of state or permission. Each entry seals the one before it by its hash, so that nothing can be changed or left out unnoticed.
audit-intro-own = What you changed. Each entry seals the one before it by its hash, so that nothing can be changed or left out unnoticed.
audit-empty = Nothing is recorded yet.
audit-column-time = When
audit-column-actor = Who
audit-column-action = What
audit-column-object = Object
audit-column-address = From
audit-column-detail = Detail
audit-actor = Who
audit-action = What
audit-object = Id of the object
audit-details = Details of entry { $number }
audit-credential = Credential
audit-hash = Hash
audit-copy-hash = Copy the hash
audit-hash-help = The operator checks the whole chain with “tonnage admin audit verify”.
audit-export = Export
audit-export-csv = As CSV, for spreadsheets
audit-export-json = As JSON, for programs
audit-exporting = { $read } of { $total } entries read
audit-exported = The file is ready: { $count ->
    [one] { $count } entry
   *[other] { $count } entries
}.
audit-export-stop = Stop
audit-actor-operator = Operator of this server
audit-actor-service = The service itself
audit-actor-stranger = Visitor without an account
audit-actor-package-token = Holder of a package
audit-action-sign-in = Signed in
audit-action-sign-in-failed = Sign-in failed
audit-action-log-out-all = Signed out everywhere
audit-action-password-changed = Password changed
audit-action-password-reset = Password reset
audit-action-email-change-requested = Email address change requested
audit-action-email-changed = Email address changed
audit-action-profile-changed = Profile changed
audit-action-second-factor-begun = Second factor begun
audit-action-second-factor-on = Second factor switched on
audit-action-second-factor-off = Second factor switched off
audit-action-team-created = Team created
audit-action-team-updated = Team settings changed
audit-action-team-suspended = Team suspended
audit-action-team-reactivated = Team reactivated
audit-action-member-invited = Member invited
audit-action-invitation-accepted = Invitation accepted
audit-action-role-changed = Role changed
audit-action-member-removed = Member removed
audit-action-teamspace-created = Teamspace created
audit-action-teamspace-renamed = Teamspace renamed
audit-action-teamspace-deleted = Teamspace deleted
audit-action-teamspace-member-added = Added to a Teamspace
audit-action-teamspace-member-removed = Removed from a Teamspace
audit-action-tag-created = Tag created
audit-action-tag-deleted = Tag deleted
audit-action-api-key-created = API key created
audit-action-api-key-updated = API key changed
audit-action-api-key-switched = API key switched
audit-action-api-key-deleted = API key deleted
audit-action-package-created = Package created
audit-action-package-finalized = Package finished
audit-action-package-updated = Package changed
audit-action-package-expiry-changed = Expiry of a package changed
audit-action-package-archived = Package archived
audit-action-package-unarchived = Package taken out of the archive
audit-action-packages-archived = Packages archived
audit-action-packages-unarchived = Packages taken out of the archive
audit-action-package-deleted = Package deleted
audit-action-package-expired = Package expired
audit-action-package-restored = Package restored
audit-action-file-removed = File removed
audit-action-virus-found = Virus found
audit-action-link-created = Link created
audit-action-link-deleted = Link deleted
audit-action-link-secret-shown = Link shown again
audit-action-link-password-wrong = Wrong link password
audit-action-portal-created = Portal created
audit-action-portal-updated = Portal changed
audit-action-portal-deleted = Portal deleted
audit-action-access-code-wrong = Wrong access code
audit-action-portal-access-changed = Access to a Portal changed
audit-action-portal-connections-changed = Cloud connections of a Portal changed
audit-action-portal-webhooks-changed = Webhooks of a Portal changed
audit-action-form-created = Form created
audit-action-form-updated = Form changed
audit-action-form-deleted = Form deleted
audit-action-form-template-created = Form template created
audit-action-form-template-updated = Form template changed
audit-action-form-template-deleted = Form template deleted
audit-action-filter-created = Filter created
audit-action-filter-updated = Filter changed
audit-action-filter-deleted = Filter deleted
audit-action-connection-created = Cloud connection created
audit-action-connection-updated = Cloud connection changed
audit-action-connection-deleted = Cloud connection deleted
audit-action-connection-tested = Cloud connection tested
audit-action-transfer-started = Transfer started
audit-action-webhook-created = Webhook created
audit-action-webhook-updated = Webhook changed
audit-action-webhook-deleted = Webhook deleted
audit-action-webhook-secret-rotated = Secret of a webhook renewed
audit-action-webhook-redelivered = Webhook event sent again
audit-action-webhook-tested = Webhook tested
audit-action-mail-retried = Mail sent again

## Usage

usage-title = Usage
usage-intro = What this Team stores and moves. Days are counted in UTC.
usage-period = Period
usage-days = { $days ->
    [365] Last year
   *[other] Last { $days } days
}
usage-held = { $used } of { $limit } are used, with uploads that are not finished and packages that were just deleted.
usage-held-near = Little storage is left. When the limit is reached, nobody can send to or from this Team. Delete packages, or ask an Owner or the operator to raise the limit.
usage-stored-now = Stored now
usage-packages-now = { $count ->
    [one] in { $count } package
   *[other] in { $count } packages
}
usage-uploaded = Uploaded
usage-downloaded = Downloaded
usage-forwarded = Forwarded to clouds
usage-packages = Packages finished
usage-in-period = in this period
usage-chart-stored = Storage at the end of each day
usage-chart-uploaded = Uploaded each day
usage-chart-downloaded = Downloaded each day
usage-chart-forwarded = Forwarded to clouds each day
usage-chart-summary = { $title }, from { $from } until { $to }. Highest: { $highest } on { $day }.
usage-nothing = Nothing in this period.
usage-bar = { $day }: { $value }
usage-table = All numbers as a table
usage-table-caption = Usage for each day
usage-day = Day
usage-stored = Stored

## Outbox

outbox-title = Outbox
outbox-intro = The mails that this Team caused, the newest first.
outbox-kept-banner = No mail server is set on this server, so mails are kept here and reach nobody. Hand on what they say yourself, or ask the operator to set “mail.smtp_url”.
outbox-failed-banner = { $count ->
    [one] { $count } mail on this page could not be sent.
   *[other] { $count } mails on this page could not be sent.
}
outbox-empty-title = No mails yet
outbox-empty-text = Invitations, links and receipts are listed here as soon as there are any.
outbox-column-subject = Subject
outbox-column-recipient = To
outbox-column-state = State
outbox-column-time = Written
outbox-state-waiting = Waiting
outbox-state-sent = Sent
outbox-state-kept = Kept here
outbox-state-failed = Failed
outbox-state-cancelled = Cancelled
outbox-state-help-waiting = It will be sent soon, or tried again.
outbox-state-help-sent = The mail server has taken it.
outbox-state-help-kept = No mail server is set: hand it on yourself.
outbox-state-help-failed = It could not be sent. You can send it again.
outbox-state-help-cancelled = It was not needed any more, so it is not sent.
outbox-retry = Send again
outbox-retried = The mail is sent again.
outbox-error = Reason
outbox-text = Text
outbox-no-text = The text of this mail is for its recipient alone and is not shown.
outbox-copy-text = Copy the text
outbox-open-package = Open the package
