# The console's pages for what happened: activities, the audit record, usage and the outbox.

record-from = From
record-to = To
record-any = Any
record-filter-clear = Clear filters
record-nothing-found = No results. Clear some filters.
record-filters = Filters

## Activities

activities-title = Activities
activities-intro = Uploads, downloads, links and transfers, newest first.
activities-intro-own = Your uploads, downloads, links and transfers, newest first.
activities-empty-title = No activities yet
activities-empty-text = Uploads and downloads appear here.
activities-column-kind = Type
activities-column-state = Status
activities-column-package = Package
activities-column-actor = User
activities-column-time = Time
activities-kind = Type
activities-kind-upload = Upload
activities-kind-download = Download
activities-kind-link-creation = Link created
activities-kind-transfer = Transfer
activities-state = Status
activities-state-pending = Waiting
activities-state-started = Running
activities-state-complete = Complete
activities-state-cancelled = Cancelled
activities-state-error = Failed
activities-one-package = Activities of one package
activities-steps-of = Steps of { $kind }: { $package }
activities-no-steps = No steps recorded.
activities-more-steps = Load more steps
activities-open-package = Open package
activities-someone = Someone with the link

## Audit

audit-title = Audit log
audit-intro = Tamper-evident log of all changes.
audit-intro-own = Tamper-evident log of your changes.
audit-empty = No entries yet.
audit-column-time = Time
audit-column-actor = User
audit-column-action = Action
audit-column-object = Object
audit-column-address = IP address
audit-column-detail = Details
audit-actor = User
audit-action = Action
audit-object = Object ID
audit-details = Details of entry { $number }
audit-credential = Credential
audit-hash = Hash
audit-copy-hash = Copy hash
audit-hash-help = The operator verifies the log with “tonnage admin audit verify”.
audit-export = Export
audit-export-csv = CSV, for spreadsheets
audit-export-json = JSON, for programs
audit-exporting = { $read } of { $total } entries exported
audit-exported = { $count ->
    [one] { $count } entry exported.
   *[other] { $count } entries exported.
}
audit-export-stop = Stop
audit-actor-operator = Server operator
audit-actor-service = System
audit-actor-stranger = Guest
audit-actor-package-token = Package token
audit-action-sign-in = Signed in
audit-action-sign-in-failed = Sign-in failed
audit-action-log-out-all = Signed out everywhere
audit-action-password-changed = Password changed
audit-action-password-reset = Password reset
audit-action-email-change-requested = Email address change requested
audit-action-email-changed = Email address changed
audit-action-profile-changed = Profile changed
audit-action-second-factor-begun = Two-factor setup started
audit-action-second-factor-on = Two-factor authentication turned on
audit-action-second-factor-off = Two-factor authentication turned off
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
audit-action-teamspace-member-added = Member added to a Teamspace
audit-action-teamspace-member-removed = Member removed from a Teamspace
audit-action-tag-created = Tag created
audit-action-tag-deleted = Tag deleted
audit-action-api-key-created = API key created
audit-action-api-key-updated = API key changed
audit-action-api-key-switched = API key turned on or off
audit-action-api-key-deleted = API key deleted
audit-action-package-created = Package created
audit-action-package-finalized = Package finalized
audit-action-package-updated = Package changed
audit-action-package-expiry-changed = Package expiry changed
audit-action-package-archived = Package archived
audit-action-package-unarchived = Package unarchived
audit-action-packages-archived = Packages archived
audit-action-packages-unarchived = Packages unarchived
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
audit-action-portal-access-changed = Portal access changed
audit-action-portal-connections-changed = Portal’s cloud connections changed
audit-action-portal-webhooks-changed = Portal’s webhooks changed
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
audit-action-webhook-secret-rotated = Webhook secret replaced
audit-action-webhook-redelivered = Webhook event sent again
audit-action-webhook-tested = Webhook tested
audit-action-mail-retried = Email sent again

## Usage

usage-title = Usage
usage-intro = Storage and transfers of this Team. Days are in UTC.
usage-period = Period
usage-days = { $days ->
    [365] Last year
   *[other] Last { $days } days
}
usage-held = { $used } of { $limit } used. This includes unfinished uploads and recently deleted packages.
usage-held-near = Storage is almost full. At the limit, nobody can send to or from this Team. Delete packages, or ask an Owner or the operator to raise the limit.
usage-stored-now = Stored now
usage-packages-now = { $count ->
    [one] in { $count } package
   *[other] in { $count } packages
}
usage-uploaded = Uploaded
usage-downloaded = Downloaded
usage-forwarded = Sent to clouds
usage-packages = Packages finalized
usage-in-period = in this period
usage-chart-stored = Storage at the end of each day
usage-chart-uploaded = Uploaded per day
usage-chart-downloaded = Downloaded per day
usage-chart-forwarded = Sent to clouds per day
usage-chart-summary = { $title }, { $from } to { $to }. Highest: { $highest } on { $day }.
usage-nothing = No data in this period.
usage-bar = { $day }: { $value }
usage-table = Show as a table
usage-table-caption = Usage per day
usage-day = Day
usage-stored = Stored

## Outbox

outbox-title = Email log
outbox-intro = Emails sent by this Team, newest first.
outbox-kept-banner = This server has no mail server, so emails are not sent. Copy their text and send it yourself, or ask the operator to set “mail.smtp_url”.
outbox-failed-banner = { $count ->
    [one] { $count } email on this page could not be sent.
   *[other] { $count } emails on this page could not be sent.
}
outbox-empty-title = No emails yet
outbox-empty-text = Invitations, links and receipts appear here.
outbox-column-subject = Subject
outbox-column-recipient = To
outbox-column-state = Status
outbox-column-time = Created
outbox-state-waiting = Waiting
outbox-state-sent = Sent
outbox-state-kept = Not sent
outbox-state-failed = Failed
outbox-state-cancelled = Cancelled
outbox-state-help-waiting = It will be sent soon.
outbox-state-help-sent = The mail server accepted it.
outbox-state-help-kept = There is no mail server. Copy the text and send it yourself.
outbox-state-help-failed = It could not be sent. You can send it again.
outbox-state-help-cancelled = It is no longer needed and will not be sent.
outbox-retry = Send again
outbox-retried = The email will be sent again.
outbox-error = Reason
outbox-text = Text
outbox-no-text = Only the recipient can see the text of this email.
outbox-copy-text = Copy text
outbox-open-package = Open package
