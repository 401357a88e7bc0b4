# Die Seite, auf der man Dateien an ein Portal sendet.

portal-title = Dateien an { $name } senden
portal-title-percent = { $percent } – Senden an { $name }
portal-logo = Logo von { $name }
portal-help = Fragen? Wenden Sie sich an { $team }.
portal-help-plain = Fragen? Wenden Sie sich an die Person, von der Sie diesen Link haben.

portal-unknown-title = Diese Upload-Seite ist nicht verfügbar
portal-unknown = Unter dieser Adresse gibt es keine offene Upload-Seite. Vielleicht wurde sie geschlossen, oder die Adresse ist unvollständig.
portal-unknown-next = Prüfen Sie die Adresse, oder bitten Sie die Person, von der Sie sie haben, um eine neue.
portal-closed = Diese Upload-Seite wurde geschlossen. Wenden Sie sich an die Person, von der Sie die Adresse haben.
portal-server-trouble = Auf dem Server ist ein Fehler aufgetreten. Ihre Dateien und Eingaben sind noch da. Versuchen Sie es gleich erneut.

portal-code = Zugangscode
portal-code-help = Sie haben ihn von der Person erhalten, die Sie um Dateien gebeten hat.
portal-code-wrong = Falscher Zugangscode. Prüfen Sie ihn und versuchen Sie es erneut.

portal-drop-here = Ziehen Sie Dateien und Ordner irgendwo auf diese Seite
portal-drop-now = Zum Hinzufügen loslassen
portal-choose-files = Dateien auswählen
portal-choose-folder = Ordner auswählen
portal-limit-count = { $count ->
    [one] Bis zu 1 Datei
   *[other] Bis zu { $count } Dateien
}
portal-limit-file = Bis zu { $size } pro Datei
portal-limit-total = Bis zu { $size } insgesamt
portal-limit-types = Erlaubt: { $types }
portal-limit-types-not = Nicht erlaubt: { $types }
portal-reading = Ordner werden gelesen …
portal-system-files = { $count ->
    [one] 1 Systemdatei wurde übersprungen.
   *[other] { $count } Systemdateien wurden übersprungen.
}

portal-files = Dateien
portal-file-list = Liste der Dateien
portal-file-count = { $count ->
    [0] Noch keine Dateien
    [one] { $count } Datei
   *[other] { $count } Dateien
}
portal-empty-folder = Leerer Ordner
portal-bytes = { $count } Bytes
portal-action-for = { $action }: { $name }
portal-progress-of = Fortschritt von { $name }
portal-retry = Erneut versuchen
portal-start-again = Datei neu starten
portal-pause = Pausieren
portal-resume = Fortsetzen
portal-retry-failed = Alle fehlgeschlagenen Dateien erneut versuchen
portal-finish-without = { $count ->
    [one] Ohne diese Datei abschließen
   *[other] Ohne diese { $count } Dateien abschließen
}
portal-remove-refused = { $count ->
    [one] 1 abgelehnte Datei entfernen
   *[other] { $count } abgelehnte Dateien entfernen
}
portal-and-more = { $count ->
    [one] und { $count } weitere
   *[other] und { $count } weitere
}

portal-sender = Ihre E-Mail-Adresse
portal-sender-help = Wir senden eine Bestätigung an diese Adresse.
portal-sender-help-plain = Damit der Empfänger weiß, wer die Dateien gesendet hat.
portal-remember = Meine E-Mail-Adresse auf diesem Gerät speichern
portal-name = Paketname
portal-name-help = Der Empfänger sieht diesen Namen.
portal-name-format = Format: { $format }
portal-description = Nachricht an den Empfänger
portal-optional = (optional)
portal-readonly = (schreibgeschützt)
portal-choose-option = Bitte auswählen
portal-mistake-required = Pflichtfeld
portal-mistake-email = Geben Sie eine vollständige E-Mail-Adresse ein, zum Beispiel name@example.org.
portal-mistake-url = Geben Sie eine vollständige Webadresse ein, zum Beispiel https://example.org.
portal-mistake-number = Geben Sie eine Zahl ein.
portal-mistakes = { $count ->
    [one] Prüfen Sie 1 Feld.
   *[other] Prüfen Sie { $count } Felder.
}
portal-terms = Nutzungsbedingungen
portal-terms-accept = Ich stimme diesen Bedingungen zu.
portal-terms-missing = Stimmen Sie den Bedingungen zu, um Dateien zu senden.
portal-terms-read = Vollständigen Text lesen (öffnet einen neuen Tab)

