# What the page behind a download link says.

download-opening = Opening the link…
download-from = Sent by { $sender }
download-from-somebody = Files for you
download-available-until = Available until { $time }
download-available-always = No expiry date
download-left = { $count ->
    [one] 1 download left
   *[other] { $count } downloads left
}
download-left-begun = Counted as 1 download. You can download all files in this tab.
download-bytes = { $bytes } bytes
download-all = Download all ({ $size })
download-all-offered = Download ready files ({ $size })
download-one = Download
download-get = Download { $name }
download-selected = Download selected
download-save-to-folder = Save to a folder…
download-files = Files
download-search = Search files
download-found = { $count ->
    [0] No files found. Try another part of the name.
    [one] { $count } file found
   *[other] { $count } files found
}
download-choose = Select { $name }
download-choose-hint = Select files or folders to download just those.
download-chosen = { $count ->
    [one] { $count } file selected ({ $size })
   *[other] { $count } files selected ({ $size })
}
download-clear = Clear selection
download-too-many = A zip can contain up to { $most } selected files. Select fewer, or download everything.
download-too-many-clean = Some files cannot be downloaded, and the others are too many for one zip. Select up to { $most } files at a time below.
download-state-infected = Blocked: virus found
download-state-scanning = Virus scan running
download-state-incomplete = Incomplete
download-infected = These files were blocked because they contain a virus. Nothing was downloaded. Select other files, or ask the sender.
download-infected-note = { $count ->
    [one] { $count } file contains a virus and was blocked. You can download the others.
   *[other] { $count } files contain a virus and were blocked. You can download the others.
}
download-scanning-note = { $count ->
    [one] { $count } file is still being scanned for viruses. You can download it here when it is ready.
   *[other] { $count } files are still being scanned for viruses. You can download them here when they are ready.
}
download-asking = Preparing your download…
download-preparing = The zip is being prepared. Its download starts automatically. You can already download single files.
download-started = Your browser is downloading { $name }.
download-start-again = Not started? Retry
download-password-title = Password required
download-password-text = These files are password-protected. Enter the password that the sender gave you.
download-password-label = Password
download-password-open = Open
download-password-wrong = Wrong password. Check upper and lower case, or ask the sender.
download-end-incomplete = This link is incomplete
download-end-incomplete-text = The end of the link is missing. Open it from the message again, or copy the whole link.
download-end-unknown = This link doesn’t work
download-end-unknown-text = It may have been cut off or mistyped. Copy the whole link from the message and try again.
download-end-expired = These files are no longer available
download-end-expired-text = The files expired and were deleted.
download-end-inactive = These files are not ready
download-end-inactive-text = The sender is still uploading, or has turned off the link. Try again later.
download-end-withdrawn = This link was turned off
download-end-withdrawn-text = The sender turned it off. Downloads that are already running can finish.
download-end-locked = Download limit reached
download-end-locked-text = This link has been used as often as the sender allowed.
download-end-pace = Too many attempts
download-end-pace-text = Wait a moment, then try again.
download-end-network = No connection
download-end-fault = Something went wrong
download-end-fault-text = The server has a problem. Nothing was downloaded or counted. Try again in a few minutes.
download-end-ask = If you still need the files, ask { $sender } for a new link.
download-end-ask-somebody = If you still need the files, ask the person who sent you the link for a new one.
download-agent-title = This is a large download for a browser
download-agent-text = The Tonnage agent downloads packages of this size faster and continues after interruptions. If it is installed, run this command:
download-pause = Pause
download-resume = Continue
download-stop = Stop
download-save-title = Saving to your folder
download-save-choose = Select a folder in the browser’s dialog.
download-save-forbidden = The browser did not allow access to this folder. Nothing was saved. Select another folder, or download the files as a zip.
download-save-files = { $done } of { $total } files
download-save-bytes = { $done } of { $total }
download-save-speed = { $speed } per second
download-save-left = about { $time } left
download-save-running = Keep this page open. You can pause at any time. Files already saved are kept.
download-save-waiting = No network connection. Saving continues automatically. Nothing is lost.
download-save-paused = Paused. Files already saved are kept.
download-save-full = The disk is full. Free up space, then continue.
download-save-done = All files that could be saved are in your folder.
download-save-stopped = Stopped. Complete files are kept in your folder.
download-save-ended = Saving has failed. Complete files are kept in your folder.
download-save-failures = { $count ->
    [one] { $count } file was not saved:
   *[other] { $count } files were not saved:
}
download-save-failure-place = the browser does not allow this name or folder
download-save-failure-size = it arrived with the wrong size. Retry, or download it separately
download-save-failure-damaged = it arrived damaged several times; try again later
download-save-failure-refused = the storage refused it. Try again later
download-save-failure-infected = it contains a virus
