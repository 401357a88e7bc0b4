# What mails say.
#
# Variables come ready to be read: $files is "3 files", $size is "41.0 GB", $until is a time with its zone, $who is a
# person by name or address. Only $count, $day and $month are numbers.

## Words that several mails use

mail-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
mail-more-files = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
# What stands between the whole and the tenths of a number.
mail-decimal-mark = .
mail-size = { $unit ->
    [one-byte] { $number } byte
    [kilobyte] { $number } kB
    [megabyte] { $number } MB
    [gigabyte] { $number } GB
    [terabyte] { $number } TB
    [petabyte] { $number } PB
   *[byte] { $number } bytes
}
# $clock is such as 23:59.
mail-time = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }, { $clock } UTC
# A label before what it stands for, where there is no table.
mail-label = { $label }:
mail-name-and-address = { $name } ({ $address })
mail-file-and-size = { $name } ({ $size })
mail-someone = Someone with the link

mail-preheader = { $files }, { $size }
mail-preheader-until = { $files }, { $size }, available until { $until }
mail-open-console = Open the console
mail-open-address = If the button does not work, open this address:
mail-sender-writes = The sender writes
mail-form-says = What the form says
mail-from-server = Sent by { $name }, the file transfer server at { $address }
mail-answers-to-sender = Answers to this mail go to { $address }.
mail-answers-to-server = Answers to this mail go to those who run this server.

mail-fact-package = Package
mail-fact-files = Files
mail-fact-size = Size
mail-fact-until = Available until
mail-fact-downloads = Downloads left
mail-fact-password = Password
mail-fact-received = Received
mail-fact-reason = Reason
mail-fact-packages = Packages
mail-fact-ends = Ends
mail-fact-seen = Last seen
mail-password-from-sender = You need one, which the sender gives you separately.
mail-password-of-portal = You need the Portal’s download password.

## Packages

mail-package-for-you-subject = { $who } sent you { $files } ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } sent you { $files }, { $size } in all.
mail-package-for-you-button = Download
mail-package-for-you-reason = You get this mail because { $sender } entered your address. The link is yours alone: do not pass it on.

mail-package-received-subject = { $who } sent { $files } ({ $size }) to { $portal }: { $name }
mail-package-received-sentence = { $who } sent { $files }, { $size } in all, through the Portal { $portal }.
mail-package-received-button = Download
mail-package-received-reason = You get this mail because the Portal { $portal } tells you of uploads. The link is yours alone: do not pass it on.

mail-upload-receipt-subject = { $portal } has received { $files } ({ $size })
mail-upload-receipt-sentence = The Portal { $portal } has received { $files }, { $size } in all. There is nothing more to do.
mail-upload-receipt-reason = You get this mail because someone gave your address when sending these files. If it was not you, no answer is needed.

mail-package-sent-subject = { $name } is on its way: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Your package is complete and on its way to { $count } recipient.
   *[other] Your package is complete and on its way to { $count } recipients.
}
mail-package-sent-by-link = Your package is complete. Whoever has a link to it can download it.
mail-package-sent-reason = You get this mail because you sent this package.

mail-package-ending-subject = { $name } will be deleted on { $until }
mail-package-ending-sentence = Your package { $name } will be deleted on { $until }. Then nobody can download it any more.
mail-package-ending-note = To keep it for longer, change its expiry before then.
mail-package-ending-reason = You get this mail because you sent this package.

mail-download-receipt-subject = { $who } downloaded { $name }
mail-download-receipt-sentence = { $who } has downloaded from your package { $name }.
mail-download-receipt-reason = You get this mail because you sent this package. It comes once for each link.

## Accounts

mail-invitation-subject = { $who } invites you to { $team }
mail-invitation-sentence = { $who } invites you to the Team { $team }.
mail-invitation-note = The link works once, for 7 days.
mail-invitation-button = Accept the invitation
mail-invitation-reason = You get this mail because someone entered your address. If you do not know the sender, ignore it.

mail-password-reset-subject = Choose a new password
mail-password-reset-sentence = Someone asked for a new password for your account.
mail-password-reset-note = The link works once, for 1 hour.
mail-password-reset-button = Choose a new password
mail-password-reset-reason = If it was not you, ignore this mail: nothing has changed.

mail-password-changed-subject = Your password was changed
mail-password-changed-sentence = The password of your account was changed, and all sessions were ended.
mail-password-changed-reason = If it was not you, ask for a new password on the sign-in page at once and tell your Team’s Owner.

mail-otp-guessed-subject = Wrong one-time passwords for your account
mail-otp-guessed-sentence = Someone who knows your password entered too many wrong one-time passwords. For an hour, no one-time password is accepted.
mail-otp-guessed-reason = If it was not you, change your password at once and tell your Team’s Owner.

