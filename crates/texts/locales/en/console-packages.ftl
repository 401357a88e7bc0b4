# Packages: lists, one package, and sending from the browser.

packages-sent = Sent
packages-received = Received
packages-one = Package
packages-name = Name
packages-state = Status
packages-state-new = Uploading
packages-state-finalized = Ready
packages-state-expired = Expired
packages-state-archived = Archived
packages-virus = Virus found
packages-sender = Sender
packages-recipients = Recipients
packages-recipient = Recipient
packages-portal = Portal
packages-size = Size
packages-files = Files
packages-created = Created
packages-expiry = Expires
packages-no-expiry = Never
packages-usage = Downloads
packages-tag = Tag
packages-space = Teamspace
packages-search = Search by name
packages-filters = Filters
packages-filters-set = Filters ({ $count })
packages-filters-clear = Clear filters
packages-any = Any
packages-created-from = Created from
packages-created-to = Created to
packages-expiry-from = Expires from
packages-expiry-to = Expires to
packages-extra = Extended retention
packages-extra-yes = Yes
packages-extra-no = No
packages-day-needed = Select a date.
packages-none-found = No packages found
packages-none-found-help = Clear some filters, or include archived packages.
packages-none-sent = No packages sent yet
packages-none-sent-help = A package contains files and folders of any size, a message, and a link for each recipient.
packages-none-received = No packages received yet
packages-none-received-help = Files sent through your Portals appear here.
packages-to-portals = Go to Portals

packages-period = Archive by date…
packages-period-help = Applies to all packages that expired between two dates. Nothing is deleted.
packages-period-way = Action
packages-period-archive = Archive expired packages
packages-period-unarchive = Unarchive packages
packages-bulk-archive = Archive
packages-bulk-archive-title = { $count ->
    [one] Archive { $count } package?
   *[other] Archive { $count } packages?
}
packages-bulk-archive-body = { $others ->
    [0] Archived packages are hidden from the lists. You can unarchive them at any time.
    [one] Archived packages are hidden from the lists. You can unarchive them at any time. { $others } selected package has not expired and is not archived.
   *[other] Archived packages are hidden from the lists. You can unarchive them at any time. { $others } selected packages have not expired and are not archived.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } package archived.
   *[other] { $done } packages archived.
}
packages-bulk-unarchive = Unarchive
packages-bulk-unarchive-title = { $count ->
    [one] Unarchive { $count } package?
   *[other] Unarchive { $count } packages?
}
packages-bulk-unarchive-body = { $others ->
    [0] They are listed as expired packages again.
    [one] They are listed as expired packages again. { $others } selected package is not archived and stays unchanged.
   *[other] They are listed as expired packages again. { $others } selected packages are not archived and stay unchanged.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } package unarchived.
   *[other] { $done } packages unarchived.
}
packages-bulk-delete = Delete
packages-bulk-delete-title = { $count ->
    [one] Delete { $count } package?
   *[other] Delete { $count } packages?
}
packages-bulk-delete-body = { $others ->
    [0] All files are deleted and all links stop working. An Owner or Admin can restore the packages until their content is removed from storage. Their names stay in the list as expired.
    [one] All files are deleted and all links stop working. An Owner or Admin can restore the packages until their content is removed from storage. Their names stay in the list as expired. { $others } selected package has already expired and stays unchanged.
   *[other] All files are deleted and all links stop working. An Owner or Admin can restore the packages until their content is removed from storage. Their names stay in the list as expired. { $others } selected packages have already expired and stay unchanged.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } package deleted.
   *[other] { $done } packages deleted.
}
packages-delete-title = Delete this package?
packages-delete-body = All files are deleted and all links stop working. An Owner or Admin can restore the package until its content is removed from storage.
packages-restore = Restore
packages-restored = Package restored.
packages-restorable-until = Restorable until

packages-manage = Manage
packages-rename = Rename
packages-renamed = Package renamed.
packages-change-tag = Change tag
packages-tag-help = Select a tag or type a new one. Leave empty for no tag.
packages-tag-changed = Tag changed.
packages-change-expiry = Change expiry
packages-expiry-changed = Expiry changed.
packages-expiry-past = Select a time in the future.
packages-keep = Expires
packages-keep-until = On a date
packages-keep-always = Never
packages-keep-always-help = The package is kept until someone deletes it.
packages-facts = Details
packages-set = Set
packages-last-download = Last download
packages-id = ID

packages-files-gone = The files of this package were deleted. Its name, recipients and history are kept.
packages-files-more = Load more files
packages-files-search = Search files
packages-rows-more = Show more ({ $count } left)
packages-no-files = No files
packages-file-name = Name
packages-file-state = Status
packages-file-modified = Modified
packages-file-uploading = Uploading
packages-file-complete = Ready
packages-scan-clean = No virus
packages-scan-pending = Virus scan running
packages-folder = Folder
packages-folder-top = All files
packages-download = Download
packages-download-named = Download { $name }
packages-download-all = Download all
packages-zip-preparing = Preparing zip
packages-infected-title = Virus found
packages-infected-body = “{ $name }” contains a virus. Download it only if you know what you are doing.
packages-infected-action = Download anyway

