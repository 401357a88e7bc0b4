# The page on which files are sent to a Portal.

portal-title = Send files to { $name }
portal-title-percent = { $percent } – Sending to { $name }
portal-logo = Logo of { $name }
portal-help = Questions? Ask { $team } or whoever gave you this address.
portal-help-plain = Questions? Ask whoever gave you this address.

portal-unknown-title = This page takes no files
portal-unknown = There is no open upload page at this address. It may have been closed, or the address is not complete.
portal-unknown-next = Check the address, or ask the person who gave it to you for a new one.
portal-closed = This page takes no more files: it was closed while you were here. Ask the person who gave you the address.
portal-server-trouble = The server could not do this just now. Nothing that you typed or chose is lost; try again in a moment.

portal-code = Access code
portal-code-help = You got it from the person who asked you for files. You can paste it.
portal-code-wrong = That is not the access code. Check it and try again.

portal-drop-here = Drop files and folders anywhere on this page
portal-drop-now = Let go to add
portal-choose-files = Choose files
portal-choose-folder = Choose a folder
portal-limit-count = { $count ->
    [one] At most one file
   *[other] At most { $count } files
}
portal-limit-file = Each file up to { $size }
portal-limit-total = Up to { $size } in all
portal-limit-types = Only { $types }
portal-limit-types-not = No { $types }
portal-reading = Reading folders …
portal-system-files = { $count ->
    [one] One system file was left out.
   *[other] { $count } system files were left out.
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
portal-start-again = Start this file again
portal-pause = Pause
portal-resume = Resume
portal-retry-failed = Retry all failed
portal-finish-without = { $count ->
    [one] Finish without this file
   *[other] Finish without these { $count } files
}
portal-remove-refused = { $count ->
    [one] Remove the refused file
   *[other] Remove all { $count } refused
}
portal-and-more = { $count ->
    [one] and one more
   *[other] and { $count } more
}

portal-sender = Your email address
portal-sender-help = A receipt goes to this address.
portal-sender-help-plain = So that the recipient knows who sent the files.
portal-remember = Remember my address on this device
portal-name = Package name
portal-name-help = Under this name the recipient finds your files.
portal-name-format = Format: { $format }
portal-description = Message to the recipient
portal-optional = (optional)
portal-readonly = (fixed)
portal-choose-option = Please choose
portal-mistake-required = Please fill this in.
portal-mistake-email = This is not a complete email address, such as name@example.org.
portal-mistake-url = This is not a complete web address, such as https://example.org.
portal-mistake-number = Please enter a number.
portal-mistakes = { $count ->
    [one] One entry still needs your attention.
   *[other] { $count } entries still need your attention.
}
portal-terms = Terms
portal-terms-accept = I accept these terms.
portal-terms-missing = Please accept the terms; without that nothing can be sent.
portal-terms-read = Read the full text (opens in a new tab)

portal-nothing-chosen = Choose at least one file to send.
portal-ready = { $count ->
    [one] One file, { $size }
   *[other] { $count } files, { $size }
}
portal-send = Send
portal-starting = Starting …

portal-phase-sending = Sending { $name }
portal-phase-paused = { $name } is paused
portal-phase-pausing = Pausing { $name } …
portal-phase-attention = { $name } needs your help
portal-phase-finishing = Almost done: closing { $name }
portal-phase-failed = { $name } could not be sent
portal-phase-cancelled = { $name } was cancelled
portal-phase-elsewhere = { $name } is being sent in another tab
portal-keep-open = Keep this page open until everything is sent.
portal-progress = { $count ->
    [one] { $done } of one file, { $sent } of { $total }
   *[other] { $done } of { $count } files, { $sent } of { $total }
}
portal-progress-whole = Progress of the whole upload
portal-speed = { $size } per second
portal-left-moment = a few seconds left
portal-left-seconds = about { $count } seconds left
portal-left-minutes = { $count ->
    [one] about one minute left
   *[other] about { $count } minutes left
}
portal-left-hours = { $count ->
    [one] about one hour left
   *[other] about { $count } hours left
}
portal-left-days = about { $count } days left
portal-spoken = { $percent } sent.
portal-pause-all = Pause
portal-list-cut-off = This page was closed before it had saved the whole list of files. Add all files again; what has already arrived is not sent twice. Then finish the upload.
portal-list-complete = All files are in the list: finish
portal-resume-all = Resume
portal-cancel = Cancel upload
portal-cancel-sure = Delete everything that was sent so far?
portal-cancel-yes = Yes, delete
portal-cancel-no = No, go on
portal-begin-anew = Begin a new upload

portal-waiting-offline = You are offline. Nothing is lost; sending goes on by itself.
portal-waiting-network = Waiting for the network. Nothing is lost; sending goes on by itself.
portal-waiting-storage = The storage does not answer just now. Nothing is lost; sending goes on by itself.
portal-waiting-busy = The server is busy. Nothing is lost; sending goes on by itself.
portal-waiting-again = Next attempt in { $seconds } s.

portal-attention-failed = { $count ->
    [one] One file could not be sent; see the list.
   *[other] { $count } files could not be sent; see the list.
}
portal-attention-missing = { $count ->
    [one] One file must be chosen again.
   *[other] { $count } files must be chosen again.
}
portal-attention-paused = { $count ->
    [one] One file is paused.
   *[other] { $count } files are paused.
}

portal-state-waiting = Waiting
portal-state-sending = Sending, { $percent }
portal-state-done = Sent
portal-state-paused = Paused
portal-state-missing = Choose this file again
portal-fault-type = Refused: files of this type are not taken.
portal-fault-size = Refused: the file is too large.
portal-fault-count = Refused: too many files. Remove another one first.
portal-fault-total = Refused: everything together would be too large.
portal-fault-name = Refused: the name cannot be used. Rename the file and add it again.
portal-fault-duplicate = Refused: another file of this name is in the list.
portal-fault-changed = The file has changed. Start it again, or choose it again, to send it as it is now.
portal-fault-unreadable = The file cannot be read. Was it moved, or a drive unplugged? Choose it again.
portal-fault-checksum = The file arrived damaged several times. Retry; if it happens again, try another network.
portal-fault-etag-hidden = The storage of this server is not set up for uploads from pages (it hides the ETag). Only its administrator can mend this; nothing was lost.
portal-fault-storage = The storage refused this file ({ $reason }). Retry, or ask the recipient for help.
portal-fault-refused = The server refused this file: { $reason }
portal-fault-package-gone = This upload cannot go on: { $reason }
portal-fault-package-gone-plain = This upload cannot go on: it has ended or was removed.

portal-unfinished = Your upload “{ $name }” is { $percent } done. Continue?
portal-unfinished-safe = What was sent is kept. You choose the same files again, and only the rest is sent.
portal-unfinished-elsewhere = Another tab of this browser is sending it now.
portal-unfinished-continue = Continue
portal-unfinished-watch = Show progress
portal-unfinished-new = Begin a new upload
portal-unfinished-forget = Forget this upload
portal-unfinished-forget-help = “Forget” deletes what was sent so far and leaves no trace on this device.
portal-pick-again = { $count ->
    [one] Choose or drop the same file again. What has arrived is not sent a second time.
   *[other] Choose or drop the same { $count } files or their folder again. What has arrived is not sent a second time.
}
portal-unmatched = { $count ->
    [one] One chosen file is not part of this upload and was left out.
   *[other] { $count } chosen files are not part of this upload and were left out.
}

portal-done = Everything has arrived
portal-done-title = Sent – { $name }
portal-done-words = { $name } has received your files. You can close this page.
portal-finished-at = Finished
portal-receipt = A receipt was sent to { $address }.
portal-receipt-somewhere = A receipt was sent to the address that you gave.
portal-no-receipt = No receipt is mailed. Keep this list if you need a proof.
portal-send-more = Send more
