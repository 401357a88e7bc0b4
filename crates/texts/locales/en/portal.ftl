# The page on which files are sent to a Portal.

portal-title = Send files to { $name }
portal-title-percent = { $percent } – Sending to { $name }
portal-logo = Logo of { $name }
portal-help = Questions? Contact { $team }.
portal-help-plain = Questions? Contact the person who gave you this link.

portal-unknown-title = This upload page isn’t available
portal-unknown = There is no open upload page at this address. It may have been closed, or the address is incomplete.
portal-unknown-next = Check the address, or ask the person who gave it to you for a new one.
portal-closed = This upload page was closed. Contact the person who gave you the address.
portal-server-trouble = The server had a problem. Your files and entries are still here. Try again in a moment.

portal-code = Access code
portal-code-help = From the person who asked for your files.
portal-code-wrong = Wrong access code. Check it and try again.

portal-drop-here = Drop files and folders anywhere on this page
portal-drop-now = Drop to add
portal-choose-files = Select files
portal-choose-folder = Select a folder
portal-limit-count = { $count ->
    [one] Up to 1 file
   *[other] Up to { $count } files
}
portal-limit-file = Each file up to { $size }
portal-limit-total = Up to { $size } in total
portal-limit-types = Allowed: { $types }
portal-limit-types-not = Not allowed: { $types }
portal-reading = Reading folders…
portal-system-files = { $count ->
    [one] 1 system file was skipped.
   *[other] { $count } system files were skipped.
}

portal-files = Files
portal-file-list = List of files
portal-file-count = { $count ->
    [0] No files yet
    [one] { $count } file
   *[other] { $count } files
}
portal-empty-folder = Empty folder
portal-bytes = { $count } bytes
portal-action-for = { $action }: { $name }
portal-progress-of = Progress of { $name }
portal-retry = Retry
portal-start-again = Restart this file
portal-pause = Pause
portal-resume = Continue
portal-retry-failed = Retry all failed files
portal-finish-without = { $count ->
    [one] Finish without this file
   *[other] Finish without these { $count } files
}
portal-remove-refused = { $count ->
    [one] Remove 1 refused file
   *[other] Remove { $count } refused files
}
portal-and-more = and { $count } more

portal-sender = Your email address
portal-sender-help = We’ll send a receipt to this address.
portal-sender-help-plain = Tells the recipient who sent the files.
portal-remember = Remember my email address on this device
portal-name = Package name
portal-name-help = The recipient sees this name.
portal-name-format = Format: { $format }
portal-description = Message to the recipient
portal-optional = (optional)
portal-readonly = (read-only)
portal-choose-option = Select an option
portal-mistake-required = Required
portal-mistake-email = Enter a complete email address, such as name@example.org.
portal-mistake-url = Enter a complete web address, such as https://example.org.
portal-mistake-number = Enter a number.
portal-mistakes = { $count ->
    [one] Check 1 field.
   *[other] Check { $count } fields.
}
portal-terms = Terms
portal-terms-accept = I accept these terms.
portal-terms-missing = Accept the terms to send files.
portal-terms-read = Read the full text (opens in a new tab)

portal-nothing-chosen = Select at least one file to send.
portal-ready = { $count ->
    [one] 1 file, { $size }
   *[other] { $count } files, { $size }
}
portal-send = Send
portal-starting = Starting…

