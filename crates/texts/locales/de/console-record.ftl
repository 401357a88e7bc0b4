# Die Seiten der Konsole für das, was geschah: Aktivitäten, Protokoll, Nutzung und Postausgang.

record-from = Von
record-to = Bis
record-any = Beliebig
record-filter-clear = Filter aufheben
record-nothing-found = Nichts entspricht diesen Filtern.
record-filters = Filter

## Activities

activities-title = Aktivitäten
activities-intro = Uploads, Downloads, Links und Übertragungen, die neuesten zuerst.
activities-intro-own = Was Sie getan haben: Uploads, Downloads, Links und Übertragungen, die neuesten zuerst.
activities-empty-title = Noch ist nichts geschehen
activities-empty-text = Sobald jemand etwas hoch- oder herunterlädt, steht es hier.
activities-column-kind = Was
activities-column-state = Status
activities-column-package = Paket
activities-column-actor = Wer
activities-column-time = Wann
activities-kind = Was
activities-kind-upload = Upload
activities-kind-download = Download
activities-kind-link-creation = Link angelegt
activities-kind-transfer = Übertragung
activities-state = Status
activities-state-pending = Wartet
activities-state-started = Läuft
activities-state-complete = Abgeschlossen
activities-state-cancelled = Abgebrochen
activities-state-error = Fehlgeschlagen
activities-one-package = Nur Aktivitäten eines Pakets
activities-steps-of = Schritte von { $kind }: { $package }
activities-no-steps = Es sind keine Schritte verzeichnet.
activities-more-steps = Weitere Schritte lesen
activities-open-package = Paket öffnen
activities-someone = Jemand mit dem Link

## Audit

audit-title = Protokoll
audit-intro = Jede Änderung eines Zustands oder eines Rechts. Jeder Eintrag versiegelt den vorigen durch seinen Hash, sodass nichts unbemerkt geändert oder ausgelassen werden kann.
audit-intro-own = Was Sie geändert haben. Jeder Eintrag versiegelt den vorigen durch seinen Hash, sodass nichts unbemerkt geändert oder ausgelassen werden kann.
audit-empty = Noch ist nichts verzeichnet.
audit-column-time = Wann
audit-column-actor = Wer
audit-column-action = Was
audit-column-object = Gegenstand
audit-column-address = Von wo
audit-column-detail = Einzelheiten
audit-actor = Wer
audit-action = Was
audit-object = Kennung des Gegenstands
audit-details = Eintrag { $number } im Einzelnen
audit-credential = Ausweis
audit-hash = Hash
audit-copy-hash = Hash kopieren
audit-hash-help = Der Betreiber prüft die ganze Kette mit „tonnage admin audit verify“.
audit-export = Exportieren
audit-export-csv = Als CSV, für Tabellen
audit-export-json = Als JSON, für Programme
audit-exporting = { $read } von { $total } Einträgen gelesen
audit-exported = Die Datei ist fertig: { $count ->
    [one] { $count } Eintrag
   *[other] { $count } Einträge
}.
audit-export-stop = Anhalten
audit-actor-operator = Betreiber dieses Servers
audit-actor-service = Der Dienst selbst
audit-actor-stranger = Besucher ohne Konto
audit-actor-package-token = Besitzer eines Paketzugangs
audit-action-sign-in = Angemeldet
audit-action-sign-in-failed = Anmeldung fehlgeschlagen
audit-action-log-out-all = Überall abgemeldet
audit-action-password-changed = Passwort geändert
audit-action-password-reset = Passwort zurückgesetzt
audit-action-email-change-requested = Änderung der E-Mail-Adresse angefordert
audit-action-email-changed = E-Mail-Adresse geändert
audit-action-profile-changed = Profil geändert
audit-action-second-factor-begun = Zweiter Faktor begonnen
audit-action-second-factor-on = Zweiter Faktor eingeschaltet
audit-action-second-factor-off = Zweiter Faktor abgeschaltet
audit-action-team-created = Team angelegt
audit-action-team-updated = Einstellungen des Teams geändert
audit-action-team-suspended = Team gesperrt
audit-action-team-reactivated = Team freigegeben
audit-action-member-invited = Mitglied eingeladen
audit-action-invitation-accepted = Einladung angenommen
audit-action-role-changed = Rolle geändert
audit-action-member-removed = Mitglied entfernt
audit-action-teamspace-created = Teamspace angelegt
audit-action-teamspace-renamed = Teamspace umbenannt
audit-action-teamspace-deleted = Teamspace gelöscht
audit-action-teamspace-member-added = Zu einem Teamspace hinzugefügt
audit-action-teamspace-member-removed = Aus einem Teamspace entfernt
audit-action-tag-created = Tag angelegt
audit-action-tag-deleted = Tag gelöscht
audit-action-api-key-created = API-Schlüssel angelegt
audit-action-api-key-updated = API-Schlüssel geändert
audit-action-api-key-switched = API-Schlüssel umgeschaltet
audit-action-api-key-deleted = API-Schlüssel gelöscht
audit-action-package-created = Paket angelegt
audit-action-package-finalized = Paket abgeschlossen
audit-action-package-updated = Paket geändert
audit-action-package-expiry-changed = Ablauf eines Pakets geändert
audit-action-package-archived = Paket archiviert
audit-action-package-unarchived = Paket aus dem Archiv geholt
audit-action-packages-archived = Pakete archiviert
audit-action-packages-unarchived = Pakete aus dem Archiv geholt
audit-action-package-deleted = Paket gelöscht
audit-action-package-expired = Paket abgelaufen
audit-action-package-restored = Paket wiederhergestellt
audit-action-file-removed = Datei entfernt
audit-action-virus-found = Virus gefunden
audit-action-link-created = Link angelegt
audit-action-link-deleted = Link gelöscht
audit-action-link-secret-shown = Link erneut gezeigt
audit-action-link-password-wrong = Falsches Link-Passwort
audit-action-portal-created = Portal angelegt
audit-action-portal-updated = Portal geändert
audit-action-portal-deleted = Portal gelöscht
audit-action-access-code-wrong = Falscher Zugangscode
audit-action-portal-access-changed = Zugang zu einem Portal geändert
audit-action-portal-connections-changed = Cloud-Verbindungen eines Portals geändert
audit-action-portal-webhooks-changed = Webhooks eines Portals geändert
audit-action-form-created = Formular angelegt
audit-action-form-updated = Formular geändert
audit-action-form-deleted = Formular gelöscht
audit-action-form-template-created = Formularvorlage angelegt
audit-action-form-template-updated = Formularvorlage geändert
audit-action-form-template-deleted = Formularvorlage gelöscht
audit-action-filter-created = Filter angelegt
audit-action-filter-updated = Filter geändert
audit-action-filter-deleted = Filter gelöscht
audit-action-connection-created = Cloud-Verbindung angelegt
audit-action-connection-updated = Cloud-Verbindung geändert
audit-action-connection-deleted = Cloud-Verbindung gelöscht
audit-action-connection-tested = Cloud-Verbindung getestet
audit-action-transfer-started = Übertragung begonnen
audit-action-webhook-created = Webhook angelegt
audit-action-webhook-updated = Webhook geändert
audit-action-webhook-deleted = Webhook gelöscht
audit-action-webhook-secret-rotated = Geheimnis eines Webhooks erneuert
audit-action-webhook-redelivered = Webhook-Ereignis erneut gesendet
audit-action-webhook-tested = Webhook getestet
audit-action-mail-retried = E-Mail erneut gesendet

