# Packages: lists, one package, and sending from the browser.

packages-sent = Gesendet
packages-received = Empfangen
packages-one = Paket
packages-name = Name
packages-state = Zustand
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
packages-expiry = Verfügbar bis
packages-no-expiry = Unbegrenzt
packages-usage = Heruntergeladen
packages-tag = Tag
packages-space = Teamspace
packages-search = Nach Namen suchen
packages-filters = Filter
packages-filters-set = Filter ({ $count })
packages-filters-clear = Filter aufheben
packages-any = Alle
packages-created-from = Erstellt ab
packages-created-to = Erstellt bis
packages-expiry-from = Läuft ab ab
packages-expiry-to = Läuft ab bis
packages-extra = Länger als die freien Tage
packages-extra-yes = Ja
packages-extra-no = Nein
packages-day-needed = Wählen Sie einen Tag.
packages-none-found = Kein passendes Paket
packages-none-found-help = Heben Sie einige Filter auf, oder sehen Sie über den Zustand im Archiv nach.
packages-none-sent = Noch keine Pakete gesendet
packages-none-sent-help = Ein Paket ist das, was Sie senden: Dateien und Ordner jeder Größe, mit einer Nachricht und einem Link je Empfänger.
packages-none-received = Noch nichts empfangen
packages-none-received-help = Was andere über Ihre Portale senden, kommt hier an.
packages-to-portals = Zu den Portalen

packages-period = Zeitraum archivieren
packages-period-help = Für alle Pakete, die in einem Zeitraum abgelaufen sind, wie viele es auch sind. Dabei wird nichts gelöscht.
packages-period-way = Was geschehen soll
packages-period-archive = Abgelaufene Pakete archivieren
packages-period-unarchive = Archivierte Pakete zurückholen
packages-bulk-archive = Archivieren
packages-bulk-archive-title = { $count ->
    [one] { $count } Paket archivieren?
   *[other] { $count } Pakete archivieren?
}
packages-bulk-archive-body = { $others ->
    [0] Archivierte Pakete verschwinden aus den Listen und können jederzeit zurückgeholt werden.
    [one] Archivierte Pakete verschwinden aus den Listen und können jederzeit zurückgeholt werden. { $others } ausgewähltes Paket ist nicht abgelaufen und bleibt, wie es ist.
   *[other] Archivierte Pakete verschwinden aus den Listen und können jederzeit zurückgeholt werden. { $others } ausgewählte Pakete sind nicht abgelaufen und bleiben, wie sie sind.
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
    [one] Sie erscheinen wieder unter den abgelaufenen Paketen. { $others } ausgewähltes Paket ist nicht archiviert und bleibt, wie es ist.
   *[other] Sie erscheinen wieder unter den abgelaufenen Paketen. { $others } ausgewählte Pakete sind nicht archiviert und bleiben, wie sie sind.
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
    [0] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Bis der Inhalt aus dem Speicher entfernt ist, können Owner und Admins die Pakete wiederherstellen. Die Namen bleiben als abgelaufen in der Liste.
    [one] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Bis der Inhalt aus dem Speicher entfernt ist, können Owner und Admins die Pakete wiederherstellen. { $others } ausgewähltes Paket ist schon abgelaufen und bleibt, wie es ist.
   *[other] Alle Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Bis der Inhalt aus dem Speicher entfernt ist, können Owner und Admins die Pakete wiederherstellen. { $others } ausgewählte Pakete sind schon abgelaufen und bleiben, wie sie sind.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } Paket gelöscht.
   *[other] { $done } Pakete gelöscht.
}
packages-delete-title = Dieses Paket löschen?
packages-delete-body = Alle seine Dateien werden gelöscht, und alle Links funktionieren nicht mehr. Bis der Inhalt aus dem Speicher entfernt ist, können Owner und Admins das Paket wiederherstellen.
packages-restore = Wiederherstellen
packages-restored = Paket wiederhergestellt.
packages-restorable-until = Kann wiederhergestellt werden bis

