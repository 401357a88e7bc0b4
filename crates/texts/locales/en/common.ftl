# Said on pages and in mails alike.

language-name = English
choose-language = Select a language
cancel = Cancel
close = Close
save = Save
delete = Delete
copy = Copy
copied = Copied
try-again = Retry
try-now = Retry now
loading = Loading
continue = Continue
back = Back
remove = Remove
help = Help
error-network = Could not reach the server. Check your connection. Nothing is lost.
error-reason = Something went wrong: { $reason }
error-reference = Reference: { $id }
error-pace = Too many attempts. Try again in { $seconds } s.
made-with = Powered by Tonnage
show-password = Show password
hide-password = Hide password
needs-script = This page needs JavaScript. Turn it on for this site, or ask the sender for another way.
file-count = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
skip-to-content = Skip to content
