# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Ein Webhook benachrichtigt Ihr Programm, wenn in einem Portal etwas geschieht.
webhooks-create = Webhook erstellen
webhooks-none = Noch keine Webhooks
webhooks-none-help = Erstellen Sie einen, und fügen Sie ihn dann zu einem Portal hinzu.
webhooks-name = Name
webhooks-state = Status
webhooks-on = Ein
webhooks-off = Aus
webhooks-url = URL
webhooks-url-help = Wird beim Speichern einmal zum Test aufgerufen.
webhooks-url-missing = Geben Sie eine URL ein.
webhooks-url-no-address = Das ist keine URL. Sie beginnt mit https://
webhooks-url-scheme = Verwenden Sie eine http- oder https-URL.
webhooks-url-user = Entfernen Sie Benutzername und Passwort aus der URL. Senden Sie sie als Header.
webhooks-events = Ereignisse
webhooks-events-missing = Wählen Sie mindestens ein Ereignis aus.
webhooks-event = Ereignis
webhooks-event-package-created = Upload gestartet
webhooks-event-package-finalized = Upload abgeschlossen
webhooks-event-quota-near = Limit fast erreicht
webhooks-event-quota-reached = Limit erreicht
webhooks-event-webhook-test = Testereignis
webhooks-event-id = Ereignis-ID
webhooks-portals = Portale
webhooks-portal-count = { $count ->
    [one] { $count } Portal
   *[other] { $count } Portale
}
webhooks-attached = { $count ->
    [one] in { $count } Portal verwendet
   *[other] in { $count } Portalen verwendet
}
webhooks-method = Methode
webhooks-headers = Header
webhooks-headers-help = Werden mit jeder Zustellung gesendet, zum Beispiel zur Authentifizierung. Gespeicherte Werte werden nicht noch einmal angezeigt.
webhooks-extras = Zusätzliche Werte
webhooks-extras-help = Werden im Inhalt jedes Ereignisses als body_extras hinzugefügt.
webhooks-value = Wert
webhooks-pair-name = { $list }: Name { $number }
webhooks-pair-value = { $list }: Wert { $number }
webhooks-pair-remove = { $list }: Zeile { $number } entfernen
webhooks-pair-add = Zeile hinzufügen
webhooks-names-doubled = Dieser Name wird bereits verwendet.
webhooks-active = Ereignisse senden
webhooks-active-help = Wenn deaktiviert, werden keine Ereignisse gesendet oder für später aufbewahrt.
webhooks-made = Webhook erstellt
webhooks-made-lead = Kopieren Sie jetzt sein Secret, und fügen Sie den Webhook dann zu einem Portal hinzu.
webhooks-secret = Signatur-Secret
webhooks-secret-help = Damit prüft Ihr Programm, dass Ereignisse von hier kommen (Standard Webhooks).
webhooks-secret-kept = Ich habe das Secret gespeichert
webhooks-settings = Einstellungen
webhooks-saved = Webhook gespeichert.
webhooks-test = Testereignis senden
webhooks-tested = Testereignis gesendet. Siehe Zustellungen.
webhooks-more = Mehr
webhooks-rotate = Secret ersetzen
webhooks-rotate-body = Zustellungen werden 24 Stunden lang mit beiden Secrets signiert. Danach funktioniert das alte nicht mehr.
webhooks-rotate-do = Neues Secret erzeugen
webhooks-rotated = Neues Secret
webhooks-rotated-help = Verwenden Sie es innerhalb von 24 Stunden in Ihrem Programm.
webhooks-delete-title = Diesen Webhook löschen?
webhooks-delete-body = { $count ->
    [one] Das lässt sich nicht rückgängig machen. Es werden keine Ereignisse mehr gesendet, und der Webhook wird aus { $count } Portal entfernt.
   *[other] Das lässt sich nicht rückgängig machen. Es werden keine Ereignisse mehr gesendet, und der Webhook wird aus { $count } Portalen entfernt.
}
webhooks-deleted = Webhook gelöscht.
webhooks-deliveries = Zustellungen
webhooks-deliveries-help = Die neuesten 500 der letzten 30 Tage. Jedes Ereignis wird bis zu 5-mal gesendet.
webhooks-no-deliveries = Noch keine Zustellungen
webhooks-no-deliveries-help = Senden Sie ein Testereignis, um zu prüfen, ob Ihr Programm antwortet.
webhooks-delivery-pending = Wartet
webhooks-delivery-delivered = Zugestellt
webhooks-delivery-exhausted = Fehlgeschlagen
webhooks-answer = Letzte Antwort
webhooks-status = Status { $status }
webhooks-attempts = Versuche
webhooks-no-attempts = Noch keine Versuche.
webhooks-last-attempt = Letzter Versuch
webhooks-next-attempt = Nächster Versuch
webhooks-package = Paket
webhooks-redeliver = Erneut senden
webhooks-redelivering = Das Ereignis wird erneut gesendet.