portal-nothing-chosen = Wählen Sie mindestens eine Datei zum Senden aus.
portal-ready = { $count ->
    [one] 1 Datei, { $size }
   *[other] { $count } Dateien, { $size }
}
portal-send = Senden
portal-starting = Wird gestartet …

portal-phase-sending = { $name } wird gesendet
portal-phase-paused = Pausiert: { $name }
portal-phase-pausing = { $name } wird angehalten …
portal-phase-attention = Bitte prüfen: { $name }
portal-phase-finishing = { $name } wird abgeschlossen
portal-phase-failed = { $name } konnte nicht gesendet werden
portal-phase-cancelled = Abgebrochen: { $name }
portal-phase-elsewhere = { $name } wird in einem anderen Tab gesendet
portal-keep-open = Lassen Sie diese Seite geöffnet, bis alle Dateien gesendet sind.
portal-progress = { $count ->
    [one] { $done } von 1 Datei, { $sent } von { $total }
   *[other] { $done } von { $count } Dateien, { $sent } von { $total }
}
portal-progress-whole = Fortschritt des gesamten Uploads
portal-speed = { $size } pro Sekunde
portal-left-moment = noch wenige Sekunden
portal-left-seconds = noch etwa { $count } Sekunden
portal-left-minutes = { $count ->
    [one] noch etwa 1 Minute
   *[other] noch etwa { $count } Minuten
}
portal-left-hours = { $count ->
    [one] noch etwa 1 Stunde
   *[other] noch etwa { $count } Stunden
}
portal-left-days = noch etwa { $count } Tage
portal-spoken = { $percent } gesendet.
portal-pause-all = Pausieren
portal-list-cut-off = Diese Seite wurde geschlossen, bevor sie die ganze Dateiliste gespeichert hatte. Fügen Sie alle Dateien noch einmal hinzu; was schon angekommen ist, wird nicht erneut gesendet. Schließen Sie den Upload danach ab.
portal-list-complete = Die Liste ist vollständig: abschließen
portal-resume-all = Fortsetzen
portal-cancel = Upload abbrechen
portal-cancel-sure = Diesen Upload abbrechen? Alle bisher gesendeten Dateien werden gelöscht.
portal-cancel-yes = Gesendete Dateien löschen
portal-cancel-no = Weiter hochladen
portal-begin-anew = Neuen Upload starten

portal-waiting-offline = Sie sind offline. Der Upload wird automatisch fortgesetzt. Es geht nichts verloren.
portal-waiting-network = Warten auf das Netzwerk. Der Upload wird automatisch fortgesetzt. Es geht nichts verloren.
portal-waiting-storage = Der Speicher antwortet nicht. Der Upload wird automatisch fortgesetzt. Es geht nichts verloren.
portal-waiting-busy = Der Server ist ausgelastet. Der Upload wird automatisch fortgesetzt. Es geht nichts verloren.
portal-waiting-again = Nächster Versuch in { $seconds } s.

portal-attention-failed = { $count ->
    [one] 1 Datei konnte nicht gesendet werden. Siehe Liste.
   *[other] { $count } Dateien konnten nicht gesendet werden. Siehe Liste.
}
portal-attention-missing = { $count ->
    [one] Wählen Sie 1 Datei erneut aus.
   *[other] Wählen Sie { $count } Dateien erneut aus.
}
portal-attention-paused = { $count ->
    [one] 1 Datei ist pausiert.
   *[other] { $count } Dateien sind pausiert.
}

