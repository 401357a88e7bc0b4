# What mails say.

## Words that several mails use

mail-files = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
mail-more-files = { $count ->
    [one] und { $count } weitere
   *[other] und { $count } weitere
}
mail-decimal-mark = ,
mail-size = { $unit ->
    [one-byte] { $number } Byte
    [kilobyte] { $number } kB
    [megabyte] { $number } MB
    [gigabyte] { $number } GB
    [terabyte] { $number } TB
    [petabyte] { $number } PB
   *[byte] { $number } Byte
}
mail-time = { $day }. { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
} { $year }, { $clock } UTC
mail-label = { $label }:
mail-name-and-address = { $name } ({ $address })
mail-file-and-size = { $name } ({ $size })
mail-someone = Jemand mit dem Link

mail-preheader = { $files }, { $size }
mail-preheader-until = { $files }, { $size }, verfügbar bis { $until }
mail-open-console = Konsole öffnen
mail-open-address = Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:
mail-sender-writes = Nachricht des Absenders
mail-form-says = Formularantworten
mail-from-server = Gesendet von { $name }, dem Server für Dateiübertragung unter { $address }
mail-answers-to-sender = Antworten gehen an { $address }.
mail-answers-to-server = Antworten gehen an die Administratoren des Servers.

mail-fact-package = Paket
mail-fact-files = Dateien
mail-fact-size = Größe
mail-fact-until = Verfügbar bis
mail-fact-downloads = Verbleibende Downloads
mail-fact-password = Passwort
mail-fact-received = Empfangen
mail-fact-reason = Grund
mail-fact-packages = Pakete
mail-fact-ends = Läuft ab
mail-fact-seen = Zuletzt gesehen
mail-password-from-sender = Erforderlich. Der Absender teilt es Ihnen separat mit.
mail-password-of-portal = Erforderlich: das Download-Passwort des Portals.

## Packages

mail-package-for-you-subject = { $who } hat Ihnen { $files } gesendet ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } hat Ihnen { $files } gesendet ({ $size }).
mail-package-for-you-button = Herunterladen
mail-package-for-you-reason = Sie erhalten diese E-Mail, weil { $sender } Ihre Adresse angegeben hat. Der Link ist persönlich. Geben Sie ihn nicht weiter.

mail-package-received-subject = { $who } hat { $files } ({ $size }) an { $portal } gesendet: { $name }
mail-package-received-sentence = { $who } hat { $files } ({ $size }) über das Portal { $portal } gesendet.
mail-package-received-button = Herunterladen
mail-package-received-reason = Sie erhalten diese E-Mail, weil Sie über Uploads in das Portal { $portal } benachrichtigt werden. Der Link ist persönlich. Geben Sie ihn nicht weiter.

mail-upload-receipt-subject = { $portal } hat { $files } empfangen ({ $size })
mail-upload-receipt-sentence = Das Portal { $portal } hat { $files } empfangen ({ $size }).
mail-upload-receipt-reason = Sie erhalten diese E-Mail, weil jemand beim Senden dieser Dateien Ihre Adresse angegeben hat. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.

mail-package-sent-subject = { $name } wurde gesendet: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Ihr Paket wurde an { $count } Empfänger gesendet.
   *[other] Ihr Paket wurde an { $count } Empfänger gesendet.
}
mail-package-sent-by-link = Ihr Paket ist bereit. Alle, die einen Link dazu haben, können es herunterladen.
mail-package-sent-reason = Sie erhalten diese E-Mail, weil Sie dieses Paket gesendet haben.

mail-package-ending-subject = { $name } läuft am { $until } ab
mail-package-ending-sentence = Ihr Paket { $name } läuft am { $until } ab. Danach werden seine Dateien gelöscht.
mail-package-ending-note = Um es länger aufzubewahren, ändern Sie vorher den Ablauf.
mail-package-ending-reason = Sie erhalten diese E-Mail, weil Sie dieses Paket gesendet haben.

mail-download-receipt-subject = { $who } hat { $name } heruntergeladen
mail-download-receipt-sentence = { $who } hat Dateien aus Ihrem Paket { $name } heruntergeladen.
mail-download-receipt-reason = Sie erhalten diese E-Mail, weil Sie dieses Paket gesendet haben. Wir senden sie einmal pro Link.

