# Packages: lists, one package, and sending from the browser.

packages-sent = Sent
packages-received = Received
packages-one = Package
packages-name = Name
packages-state = State
packages-state-new = Being uploaded
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
packages-expiry = Available until
packages-no-expiry = Without end
packages-usage = Downloaded
packages-tag = Tag
packages-space = Teamspace
packages-search = Search by name
packages-filters = Filters
packages-filters-set = Filters ({ $count })
packages-filters-clear = Clear filters
packages-any = Any
packages-created-from = Created from
packages-created-to = Created until
packages-expiry-from = Expires from
packages-expiry-to = Expires until
packages-extra = Kept beyond the free days
packages-extra-yes = Yes
packages-extra-no = No
packages-day-needed = Choose a day.
packages-none-found = No package matches
packages-none-found-help = Clear some filters, or look into the archive by the state.
packages-none-sent = No packages sent yet
packages-none-sent-help = A package is what you send: files and folders of any size, with a message and a link for each recipient.
packages-none-received = Nothing received yet
packages-none-received-help = What others send through your Portals arrives here.
packages-to-portals = To the Portals

packages-period = Archive a period
packages-period-help = For all packages that expired in a period, however many they are. Nothing is deleted by it.
packages-period-way = What to do
packages-period-archive = Put expired packages into the archive
packages-period-unarchive = Take archived packages back
packages-bulk-archive = Archive
packages-bulk-archive-title = { $count ->
    [one] Archive { $count } package?
   *[other] Archive { $count } packages?
}
packages-bulk-archive-body = { $others ->
    [0] Archived packages leave the lists, and can be taken back at any time.
    [one] Archived packages leave the lists, and can be taken back at any time. { $others } selected package has not expired and stays as it is.
   *[other] Archived packages leave the lists, and can be taken back at any time. { $others } selected packages have not expired and stay as they are.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } package archived.
   *[other] { $done } packages archived.
}
packages-bulk-unarchive = Take out of the archive
packages-bulk-unarchive-title = { $count ->
    [one] Take { $count } package out of the archive?
   *[other] Take { $count } packages out of the archive?
}
packages-bulk-unarchive-body = { $others ->
    [0] They appear among the expired packages again.
    [one] They appear among the expired packages again. { $others } selected package is not archived and stays as it is.
   *[other] They appear among the expired packages again. { $others } selected packages are not archived and stay as they are.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } package taken out of the archive.
   *[other] { $done } packages taken out of the archive.
}
packages-bulk-delete = Delete
packages-bulk-delete-title = { $count ->
    [one] Delete { $count } package?
   *[other] Delete { $count } packages?
}
packages-bulk-delete-body = { $others ->
    [0] All files are deleted and every link stops working. Until the content is removed from storage, an Owner or Admin can restore the packages. The names stay in the list as expired.
    [one] All files are deleted and every link stops working. Until the content is removed from storage, an Owner or Admin can restore the packages. { $others } selected package has expired already and stays as it is.
   *[other] All files are deleted and every link stops working. Until the content is removed from storage, an Owner or Admin can restore the packages. { $others } selected packages have expired already and stay as they are.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } package deleted.
   *[other] { $done } packages deleted.
}
packages-delete-title = Delete this package?
packages-delete-body = All its files are deleted and every link stops working. Until the content is removed from storage, an Owner or Admin can restore the package.
packages-restore = Restore
packages-restored = Package restored.
packages-restorable-until = Can be restored until

packages-manage = Manage
packages-rename = Rename
packages-renamed = Renamed.
packages-change-tag = Change the tag
packages-tag-help = Choose a tag, type a new one, or leave it empty for none.
packages-tag-changed = Tag changed.
packages-change-expiry = Change the expiry
packages-expiry-changed = Expiry changed.
packages-expiry-past = Choose a time in the future.
packages-keep = How long it is kept
packages-keep-until = Until a date
packages-keep-always = Without end
packages-keep-always-help = Storage beyond the free days may be charged.
packages-facts = Details
packages-set = Set
packages-last-download = Last download
packages-id = Id

