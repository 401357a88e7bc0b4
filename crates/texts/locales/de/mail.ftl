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
mail-sender-writes = Der Absender schreibt
mail-form-says = Angaben aus dem Formular
mail-from-server = Gesendet von { $name }, dem Server für Dateiübertragungen unter { $address }
mail-answers-to-sender = Antworten auf diese Mail gehen an { $address }.
mail-answers-to-server = Antworten auf diese Mail gehen an die Betreiber dieses Servers.

mail-fact-package = Paket
mail-fact-files = Dateien
mail-fact-size = Größe
mail-fact-until = Verfügbar bis
mail-fact-downloads = Verbleibende Downloads
mail-fact-password = Passwort
mail-fact-received = Empfangen
mail-fact-reason = Grund
mail-fact-packages = Pakete
mail-fact-ends = Endet
mail-fact-seen = Zuletzt gesehen
mail-password-from-sender = Sie brauchen eines; der Absender gibt es Ihnen gesondert.
mail-password-of-portal = Sie brauchen das Download-Passwort des Portals.

## Packages

mail-package-for-you-subject = { $who } hat Ihnen { $files } gesendet ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } hat Ihnen { $files } gesendet, insgesamt { $size }.
mail-package-for-you-button = Herunterladen
mail-package-for-you-reason = Sie erhalten diese Mail, weil { $sender } Ihre Adresse angegeben hat. Der Link gehört nur Ihnen: Geben Sie ihn nicht weiter.

mail-package-received-subject = { $who } hat { $files } ({ $size }) an { $portal } gesendet: { $name }
mail-package-received-sentence = { $who } hat { $files }, insgesamt { $size }, über das Portal { $portal } gesendet.
mail-package-received-button = Herunterladen
mail-package-received-reason = Sie erhalten diese Mail, weil das Portal { $portal } Ihnen Uploads meldet. Der Link gehört nur Ihnen: Geben Sie ihn nicht weiter.

mail-upload-receipt-subject = { $portal } hat { $files } empfangen ({ $size })
mail-upload-receipt-sentence = Das Portal { $portal } hat { $files } empfangen, insgesamt { $size }. Sie müssen nichts weiter tun.
mail-upload-receipt-reason = Sie erhalten diese Mail, weil jemand beim Senden dieser Dateien Ihre Adresse angegeben hat. Falls Sie es nicht waren, müssen Sie nicht antworten.

mail-package-sent-subject = { $name } ist unterwegs: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Ihr Paket ist vollständig und unterwegs an { $count } Empfänger.
   *[other] Ihr Paket ist vollständig und unterwegs an { $count } Empfänger.
}
mail-package-sent-by-link = Ihr Paket ist vollständig. Wer einen Link dazu hat, kann es herunterladen.
mail-package-sent-reason = Sie erhalten diese Mail, weil Sie dieses Paket gesendet haben.

mail-package-ending-subject = { $name } wird am { $until } gelöscht
mail-package-ending-sentence = Ihr Paket { $name } wird am { $until } gelöscht. Danach kann es niemand mehr herunterladen.
mail-package-ending-note = Um es länger zu behalten, ändern Sie vorher sein Ablaufdatum.
mail-package-ending-reason = Sie erhalten diese Mail, weil Sie dieses Paket gesendet haben.

mail-download-receipt-subject = { $who } hat { $name } heruntergeladen
mail-download-receipt-sentence = { $who } hat aus Ihrem Paket { $name } heruntergeladen.
mail-download-receipt-reason = Sie erhalten diese Mail, weil Sie dieses Paket gesendet haben. Sie kommt einmal für jeden Link.

## Accounts

mail-invitation-subject = { $who } lädt Sie zu { $team } ein
mail-invitation-sentence = { $who } lädt Sie in das Team { $team } ein.
mail-invitation-note = Der Link funktioniert einmal, 7 Tage lang.
mail-invitation-button = Einladung annehmen
mail-invitation-reason = Sie erhalten diese Mail, weil jemand Ihre Adresse angegeben hat. Falls Sie den Absender nicht kennen, beachten Sie sie nicht.

mail-password-reset-subject = Wählen Sie ein neues Passwort
mail-password-reset-sentence = Jemand hat für Ihr Konto ein neues Passwort angefordert.
mail-password-reset-note = Der Link funktioniert einmal, 1 Stunde lang.
mail-password-reset-button = Neues Passwort wählen
mail-password-reset-reason = Falls Sie es nicht waren, beachten Sie diese Mail nicht: Es hat sich nichts geändert.

mail-password-changed-subject = Ihr Passwort wurde geändert
mail-password-changed-sentence = Das Passwort Ihres Kontos wurde geändert, und alle Sitzungen wurden beendet.
mail-password-changed-reason = Falls Sie es nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und benachrichtigen Sie den Owner Ihres Teams.

mail-otp-guessed-subject = Falsche Einmalpasswörter für Ihr Konto
mail-otp-guessed-sentence = Jemand, der Ihr Passwort kennt, hat zu oft ein falsches Einmalpasswort eingegeben. Eine Stunde lang wird kein Einmalpasswort angenommen.
mail-otp-guessed-reason = Falls Sie es nicht waren, ändern Sie sofort Ihr Passwort und benachrichtigen Sie den Owner Ihres Teams.

