# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Ein Webhook meldet einem Ihrer Programme, wenn in einem Portal etwas geschieht.
webhooks-create = Webhook anlegen
webhooks-none = Noch keine Webhooks
webhooks-none-help = Legen Sie einen an und verbinden Sie ihn mit einem Portal.
webhooks-name = Name
webhooks-state = Zustand
webhooks-on = Ein
webhooks-off = Aus
webhooks-url = Adresse
webhooks-url-help = Wird beim Speichern einmal aufgerufen, um zu sehen, ob sie antwortet.
webhooks-url-missing = Geben Sie die Adresse ein, die aufgerufen wird.
webhooks-url-no-address = Das ist keine Adresse. Sie beginnt mit https://
webhooks-url-scheme = Nur http und https können aufgerufen werden.
webhooks-url-user = Lassen Sie Benutzername und Passwort aus der Adresse; senden Sie sie als Kopfzeile.
webhooks-events = Ereignisse
webhooks-events-missing = Wählen Sie mindestens ein Ereignis.
webhooks-event = Ereignis
webhooks-event-package-created = Jemand hat zu senden begonnen
webhooks-event-package-finalized = Alles ist angekommen
webhooks-event-quota-near = Von einer Grenze ist wenig übrig
webhooks-event-quota-reached = Eine Grenze wurde erreicht
webhooks-event-webhook-test = Testereignis
webhooks-event-id = Kennung des Ereignisses
webhooks-portals = Portale
webhooks-portal-count = { $count ->
    [one] { $count } Portal
   *[other] { $count } Portale
}
webhooks-attached = { $count ->
    [one] mit { $count } Portal verbunden
   *[other] mit { $count } Portalen verbunden
}
webhooks-method = Methode
webhooks-headers = Kopfzeilen
webhooks-headers-help = Werden mit jeder Zustellung gesendet, etwa zur Anmeldung bei Ihrem Programm. Gespeicherte Werte werden nicht mehr angezeigt.
webhooks-extras = Zusätzliche Werte
webhooks-extras-help = Stehen im Inhalt jedes Ereignisses unter body_extras.
webhooks-value = Wert
webhooks-pair-name = { $list }: Name { $number }
webhooks-pair-value = { $list }: Wert { $number }
webhooks-pair-remove = { $list }: Zeile { $number } entfernen
webhooks-pair-add = Zeile hinzufügen
webhooks-names-doubled = Dieser Name steht zweimal da.
webhooks-active = Ereignisse senden
webhooks-active-help = Solange er aus ist, wird nichts gesendet und nichts für später aufgehoben.
webhooks-made = Der Webhook ist angelegt
webhooks-made-lead = Bewahren Sie jetzt sein Geheimnis auf und verbinden Sie ihn dann mit einem Portal.
webhooks-secret = Geheimnis der Signatur
webhooks-secret-help = Damit prüft Ihr Programm nach dem Verfahren Standard Webhooks, dass ein Ereignis wirklich von hier kam.
webhooks-secret-kept = Ich habe das Geheimnis aufbewahrt
webhooks-settings = Einstellungen
webhooks-saved = Der Webhook ist gespeichert.
webhooks-test = Testereignis senden
webhooks-tested = Das Testereignis ist unterwegs; siehe Zustellungen.
webhooks-more = Mehr
webhooks-rotate = Neues Geheimnis holen
webhooks-rotate-body = Zustellungen werden 24 Stunden lang mit beiden Geheimnissen signiert; danach gilt das alte nicht mehr.
webhooks-rotate-do = Neues Geheimnis erzeugen
webhooks-rotated = Das neue Geheimnis
webhooks-rotated-help = Geben Sie es Ihrem Programm innerhalb von 24 Stunden.
webhooks-delete-title = Diesen Webhook löschen?
webhooks-delete-body = { $count ->
    [one] Das lässt sich nicht rückgängig machen. Es wird nichts mehr gesendet; er wird von { $count } Portal gelöst.
   *[other] Das lässt sich nicht rückgängig machen. Es wird nichts mehr gesendet; er wird von { $count } Portalen gelöst.
}
webhooks-deleted = Der Webhook ist gelöscht.
webhooks-deliveries = Zustellungen
webhooks-deliveries-help = Die neuesten 500 der letzten dreißig Tage. Jedes Ereignis wird bis zu fünfmal versucht.
webhooks-no-deliveries = Noch wurde nichts gesendet
webhooks-no-deliveries-help = Senden Sie ein Testereignis, um zu sehen, ob Ihr Programm antwortet.
webhooks-delivery-pending = Unterwegs
webhooks-delivery-delivered = Zugestellt
webhooks-delivery-exhausted = Aufgegeben
webhooks-answer = Letzte Antwort
webhooks-status = Status { $status }
webhooks-attempts = Versuche
webhooks-no-attempts = Noch nicht versucht.
webhooks-last-attempt = Letzter Versuch
webhooks-next-attempt = Nächster Versuch
webhooks-package = Paket
webhooks-redeliver = Erneut senden
webhooks-redelivering = Das Ereignis wird erneut gesendet.