portal-state-waiting = Wartet
portal-state-sending = Wird gesendet, { $percent }
portal-state-done = Gesendet
portal-state-paused = Pausiert
portal-state-missing = Datei erneut auswählen
portal-fault-type = Abgelehnt: Dieser Dateityp ist nicht erlaubt.
portal-fault-size = Abgelehnt: Die Datei ist zu groß.
portal-fault-count = Abgelehnt: Zu viele Dateien. Entfernen Sie zuerst eine andere.
portal-fault-total = Abgelehnt: Die Gesamtgröße wäre zu groß.
portal-fault-name = Abgelehnt: Dieser Name ist nicht erlaubt. Benennen Sie die Datei um und fügen Sie sie erneut hinzu.
portal-fault-duplicate = Abgelehnt: Die Liste enthält bereits eine Datei mit diesem Namen.
portal-fault-changed = Die Datei hat sich geändert. Starten Sie sie neu oder wählen Sie sie erneut aus, um die aktuelle Version zu senden.
portal-fault-unreadable = Die Datei kann nicht gelesen werden. Vielleicht wurde sie verschoben oder das Laufwerk getrennt. Wählen Sie sie erneut aus.
portal-fault-checksum = Die Datei wurde mehrmals bei der Übertragung beschädigt. Versuchen Sie es erneut. Hilft das nicht, wechseln Sie das Netzwerk.
portal-fault-etag-hidden = Der Speicher ist falsch konfiguriert: Seine CORS-Regeln müssen ETag freigeben. Informieren Sie den Administrator. Es geht nichts verloren.
portal-fault-storage = Der Speicher hat diese Datei abgelehnt ({ $reason }). Versuchen Sie es erneut, oder bitten Sie den Empfänger um Hilfe.
portal-fault-refused = Der Server hat diese Datei abgelehnt: { $reason }
portal-fault-package-gone = Dieser Upload kann nicht fortgesetzt werden: { $reason }
portal-fault-package-gone-plain = Dieser Upload kann nicht fortgesetzt werden: Er ist beendet oder wurde gelöscht.

portal-unfinished = Ihr Upload „{ $name }“ ist zu { $percent } fertig. Fortsetzen?
portal-unfinished-safe = Bereits gesendete Dateien bleiben erhalten. Wählen Sie dieselben Dateien erneut aus, um den Rest zu senden.
portal-unfinished-elsewhere = Ein anderer Tab dieses Browsers sendet ihn gerade.
portal-unfinished-continue = Fortsetzen
portal-unfinished-watch = Fortschritt anzeigen
portal-unfinished-new = Neuen Upload starten
portal-unfinished-forget = Diesen Upload löschen
portal-unfinished-forget-help = Löscht, was bisher hochgeladen wurde.
portal-pick-again = { $count ->
    [one] Wählen Sie dieselbe Datei erneut aus oder ziehen Sie sie hierher. Bereits gesendete Teile werden nicht noch einmal gesendet.
   *[other] Wählen Sie dieselben { $count } Dateien oder ihren Ordner erneut aus oder ziehen Sie sie hierher. Bereits gesendete Teile werden nicht noch einmal gesendet.
}
portal-unmatched = { $count ->
    [one] 1 ausgewählte Datei gehört nicht zu diesem Upload und wurde übersprungen.
   *[other] { $count } ausgewählte Dateien gehören nicht zu diesem Upload und wurden übersprungen.
}

portal-done = Alle Dateien gesendet
portal-done-title = Gesendet – { $name }
portal-done-words = { $name } hat Ihre Dateien erhalten. Sie können diese Seite schließen.
portal-finished-at = Abgeschlossen
portal-receipt = Wir haben eine Bestätigung an { $address } gesendet.
portal-receipt-somewhere = Wir haben eine Bestätigung an die angegebene E-Mail-Adresse gesendet.
portal-no-receipt = Es wird keine Bestätigung per E-Mail gesendet. Speichern Sie diese Liste, wenn Sie einen Nachweis brauchen.
portal-send-more = Weitere Dateien senden
