# Said on pages and in mails alike.

language-name = English
choose-language = Choose a language
cancel = Cancel
close = Close
save = Save
delete = Delete
copy = Copy
copied = Copied
try-again = Try again
try-now = Try now
loading = Loading
continue = Continue
back = Back
remove = Remove
help = Help
error-network = The server cannot be reached. Check your connection; nothing is lost.
error-reason = Something went wrong: { $reason }
error-reference = Reference: { $id }
error-pace = Too many attempts. Try again in { $seconds } seconds.
made-with = Sent with Tonnage
show-password = Show password
hide-password = Hide password
needs-script = This page needs a script to work. Allow scripts for this site, or ask the sender for another way.
file-count = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
skip-to-content = Skip to the content