packages-manage = Verwalten
packages-rename = Umbenennen
packages-renamed = Umbenannt.
packages-change-tag = Tag ändern
packages-tag-help = Wählen Sie einen Tag, geben Sie einen neuen ein, oder lassen Sie das Feld leer.
packages-tag-changed = Tag geändert.
packages-change-expiry = Ablauf ändern
packages-expiry-changed = Ablauf geändert.
packages-expiry-past = Wählen Sie einen Zeitpunkt in der Zukunft.
packages-keep = Wie lange es aufbewahrt wird
packages-keep-until = Bis zu einem Datum
packages-keep-always = Unbegrenzt
packages-keep-always-help = Speicher über die freien Tage hinaus kann berechnet werden.
packages-facts = Angaben
packages-set = Gesetzt
packages-last-download = Letzter Download
packages-id = Kennung

packages-files-gone = Die Dateien dieses Pakets wurden gelöscht. Name, Empfänger und Verlauf bleiben erhalten.
packages-files-more = Weitere Dateien lesen
packages-files-search = Dateien durchsuchen
packages-rows-more = Mehr anzeigen (noch { $count })
packages-no-files = Keine Dateien
packages-file-name = Name
packages-file-state = Zustand
packages-file-modified = Geändert
packages-file-uploading = Wird hochgeladen
packages-file-complete = Vollständig
packages-scan-clean = Kein Virus
packages-scan-pending = Wird geprüft
packages-folder = Ordner
packages-folder-top = Alle Dateien
packages-download = Herunterladen
packages-download-named = { $name } herunterladen
packages-download-all = Alles herunterladen
packages-zip-preparing = Zip wird vorbereitet
packages-infected-title = Ein Virus wurde gefunden
packages-infected-body = „{ $name }“ enthält einen Virus. Laden Sie es nur herunter, wenn Sie wissen, was Sie tun.
packages-infected-action = Trotzdem herunterladen

packages-answers = Antworten im Formular

packages-links = Links
packages-no-links = Noch keine Links. Mit einem Link kann jeder, der ihn hat, das Paket ohne Konto herunterladen.
packages-link-create = Neuer Link
packages-link-way = Wer ihn bekommt
packages-link-way-open = Ein Link zum Weitergeben
packages-link-way-open-help = Sie verschicken ihn selbst.
packages-link-way-mail = Per E-Mail an einen Empfänger
packages-link-way-mail-help = Wir verschicken den Link; sonst sieht ihn niemand.
packages-link-make = Link erstellen
packages-link-mail = Link senden
packages-link-mailed = Der Link ist unterwegs zu { $email }.
packages-link-later = { $email } bekommt den Link, sobald das Paket bereit ist.
packages-link-address = Link
packages-email-needed = Geben Sie eine E-Mail-Adresse ein.
packages-link-password = Passwort
packages-link-password-help = Wird vor dem Download verlangt. Teilen Sie es auf anderem Weg mit als den Link.
packages-link-password-default = Leer lassen, um das Passwort des Pakets zu verwenden.
packages-link-limit = Downloads je Link
packages-link-limit-help = Nach so vielen Downloads wird der Link gesperrt. Leer: wie beim Paket.
packages-link-expiry = Link gültig bis
packages-link-expiry-help = Leer: so lange wie das Paket.
packages-link-on = Sofort nutzbar
packages-link-on-help = Ausgeschaltet wird der Link erstellt, öffnet aber nichts.
packages-link-open = Link ohne Empfänger
packages-link-active = Aktiv
packages-link-off = Aus
packages-link-expired = Abgelaufen
packages-link-show = Link zeigen
packages-link-switch-off = Ausschalten
packages-link-switched-off = Der Link ist ausgeschaltet.
packages-link-limited = { $count ->
    [one] { $count } Download
   *[other] { $count } Downloads
}
packages-link-with-password = mit Passwort
packages-link-until = bis { $time }
packages-link-unused = nie benutzt
packages-link-used = zuletzt benutzt { $time }

