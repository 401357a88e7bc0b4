# Packages: lists, one package, and sending from the browser.

packages-sent = Gesendet
packages-received = Empfangen
packages-one = Paket
packages-name = Name
packages-state = Status
packages-state-new = Wird hochgeladen
packages-state-finalized = Bereit
packages-state-expired = Abgelaufen
packages-state-archived = Archiviert
packages-virus = Virus gefunden
packages-sender = Absender
packages-recipients = Empfänger
packages-recipient = Empfänger
packages-portal = Portal
packages-size = Größe
packages-files = Dateien
packages-created = Erstellt
packages-expiry = Läuft ab
packages-no-expiry = Nie
packages-usage = Downloads
packages-tag = Tag
packages-space = Teamspace
packages-search = Nach Namen suchen
packages-filters = Filter
packages-filters-set = Filter ({ $count })
packages-filters-clear = Filter aufheben
packages-any = Alle
packages-created-from = Erstellt ab
packages-created-to = Erstellt bis
packages-expiry-from = Ablauf ab
packages-expiry-to = Ablauf bis
packages-extra = Verlängerte Aufbewahrung
packages-extra-yes = Ja
packages-extra-no = Nein
packages-day-needed = Wählen Sie ein Datum aus.
packages-none-found = Keine Pakete gefunden
packages-none-found-help = Heben Sie einige Filter auf, oder schließen Sie archivierte Pakete ein.
packages-none-sent = Noch keine Pakete gesendet
packages-none-sent-help = Ein Paket enthält Dateien und Ordner jeder Größe, eine Nachricht und einen Link pro Empfänger.
packages-none-received = Noch keine Pakete empfangen
packages-none-received-help = Dateien, die über Ihre Portale gesendet werden, erscheinen hier.
packages-to-portals = Zu den Portalen

packages-period = Nach Datum archivieren …
packages-period-help = Gilt für alle Pakete, die zwischen zwei Daten abgelaufen sind. Es wird nichts gelöscht.
packages-period-way = Aktion
packages-period-archive = Abgelaufene Pakete archivieren
packages-period-unarchive = Pakete aus dem Archiv holen
packages-bulk-archive = Archivieren
packages-bulk-archive-title = { $count ->
    [one] { $count } Paket archivieren?
   *[other] { $count } Pakete archivieren?
}
packages-bulk-archive-body = { $others ->
    [0] Archivierte Pakete werden in den Listen ausgeblendet. Sie können sie jederzeit aus dem Archiv holen.
    [one] Archivierte Pakete werden in den Listen ausgeblendet. Sie können sie jederzeit aus dem Archiv holen. { $others } ausgewähltes Paket ist nicht abgelaufen und wird nicht archiviert.
   *[other] Archivierte Pakete werden in den Listen ausgeblendet. Sie können sie jederzeit aus dem Archiv holen. { $others } ausgewählte Pakete sind nicht abgelaufen und werden nicht archiviert.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } Paket archiviert.
   *[other] { $done } Pakete archiviert.
}
packages-bulk-unarchive = Aus dem Archiv holen
packages-bulk-unarchive-title = { $count ->
    [one] { $count } Paket aus dem Archiv holen?
   *[other] { $count } Pakete aus dem Archiv holen?
}
packages-bulk-unarchive-body = { $others ->
    [0] Sie erscheinen wieder unter den abgelaufenen Paketen.
    [one] Sie erscheinen wieder unter den abgelaufenen Paketen. { $others } ausgewähltes Paket ist nicht archiviert und bleibt unverändert.
   *[other] Sie erscheinen wieder unter den abgelaufenen Paketen. { $others } ausgewählte Pakete sind nicht archiviert und bleiben unverändert.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } Paket aus dem Archiv geholt.
   *[other] { $done } Pakete aus dem Archiv geholt.
}
packages-bulk-delete = Löschen
packages-bulk-delete-title = { $count ->
    [one] { $count } Paket löschen?
   *[other] { $count } Pakete löschen?
}
packages-bulk-delete-body = { $others ->
    [0] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Inhaber und Admins können die Pakete wiederherstellen, bis ihr Inhalt aus dem Speicher entfernt ist. Die Namen bleiben als abgelaufen in der Liste.
    [one] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Inhaber und Admins können die Pakete wiederherstellen, bis ihr Inhalt aus dem Speicher entfernt ist. Die Namen bleiben als abgelaufen in der Liste. { $others } ausgewähltes Paket ist bereits abgelaufen und bleibt unverändert.
   *[other] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Inhaber und Admins können die Pakete wiederherstellen, bis ihr Inhalt aus dem Speicher entfernt ist. Die Namen bleiben als abgelaufen in der Liste. { $others } ausgewählte Pakete sind bereits abgelaufen und bleiben unverändert.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } Paket gelöscht.
   *[other] { $done } Pakete gelöscht.
}
packages-delete-title = Dieses Paket löschen?
packages-delete-body = Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Inhaber und Admins können das Paket wiederherstellen, bis sein Inhalt aus dem Speicher entfernt ist.
packages-restore = Wiederherstellen
packages-restored = Paket wiederhergestellt.
packages-restorable-until = Wiederherstellbar bis