packages-files-gone = The files of this package have been deleted. Its name, recipients and history stay.
packages-files-more = Read more files
packages-files-search = Search the files
packages-rows-more = Show more ({ $count } left)
packages-no-files = No files
packages-file-name = Name
packages-file-state = State
packages-file-modified = Changed
packages-file-uploading = Being uploaded
packages-file-complete = Complete
packages-scan-clean = No virus
packages-scan-pending = Being scanned
packages-folder = Folder
packages-folder-top = All files
packages-download = Download
packages-download-named = Download { $name }
packages-download-all = Download all
packages-zip-preparing = Preparing the zip
packages-infected-title = A virus was found
packages-infected-body = “{ $name }” contains a virus. Download it only if you know what you are doing.
packages-infected-action = Download all the same

packages-answers = Form answers

packages-links = Links
packages-no-links = No links yet. A link lets anyone who has it download the package, without an account.
packages-link-create = New link
packages-link-way = Who gets it
packages-link-way-open = A link to hand on
packages-link-way-open-help = You send it yourself.
packages-link-way-mail = By mail to a recipient
packages-link-way-mail-help = We mail the link; nobody else sees it.
packages-link-make = Create the link
packages-link-mail = Send the link
packages-link-mailed = The link is on its way to { $email }.
packages-link-later = { $email } gets the link when the package is ready.
packages-link-address = Link
packages-email-needed = Enter an email address.
packages-link-password = Password
packages-link-password-help = Asked for before the download. Tell it to the recipient in another way than the link.
packages-link-password-default = Leave it empty to use the password of the package.
packages-link-limit = Downloads per link
packages-link-limit-help = The link locks after so many downloads. Empty: as the package says.
packages-link-expiry = Link valid until
packages-link-expiry-help = Empty: as long as the package.
packages-link-on = Usable at once
packages-link-on-help = When off, the link is made but opens nothing.
packages-link-open = Link without recipient
packages-link-active = Active
packages-link-off = Off
packages-link-expired = Expired
packages-link-show = Show link
packages-link-switch-off = Switch off
packages-link-switched-off = The link is switched off.
packages-link-limited = { $count ->
    [one] { $count } download
   *[other] { $count } downloads
}
packages-link-with-password = with password
packages-link-until = until { $time }
packages-link-unused = never used
packages-link-used = last used { $time }

packages-transfers = Transfers
packages-no-transfers = No transfers to or from cloud connections.
packages-transfer-start = Start a transfer
packages-transfer-connection = Cloud connection
packages-transfer-choose = Choose a connection
packages-transfer-none = There is no connection to send to. Make one under Cloud connections.
packages-transfer-to = To { $name }
packages-transfer-from = From { $name }
packages-transfer-pending = Waiting
packages-transfer-transferring = Under way
packages-transfer-complete = Complete
packages-transfer-error = Failed

