# What the page behind a download link says.

download-opening = Der Link wird geöffnet …
download-from = Gesendet von { $sender }
download-from-somebody = Dateien für Sie
download-available-until = Verfügbar bis { $time }
download-available-always = Kein Ablaufdatum
download-left = { $count ->
    [one] Noch 1 Download
   *[other] Noch { $count } Downloads
}
download-left-begun = Als 1 Download gezählt. Sie können in diesem Tab alle Dateien herunterladen.
download-bytes = { $bytes } Bytes
download-all = Alles herunterladen ({ $size })
download-all-offered = Verfügbare Dateien herunterladen ({ $size })
download-one = Herunterladen
download-get = { $name } herunterladen
download-selected = Auswahl herunterladen
download-save-to-folder = In einen Ordner speichern …
download-files = Dateien
download-search = Dateien suchen
download-found = { $count ->
    [0] Keine Dateien gefunden. Versuchen Sie einen anderen Teil des Namens.
    [one] { $count } Datei gefunden
   *[other] { $count } Dateien gefunden
}
download-choose = { $name } auswählen
download-choose-hint = Wählen Sie Dateien oder Ordner aus, um nur diese herunterzuladen.
download-chosen = { $count ->
    [one] { $count } Datei ausgewählt ({ $size })
   *[other] { $count } Dateien ausgewählt ({ $size })
}
download-clear = Auswahl aufheben
download-too-many = Eine Zip-Datei kann bis zu { $most } ausgewählte Dateien enthalten. Wählen Sie weniger aus, oder laden Sie alles herunter.
download-too-many-clean = Einige Dateien können nicht heruntergeladen werden, und die übrigen sind zu viele für eine Zip-Datei. Wählen Sie unten bis zu { $most } Dateien auf einmal aus.
download-state-infected = Blockiert: Virus gefunden
download-state-scanning = Virenprüfung läuft
download-state-incomplete = Unvollständig
download-infected = Diese Dateien enthalten einen Virus und wurden blockiert. Es wurde nichts heruntergeladen. Wählen Sie andere Dateien aus, oder fragen Sie den Absender.
download-infected-note = { $count ->
    [one] { $count } Datei enthält einen Virus und wurde blockiert. Die anderen können Sie herunterladen.
   *[other] { $count } Dateien enthalten einen Virus und wurden blockiert. Die anderen können Sie herunterladen.
}
download-scanning-note = { $count ->
    [one] { $count } Datei wird noch auf Viren geprüft. Sobald sie bereit ist, können Sie sie hier herunterladen.
   *[other] { $count } Dateien werden noch auf Viren geprüft. Sobald sie bereit sind, können Sie sie hier herunterladen.
}
download-asking = Ihr Download wird vorbereitet …
download-preparing = Die Zip-Datei wird vorbereitet. Der Download startet automatisch. Einzelne Dateien können Sie schon herunterladen.
download-started = Ihr Browser lädt { $name } herunter.
download-start-again = Nicht gestartet? Erneut versuchen
download-password-title = Passwort erforderlich
download-password-text = Diese Dateien sind passwortgeschützt. Geben Sie das Passwort ein, das Sie vom Absender erhalten haben.
download-password-label = Passwort
download-password-open = Öffnen
download-password-wrong = Falsches Passwort. Achten Sie auf Groß- und Kleinschreibung, oder fragen Sie den Absender.
download-end-incomplete = Dieser Link ist unvollständig
download-end-incomplete-text = Das Ende des Links fehlt. Öffnen Sie ihn erneut aus der Nachricht, oder kopieren Sie den ganzen Link.
download-end-unknown = Dieser Link funktioniert nicht
download-end-unknown-text = Vielleicht wurde er abgeschnitten oder enthält einen Tippfehler. Kopieren Sie den ganzen Link aus der Nachricht und versuchen Sie es erneut.
download-end-expired = Diese Dateien sind nicht mehr verfügbar
download-end-expired-text = Die Frist ist abgelaufen, und die Dateien wurden gelöscht.
download-end-inactive = Diese Dateien sind noch nicht bereit
download-end-inactive-text = Der Absender lädt sie noch hoch oder hat den Link deaktiviert. Versuchen Sie es später erneut.
download-end-withdrawn = Dieser Link wurde deaktiviert
download-end-withdrawn-text = Der Absender hat ihn deaktiviert. Laufende Downloads können noch beendet werden.
download-end-locked = Downloadlimit erreicht
download-end-locked-text = Dieser Link wurde so oft verwendet, wie der Absender es erlaubt hat.
download-end-pace = Zu viele Versuche
download-end-pace-text = Warten Sie einen Moment, und versuchen Sie es dann erneut.
download-end-network = Keine Verbindung
download-end-fault = Ein Fehler ist aufgetreten
download-end-fault-text = Der Server hat ein Problem. Es wurde nichts heruntergeladen und nichts gezählt. Versuchen Sie es in einigen Minuten erneut.
download-end-ask = Wenn Sie die Dateien noch brauchen, bitten Sie { $sender } um einen neuen Link.
download-end-ask-somebody = Wenn Sie die Dateien noch brauchen, bitten Sie die Person, die Ihnen den Link gesendet hat, um einen neuen.
download-agent-title = Dieser Download ist sehr groß für einen Browser
download-agent-text = Der Tonnage-Agent lädt Pakete dieser Größe schneller herunter und setzt nach Unterbrechungen fort. Wenn er installiert ist, führen Sie diesen Befehl aus:
download-pause = Pausieren
download-resume = Fortsetzen
download-stop = Beenden
download-save-title = Speichern in Ihren Ordner
download-save-choose = Wählen Sie im Dialog des Browsers einen Ordner aus.
download-save-forbidden = Der Browser hat den Zugriff auf diesen Ordner nicht erlaubt. Es wurde nichts gespeichert. Wählen Sie einen anderen Ordner aus, oder laden Sie die Dateien als Zip-Datei herunter.
download-save-files = { $done } von { $total } Dateien
download-save-bytes = { $done } von { $total }
download-save-speed = { $speed } pro Sekunde
download-save-left = noch etwa { $time }
download-save-running = Lassen Sie diese Seite geöffnet. Sie können jederzeit pausieren. Bereits gespeicherte Dateien bleiben erhalten.
download-save-waiting = Keine Netzwerkverbindung. Das Speichern wird automatisch fortgesetzt. Es geht nichts verloren.
download-save-paused = Pausiert. Bereits gespeicherte Dateien bleiben erhalten.
download-save-full = Der Datenträger ist voll. Geben Sie Speicherplatz frei, und setzen Sie dann fort.
download-save-done = Alle Dateien, die gespeichert werden konnten, sind in Ihrem Ordner.
download-save-stopped = Beendet. Vollständige Dateien bleiben in Ihrem Ordner.
download-save-ended = Das Speichern ist fehlgeschlagen. Vollständige Dateien bleiben in Ihrem Ordner.
download-save-failures = { $count ->
    [one] { $count } Datei wurde nicht gespeichert:
   *[other] { $count } Dateien wurden nicht gespeichert:
}
download-save-failure-place = der Browser erlaubt diesen Namen oder Ordner nicht
download-save-failure-size = sie kam mit falscher Größe an. Versuchen Sie es erneut, oder laden Sie sie einzeln herunter
download-save-failure-damaged = sie kam mehrmals beschädigt an; versuchen Sie es später noch einmal
download-save-failure-refused = der Speicher hat sie abgelehnt. Versuchen Sie es später erneut
download-save-failure-infected = sie enthält einen Virus