## Usage

usage-title = Nutzung
usage-intro = Was dieses Team speichert und überträgt. Tage zählen in UTC.
usage-period = Zeitraum
usage-days = { $days ->
    [365] Letztes Jahr
   *[other] Letzte { $days } Tage
}
usage-held = { $used } von { $limit } sind belegt, mit unfertigen Sendungen und gerade gelöschten Paketen.
usage-held-near = Es ist wenig Speicher übrig. Ist die Grenze erreicht, kann niemand mehr etwas an dieses Team oder von ihm senden. Löschen Sie Pakete, oder bitten Sie einen Inhaber oder den Betreiber um eine höhere Grenze.
usage-stored-now = Jetzt gespeichert
usage-packages-now = { $count ->
    [one] in { $count } Paket
   *[other] in { $count } Paketen
}
usage-uploaded = Hochgeladen
usage-downloaded = Heruntergeladen
usage-forwarded = In Clouds übertragen
usage-packages = Abgeschlossene Pakete
usage-in-period = in diesem Zeitraum
usage-chart-stored = Gespeichert am Ende jedes Tages
usage-chart-uploaded = Hochgeladen pro Tag
usage-chart-downloaded = Heruntergeladen pro Tag
usage-chart-forwarded = In Clouds übertragen pro Tag
usage-chart-summary = { $title }, von { $from } bis { $to }. Höchstwert: { $highest } am { $day }.
usage-nothing = Nichts in diesem Zeitraum.
usage-bar = { $day }: { $value }
usage-table = Alle Zahlen als Tabelle
usage-table-caption = Nutzung je Tag
usage-day = Tag
usage-stored = Gespeichert

## Outbox

outbox-title = Postausgang
outbox-intro = Die E-Mails, die dieses Team veranlasst hat, die neuesten zuerst.
outbox-kept-banner = Auf diesem Server ist kein Mailserver eingerichtet. E-Mails bleiben deshalb hier liegen und erreichen niemanden. Geben Sie ihren Inhalt selbst weiter, oder bitten Sie den Betreiber, „mail.smtp_url“ zu setzen.
outbox-failed-banner = { $count ->
    [one] { $count } E-Mail auf dieser Seite konnte nicht gesendet werden.
   *[other] { $count } E-Mails auf dieser Seite konnten nicht gesendet werden.
}
outbox-empty-title = Noch keine E-Mails
outbox-empty-text = Einladungen, Links und Bestätigungen stehen hier, sobald es welche gibt.
outbox-column-subject = Betreff
outbox-column-recipient = An
outbox-column-state = Status
outbox-column-time = Geschrieben
outbox-state-waiting = Wartet
outbox-state-sent = Gesendet
outbox-state-kept = Liegt hier
outbox-state-failed = Fehlgeschlagen
outbox-state-cancelled = Abgebrochen
outbox-state-help-waiting = Sie wird bald gesendet oder erneut versucht.
outbox-state-help-sent = Der Mailserver hat sie angenommen.
outbox-state-help-kept = Kein Mailserver eingerichtet: Geben Sie sie selbst weiter.
outbox-state-help-failed = Sie konnte nicht gesendet werden. Sie können sie erneut senden.
outbox-state-help-cancelled = Sie wurde nicht mehr gebraucht und wird nicht gesendet.
outbox-retry = Erneut senden
outbox-retried = Die E-Mail wird erneut gesendet.
outbox-error = Grund
outbox-text = Text
outbox-no-text = Der Text dieser E-Mail ist nur für ihren Empfänger und wird nicht gezeigt.
outbox-copy-text = Text kopieren
outbox-open-package = Paket öffnen
