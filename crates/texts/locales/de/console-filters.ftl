# The console: filters.

filters-title = Filter
filters-lead = Ein Filter wählt nach Dateinamen aus, welche empfangenen Dateien an eine Cloud-Verbindung weitergeleitet werden.
filters-create = Filter erstellen
filters-none = Noch keine Filter
filters-none-help = Ohne Filter werden alle Dateien, die ein Portal empfängt, an seine Verbindungen weitergeleitet.
filters-name = Name
filters-name-missing = Geben Sie einen Namen ein.
filters-effect = Aktion
filters-changed = Geändert
filters-include-short = Nur passende Dateien
filters-exclude-short = Alle außer passenden Dateien
filters-more-patterns = { $count ->
    [one] und { $count } weiteres
   *[other] und { $count } weitere
}
filters-which = Welche Dateien werden weitergeleitet?
filters-include = Nur passende Dateien
filters-include-help = Andere Dateien werden übersprungen.
filters-exclude = Alle außer passenden Dateien
filters-exclude-help = Passende Dateien werden übersprungen.
filters-patterns = Muster
filters-patterns-help = Reguläre Ausdrücke in RE2-Syntax. Eine Datei passt, wenn ein Muster irgendwo in ihrem Namen vorkommt.
filters-pattern = Muster { $number }
filters-add-pattern = Muster hinzufügen
filters-remove-pattern = Muster { $number } entfernen
filters-endings = Muster für Dateiendungen erstellen
filters-endings-help = Reguläre Ausdrücke sind nicht nötig.
filters-endings-add = Muster für Endungen hinzufügen
filters-saved = Filter { $name } gespeichert.
filters-delete-title = Filter { $name } löschen?
filters-delete-body = Das lässt sich nicht rückgängig machen. Wenn ein Portal diesen Filter verwendet, entfernen Sie ihn dort zuerst.
filters-deleted = Filter { $name } gelöscht.
filters-try = Mit Dateinamen testen
filters-try-names = Dateinamen
filters-try-help = Ein Name pro Zeile, bis zu { $most }. Es wird nichts gespeichert.
filters-try-result = { $passing } von { $all } Dateien werden weitergeleitet.
filters-try-broken = Muster { $number } ist ungültig: { $reason }
filters-passes = Weitergeleitet
filters-held-back = Übersprungen
