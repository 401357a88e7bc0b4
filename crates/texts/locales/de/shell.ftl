# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo von { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Dateien an { $name } senden
shell-download-title = Dateien von { $sender }
shell-download-title-plain = Dateien für Sie
shell-password-needed = Diese Dateien sind passwortgeschützt. Der Absender teilt Ihnen das Passwort separat mit.
shell-password = Passwort
shell-password-wrong = Falsches Passwort. Prüfen Sie es und versuchen Sie es erneut.
shell-download = Herunterladen
shell-more-files = { $count ->
    [one] 1 weitere Datei: Aktivieren Sie JavaScript, um sie zu sehen.
   *[other] { $count } weitere Dateien: Aktivieren Sie JavaScript, um sie zu sehen.
}
shell-pages-missing = Dieses Programm wurde ohne die Webseiten gebaut. Installieren Sie Node.js 20.19 oder neuer, dann bauen und starten Sie es erneut mit:
shell-api-works = Die API funktioniert auch ohne sie. Ihre Dokumentation finden Sie unter
shell-portal-unknown-title = Diese Upload-Seite ist nicht verfügbar
shell-portal-unknown = Unter dieser Adresse gibt es keine offene Upload-Seite. Prüfen Sie die Adresse, oder fragen Sie die Person, von der Sie sie haben.
shell-link-unknown-title = Dieser Link funktioniert nicht
shell-link-unknown = Der Link ist unvollständig oder wurde ersetzt. Kopieren Sie den ganzen Link aus der E-Mail, oder bitten Sie den Absender um einen neuen.
shell-link-expired-title = Diese Dateien sind nicht mehr verfügbar
shell-link-expired = Die Frist ist abgelaufen, und die Dateien wurden gelöscht. Bitten Sie den Absender, sie erneut zu senden.
shell-link-inactive-title = Diese Dateien sind noch nicht bereit
shell-link-inactive = Der Absender lädt die Dateien noch hoch oder hat den Link deaktiviert. Versuchen Sie es später erneut, oder fragen Sie den Absender.
shell-link-locked-title = Downloadlimit erreicht
shell-link-locked = Dieser Link wurde so oft verwendet, wie der Absender es erlaubt hat. Bitten Sie den Absender um einen neuen.
shell-agent-title = Tonnage-Agent
