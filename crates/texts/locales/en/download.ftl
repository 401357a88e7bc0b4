# What the page behind a download link says.

download-opening = Opening the link …
download-from = Sent by { $sender }
download-from-somebody = Files for you
download-available-until = Available until { $time }
download-available-always = Available without an end date
download-left = { $count ->
    [one] Can be downloaded once more
   *[other] Can be downloaded { $count } more times
}
download-left-begun = Your download has been counted. In this tab you can fetch all files without using up another.
download-bytes = { $bytes } bytes
download-all = Download all ({ $size })
download-all-offered = Download what is available ({ $size })
download-one = Download
download-get = Download { $name }
download-selected = Download selection
download-save-to-folder = Save to a folder …
download-files = Files
download-search = Search files
download-found = { $count ->
    [0] Nothing found. Try another part of the name.
    [one] { $count } file found
   *[other] { $count } files found
}
download-choose = Choose { $name }
download-choose-hint = Tick files or folders to download only those.
download-chosen = { $count ->
    [one] { $count } file chosen ({ $size })
   *[other] { $count } files chosen ({ $size })
}
download-clear = Clear selection
download-too-many = A zip can hold at most { $most } chosen files. Choose fewer, or download everything.
download-too-many-clean = Some files cannot be offered, and the rest is too many for one zip. Choose up to { $most } files at a time below.
download-state-infected = Virus found, not offered
download-state-scanning = Being checked for viruses
download-state-incomplete = Not complete
download-infected = A virus was found in these files, so they are not offered. Nothing was downloaded. Choose other files, or ask the sender.
download-infected-note = { $count ->
    [one] A virus was found in { $count } file. It is not offered; all others are.
   *[other] Viruses were found in { $count } files. They are not offered; all others are.
}
download-scanning-note = { $count ->
    [one] { $count } file is still being checked for viruses. It becomes available here by itself.
   *[other] { $count } files are still being checked for viruses. They become available here by themselves.
}
download-asking = Getting your download ready …
download-preparing = The zip is being prepared. The download starts here by itself as soon as it is ready; single files can be fetched already.
download-started = Your browser is downloading { $name }.
download-start-again = It did not start? Download again
download-password-title = This link has a password
download-password-text = The sender has protected these files. Enter the password that you were given.
download-password-label = Password
download-password-open = Open
download-password-wrong = This is not the right password. Check upper and lower case, or ask the sender for it.
download-end-incomplete = This address is not complete
download-end-incomplete-text = The part that opens the files is missing. Open the link from the message that you received once more, or copy it as a whole.
download-end-unknown = This link leads nowhere
download-end-unknown-text = It may have been cut off or mistyped. Copy the whole link from the message that you received and try again.
download-end-expired = These files are no longer available
download-end-expired-text = Their time has run out, and they have been deleted.
download-end-inactive = These files cannot be downloaded right now
download-end-inactive-text = Either they are still being sent, or the sender has withdrawn the link. Try again a little later.
download-end-withdrawn = This link has been withdrawn
download-end-withdrawn-text = The sender has switched it off. Downloads that are running may finish.
download-end-locked = This link has been used up
download-end-locked-text = The sender limited how often it can be downloaded, and that number has been reached.
download-end-pace = A moment, please
download-end-pace-text = There were too many attempts in a short time. Wait a little, then try again.
download-end-network = No connection
download-end-fault = This did not work
download-end-fault-text = The server has a problem. Nothing was downloaded or counted. Try again in a few minutes.
download-end-ask = Ask { $sender } for a new link if you still need the files.
download-end-ask-somebody = Ask whoever sent you the link for a new one if you still need the files.
download-agent-title = This is a lot for a browser
download-agent-text = The Tonnage agent fetches packages of this size faster and goes on after any interruption. If it is installed, run this command:
download-pause = Pause
download-resume = Resume
download-stop = Stop
download-save-title = Saving to your folder
download-save-choose = Choose a folder in the window of your browser.
download-save-forbidden = The browser did not allow writing to this folder. Nothing was saved. Choose another folder, or download the files as a zip.
download-save-files = { $done } of { $total } files
download-save-bytes = { $done } of { $total }
download-save-speed = { $speed } per second
download-save-left = about { $time } left
download-save-running = Keep this page open. You can pause at any time; what has arrived stays.
download-save-waiting = The network is not available. Saving continues by itself; nothing is lost.
download-save-paused = Paused. What has arrived stays.
download-save-full = The disk is full. Make room, then resume.
download-save-done = Everything that could be saved is in your folder.
download-save-stopped = Stopped. Files that are complete stay in your folder.
download-save-ended = Saving cannot go on. Files that are complete stay in your folder.
download-save-failures = { $count ->
    [one] { $count } file was not saved:
   *[other] { $count } files were not saved:
}
download-save-failure-place = the browser does not allow this name or place
download-save-failure-size = it arrived with the wrong size; try again, or download it by itself
download-save-failure-damaged = it arrived damaged several times; try again later
download-save-failure-refused = the storage refused it; try again later
download-save-failure-infected = a virus was found in it
