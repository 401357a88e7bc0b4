# What the page behind a download link says.

download-opening = Der Link wird geöffnet …
download-from = Gesendet von { $sender }
download-from-somebody = Dateien für Sie
download-available-until = Verfügbar bis { $time }
download-available-always = Ohne Enddatum verfügbar
download-left = { $count ->
    [one] Kann noch einmal heruntergeladen werden
   *[other] Kann noch { $count } Mal heruntergeladen werden
}
download-left-begun = Ihr Download wurde gezählt. In diesem Tab können Sie alle Dateien holen, ohne einen weiteren zu verbrauchen.
download-bytes = { $bytes } Bytes
download-all = Alles herunterladen ({ $size })
download-all-offered = Verfügbares herunterladen ({ $size })
download-one = Herunterladen
download-get = { $name } herunterladen
download-selected = Auswahl herunterladen
download-save-to-folder = In einen Ordner speichern …
download-files = Dateien
download-search = Dateien suchen
download-found = { $count ->
    [0] Nichts gefunden. Versuchen Sie einen anderen Teil des Namens.
    [one] { $count } Datei gefunden
   *[other] { $count } Dateien gefunden
}
download-choose = { $name } auswählen
download-choose-hint = Haken Sie Dateien oder Ordner an, um nur diese herunterzuladen.
download-chosen = { $count ->
    [one] { $count } Datei ausgewählt ({ $size })
   *[other] { $count } Dateien ausgewählt ({ $size })
}
download-clear = Auswahl aufheben
download-too-many = Eine Zip-Datei fasst höchstens { $most } ausgewählte Dateien. Wählen Sie weniger aus, oder laden Sie alles herunter.
download-too-many-clean = Einige Dateien können nicht angeboten werden, und der Rest ist zu viel für eine Zip-Datei. Wählen Sie unten bis zu { $most } Dateien auf einmal aus.
download-state-infected = Virus gefunden, nicht angeboten
download-state-scanning = Wird auf Viren geprüft
download-state-incomplete = Unvollständig
download-infected = In diesen Dateien wurde ein Virus gefunden, deshalb werden sie nicht angeboten. Es wurde nichts heruntergeladen. Wählen Sie andere Dateien, oder fragen Sie den Absender.
download-infected-note = { $count ->
    [one] In { $count } Datei wurde ein Virus gefunden. Sie wird nicht angeboten, alle anderen schon.
   *[other] In { $count } Dateien wurden Viren gefunden. Sie werden nicht angeboten, alle anderen schon.
}
download-scanning-note = { $count ->
    [one] { $count } Datei wird noch auf Viren geprüft. Sie wird hier von selbst verfügbar.
   *[other] { $count } Dateien werden noch auf Viren geprüft. Sie werden hier von selbst verfügbar.
}
download-asking = Ihr Download wird vorbereitet …
download-preparing = Die Zip-Datei wird vorbereitet. Der Download beginnt hier von selbst, sobald sie fertig ist; einzelne Dateien können Sie schon holen.
download-started = Ihr Browser lädt { $name } herunter.
download-start-again = Nicht gestartet? Erneut herunterladen
download-password-title = Dieser Link hat ein Passwort
download-password-text = Der Absender hat diese Dateien geschützt. Geben Sie das Passwort ein, das Sie erhalten haben.
download-password-label = Passwort
download-password-open = Öffnen
download-password-wrong = Das ist nicht das richtige Passwort. Achten Sie auf Groß- und Kleinschreibung, oder fragen Sie den Absender danach.
download-end-incomplete = Diese Adresse ist unvollständig
download-end-incomplete-text = Der Teil, der die Dateien öffnet, fehlt. Öffnen Sie den Link aus der erhaltenen Nachricht noch einmal, oder kopieren Sie ihn ganz.
download-end-unknown = Dieser Link führt nirgendwohin
download-end-unknown-text = Vielleicht wurde er abgeschnitten oder falsch abgetippt. Kopieren Sie den ganzen Link aus der erhaltenen Nachricht, und versuchen Sie es erneut.
download-end-expired = Diese Dateien sind nicht mehr verfügbar
download-end-expired-text = Ihre Zeit ist abgelaufen, und sie wurden gelöscht.
download-end-inactive = Diese Dateien können gerade nicht heruntergeladen werden
download-end-inactive-text = Entweder werden sie noch gesendet, oder der Absender hat den Link zurückgezogen. Versuchen Sie es etwas später erneut.
download-end-withdrawn = Dieser Link wurde zurückgezogen
download-end-withdrawn-text = Der Absender hat ihn abgeschaltet. Laufende Downloads können noch fertig werden.
download-end-locked = Dieser Link ist aufgebraucht
download-end-locked-text = Der Absender hat begrenzt, wie oft heruntergeladen werden kann, und diese Zahl ist erreicht.
download-end-pace = Einen Moment, bitte
download-end-pace-text = Es gab zu viele Versuche in kurzer Zeit. Warten Sie ein wenig, und versuchen Sie es dann erneut.
download-end-network = Keine Verbindung
download-end-fault = Das hat nicht funktioniert
download-end-fault-text = Der Server hat ein Problem. Es wurde nichts heruntergeladen und nichts gezählt. Versuchen Sie es in einigen Minuten erneut.
download-end-ask = Bitten Sie { $sender } um einen neuen Link, wenn Sie die Dateien noch brauchen.
download-end-ask-somebody = Bitten Sie die Person, die Ihnen den Link gesendet hat, um einen neuen, wenn Sie die Dateien noch brauchen.
download-agent-title = Das ist viel für einen Browser
download-agent-text = Der Tonnage-Agent holt Pakete dieser Größe schneller und macht nach jeder Unterbrechung weiter. Wenn er installiert ist, führen Sie diesen Befehl aus:
download-pause = Anhalten
download-resume = Fortsetzen
download-stop = Beenden
download-save-title = Speichern in Ihren Ordner
download-save-choose = Wählen Sie im Fenster Ihres Browsers einen Ordner.
download-save-forbidden = Der Browser hat das Schreiben in diesen Ordner nicht erlaubt. Es wurde nichts gespeichert. Wählen Sie einen anderen Ordner, oder laden Sie die Dateien als Zip herunter.
download-save-files = { $done } von { $total } Dateien
download-save-bytes = { $done } von { $total }
download-save-speed = { $speed } pro Sekunde
download-save-left = noch etwa { $time }
download-save-running = Lassen Sie diese Seite offen. Sie können jederzeit anhalten; was angekommen ist, bleibt.
download-save-waiting = Das Netz ist nicht verfügbar. Es geht von selbst weiter; nichts geht verloren.
download-save-paused = Angehalten. Was angekommen ist, bleibt.
download-save-full = Der Datenträger ist voll. Schaffen Sie Platz, und setzen Sie dann fort.
download-save-done = Alles, was gespeichert werden konnte, liegt in Ihrem Ordner.
download-save-stopped = Beendet. Vollständige Dateien bleiben in Ihrem Ordner.
download-save-ended = Das Speichern kann nicht weitergehen. Vollständige Dateien bleiben in Ihrem Ordner.
download-save-failures = { $count ->
    [one] { $count } Datei wurde nicht gespeichert:
   *[other] { $count } Dateien wurden nicht gespeichert:
}
download-save-failure-place = der Browser erlaubt diesen Namen oder Ort nicht
download-save-failure-size = sie kam mit falscher Größe an; versuchen Sie es erneut, oder laden Sie sie einzeln herunter
download-save-failure-damaged = sie kam mehrmals beschädigt an; versuchen Sie es später noch einmal
download-save-failure-refused = der Speicher hat sie verweigert; versuchen Sie es später erneut
download-save-failure-infected = in ihr wurde ein Virus gefunden