portal-phase-sending = Sending { $name }
portal-phase-paused = Paused: { $name }
portal-phase-pausing = Pausing { $name } …
portal-phase-attention = Action needed: { $name }
portal-phase-finishing = Finishing { $name }
portal-phase-failed = Could not send { $name }
portal-phase-cancelled = Cancelled: { $name }
portal-phase-elsewhere = Another tab is sending { $name }
portal-keep-open = Keep this page open until all files are sent.
portal-progress = { $count ->
    [one] { $done } of 1 file, { $sent } of { $total }
   *[other] { $done } of { $count } files, { $sent } of { $total }
}
portal-progress-whole = Total upload progress
portal-speed = { $size } per second
portal-left-moment = a few seconds left
portal-left-seconds = about { $count } seconds left
portal-left-minutes = { $count ->
    [one] about 1 minute left
   *[other] about { $count } minutes left
}
portal-left-hours = { $count ->
    [one] about 1 hour left
   *[other] about { $count } hours left
}
portal-left-days = about { $count } days left
portal-spoken = { $percent } sent.
portal-pause-all = Pause
portal-list-cut-off = This page was closed before it had saved the whole list of files. Add all files again; what has already arrived is not sent twice. Then finish the upload.
portal-list-complete = All files are in the list: finish
portal-resume-all = Continue
portal-cancel = Cancel upload
portal-cancel-sure = Cancel this upload? All files sent so far will be deleted.
portal-cancel-yes = Delete sent files
portal-cancel-no = Keep uploading
portal-begin-anew = Start a new upload

portal-waiting-offline = You are offline. The upload continues automatically. Nothing is lost.
portal-waiting-network = Waiting for the network. The upload continues automatically. Nothing is lost.
portal-waiting-storage = The storage is not responding. The upload continues automatically. Nothing is lost.
portal-waiting-busy = The server is busy. The upload continues automatically. Nothing is lost.
portal-waiting-again = Retrying in { $seconds } s.

portal-attention-failed = { $count ->
    [one] 1 file could not be sent. See the list.
   *[other] { $count } files could not be sent. See the list.
}
portal-attention-missing = { $count ->
    [one] Select 1 file again.
   *[other] Select { $count } files again.
}
portal-attention-paused = { $count ->
    [one] 1 file is paused.
   *[other] { $count } files are paused.
}

portal-state-waiting = Waiting
portal-state-sending = Sending, { $percent }
portal-state-done = Sent
portal-state-paused = Paused
portal-state-missing = Select this file again
portal-fault-type = Refused: this file type is not allowed.
portal-fault-size = Refused: the file is too large.
portal-fault-count = Refused: too many files. Remove another one first.
portal-fault-total = Refused: the total size would be too large.
portal-fault-name = Refused: this name is not allowed. Rename the file and add it again.
portal-fault-duplicate = Refused: the list already contains a file with this name.
portal-fault-changed = The file has changed. Restart it or select it again to send the current version.
portal-fault-unreadable = The file cannot be read. It may have been moved, or its drive unplugged. Select it again.
portal-fault-checksum = The file was damaged in transit several times. Retry. If that does not help, try another network.
portal-fault-etag-hidden = The storage is misconfigured: its CORS rules must expose ETag. Tell the administrator. Nothing is lost.
portal-fault-storage = The storage refused this file ({ $reason }). Retry, or ask the recipient for help.
portal-fault-refused = The server refused this file: { $reason }
portal-fault-package-gone = This upload cannot continue: { $reason }
portal-fault-package-gone-plain = This upload cannot continue: it has ended or was deleted.

portal-unfinished = Your upload “{ $name }” is { $percent } done. Continue?
portal-unfinished-safe = Files already sent are kept. Select the same files again to send the rest.
portal-unfinished-elsewhere = Another tab of this browser is sending it.
portal-unfinished-continue = Continue
portal-unfinished-watch = Show progress
portal-unfinished-new = Start a new upload
portal-unfinished-forget = Delete this upload
portal-unfinished-forget-help = Deletes what was uploaded so far.
portal-pick-again = { $count ->
    [one] Select or drop the same file again. Parts already sent are not sent twice.
   *[other] Select or drop the same { $count } files or their folder again. Parts already sent are not sent twice.
}
portal-unmatched = { $count ->
    [one] 1 selected file is not part of this upload and was skipped.
   *[other] { $count } selected files are not part of this upload and were skipped.
}

portal-done = All files sent
portal-done-title = Sent – { $name }
portal-done-words = { $name } has received your files. You can close this page.
portal-finished-at = Finished
portal-receipt = We sent a receipt to { $address }.
portal-receipt-somewhere = We sent a receipt to the email address that you entered.
portal-no-receipt = No receipt is sent by email. Save this list if you need proof.
portal-send-more = Send more files