packages-transfers = Übertragungen
packages-no-transfers = Keine Übertragungen zu oder von Cloud-Verbindungen.
packages-transfer-start = Übertragung starten
packages-transfer-connection = Cloud-Verbindung
packages-transfer-choose = Verbindung wählen
packages-transfer-none = Es gibt keine Verbindung, an die gesendet werden kann. Legen Sie unter Cloud-Verbindungen eine an.
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
    [0] Auf den Weg gebracht
    [one] Mit { $count } Datei auf den Weg gebracht
   *[other] Mit { $count } Dateien auf den Weg gebracht
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
packages-scan-reason-off = Die Prüfung ist ausgeschaltet.
packages-scan-reason-too-large = Die Dateien sind zu groß für die Prüfung.
packages-scan-reason-timeout = Die Prüfung hat zu lange gedauert.
packages-timeline-mail = E-Mail an { $actor }
packages-timeline-mail-waiting = E-Mail an { $actor } wartet auf den Versand
packages-timeline-mail-sent = E-Mail an { $actor } gesendet
packages-timeline-mail-kept = E-Mail an { $actor } liegt im Postausgang
packages-timeline-mail-failed = E-Mail an { $actor } fehlgeschlagen
packages-timeline-mail-cancelled = E-Mail an { $actor } abgebrochen
packages-timeline-transfer = Übertragung: { $title }
packages-timeline-transfer-pending = Übertragung wartet: { $title }
packages-timeline-transfer-transferring = Übertragung läuft: { $title }
packages-timeline-transfer-complete = Übertragung abgeschlossen: { $title }
packages-timeline-transfer-error = Übertragung fehlgeschlagen: { $title }
packages-timeline-webhook = Webhook „{ $title }“: { $detail }
packages-timeline-webhook-exhausted = Webhook „{ $title }“ konnte nicht zugestellt werden
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link für { $actor } erstellt
   *[no] Link erstellt
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link von { $actor } ausgeschaltet
   *[no] Link ausgeschaltet
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Link von { $actor } gesperrt: alle Downloads verbraucht
   *[no] Link gesperrt: alle Downloads verbraucht
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

packages-uploading = Dieses Paket wird gerade hochgeladen
packages-uploading-unknown = Noch keine Nachricht vom Absender. Dateien erscheinen, sobald sie ankommen.
packages-uploading-done = { $percent } · { $bytes } von { $total } · { $files } von { $all } Dateien

home-welcome = Willkommen, { $name }
home-steps = Erste Schritte
home-step-send = Das erste Paket senden
home-step-send-help = Dateien und Ordner jeder Größe, mit einem Link je Empfänger.
home-step-portal = Ein Portal anlegen
home-step-portal-help = Eine Seite, über die andere Ihnen ohne Konto Dateien senden.
home-step-portal-action = Zu den Portalen
home-step-member = Kollegen einladen
home-step-member-help = Jeder mit einer Rolle, die festlegt, was er darf.
home-step-member-action = Zu den Mitgliedern
home-step-done = Erledigt
home-recent-sent = Zuletzt gesendet
home-recent-received = Zuletzt empfangen
home-all = Alle anzeigen
home-nothing = Noch nichts.

