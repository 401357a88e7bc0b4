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
try-now = Jetzt versuchen
loading = Wird geladen
continue = Weiter
back = Zurück
remove = Entfernen
help = Hilfe
error-network = Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung; nichts geht verloren.
error-reason = Etwas ist schiefgegangen: { $reason }
error-reference = Kennung: { $id }
error-pace = Zu viele Versuche. Versuchen Sie es in { $seconds } Sekunden erneut.
made-with = Gesendet mit Tonnage
show-password = Passwort zeigen
hide-password = Passwort verbergen
needs-script = Diese Seite braucht Skripte. Erlauben Sie sie für diese Seite, oder fragen Sie den Absender nach einem anderen Weg.
file-count = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
skip-to-content = Zum Inhalt springen