packages-manage = Verwalten
packages-rename = Umbenennen
packages-renamed = Paket umbenannt.
packages-change-tag = Tag ändern
packages-tag-help = Wählen Sie einen Tag aus oder geben Sie einen neuen ein. Leer lassen für keinen Tag.
packages-tag-changed = Tag geändert.
packages-change-expiry = Ablauf ändern
packages-expiry-changed = Ablauf geändert.
packages-expiry-past = Wählen Sie einen Zeitpunkt in der Zukunft aus.
packages-keep = Läuft ab
packages-keep-until = An einem Datum
packages-keep-always = Nie
packages-keep-always-help = Das Paket bleibt erhalten, bis es jemand löscht.
packages-facts = Details
packages-set = Festgelegt
packages-last-download = Letzter Download
packages-id = ID

packages-files-gone = Die Dateien dieses Pakets wurden gelöscht. Name, Empfänger und Verlauf bleiben erhalten.
packages-files-more = Weitere Dateien laden
packages-files-search = Dateien durchsuchen
packages-rows-more = Mehr anzeigen (noch { $count })
packages-no-files = Keine Dateien
packages-file-name = Name
packages-file-state = Status
packages-file-modified = Geändert
packages-file-uploading = Wird hochgeladen
packages-file-complete = Bereit
packages-scan-clean = Kein Virus
packages-scan-pending = Virenprüfung läuft
packages-folder = Ordner
packages-folder-top = Alle Dateien
packages-download = Herunterladen
packages-download-named = { $name } herunterladen
packages-download-all = Alles herunterladen
packages-zip-preparing = Zip wird vorbereitet
packages-infected-title = Virus gefunden
packages-infected-body = „{ $name }“ enthält einen Virus. Laden Sie das Paket nur herunter, wenn Sie wissen, was Sie tun.
packages-infected-action = Trotzdem herunterladen

packages-answers = Formularantworten

packages-links = Links
packages-no-links = Noch keine Links. Alle, die einen Link haben, können das Paket ohne Konto herunterladen.
packages-link-create = Neuer Link
packages-link-way = Teilen
packages-link-way-open = Link zum Teilen
packages-link-way-open-help = Sie teilen ihn selbst.
packages-link-way-mail = Empfänger per E-Mail
packages-link-way-mail-help = Wir senden den Link per E-Mail. Sonst sieht ihn niemand.
packages-link-make = Link erstellen
packages-link-mail = Link senden
packages-link-mailed = Wir haben den Link an { $email } gesendet.
packages-link-later = { $email } erhält den Link, sobald das Paket bereit ist.
packages-link-address = Link
packages-email-needed = Geben Sie eine E-Mail-Adresse ein.
packages-link-password = Passwort
packages-link-password-help = Empfänger müssen es eingeben. Teilen Sie es separat vom Link mit.
packages-link-password-default = Leer lassen, um das Passwort des Pakets zu verwenden.
packages-link-limit = Downloads pro Link
packages-link-limit-help = Leer lassen für das Limit des Pakets.
packages-link-expiry = Link läuft ab
packages-link-expiry-help = Leer lassen für den Ablauf des Pakets.
packages-link-on = Aktiv
packages-link-on-help = Deaktivieren, um den Link zu erstellen, ohne dass er schon funktioniert.
packages-link-open = Link zum Teilen
packages-link-active = Aktiv
packages-link-off = Aus
packages-link-expired = Abgelaufen
packages-link-show = Link anzeigen
packages-link-switch-off = Deaktivieren
packages-link-switched-off = Link deaktiviert.
packages-link-limited = { $count ->
    [one] { $count } Download
   *[other] { $count } Downloads
}
packages-link-with-password = mit Passwort
packages-link-until = bis { $time }
packages-link-unused = nie verwendet
packages-link-used = zuletzt verwendet { $time }

