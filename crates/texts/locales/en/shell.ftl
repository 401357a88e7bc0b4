# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo of { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Send files to { $name }
shell-download-title = Files from { $sender }
shell-download-title-plain = Files for you
shell-password-needed = These files are protected by a password. The sender gives it to you separately.
shell-password = Password
shell-password-wrong = That is not the password. Check it and try again.
shell-download = Download
shell-more-files = { $count ->
    [one] One more file: allow scripts for this page to see it.
   *[other] { $count } more files: allow scripts for this page to see them.
}
shell-pages-missing = The pages were not built into this program. Install Node.js 20.19 or newer and start it again with:
shell-api-works = The API works without them and is described at
shell-portal-unknown-title = This page takes no files
shell-portal-unknown = There is no open upload page at this address. Check the address, or ask the person who gave it to you.
shell-link-unknown-title = This link does not work
shell-link-unknown = The link is incomplete or was replaced. Copy the whole address from the mail, or ask the sender for a new link.
shell-link-expired-title = These files are no longer available
shell-link-expired = Their time is over and they were deleted. Ask the sender to send them again.
shell-link-inactive-title = These files are not ready
shell-link-inactive = The sender has not finished sending, or has withdrawn the link. Try again later, or ask the sender.
shell-link-locked-title = The download limit is reached
shell-link-locked = This link was used as often as the sender allowed. Ask the sender for a new one.
shell-agent-title = Tonnage agent