## Accounts

mail-invitation-subject = { $who } hat Sie zu { $team } eingeladen
mail-invitation-sentence = { $who } hat Sie in das Team { $team } eingeladen.
mail-invitation-note = Der Link funktioniert einmal und läuft nach 7 Tagen ab.
mail-invitation-button = Einladung annehmen
mail-invitation-reason = Sie erhalten diese E-Mail, weil jemand Ihre Adresse angegeben hat. Wenn Sie den Absender nicht kennen, ignorieren Sie diese E-Mail.

mail-password-reset-subject = Setzen Sie Ihr Passwort zurück
mail-password-reset-sentence = Jemand möchte das Passwort Ihres Kontos zurücksetzen.
mail-password-reset-note = Der Link funktioniert einmal und läuft nach 1 Stunde ab.
mail-password-reset-button = Passwort zurücksetzen
mail-password-reset-reason = Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.

mail-password-changed-subject = Ihr Passwort wurde geändert
mail-password-changed-sentence = Das Passwort Ihres Kontos wurde geändert. Sie sind auf allen Geräten abgemeldet.
mail-password-changed-reason = Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort auf der Anmeldeseite zurück und informieren Sie den Inhaber Ihres Teams.

mail-otp-guessed-subject = Falsche Zwei-Faktor-Codes für Ihr Konto
mail-otp-guessed-sentence = Jemand, der Ihr Passwort kennt, hat zu viele falsche Zwei-Faktor-Codes eingegeben. Eine Stunde lang werden keine Codes angenommen.
mail-otp-guessed-reason = Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort und informieren Sie den Inhaber Ihres Teams.

mail-email-confirmation-subject = Bestätigen Sie Ihre E-Mail-Adresse
mail-email-confirmation-sentence = Jemand möchte diese E-Mail-Adresse für sein Konto verwenden.
mail-email-confirmation-note = Der Link funktioniert einmal und läuft nach 24 Stunden ab.
mail-email-confirmation-button = Adresse bestätigen
mail-email-confirmation-reason = Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es hat sich nichts geändert.

mail-email-changed-subject = Ihre E-Mail-Adresse wurde geändert
mail-email-changed-sentence = Sie melden sich jetzt mit { $address } an. Diese Adresse wird nicht mehr verwendet.
mail-email-changed-reason = Wenn Sie das nicht waren, informieren Sie sofort den Inhaber Ihres Teams.

mail-api-key-created-subject = Neuer API-Schlüssel { $key } in { $team }
mail-api-key-created-sentence = Der API-Schlüssel { $key } wurde im Team { $team } mit Ihren Berechtigungen erstellt.
mail-api-key-created-reason = Wenn Sie das nicht waren, ändern Sie Ihr Passwort und lassen Sie den Schlüssel löschen.

## Faults

mail-connection-failing-subject = Fehler bei der Verbindung { $connection } von { $team }
mail-connection-failing-sentence = Ein Paket konnte nicht über die Verbindung { $connection } übertragen werden. Alle Versuche sind fehlgeschlagen.
mail-connection-failing-note = Beheben Sie das Problem mit der Verbindung, und starten Sie die Übertragung dann erneut.
mail-connection-failing-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind. Wir senden sie höchstens einmal am Tag pro Verbindung.

mail-import-complete-subject = { $name }: Import aus { $connection } abgeschlossen
mail-import-complete-sentence = Alle Dateien aus { $connection } sind jetzt im Paket { $name }: { $files }, { $size }.
mail-import-complete-reason = Sie erhalten diese E-Mail, weil beim Start des Imports Ihre Adresse angegeben wurde.

mail-import-failed-subject = { $name }: Import aus { $connection } fehlgeschlagen
mail-import-failed-sentence = Der Import aus { $connection } in das Paket { $name } ist fehlgeschlagen.
mail-import-failed-note = Bereits importierte Dateien bleiben im Paket. Beheben Sie die Ursache, und versuchen Sie es dann erneut.
mail-import-failed-reason = Sie erhalten diese E-Mail, weil beim Start des Imports Ihre Adresse angegeben wurde.

