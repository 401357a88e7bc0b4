# Said on pages and in mails alike.

language-name = Deutsch
choose-language = Sprache wählen
cancel = Abbrechen
close = Schließen
save = Speichern
delete = Löschen
copy = Kopieren
copied = Kopiert
try-again = Erneut versuchen
try-now = Jetzt erneut versuchen
loading = Wird geladen
continue = Weiter
back = Zurück
remove = Entfernen
help = Hilfe
error-network = Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung. Es geht nichts verloren.
error-reason = Ein Fehler ist aufgetreten: { $reason }
error-reference = Referenz: { $id }
error-pace = Zu viele Versuche. Versuchen Sie es in { $seconds } s erneut.
made-with = Bereitgestellt mit Tonnage
show-password = Passwort anzeigen
hide-password = Passwort ausblenden
needs-script = Diese Seite benötigt JavaScript. Aktivieren Sie es für diese Website, oder fragen Sie den Absender nach einem anderen Weg.
file-count = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
skip-to-content = Zum Inhalt springen