packages-timeline = Timeline
packages-timeline-created = { $has_actor ->
    [yes] Created by { $actor }
   *[no] Created
}
packages-timeline-form = Form “{ $title }” filled in
packages-timeline-finalized = { $count ->
    [0] Sent on its way
    [one] Sent on its way with { $count } file
   *[other] Sent on its way with { $count } files
}
packages-timeline-scan = Virus scan
packages-timeline-scan-pending = { $count ->
    [one] { $count } file waits for the virus scan
   *[other] { $count } files wait for the virus scan
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
packages-scan-reason-off = Scanning is switched off.
packages-scan-reason-too-large = The files are too large to scan.
packages-scan-reason-timeout = The scan took too long.
packages-timeline-mail = Mail to { $actor }
packages-timeline-mail-waiting = Mail to { $actor } waits to be sent
packages-timeline-mail-sent = Mail sent to { $actor }
packages-timeline-mail-kept = Mail to { $actor } kept in the outbox
packages-timeline-mail-failed = Mail to { $actor } failed
packages-timeline-mail-cancelled = Mail to { $actor } cancelled
packages-timeline-transfer = Transfer: { $title }
packages-timeline-transfer-pending = Transfer waits: { $title }
packages-timeline-transfer-transferring = Transfer under way: { $title }
packages-timeline-transfer-complete = Transfer complete: { $title }
packages-timeline-transfer-error = Transfer failed: { $title }
packages-timeline-webhook = Webhook “{ $title }”: { $detail }
packages-timeline-webhook-exhausted = Webhook “{ $title }” could not be delivered
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link made for { $actor }
   *[no] Link made
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link of { $actor } switched off
   *[no] Link switched off
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Link of { $actor } locked: all downloads used
   *[no] Link locked: all downloads used
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
packages-timeline-archived-unarchived = Taken out of the archive

packages-uploading = This package is being uploaded
packages-uploading-unknown = Waiting for news from the sender. Files appear as they arrive.
packages-uploading-done = { $percent } · { $bytes } of { $total } · { $files } of { $all } files

home-welcome = Welcome, { $name }
home-steps = First steps
home-step-send = Send your first package
home-step-send-help = Files and folders of any size, with a link for each recipient.
home-step-portal = Create a Portal
home-step-portal-help = A page on which others send you files, without an account.
home-step-portal-action = To the Portals
home-step-member = Invite colleagues
home-step-member-help = Each with a role that says what they may do.
home-step-member-action = To the members
home-step-done = Done
home-recent-sent = Recently sent
home-recent-received = Recently received
home-all = Show all
home-nothing = Nothing yet.

send-title = Send files
send-files = Files
send-drop = Drop files and folders anywhere on this page, or paste them.
send-choose-files = Choose files
send-choose-folder = Choose a folder
send-drop-here = Drop to add
send-reading = Reading folders
send-left-out = { $count ->
    [one] { $count } system file left out
   *[other] { $count } system files left out
}
send-list = Files to send
send-list-total = { $files ->
    [one] { $files } file, { $size }
   *[other] { $files } files, { $size }
}
send-remove-named = Remove { $name }
send-remove-refused = Remove all refused
send-details = Details
send-name = Package name
send-name-help = Left empty, it is named after the first file or folder.
send-recipients = Recipients
send-recipients-help = Email addresses. Leave it empty to get a link that you hand on yourself.
send-message = Message
send-password = Password
send-password-help = Asked for before the download. Tell it in another way than the link.
send-limit = Downloads per link
send-limit-help = Empty: as the Team has set.
send-keep = How long it is kept
send-keep-default = As the Team has set ({ $days } days)
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
send-state-missing = Choose this file again
send-state-refused = Refused
send-fault-type = This type of file is not allowed.
send-fault-size = The file is too large.
send-fault-count = Too many files.
send-fault-total = The package would be too large.
send-fault-name = The name is not allowed.
send-fault-duplicate = It is in the list already.
send-fault-changed = The file has changed since it was chosen. Remove it and add it again.
send-fault-unreadable = The file cannot be read. Is the disk still connected?
send-fault-checksum = What arrived was not what was sent, several times. Try again.
send-fault-etag-hidden = The storage does not let pages see what they need. Tell the administrator: the CORS rules must expose ETag.
send-fault-storage = The storage refused the file.
send-fault-refused = The server refused the file.
send-fault-package-gone = The package is gone or closed.
send-retry = Try again
send-retry-all = Try all failed again
send-give-up-failed = Leave out what failed, and finish
send-pause = Pause
send-resume = Continue
send-cancel = Cancel
send-cancel-title = Cancel this upload?
send-cancel-body = What was sent so far is deleted from the server. Your own files stay as they are.
send-cancel-action = Cancel the upload
send-progress = Progress of the upload
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
send-attention = Something needs your attention
send-finishing = Finishing
send-elsewhere = Another tab is sending this package.
send-failed = The upload could not be finished
send-cancelled = The upload was cancelled.
send-waiting-offline = There is no network. The upload goes on by itself when it is back.
send-waiting-network = The server does not answer. Trying again in { $seconds } seconds.
send-waiting-storage = The storage does not answer. Trying again in { $seconds } seconds.
send-waiting-busy = The server asked to wait { $seconds } seconds.
send-keep-open = Keep this page open until everything is sent. You may use the rest of the console meanwhile.
send-announce = { $percent } sent
send-done = Sent
send-done-mailed = { $count ->
    [one] { $count } recipient gets a mail with a link.
   *[other] { $count } recipients get a mail with a link.
}
send-done-link = Nobody was mailed. Create a link and hand it on.
send-done-facts = “{ $name }”: { $files }, { $size }
send-show-package = Show the package
send-again = Send more
send-expiry-failed = The package was sent, but its expiry could not be changed. Change it on the package's page.
send-unfinished = Your upload “{ $name }” is { $percent } done. Continue?
send-unfinished-elsewhere = “{ $name }” is being sent in another tab.
send-unfinished-continue = Continue
send-unfinished-replaces = The files that you have just selected are not part of that upload. They are removed from the list.
send-unfinished-forget = Forget this upload
send-unfinished-pick = Choose the same files again, or drop them here. What was sent already is not sent again.
send-running = Sending: { $percent }