packages-answers = Form answers

packages-links = Links
packages-no-links = No links yet. Anyone with a link can download the package without an account.
packages-link-create = New link
packages-link-way = Share with
packages-link-way-open = Shareable link
packages-link-way-open-help = You share it yourself.
packages-link-way-mail = Recipient by email
packages-link-way-mail-help = We email the link. Nobody else sees it.
packages-link-make = Create link
packages-link-mail = Send link
packages-link-mailed = We’ve emailed the link to { $email }.
packages-link-later = { $email } gets the link when the package is ready.
packages-link-address = Link
packages-email-needed = Enter an email address.
packages-link-password = Password
packages-link-password-help = Recipients must enter it. Share it separately from the link.
packages-link-password-default = Leave empty to use the package’s password.
packages-link-limit = Downloads per link
packages-link-limit-help = Leave empty for the package’s limit.
packages-link-expiry = Link expires
packages-link-expiry-help = Leave empty for the package’s expiry.
packages-link-on = Active
packages-link-on-help = Turn off to create the link without making it work yet.
packages-link-open = Shareable link
packages-link-active = Active
packages-link-off = Off
packages-link-expired = Expired
packages-link-show = Show link
packages-link-switch-off = Turn off
packages-link-switched-off = Link turned off.
packages-link-limited = { $count ->
    [one] { $count } download
   *[other] { $count } downloads
}
packages-link-with-password = with password
packages-link-until = until { $time }
packages-link-unused = never used
packages-link-used = last used { $time }

packages-transfers = Transfers
packages-no-transfers = No transfers to or from cloud connections yet.
packages-transfer-start = Start transfer
packages-transfer-connection = Cloud connection
packages-transfer-choose = Select a connection
packages-transfer-none = There is no connection to send to. Add one under Cloud connections.
packages-transfer-to = To { $name }
packages-transfer-from = From { $name }
packages-transfer-pending = Waiting
packages-transfer-transferring = Running
packages-transfer-complete = Complete
packages-transfer-error = Failed

packages-timeline = Timeline
packages-timeline-created = { $has_actor ->
    [yes] Created by { $actor }
   *[no] Created
}
packages-timeline-form = Form “{ $title }” completed
packages-timeline-finalized = { $count ->
    [0] Sent
    [one] Sent ({ $count } file)
   *[other] Sent ({ $count } files)
}
packages-timeline-scan = Virus scan
packages-timeline-scan-pending = { $count ->
    [one] { $count } file waiting for the virus scan
   *[other] { $count } files waiting for the virus scan
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } file scanned, no virus
   *[other] { $count } files scanned, no virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } file not scanned
   *[other] { $count } files not scanned
}
packages-timeline-scan-infected = Virus found in { $title }
packages-scan-reason-off = Scanning is turned off.
packages-scan-reason-too-large = The files are too large to scan.
packages-scan-reason-timeout = The scan took too long.
packages-timeline-mail = Email to { $actor }
packages-timeline-mail-waiting = Email to { $actor } waiting
packages-timeline-mail-sent = Email to { $actor } sent
packages-timeline-mail-kept = Email to { $actor } not sent: no mail server
packages-timeline-mail-failed = Email to { $actor } failed
packages-timeline-mail-cancelled = Email to { $actor } cancelled
packages-timeline-transfer = Transfer: { $title }
packages-timeline-transfer-pending = Transfer waiting: { $title }
packages-timeline-transfer-transferring = Transfer running: { $title }
packages-timeline-transfer-complete = Transfer complete: { $title }
packages-timeline-transfer-error = Transfer failed: { $title }
packages-timeline-webhook = Webhook “{ $title }”: { $detail }
packages-timeline-webhook-exhausted = Webhook “{ $title }” failed
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link created for { $actor }
   *[no] Link created
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link of { $actor } turned off
   *[no] Link turned off
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Download limit reached for the link of { $actor }
   *[no] Download limit of a link reached
}
packages-timeline-download = { $has_actor ->
    [yes] Download by { $actor }
   *[no] Download
}
packages-timeline-download-complete = { $has_actor ->
    [yes] Download by { $actor } complete
   *[no] Download complete
}
packages-timeline-changed = Changed
packages-timeline-changed-details = { $has_actor ->
    [yes] Name or tag changed by { $actor }
   *[no] Name or tag changed
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] Expiry changed by { $actor }
   *[no] Expiry changed
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] Restored by { $actor }
   *[no] Restored
}
packages-timeline-expired = Expired, files deleted
packages-timeline-expired-deleted = { $has_actor ->
    [yes] Deleted by { $actor }
   *[no] Deleted
}
packages-timeline-archived = Archived
packages-timeline-archived-unarchived = Unarchived

packages-uploading = Uploading
packages-uploading-unknown = Waiting for the sender. Files appear as they arrive.
packages-uploading-done = { $percent } · { $bytes } of { $total } · { $files } of { $all } files

