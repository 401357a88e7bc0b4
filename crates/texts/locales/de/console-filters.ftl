# The console: filters.

filters-title = Filter
filters-lead = Ein Filter entscheidet nach dem Dateinamen, welche empfangenen Dateien an eine Cloud-Verbindung weitergehen.
filters-create = Filter anlegen
filters-none = Noch keine Filter
filters-none-help = Ohne Filter geht alles, was ein Portal empfängt, an seine Verbindungen weiter.
filters-name = Name
filters-name-missing = Geben Sie dem Filter einen Namen.
filters-effect = Wirkung
filters-changed = Geändert
filters-include-short = Nur passende Namen
filters-exclude-short = Alle außer passenden Namen
filters-more-patterns = { $count ->
    [one] und { $count } weiteres
   *[other] und { $count } weitere
}
filters-which = Welche Dateien gehen weiter?
filters-include = Nur Dateien, die passen
filters-include-help = Alles andere bleibt hier.
filters-exclude = Alle Dateien außer denen, die passen
filters-exclude-help = Was passt, bleibt hier.
filters-patterns = Muster
filters-patterns-help = Reguläre Ausdrücke in RE2-Schreibweise. Eine Datei passt, wenn einer davon irgendwo in ihrem Namen vorkommt.
filters-pattern = Muster { $number }
filters-add-pattern = Muster hinzufügen
filters-remove-pattern = Muster { $number } entfernen
filters-endings = Ein Muster für Dateiendungen schreiben
filters-endings-help = Für alle, die keine regulären Ausdrücke schreiben.
filters-endings-add = Als Muster hinzufügen
filters-saved = Der Filter { $name } ist gespeichert.
filters-delete-title = Filter { $name } löschen?
filters-delete-body = Das lässt sich nicht rückgängig machen. Ein Filter, den ein Portal verwendet, kann nicht gelöscht werden: Nehmen Sie ihn dort zuerst heraus.
filters-deleted = Der Filter { $name } ist gelöscht.
filters-try = An Dateinamen ausprobieren
filters-try-names = Dateinamen
filters-try-help = Ein Name je Zeile, höchstens { $most }. Nichts wird gespeichert.
filters-try-result = { $passing } von { $all } Namen gehen weiter.
filters-try-broken = Muster { $number } ist noch nicht brauchbar: { $reason }
filters-passes = Geht weiter
filters-held-back = Bleibt hier