mail-email-confirmation-subject = Bestätigen Sie Ihre E-Mail-Adresse
mail-email-confirmation-sentence = Jemand möchte diese Adresse für sein Konto verwenden.
mail-email-confirmation-note = Der Link funktioniert einmal, 24 Stunden lang.
mail-email-confirmation-button = Adresse bestätigen
mail-email-confirmation-reason = Falls Sie es nicht waren, beachten Sie diese Mail nicht: Es hat sich nichts geändert.

mail-email-changed-subject = Ihre E-Mail-Adresse wurde geändert
mail-email-changed-sentence = Ihr Konto meldet sich jetzt mit { $address } an. Diese Adresse wird nicht mehr verwendet.
mail-email-changed-reason = Falls Sie es nicht waren, benachrichtigen Sie sofort den Owner Ihres Teams.

mail-api-key-created-subject = Der API-Schlüssel { $key } wurde in { $team } angelegt
mail-api-key-created-sentence = Der API-Schlüssel { $key } wurde im Team { $team } mit Ihren Rechten angelegt.
mail-api-key-created-reason = Falls Sie es nicht waren, ändern Sie Ihr Passwort und lassen Sie den Schlüssel löschen.

## Faults

mail-connection-failing-subject = Die Verbindung { $connection } von { $team } ist gestört
mail-connection-failing-sentence = Ein Paket konnte über die Verbindung { $connection } nicht übertragen werden, und alle Versuche sind aufgebraucht.
mail-connection-failing-note = Beheben Sie die Störung und starten Sie die Übertragung dann erneut.
mail-connection-failing-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind. Sie kommt für jede Verbindung höchstens einmal am Tag.

mail-import-complete-subject = { $name }: Alle Dateien aus { $connection } sind da
mail-import-complete-sentence = Alles, was aus { $connection } geholt werden sollte, ist im Paket { $name }: { $files }, { $size }.
mail-import-complete-reason = Sie erhalten diese Mail, weil beim Start des Imports Ihre Adresse angegeben wurde.

mail-import-failed-subject = { $name }: Der Import aus { $connection } ist nicht gelungen
mail-import-failed-sentence = Der Import aus { $connection } in das Paket { $name } ist nicht gelungen.
mail-import-failed-note = Was angekommen ist, liegt im Paket. Beheben Sie die Ursache und versuchen Sie es dann erneut.
mail-import-failed-reason = Sie erhalten diese Mail, weil beim Start des Imports Ihre Adresse angegeben wurde.

mail-webhook-failing-subject = Der Webhook { $webhook } von { $team } ist gestört
mail-webhook-failing-sentence = { $count ->
    [one] Der Webhook { $webhook } hat ein Ereignis in { $count } Versuch nicht angenommen.
   *[other] Der Webhook { $webhook } hat ein Ereignis in { $count } Versuchen nicht angenommen.
}
mail-webhook-failing-note = Das Ereignis wird nicht von selbst erneut gesendet. Beheben Sie die Störung beim Empfänger und lassen Sie es dann erneut zustellen.
mail-webhook-failing-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind. Sie kommt für jeden Webhook höchstens einmal am Tag.

mail-delivery-ending-subject = { $count ->
    [one] { $count } Paket hat { $connection } nicht erreicht und wird gelöscht
   *[other] { $count } Pakete haben { $connection } nicht erreicht und werden gelöscht
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } Paket für die Verbindung { $connection } ist nicht zugestellt und wird bald gelöscht.
   *[other] { $count } Pakete für die Verbindung { $connection } sind nicht zugestellt und werden bald gelöscht.
}
mail-delivery-ending-note = Prüfen Sie die Verbindung, oder ändern Sie das Ablaufdatum der Pakete.
mail-delivery-ending-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind. Sie kommt für jede Verbindung höchstens einmal am Tag.

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
mail-delivery-lost-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind. Sie kommt für jede Verbindung höchstens einmal in der Stunde.

mail-gateway-silent-subject = Das Gateway { $connection } von { $team } ist offline
mail-gateway-silent-sentence = Das Storage-Gateway { $connection } hat sich seit Stunden nicht beim Server gemeldet. Pakete dafür warten oder werden warten.
mail-gateway-silent-note = Prüfen Sie, ob der Computer eingeschaltet ist, ob der Agent läuft und ob er diesen Server erreicht.
mail-gateway-silent-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind. Bis das Gateway wieder da ist, kommt dazu keine weitere Mail.

mail-files-withheld-subject = { $count ->
    [one] { $count } Datei wurde nicht an { $connection } gesendet
   *[other] { $count } Dateien wurden nicht an { $connection } gesendet
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } Datei eines Pakets wurde nicht an die Verbindung { $connection } gesendet, weil sie infiziert ist oder nicht geprüft werden konnte.
   *[other] { $count } Dateien eines Pakets wurden nicht an die Verbindung { $connection } gesendet, weil sie infiziert sind oder nicht geprüft werden konnten.
}
mail-files-withheld-note = Die Dateien sind weiter im Paket. Prüfen Sie sie, bevor Sie sie weitersenden. Die Einstellungen des Teams legen fest, ob nicht prüfbare Dateien zurückgehalten werden.
mail-files-withheld-reason = Sie erhalten diese Mail, weil Sie Owner oder Admin des Teams { $team } sind.