packages-transfers = Übertragungen
packages-no-transfers = Noch keine Übertragungen zu oder von Cloud-Verbindungen.
packages-transfer-start = Übertragung starten
packages-transfer-connection = Cloud-Verbindung
packages-transfer-choose = Verbindung auswählen
packages-transfer-none = Es gibt keine Verbindung, an die gesendet werden kann. Fügen Sie unter Cloud-Verbindungen eine hinzu.
packages-transfer-to = An { $name }
packages-transfer-from = Von { $name }
packages-transfer-pending = Wartet
packages-transfer-transferring = Läuft
packages-transfer-complete = Abgeschlossen
packages-transfer-error = Fehlgeschlagen

packages-timeline = Verlauf
packages-timeline-created = { $has_actor ->
    [yes] Erstellt von { $actor }
   *[no] Erstellt
}
packages-timeline-form = Formular „{ $title }“ ausgefüllt
packages-timeline-finalized = { $count ->
    [0] Gesendet
    [one] Gesendet ({ $count } Datei)
   *[other] Gesendet ({ $count } Dateien)
}
packages-timeline-scan = Virenprüfung
packages-timeline-scan-pending = { $count ->
    [one] { $count } Datei wartet auf die Virenprüfung
   *[other] { $count } Dateien warten auf die Virenprüfung
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } Datei geprüft, kein Virus
   *[other] { $count } Dateien geprüft, kein Virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } Datei nicht geprüft
   *[other] { $count } Dateien nicht geprüft
}
packages-timeline-scan-infected = Virus gefunden in { $title }
packages-scan-reason-off = Die Virenprüfung ist deaktiviert.
packages-scan-reason-too-large = Die Dateien sind zu groß für die Prüfung.
packages-scan-reason-timeout = Die Prüfung hat zu lange gedauert.
packages-timeline-mail = E-Mail an { $actor }
packages-timeline-mail-waiting = E-Mail an { $actor } wartet
packages-timeline-mail-sent = E-Mail an { $actor } gesendet
packages-timeline-mail-kept = E-Mail an { $actor } nicht gesendet: kein Mailserver
packages-timeline-mail-failed = E-Mail an { $actor } fehlgeschlagen
packages-timeline-mail-cancelled = E-Mail an { $actor } abgebrochen
packages-timeline-transfer = Übertragung: { $title }
packages-timeline-transfer-pending = Übertragung wartet: { $title }
packages-timeline-transfer-transferring = Übertragung läuft: { $title }
packages-timeline-transfer-complete = Übertragung abgeschlossen: { $title }
packages-timeline-transfer-error = Übertragung fehlgeschlagen: { $title }
packages-timeline-webhook = Webhook „{ $title }“: { $detail }
packages-timeline-webhook-exhausted = Webhook „{ $title }“ fehlgeschlagen
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link für { $actor } erstellt
   *[no] Link erstellt
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link von { $actor } deaktiviert
   *[no] Link deaktiviert
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Downloadlimit für den Link von { $actor } erreicht
   *[no] Downloadlimit eines Links erreicht
}
packages-timeline-download = { $has_actor ->
    [yes] Download durch { $actor }
   *[no] Download
}
packages-timeline-download-complete = { $has_actor ->
    [yes] Download durch { $actor } abgeschlossen
   *[no] Download abgeschlossen
}
packages-timeline-changed = Geändert
packages-timeline-changed-details = { $has_actor ->
    [yes] Name oder Tag geändert von { $actor }
   *[no] Name oder Tag geändert
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] Ablauf geändert von { $actor }
   *[no] Ablauf geändert
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] Wiederhergestellt von { $actor }
   *[no] Wiederhergestellt
}
packages-timeline-expired = Abgelaufen, Dateien gelöscht
packages-timeline-expired-deleted = { $has_actor ->
    [yes] Gelöscht von { $actor }
   *[no] Gelöscht
}
packages-timeline-archived = Archiviert
packages-timeline-archived-unarchived = Aus dem Archiv geholt

