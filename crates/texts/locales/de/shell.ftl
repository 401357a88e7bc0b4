# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo von { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Dateien an { $name } senden
shell-download-title = Dateien von { $sender }
shell-download-title-plain = Dateien für Sie
shell-password-needed = Diese Dateien sind durch ein Passwort geschützt. Der Absender teilt es Ihnen gesondert mit.
shell-password = Passwort
shell-password-wrong = Das ist nicht das Passwort. Prüfen Sie es und versuchen Sie es erneut.
shell-download = Herunterladen
shell-more-files = { $count ->
    [one] Eine weitere Datei: Erlauben Sie Skripte, um sie zu sehen.
   *[other] { $count } weitere Dateien: Erlauben Sie Skripte, um sie zu sehen.
}
shell-pages-missing = Die Seiten sind nicht Teil dieses Programms. Installieren Sie Node.js 20.19 oder neuer und starten Sie es erneut mit:
shell-api-works = Die Schnittstelle arbeitet auch ohne sie und ist hier beschrieben:
shell-portal-unknown-title = Diese Seite nimmt keine Dateien an
shell-portal-unknown = Unter dieser Adresse ist keine Seite zum Hochladen offen. Prüfen Sie die Adresse, oder fragen Sie, wer sie Ihnen gab.
shell-link-unknown-title = Dieser Link funktioniert nicht
shell-link-unknown = Der Link ist unvollständig oder wurde ersetzt. Kopieren Sie die ganze Adresse aus der E-Mail, oder bitten Sie den Absender um einen neuen.
shell-link-expired-title = Diese Dateien sind nicht mehr verfügbar
shell-link-expired = Ihre Zeit ist abgelaufen, und sie wurden gelöscht. Bitten Sie den Absender, sie noch einmal zu senden.
shell-link-inactive-title = Diese Dateien sind nicht bereit
shell-link-inactive = Der Absender hat noch nicht fertig gesendet oder den Link zurückgezogen. Versuchen Sie es später, oder fragen Sie den Absender.
shell-link-locked-title = Die Grenze der Downloads ist erreicht
shell-link-locked = Dieser Link wurde so oft benutzt, wie der Absender es erlaubt hat. Bitten Sie um einen neuen.
shell-agent-title = Tonnage-Agent
