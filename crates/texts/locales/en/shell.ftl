# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo of { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Send files to { $name }
shell-download-title = Files from { $sender }
shell-download-title-plain = Files for you
shell-password-needed = These files are password-protected. The sender gives you the password separately.
shell-password = Password
shell-password-wrong = Wrong password. Check it and try again.
shell-download = Download
shell-more-files = { $count ->
    [one] 1 more file: turn on JavaScript to see it.
   *[other] { $count } more files: turn on JavaScript to see them.
}
shell-pages-missing = This program was built without the web pages. Install Node.js 20.19 or newer, then build and start it again with:
shell-api-works = The API works without them. Its documentation is at
shell-portal-unknown-title = This upload page isn’t available
shell-portal-unknown = There is no open upload page at this address. Check the address, or ask the person who gave it to you.
shell-link-unknown-title = This link doesn’t work
shell-link-unknown = The link is incomplete or was replaced. Copy the whole link from the email, or ask the sender for a new one.
shell-link-expired-title = These files are no longer available
shell-link-expired = The files expired and were deleted. Ask the sender to send them again.
shell-link-inactive-title = These files are not ready
shell-link-inactive = The sender is still uploading, or has turned off the link. Try again later, or ask the sender.
shell-link-locked-title = Download limit reached
shell-link-locked = This link has been used as often as the sender allowed. Ask the sender for a new one.
shell-agent-title = Tonnage agent
