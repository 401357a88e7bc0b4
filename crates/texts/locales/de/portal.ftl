# Die Seite, auf der man Dateien an ein Portal sendet.

portal-title = Dateien an { $name } senden
portal-title-percent = { $percent } – Senden an { $name }
portal-logo = Logo von { $name }
portal-help = Fragen? Wenden Sie sich an { $team } oder an die Person, von der Sie diese Adresse haben.
portal-help-plain = Fragen? Wenden Sie sich an die Person, von der Sie diese Adresse haben.

portal-unknown-title = Diese Seite nimmt keine Dateien an
portal-unknown = Unter dieser Adresse gibt es keine offene Upload-Seite. Vielleicht wurde sie geschlossen, oder die Adresse ist nicht vollständig.
portal-unknown-next = Prüfen Sie die Adresse, oder bitten Sie die Person, von der Sie sie haben, um eine neue.
portal-closed = Diese Seite nimmt keine Dateien mehr an: Sie wurde inzwischen geschlossen. Fragen Sie die Person, von der Sie die Adresse haben.
portal-server-trouble = Der Server konnte das gerade nicht ausführen. Nichts von Ihren Eingaben ist verloren; versuchen Sie es gleich noch einmal.

portal-code = Zugangscode
portal-code-help = Sie haben ihn von der Person erhalten, die Sie um Dateien gebeten hat. Einfügen ist möglich.
portal-code-wrong = Das ist nicht der Zugangscode. Prüfen Sie ihn und versuchen Sie es noch einmal.