send-title = Dateien senden
send-files = Dateien
send-drop = Ziehen Sie Dateien und Ordner irgendwo auf diese Seite, oder fügen Sie sie ein.
send-choose-files = Dateien wählen
send-choose-folder = Ordner wählen
send-drop-here = Loslassen zum Hinzufügen
send-reading = Ordner werden gelesen
send-left-out = { $count ->
    [one] { $count } Systemdatei ausgelassen
   *[other] { $count } Systemdateien ausgelassen
}
send-list = Zu sendende Dateien
send-list-total = { $files ->
    [one] { $files } Datei, { $size }
   *[other] { $files } Dateien, { $size }
}
send-remove-named = { $name } entfernen
send-remove-refused = Alle abgelehnten entfernen
send-details = Angaben
send-name = Name des Pakets
send-name-help = Leer: nach der ersten Datei oder dem ersten Ordner benannt.
send-recipients = Empfänger
send-recipients-help = E-Mail-Adressen. Leer lassen, um einen Link zu bekommen, den Sie selbst weitergeben.
send-message = Nachricht
send-password = Passwort
send-password-help = Wird vor dem Download verlangt. Teilen Sie es auf anderem Weg mit als den Link.
send-limit = Downloads je Link
send-limit-help = Leer: wie im Team festgelegt.
send-keep = Wie lange es aufbewahrt wird
send-keep-default = Wie im Team festgelegt ({ $days } Tage)
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
send-state-paused = Angehalten
send-state-failed = Fehlgeschlagen
send-state-missing = Diese Datei erneut wählen
send-state-refused = Abgelehnt
send-fault-type = Dieser Dateityp ist nicht erlaubt.
send-fault-size = Die Datei ist zu groß.
send-fault-count = Zu viele Dateien.
send-fault-total = Das Paket würde zu groß.
send-fault-name = Der Name ist nicht erlaubt.
send-fault-duplicate = Steht schon in der Liste.
send-fault-changed = Die Datei hat sich seit der Auswahl geändert. Entfernen Sie sie und fügen Sie sie neu hinzu.
send-fault-unreadable = Die Datei kann nicht gelesen werden. Ist das Laufwerk noch angeschlossen?
send-fault-checksum = Mehrmals kam etwas anderes an, als gesendet wurde. Versuchen Sie es erneut.
send-fault-etag-hidden = Der Speicher zeigt Seiten nicht, was sie brauchen. Sagen Sie es dem Administrator: Die CORS-Regeln müssen ETag freigeben.
send-fault-storage = Der Speicher hat die Datei abgelehnt.
send-fault-refused = Der Server hat die Datei abgelehnt.
send-fault-package-gone = Das Paket ist nicht mehr da oder abgeschlossen.
send-retry = Erneut versuchen
send-retry-all = Alle fehlgeschlagenen erneut versuchen
send-give-up-failed = Fehlgeschlagenes weglassen und abschließen
send-pause = Anhalten
send-resume = Fortsetzen
send-cancel = Abbrechen
send-cancel-title = Diesen Upload abbrechen?
send-cancel-body = Was schon gesendet wurde, wird vom Server gelöscht. Ihre eigenen Dateien bleiben, wie sie sind.
send-cancel-action = Upload abbrechen
send-progress = Fortschritt des Uploads
send-progress-files = { $done } von { $files } Dateien
send-progress-bytes = { $sent } von { $total }
send-progress-speed = { $size } pro Sekunde
send-left = noch etwa { $time }
send-left-soon = noch weniger als eine Minute
send-starting = Beginnt
send-sending = { $name } wird gesendet
send-paused = Angehalten
send-pausing = Wird angehalten …
send-list-cut-off = Diese Seite wurde geschlossen, bevor sie die ganze Dateiliste gespeichert hatte. Fügen Sie alle Dateien noch einmal hinzu; was schon angekommen ist, wird nicht erneut gesendet. Schließen Sie den Upload danach ab.
send-list-complete = Die Liste ist vollständig: abschließen
send-attention = Hier werden Sie gebraucht
send-finishing = Wird abgeschlossen
send-elsewhere = Ein anderer Tab sendet dieses Paket.
send-failed = Der Upload konnte nicht abgeschlossen werden
send-cancelled = Der Upload wurde abgebrochen.
send-waiting-offline = Kein Netz. Der Upload geht von selbst weiter, sobald es wieder da ist.
send-waiting-network = Der Server antwortet nicht. Neuer Versuch in { $seconds } Sekunden.
send-waiting-storage = Der Speicher antwortet nicht. Neuer Versuch in { $seconds } Sekunden.
send-waiting-busy = Der Server bittet, { $seconds } Sekunden zu warten.
send-keep-open = Lassen Sie diese Seite offen, bis alles gesendet ist. Den Rest der Konsole können Sie inzwischen benutzen.
send-announce = { $percent } gesendet
send-done = Gesendet
send-done-mailed = { $count ->
    [one] { $count } Empfänger bekommt eine E-Mail mit einem Link.
   *[other] { $count } Empfänger bekommen eine E-Mail mit einem Link.
}
send-done-link = Niemand wurde benachrichtigt. Erstellen Sie einen Link und geben Sie ihn weiter.
send-done-facts = „{ $name }“: { $files }, { $size }
send-show-package = Paket anzeigen
send-again = Mehr senden
send-expiry-failed = Das Paket wurde gesendet, aber sein Ablauf konnte nicht geändert werden. Ändern Sie ihn auf der Seite des Pakets.
send-unfinished = Ihr Upload „{ $name }“ ist zu { $percent } fertig. Fortsetzen?
send-unfinished-elsewhere = „{ $name }“ wird in einem anderen Tab gesendet.
send-unfinished-continue = Fortsetzen
send-unfinished-replaces = Die gerade ausgewählten Dateien gehören nicht zu diesem Upload. Sie werden aus der Liste entfernt.
send-unfinished-forget = Diesen Upload vergessen
send-unfinished-pick = Wählen Sie dieselben Dateien noch einmal, oder ziehen Sie sie hierher. Was schon gesendet ist, wird nicht noch einmal gesendet.
send-running = Sendet: { $percent }