home-welcome = Welcome, { $name }
home-steps = First steps
home-step-send = Send your first package
home-step-send-help = Files and folders of any size, with a link for each recipient.
home-step-portal = Create a Portal
home-step-portal-help = A page where others send you files, without an account.
home-step-portal-action = Go to Portals
home-step-member = Invite colleagues
home-step-member-help = Each with a role that defines their permissions.
home-step-member-action = Invite colleagues
home-step-done = Done
home-recent-sent = Recently sent
home-recent-received = Recently received
home-all = Show all
home-nothing = Nothing yet.

send-title = Send files
send-files = Files
send-drop = Drop files and folders anywhere on this page, or paste them.
send-choose-files = Select files
send-choose-folder = Select a folder
send-drop-here = Drop to add
send-drop-not-added = Nothing was added, because another upload is in progress. Add the files when it is complete.
send-reading = Reading folders
send-left-out = { $count ->
    [one] { $count } system file skipped
   *[other] { $count } system files skipped
}
send-list = Files to send
send-list-total = { $files ->
    [one] { $files } file, { $size }
   *[other] { $files } files, { $size }
}
send-remove-named = Remove { $name }
send-remove-refused = Remove all refused files
send-details = Details
send-name = Package name
send-name-help = Defaults to the first file’s name.
send-recipients = Recipients
send-recipients-help = Email addresses. Leave empty to get a link to share.
send-message = Message
send-password = Password
send-password-help = Recipients must enter it. Share it separately from the link.
send-limit = Downloads per link
send-limit-help = Leave empty for the Team default.
send-keep = Expires
send-keep-default = { $days ->
    [one] After { $days } day (Team default)
   *[other] After { $days } days (Team default)
}
send-tag = Tag
send-space = Teamspace
send-space-none = None
send-more = More options
send-action = Send
send-files-needed = Add files first.
send-state-listed = Ready to send
send-state-waiting = Waiting
send-state-sending = { $percent }
send-state-done = Sent
send-state-paused = Paused
send-state-failed = Failed
send-state-missing = Select this file again
send-state-refused = Refused
send-fault-type = This type of file is not allowed.
send-fault-size = The file is too large.
send-fault-count = Too many files.
send-fault-total = The package would be too large.
send-fault-name = The name is not allowed.
send-fault-duplicate = The list already contains this file.
send-fault-changed = The file has changed since you selected it. Remove it and add it again.
send-fault-unreadable = The file cannot be read. Check that its disk is connected.
send-fault-checksum = The file was damaged in transit several times. Retry.
send-fault-etag-hidden = The storage is misconfigured: its CORS rules must expose ETag. Tell the administrator.
send-fault-storage = The storage refused the file.
send-fault-refused = The server refused the file.
send-fault-package-gone = The package was deleted or has already been finalized.
send-retry = Retry
send-retry-all = Retry all failed files
send-give-up-failed = Finish without failed files
send-pause = Pause
send-resume = Continue
send-cancel = Cancel
send-cancel-title = Cancel this upload?
send-cancel-body = Files sent so far are deleted from the server. Your own files are not changed.
send-cancel-action = Cancel upload
send-progress = Upload progress
send-progress-files = { $done } of { $files } files
send-progress-bytes = { $sent } of { $total }
send-progress-speed = { $size } per second
send-left = about { $time } left
send-left-soon = less than a minute left
send-starting = Starting
send-sending = Sending { $name }
send-paused = Paused
send-pausing = Pausing …
send-list-cut-off = This page was closed before it had saved the whole list of files. Add all files again; what has already arrived is not sent twice. Then finish the upload.
send-list-complete = All files are in the list: finish
send-attention = Action needed
send-finishing = Finishing
send-elsewhere = Another tab is sending this package.
send-failed = Upload failed
send-cancelled = Upload cancelled.
send-waiting-offline = No network connection. The upload continues automatically when it is back.
send-waiting-network = The server is not responding. Retrying in { $seconds } s.
send-waiting-storage = The storage is not responding. Retrying in { $seconds } s.
send-waiting-busy = The server is busy. Retrying in { $seconds } s.
send-keep-open = Keep this page open until all files are sent. You can use the rest of the console meanwhile.
send-announce = { $percent } sent
send-done = Sent
send-done-mailed = { $count ->
    [one] We’ve emailed { $count } person.
   *[other] We’ve emailed { $count } people.
}
send-done-link = Your package is ready. Create a link to share it.
send-done-facts = “{ $name }”: { $files }, { $size }
send-show-package = Show package
send-again = Send more files
send-expiry-failed = The package was sent, but its expiry could not be changed. Change it on the package page.
send-unfinished = Your upload “{ $name }” is { $percent } done. Continue?
send-unfinished-elsewhere = “{ $name }” is being sent in another tab.
send-unfinished-continue = Continue
send-unfinished-replaces = The files that you have just selected are not part of that upload. They are removed from the list.
send-unfinished-forget = Delete this upload
send-unfinished-pick = Select or drop the same files again. Parts already sent are not sent twice.
send-running = Sending: { $percent }