portal-drop-here = Ziehen Sie Dateien und Ordner irgendwo auf diese Seite
portal-drop-now = Zum Hinzufügen loslassen
portal-choose-files = Dateien auswählen
portal-choose-folder = Ordner auswählen
portal-limit-count = { $count ->
    [one] Höchstens eine Datei
   *[other] Höchstens { $count } Dateien
}
portal-limit-file = Jede Datei bis { $size }
portal-limit-total = Zusammen bis { $size }
portal-limit-types = Nur { $types }
portal-limit-types-not = Kein { $types }
portal-reading = Ordner werden gelesen …
portal-system-files = { $count ->
    [one] Eine Systemdatei wurde ausgelassen.
   *[other] { $count } Systemdateien wurden ausgelassen.
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
portal-retry = Wiederholen
portal-start-again = Diese Datei neu beginnen
portal-pause = Anhalten
portal-resume = Fortsetzen
portal-retry-failed = Alle fehlgeschlagenen wiederholen
portal-finish-without = { $count ->
    [one] Ohne diese Datei abschließen
   *[other] Ohne diese { $count } Dateien abschließen
}
portal-remove-refused = { $count ->
    [one] Die abgelehnte Datei entfernen
   *[other] Alle { $count } abgelehnten entfernen
}
portal-and-more = { $count ->
    [one] und eine weitere
   *[other] und { $count } weitere
}

portal-sender = Ihre E-Mail-Adresse
portal-sender-help = An diese Adresse geht eine Bestätigung.
portal-sender-help-plain = Damit der Empfänger weiß, von wem die Dateien sind.
portal-remember = Meine Adresse auf diesem Gerät merken
portal-name = Name des Pakets
portal-name-help = Unter diesem Namen findet der Empfänger Ihre Dateien.
portal-name-format = Format: { $format }
portal-description = Nachricht an den Empfänger
portal-optional = (freiwillig)
portal-readonly = (vorgegeben)
portal-choose-option = Bitte auswählen
portal-mistake-required = Bitte füllen Sie dieses Feld aus.
portal-mistake-email = Das ist keine vollständige E-Mail-Adresse wie name@example.org.
portal-mistake-url = Das ist keine vollständige Webadresse wie https://example.org.
portal-mistake-number = Bitte geben Sie eine Zahl ein.
portal-mistakes = { $count ->
    [one] Eine Angabe fehlt noch oder stimmt nicht.
   *[other] { $count } Angaben fehlen noch oder stimmen nicht.
}
portal-terms = Bedingungen
portal-terms-accept = Ich stimme diesen Bedingungen zu.
portal-terms-missing = Bitte stimmen Sie den Bedingungen zu; sonst kann nichts gesendet werden.
portal-terms-read = Den ganzen Text lesen (öffnet einen neuen Tab)

portal-nothing-chosen = Wählen Sie mindestens eine Datei aus.
portal-ready = { $count ->
    [one] Eine Datei, { $size }
   *[other] { $count } Dateien, { $size }
}
portal-send = Senden
portal-starting = Wird begonnen …

portal-phase-sending = { $name } wird gesendet
portal-phase-paused = { $name } ist angehalten
portal-phase-pausing = { $name } wird angehalten …
portal-phase-attention = { $name } braucht Ihre Hilfe
portal-phase-finishing = Fast fertig: { $name } wird abgeschlossen
portal-phase-failed = { $name } konnte nicht gesendet werden
portal-phase-cancelled = { $name } wurde abgebrochen
portal-phase-elsewhere = { $name } wird in einem anderen Tab gesendet
portal-keep-open = Lassen Sie diese Seite offen, bis alles gesendet ist.
portal-progress = { $count ->
    [one] { $done } von einer Datei, { $sent } von { $total }
   *[other] { $done } von { $count } Dateien, { $sent } von { $total }
}
portal-progress-whole = Fortschritt des gesamten Uploads
portal-speed = { $size } pro Sekunde
portal-left-moment = noch wenige Sekunden
portal-left-seconds = noch etwa { $count } Sekunden
portal-left-minutes = { $count ->
    [one] noch etwa eine Minute
   *[other] noch etwa { $count } Minuten
}
portal-left-hours = { $count ->
    [one] noch etwa eine Stunde
   *[other] noch etwa { $count } Stunden
}
portal-left-days = noch etwa { $count } Tage
portal-spoken = { $percent } gesendet.
portal-pause-all = Anhalten
portal-list-cut-off = Diese Seite wurde geschlossen, bevor sie die ganze Dateiliste gespeichert hatte. Fügen Sie alle Dateien noch einmal hinzu; was schon angekommen ist, wird nicht erneut gesendet. Schließen Sie den Upload danach ab.
portal-list-complete = Die Liste ist vollständig: abschließen
portal-resume-all = Fortsetzen
portal-cancel = Upload abbrechen
portal-cancel-sure = Alles bisher Gesendete löschen?
portal-cancel-yes = Ja, löschen
portal-cancel-no = Nein, weiter
portal-begin-anew = Neuen Upload beginnen

portal-waiting-offline = Sie sind offline. Nichts ist verloren; es geht von selbst weiter.
portal-waiting-network = Warten auf das Netz. Nichts ist verloren; es geht von selbst weiter.
portal-waiting-storage = Der Speicher antwortet gerade nicht. Nichts ist verloren; es geht von selbst weiter.
portal-waiting-busy = Der Server ist ausgelastet. Nichts ist verloren; es geht von selbst weiter.
portal-waiting-again = Nächster Versuch in { $seconds } s.

portal-attention-failed = { $count ->
    [one] Eine Datei konnte nicht gesendet werden; siehe Liste.
   *[other] { $count } Dateien konnten nicht gesendet werden; siehe Liste.
}
portal-attention-missing = { $count ->
    [one] Eine Datei muss noch einmal ausgewählt werden.
   *[other] { $count } Dateien müssen noch einmal ausgewählt werden.
}
portal-attention-paused = { $count ->
    [one] Eine Datei ist angehalten.
   *[other] { $count } Dateien sind angehalten.
}

portal-state-waiting = Wartet
portal-state-sending = Wird gesendet, { $percent }
portal-state-done = Gesendet
portal-state-paused = Angehalten
portal-state-missing = Bitte noch einmal auswählen
portal-fault-type = Abgelehnt: Dateien dieses Typs werden nicht angenommen.
portal-fault-size = Abgelehnt: Die Datei ist zu groß.
portal-fault-count = Abgelehnt: Es sind zu viele Dateien. Entfernen Sie zuerst eine andere.
portal-fault-total = Abgelehnt: Zusammen wäre alles zu groß.
portal-fault-name = Abgelehnt: Der Name kann nicht verwendet werden. Benennen Sie die Datei um und fügen Sie sie erneut hinzu.
portal-fault-duplicate = Abgelehnt: Eine andere Datei dieses Namens steht schon in der Liste.
portal-fault-changed = Die Datei hat sich geändert. Beginnen Sie sie neu oder wählen Sie sie noch einmal aus, um den jetzigen Stand zu senden.
portal-fault-unreadable = Die Datei kann nicht gelesen werden. Wurde sie verschoben oder ein Laufwerk getrennt? Wählen Sie sie noch einmal aus.
portal-fault-checksum = Die Datei kam mehrmals beschädigt an. Wiederholen Sie es; hilft das nicht, versuchen Sie ein anderes Netz.
portal-fault-etag-hidden = Der Speicher dieses Servers ist nicht für Uploads aus Seiten eingerichtet (er verbirgt den ETag). Nur die Administration kann das beheben; nichts ist verloren.
portal-fault-storage = Der Speicher hat diese Datei abgelehnt ({ $reason }). Wiederholen Sie es oder bitten Sie den Empfänger um Hilfe.
portal-fault-refused = Der Server hat diese Datei abgelehnt: { $reason }
portal-fault-package-gone = Dieser Upload kann nicht weitergehen: { $reason }
portal-fault-package-gone-plain = Dieser Upload kann nicht weitergehen: Er ist beendet oder wurde entfernt.

portal-unfinished = Ihr Upload „{ $name }“ ist zu { $percent } fertig. Fortsetzen?
portal-unfinished-safe = Was gesendet wurde, bleibt erhalten. Sie wählen dieselben Dateien noch einmal aus, und nur der Rest wird gesendet.
portal-unfinished-elsewhere = Ein anderer Tab dieses Browsers sendet ihn gerade.
portal-unfinished-continue = Fortsetzen
portal-unfinished-watch = Fortschritt zeigen
portal-unfinished-new = Neuen Upload beginnen
portal-unfinished-forget = Diesen Upload vergessen
portal-unfinished-forget-help = „Vergessen“ löscht das bisher Gesendete und hinterlässt keine Spur auf diesem Gerät.
portal-pick-again = { $count ->
    [one] Wählen Sie dieselbe Datei noch einmal aus oder ziehen Sie sie hierher. Was angekommen ist, wird nicht noch einmal gesendet.
   *[other] Wählen Sie dieselben { $count } Dateien oder ihren Ordner noch einmal aus oder ziehen Sie sie hierher. Was angekommen ist, wird nicht noch einmal gesendet.
}
portal-unmatched = { $count ->
    [one] Eine ausgewählte Datei gehört nicht zu diesem Upload und wurde ausgelassen.
   *[other] { $count } ausgewählte Dateien gehören nicht zu diesem Upload und wurden ausgelassen.
}

portal-done = Alles ist angekommen
portal-done-title = Gesendet – { $name }
portal-done-words = { $name } hat Ihre Dateien erhalten. Sie können diese Seite schließen.
portal-finished-at = Abgeschlossen
portal-receipt = Eine Bestätigung wurde an { $address } gesendet.
portal-receipt-somewhere = Eine Bestätigung wurde an die angegebene Adresse gesendet.
portal-no-receipt = Es wird keine Bestätigung verschickt. Bewahren Sie diese Liste auf, wenn Sie einen Nachweis brauchen.
portal-send-more = Weitere Dateien senden