mail-email-confirmation-subject = Confirm your email address
mail-email-confirmation-sentence = Someone wants to use this address for their account.
mail-email-confirmation-note = The link works once, for 24 hours.
mail-email-confirmation-button = Confirm address
mail-email-confirmation-reason = If it was not you, ignore this mail: nothing has changed.

mail-email-changed-subject = Your email address was changed
mail-email-changed-sentence = Your account now signs in as { $address }. This address is no longer used.
mail-email-changed-reason = If it was not you, tell your Team’s Owner at once.

mail-api-key-created-subject = The API key { $key } was created in { $team }
mail-api-key-created-sentence = The API key { $key } was created in the Team { $team } with your permissions.
mail-api-key-created-reason = If it was not you, change your password and have the key deleted.

## Faults

mail-connection-failing-subject = The connection { $connection } of { $team } is failing
mail-connection-failing-sentence = A package could not be transferred through the connection { $connection }, and all attempts are used up.
mail-connection-failing-note = Mend the connection, then start the transfer again.
mail-connection-failing-reason = You get this mail because you are Owner or Admin of the Team { $team }. It comes at most once a day for each connection.

mail-import-complete-subject = { $name }: all files have arrived from { $connection }
mail-import-complete-sentence = Everything that was to be fetched from { $connection } is in the package { $name }: { $files }, { $size }.
mail-import-complete-reason = You get this mail because your address was entered when the import was started.

mail-import-failed-subject = { $name }: the import from { $connection } did not succeed
mail-import-failed-sentence = The import from { $connection } into the package { $name } did not succeed.
mail-import-failed-note = What has arrived is in the package. Remove the cause, then try again.
mail-import-failed-reason = You get this mail because your address was entered when the import was started.

mail-webhook-failing-subject = The webhook { $webhook } of { $team } is failing
mail-webhook-failing-sentence = { $count ->
    [one] The webhook { $webhook } did not take an event in { $count } attempt.
   *[other] The webhook { $webhook } did not take an event in { $count } attempts.
}
mail-webhook-failing-note = The event will not be sent again by itself. Mend the receiver, then have it delivered again.
mail-webhook-failing-reason = You get this mail because you are Owner or Admin of the Team { $team }. It comes at most once a day for each webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } package has not reached { $connection } and will be deleted
   *[other] { $count } packages have not reached { $connection } and will be deleted
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } package for the connection { $connection } has not been delivered and will be deleted soon.
   *[other] { $count } packages for the connection { $connection } have not been delivered and will be deleted soon.
}
mail-delivery-ending-note = Check the connection, or change the expiry of the packages.
mail-delivery-ending-reason = You get this mail because you are Owner or Admin of the Team { $team }. It comes at most once a day for each connection.

mail-delivery-lost-subject = { $count ->
    [one] { $count } package was deleted before it reached { $connection }
   *[other] { $count } packages were deleted before they reached { $connection }
}
mail-delivery-lost-sentence = { $count ->
    [one] { $count } package expired before it was delivered to the connection { $connection }. You can restore it in the console for another { $hours } hours.
   *[other] { $count } packages expired before they were delivered to the connection { $connection }. You can restore them in the console for another { $hours } hours.
}
mail-delivery-lost-forever = { $count ->
    [one] { $count } package expired before it was delivered to the connection { $connection }. Its content is gone.
   *[other] { $count } packages expired before they were delivered to the connection { $connection }. Their content is gone.
}
mail-delivery-lost-note = Check the connection. After restoring a package, start its transfer again.
mail-delivery-lost-reason = You get this mail because you are Owner or Admin of the Team { $team }. It comes at most once an hour for each connection.

mail-gateway-silent-subject = The gateway { $connection } of { $team } is offline
mail-gateway-silent-sentence = The storage gateway { $connection } has not contacted the server for hours. Packages for it are waiting or will wait.
mail-gateway-silent-note = Check that its computer is on, that the agent is running, and that it reaches this server.
mail-gateway-silent-reason = You get this mail because you are Owner or Admin of the Team { $team }. There is no other mail about this until the gateway is back.

mail-files-withheld-subject = { $count ->
    [one] { $count } file was not sent to { $connection }
   *[other] { $count } files were not sent to { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } file of a package was not sent to the connection { $connection }, because it is infected or could not be scanned.
   *[other] { $count } files of a package were not sent to the connection { $connection }, because they are infected or could not be scanned.
}
mail-files-withheld-note = The files are still in the package. Check them before you send them on. The settings of the Team say whether files that could not be scanned are held.
mail-files-withheld-reason = You get this mail because you are Owner or Admin of the Team { $team }.
