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
mail-sender-writes = Message from the sender
mail-form-says = Form answers
mail-from-server = Sent by { $name }, the file transfer server at { $address }
mail-answers-to-sender = Replies go to { $address }.
mail-answers-to-server = Replies go to the server’s administrators.

mail-fact-package = Package
mail-fact-files = Files
mail-fact-size = Size
mail-fact-until = Available until
mail-fact-downloads = Downloads left
mail-fact-password = Password
mail-fact-received = Received
mail-fact-reason = Reason
mail-fact-packages = Packages
mail-fact-ends = Expires
mail-fact-seen = Last seen
mail-password-from-sender = Required. The sender gives it to you separately.
mail-password-of-portal = Required: the Portal’s download password.

## Packages

mail-package-for-you-subject = { $who } sent you { $files } ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } sent you { $files } ({ $size }).
mail-package-for-you-button = Download
mail-package-for-you-reason = You received this email because { $sender } entered your address. The link is personal. Do not share it.

mail-package-received-subject = { $who } sent { $files } ({ $size }) to { $portal }: { $name }
mail-package-received-sentence = { $who } sent { $files } ({ $size }) through the Portal { $portal }.
mail-package-received-button = Download
mail-package-received-reason = You received this email because you are notified of uploads to the Portal { $portal }. The link is personal. Do not share it.

mail-upload-receipt-subject = { $portal } received { $files } ({ $size })
mail-upload-receipt-sentence = The Portal { $portal } received { $files } ({ $size }).
mail-upload-receipt-reason = You received this email because someone entered your address when sending these files. If this wasn’t you, ignore this email.

mail-package-sent-subject = { $name } was sent: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Your package was sent to { $count } recipient.
   *[other] Your package was sent to { $count } recipients.
}
mail-package-sent-by-link = Your package is ready. Anyone with a link to it can download it.
mail-package-sent-reason = You received this email because you sent this package.

mail-package-ending-subject = { $name } expires on { $until }
mail-package-ending-sentence = Your package { $name } expires on { $until }. Its files will then be deleted.
mail-package-ending-note = To keep it longer, change its expiry before then.
mail-package-ending-reason = You received this email because you sent this package.

mail-download-receipt-subject = { $who } downloaded { $name }
mail-download-receipt-sentence = { $who } downloaded files from your package { $name }.
mail-download-receipt-reason = You received this email because you sent this package. We send it once per link.

## Accounts

mail-invitation-subject = { $who } invited you to { $team }
mail-invitation-sentence = { $who } invited you to the Team { $team }.
mail-invitation-note = The link works once and expires after 7 days.
mail-invitation-button = Accept invitation
mail-invitation-reason = You received this email because someone entered your address. If you do not know the sender, ignore this email.

mail-password-reset-subject = Reset your password
mail-password-reset-sentence = Someone asked to reset the password of your account.
mail-password-reset-note = The link works once and expires after 1 hour.
mail-password-reset-button = Reset password
mail-password-reset-reason = If this wasn’t you, ignore this email. Nothing has changed.

mail-password-changed-subject = Your password was changed
mail-password-changed-sentence = The password of your account was changed. You are signed out on all devices.
mail-password-changed-reason = If this wasn’t you, reset your password on the sign-in page now and tell your Team’s Owner.

mail-otp-guessed-subject = Wrong two-factor codes for your account
mail-otp-guessed-sentence = Someone who knows your password entered too many wrong two-factor codes. No codes are accepted for one hour.
mail-otp-guessed-reason = If this wasn’t you, change your password now and tell your Team’s Owner.

mail-email-confirmation-subject = Confirm your email address
mail-email-confirmation-sentence = Someone wants to use this email address for their account.
mail-email-confirmation-note = The link works once and expires after 24 hours.
mail-email-confirmation-button = Confirm address
mail-email-confirmation-reason = If this wasn’t you, ignore this email. Nothing has changed.

mail-email-changed-subject = Your email address was changed
mail-email-changed-sentence = You now sign in as { $address }. This address is no longer used.
mail-email-changed-reason = If this wasn’t you, tell your Team’s Owner now.

mail-api-key-created-subject = New API key { $key } in { $team }
mail-api-key-created-sentence = The API key { $key } was created in the Team { $team } with your permissions.
mail-api-key-created-reason = If this wasn’t you, change your password and have the key deleted.

## Faults

mail-connection-failing-subject = The connection { $connection } of { $team } is failing
mail-connection-failing-sentence = A package could not be transferred through the connection { $connection }. All attempts failed.
mail-connection-failing-note = Fix the connection, then start the transfer again.
mail-connection-failing-reason = You received this email because you are an Owner or Admin of the Team { $team }. We send it up to once a day per connection.

mail-import-complete-subject = { $name }: import from { $connection } complete
mail-import-complete-sentence = All files from { $connection } are now in the package { $name }: { $files }, { $size }.
mail-import-complete-reason = You received this email because your address was entered when the import was started.

mail-import-failed-subject = { $name }: import from { $connection } failed
mail-import-failed-sentence = The import from { $connection } into the package { $name } failed.
mail-import-failed-note = Files already imported are kept in the package. Fix the cause, then try again.
mail-import-failed-reason = You received this email because your address was entered when the import was started.

mail-webhook-failing-subject = The webhook { $webhook } of { $team } is failing
mail-webhook-failing-sentence = { $count ->
    [one] The webhook { $webhook } did not accept an event after { $count } attempt.
   *[other] The webhook { $webhook } did not accept an event after { $count } attempts.
}
mail-webhook-failing-note = The event will not be sent again automatically. Fix the receiver, then send the event again.
mail-webhook-failing-reason = You received this email because you are an Owner or Admin of the Team { $team }. We send it up to once a day per webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } package has not reached { $connection } and will be deleted
   *[other] { $count } packages have not reached { $connection } and will be deleted
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } package for the connection { $connection } has not been delivered and will be deleted soon.
   *[other] { $count } packages for the connection { $connection } have not been delivered and will be deleted soon.
}
mail-delivery-ending-note = Check the connection, or change the expiry of the packages.
mail-delivery-ending-reason = You received this email because you are an Owner or Admin of the Team { $team }. We send it up to once a day per connection.

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
mail-delivery-lost-reason = You received this email because you are an Owner or Admin of the Team { $team }. We send it up to once an hour per connection.

mail-gateway-silent-subject = The gateway { $connection } of { $team } is offline
mail-gateway-silent-sentence = The storage gateway { $connection } has not contacted the server for hours. Packages for it wait until it is back.
mail-gateway-silent-note = Check that its computer is on, that the agent is running, and that it can reach this server.
mail-gateway-silent-reason = You received this email because you are an Owner or Admin of the Team { $team }. We will not send it again until the gateway is back.

mail-files-withheld-subject = { $count ->
    [one] { $count } file was not sent to { $connection }
   *[other] { $count } files were not sent to { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } file of a package was not sent to the connection { $connection } because it is infected or could not be scanned.
   *[other] { $count } files of a package were not sent to the connection { $connection } because they are infected or could not be scanned.
}
mail-files-withheld-note = The files are still in the package. Check them before you share them. In the Team settings, you can choose whether files that could not be scanned are held back.
mail-files-withheld-reason = You received this email because you are an Owner or Admin of the Team { $team }.