packages-uploading = Wird hochgeladen
packages-uploading-unknown = Warten auf den Absender. Dateien erscheinen, sobald sie ankommen.
packages-uploading-done = { $percent } · { $bytes } von { $total } · { $files } von { $all } Dateien

home-welcome = Willkommen, { $name }
home-steps = Erste Schritte
home-step-send = Das erste Paket senden
home-step-send-help = Dateien und Ordner jeder Größe, mit einem Link pro Empfänger.
home-step-portal = Portal erstellen
home-step-portal-help = Eine Seite, über die andere Ihnen ohne Konto Dateien senden.
home-step-portal-action = Zu den Portalen
home-step-member = Kolleginnen und Kollegen einladen
home-step-member-help = Mit einer Rolle, die ihre Berechtigungen festlegt.
home-step-member-action = Mitglieder einladen
home-step-done = Erledigt
home-recent-sent = Zuletzt gesendet
home-recent-received = Zuletzt empfangen
home-all = Alle anzeigen
home-nothing = Noch nichts.

send-title = Dateien senden
send-files = Dateien
send-drop = Ziehen Sie Dateien und Ordner irgendwo auf diese Seite, oder fügen Sie sie ein.
send-choose-files = Dateien auswählen
send-choose-folder = Ordner auswählen
send-drop-here = Zum Hinzufügen loslassen
send-drop-not-added = Es wurde nichts hinzugefügt, da ein anderer Upload läuft. Fügen Sie die Dateien hinzu, wenn er abgeschlossen ist.
send-reading = Ordner werden gelesen
send-left-out = { $count ->
    [one] { $count } Systemdatei übersprungen
   *[other] { $count } Systemdateien übersprungen
}
send-list = Zu sendende Dateien
send-list-total = { $files ->
    [one] { $files } Datei, { $size }
   *[other] { $files } Dateien, { $size }
}
send-remove-named = { $name } entfernen
send-remove-refused = Alle abgelehnten Dateien entfernen
send-details = Details
send-name = Paketname
send-name-help = Standard ist der Name der ersten Datei.
send-recipients = Empfänger
send-recipients-help = E-Mail-Adressen. Leer lassen, um einen Link zum Teilen zu erhalten.
send-message = Nachricht
send-password = Passwort
send-password-help = Empfänger müssen es eingeben. Teilen Sie es separat vom Link mit.
send-limit = Downloads pro Link
send-limit-help = Leer lassen für den Team-Standard.
send-keep = Läuft ab
send-keep-default = { $days ->
    [one] Nach { $days } Tag (Team-Standard)
   *[other] Nach { $days } Tagen (Team-Standard)
}
send-tag = Tag
send-space = Teamspace
send-space-none = Keiner
send-more = Weitere Optionen
send-action = Senden
send-files-needed = Fügen Sie zuerst Dateien hinzu.
send-state-listed = Bereit zum Senden
send-state-waiting = Wartet
send-state-sending = { $percent }
send-state-done = Gesendet
send-state-paused = Pausiert
send-state-failed = Fehlgeschlagen
send-state-missing = Datei erneut auswählen
send-state-refused = Abgelehnt
send-fault-type = Dieser Dateityp ist nicht erlaubt.
send-fault-size = Die Datei ist zu groß.
send-fault-count = Zu viele Dateien.
send-fault-total = Das Paket wäre zu groß.
send-fault-name = Der Name ist nicht erlaubt.
send-fault-duplicate = Die Liste enthält diese Datei bereits.
send-fault-changed = Die Datei hat sich seit der Auswahl geändert. Entfernen Sie sie und fügen Sie sie erneut hinzu.
send-fault-unreadable = Die Datei kann nicht gelesen werden. Prüfen Sie, ob das Laufwerk verbunden ist.
send-fault-checksum = Die Datei wurde mehrmals bei der Übertragung beschädigt. Versuchen Sie es erneut.
send-fault-etag-hidden = Der Speicher ist falsch konfiguriert: Seine CORS-Regeln müssen ETag freigeben. Informieren Sie den Administrator.
send-fault-storage = Der Speicher hat die Datei abgelehnt.
send-fault-refused = Der Server hat die Datei abgelehnt.
send-fault-package-gone = Das Paket wurde gelöscht oder bereits abgeschlossen.
send-retry = Erneut versuchen
send-retry-all = Alle fehlgeschlagenen Dateien erneut versuchen
send-give-up-failed = Ohne fehlgeschlagene Dateien abschließen
send-pause = Pausieren
send-resume = Fortsetzen
send-cancel = Abbrechen
send-cancel-title = Diesen Upload abbrechen?
send-cancel-body = Bereits gesendete Dateien werden vom Server gelöscht. Ihre eigenen Dateien bleiben unverändert.
send-cancel-action = Upload abbrechen
send-progress = Upload-Fortschritt
send-progress-files = { $done } von { $files } Dateien
send-progress-bytes = { $sent } von { $total }
send-progress-speed = { $size } pro Sekunde
send-left = noch etwa { $time }
send-left-soon = noch weniger als eine Minute
send-starting = Wird gestartet
send-sending = { $name } wird gesendet
send-paused = Pausiert
send-pausing = Wird angehalten …
send-list-cut-off = Diese Seite wurde geschlossen, bevor sie die ganze Dateiliste gespeichert hatte. Fügen Sie alle Dateien noch einmal hinzu; was schon angekommen ist, wird nicht erneut gesendet. Schließen Sie den Upload danach ab.
send-list-complete = Die Liste ist vollständig: abschließen
send-attention = Bitte prüfen
send-finishing = Wird abgeschlossen
send-elsewhere = Ein anderer Tab sendet dieses Paket.
send-failed = Upload fehlgeschlagen
send-cancelled = Upload abgebrochen.
send-waiting-offline = Keine Netzwerkverbindung. Der Upload wird automatisch fortgesetzt, sobald sie wieder da ist.
send-waiting-network = Der Server antwortet nicht. Neuer Versuch in { $seconds } s.
send-waiting-storage = Der Speicher antwortet nicht. Neuer Versuch in { $seconds } s.
send-waiting-busy = Der Server ist ausgelastet. Neuer Versuch in { $seconds } s.
send-keep-open = Lassen Sie diese Seite geöffnet, bis alle Dateien gesendet sind. Die übrige Konsole können Sie inzwischen nutzen.
send-announce = { $percent } gesendet
send-done = Gesendet
send-done-mailed = { $count ->
    [one] Wir haben { $count } Person per E-Mail benachrichtigt.
   *[other] Wir haben { $count } Personen per E-Mail benachrichtigt.
}
send-done-link = Ihr Paket ist bereit. Erstellen Sie einen Link, um es zu teilen.
send-done-facts = „{ $name }“: { $files }, { $size }
send-show-package = Paket anzeigen
send-again = Weitere Dateien senden
send-expiry-failed = Das Paket wurde gesendet, aber sein Ablauf konnte nicht geändert werden. Ändern Sie ihn auf der Paketseite.
send-unfinished = Ihr Upload „{ $name }“ ist zu { $percent } fertig. Fortsetzen?
send-unfinished-elsewhere = „{ $name }“ wird in einem anderen Tab gesendet.
send-unfinished-continue = Fortsetzen
send-unfinished-replaces = Die gerade ausgewählten Dateien gehören nicht zu diesem Upload. Sie werden aus der Liste entfernt.
send-unfinished-forget = Diesen Upload löschen
send-unfinished-pick = Wählen Sie dieselben Dateien erneut aus oder ziehen Sie sie hierher. Bereits gesendete Teile werden nicht noch einmal gesendet.
send-running = Wird gesendet: { $percent }