mail-webhook-failing-subject = Fehler beim Webhook { $webhook } von { $team }
mail-webhook-failing-sentence = { $count ->
    [one] Der Webhook { $webhook } hat ein Ereignis nach { $count } Versuch nicht angenommen.
   *[other] Der Webhook { $webhook } hat ein Ereignis nach { $count } Versuchen nicht angenommen.
}
mail-webhook-failing-note = Das Ereignis wird nicht automatisch erneut gesendet. Beheben Sie das Problem beim Empfänger, und senden Sie das Ereignis dann erneut.
mail-webhook-failing-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind. Wir senden sie höchstens einmal am Tag pro Webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } Paket hat { $connection } nicht erreicht und wird gelöscht
   *[other] { $count } Pakete haben { $connection } nicht erreicht und werden gelöscht
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } Paket für die Verbindung { $connection } wurde nicht zugestellt und wird bald gelöscht.
   *[other] { $count } Pakete für die Verbindung { $connection } wurden nicht zugestellt und werden bald gelöscht.
}
mail-delivery-ending-note = Prüfen Sie die Verbindung, oder ändern Sie den Ablauf der Pakete.
mail-delivery-ending-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind. Wir senden sie höchstens einmal am Tag pro Verbindung.

mail-delivery-lost-subject = { $count ->
    [one] { $count } Paket wurde gelöscht, bevor es { $connection } erreicht hat
   *[other] { $count } Pakete wurden gelöscht, bevor sie { $connection } erreicht haben
}
mail-delivery-lost-sentence = { $count ->
    [one] { $count } Paket ist abgelaufen, bevor es an die Verbindung { $connection } zugestellt wurde. Sie können es in der Konsole noch { $hours } Stunden lang wiederherstellen.
   *[other] { $count } Pakete sind abgelaufen, bevor sie an die Verbindung { $connection } zugestellt wurden. Sie können sie in der Konsole noch { $hours } Stunden lang wiederherstellen.
}
mail-delivery-lost-forever = { $count ->
    [one] { $count } Paket ist abgelaufen, bevor es an die Verbindung { $connection } zugestellt wurde. Sein Inhalt ist nicht mehr vorhanden.
   *[other] { $count } Pakete sind abgelaufen, bevor sie an die Verbindung { $connection } zugestellt wurden. Ihr Inhalt ist nicht mehr vorhanden.
}
mail-delivery-lost-note = Prüfen Sie die Verbindung. Starten Sie nach dem Wiederherstellen eines Pakets seine Übertragung erneut.
mail-delivery-lost-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind. Wir senden sie höchstens einmal in der Stunde pro Verbindung.

mail-gateway-silent-subject = Das Gateway { $connection } von { $team } ist offline
mail-gateway-silent-sentence = Das Storage-Gateway { $connection } hat sich seit Stunden nicht beim Server gemeldet. Pakete dafür warten, bis es wieder da ist.
mail-gateway-silent-note = Prüfen Sie, ob der Computer eingeschaltet ist, ob der Agent läuft und ob er diesen Server erreicht.
mail-gateway-silent-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind. Wir senden sie erst wieder, wenn das Gateway zwischendurch online war.

mail-files-withheld-subject = { $count ->
    [one] { $count } Datei wurde nicht an { $connection } gesendet
   *[other] { $count } Dateien wurden nicht an { $connection } gesendet
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } Datei eines Pakets wurde nicht an die Verbindung { $connection } gesendet, weil sie infiziert ist oder nicht geprüft werden konnte.
   *[other] { $count } Dateien eines Pakets wurden nicht an die Verbindung { $connection } gesendet, weil sie infiziert sind oder nicht geprüft werden konnten.
}
mail-files-withheld-note = Die Dateien sind noch im Paket. Prüfen Sie sie, bevor Sie sie weitergeben. In den Team-Einstellungen legen Sie fest, ob Dateien zurückgehalten werden, die nicht geprüft werden konnten.
mail-files-withheld-reason = Sie erhalten diese E-Mail, weil Sie Inhaber oder Admin des Teams { $team } sind.
