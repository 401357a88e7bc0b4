# Die Seiten der Konsole für das, was geschah: Aktivitäten, Protokoll, Nutzung und Postausgang.

record-from = Von
record-to = Bis
record-any = Alle
record-filter-clear = Filter aufheben
record-nothing-found = Keine Ergebnisse. Heben Sie einige Filter auf.
record-filters = Filter

## Activities

activities-title = Aktivitäten
activities-intro = Uploads, Downloads, Links und Übertragungen, neueste zuerst.
activities-intro-own = Ihre Uploads, Downloads, Links und Übertragungen, neueste zuerst.
activities-empty-title = Noch keine Aktivitäten
activities-empty-text = Uploads und Downloads erscheinen hier.
activities-column-kind = Art
activities-column-state = Status
activities-column-package = Paket
activities-column-actor = Benutzer
activities-column-time = Zeit
activities-kind = Art
activities-kind-upload = Upload
activities-kind-download = Download
activities-kind-link-creation = Link erstellt
activities-kind-transfer = Übertragung
activities-state = Status
activities-state-pending = Wartet
activities-state-started = Läuft
activities-state-complete = Abgeschlossen
activities-state-cancelled = Abgebrochen
activities-state-error = Fehlgeschlagen
activities-one-package = Aktivitäten eines Pakets
activities-steps-of = Schritte von { $kind }: { $package }
activities-no-steps = Keine Schritte aufgezeichnet.
activities-more-steps = Weitere Schritte laden
activities-open-package = Paket öffnen
activities-someone = Jemand mit dem Link

## Audit

audit-title = Audit-Protokoll
audit-intro = Manipulationssicheres Protokoll aller Änderungen.
audit-intro-own = Manipulationssicheres Protokoll Ihrer Änderungen.
audit-empty = Noch keine Einträge.
audit-column-time = Zeit
audit-column-actor = Benutzer
audit-column-action = Aktion
audit-column-object = Objekt
audit-column-address = IP-Adresse
audit-column-detail = Details
audit-actor = Benutzer
audit-action = Aktion
audit-object = Objekt-ID
audit-details = Details zu Eintrag { $number }
audit-credential = Anmeldedaten
audit-hash = Hash
audit-copy-hash = Hash kopieren
audit-hash-help = Der Betreiber prüft das Protokoll mit „tonnage admin audit verify“.
audit-export = Exportieren
audit-export-csv = CSV, für Tabellen
audit-export-json = JSON, für Programme
audit-exporting = { $read } von { $total } Einträgen exportiert
audit-exported = { $count ->
    [one] { $count } Eintrag exportiert.
   *[other] { $count } Einträge exportiert.
}
audit-export-stop = Beenden
audit-actor-operator = Betreiber des Servers
audit-actor-service = System
audit-actor-stranger = Gast
audit-actor-package-token = Paket-Token
audit-action-sign-in = Angemeldet
audit-action-sign-in-failed = Anmeldung fehlgeschlagen
audit-action-log-out-all = Überall abgemeldet
audit-action-password-changed = Passwort geändert
audit-action-password-reset = Passwort zurückgesetzt
audit-action-email-change-requested = Änderung der E-Mail-Adresse angefordert
audit-action-email-changed = E-Mail-Adresse geändert
audit-action-profile-changed = Profil geändert
audit-action-second-factor-begun = Einrichtung der Zwei-Faktor-Authentifizierung gestartet
audit-action-second-factor-on = Zwei-Faktor-Authentifizierung aktiviert
audit-action-second-factor-off = Zwei-Faktor-Authentifizierung deaktiviert
audit-action-team-created = Team erstellt
audit-action-team-updated = Team-Einstellungen geändert
audit-action-team-suspended = Team gesperrt
audit-action-team-reactivated = Team freigegeben
audit-action-member-invited = Mitglied eingeladen
audit-action-invitation-accepted = Einladung angenommen
audit-action-role-changed = Rolle geändert
audit-action-member-removed = Mitglied entfernt
audit-action-teamspace-created = Teamspace erstellt
audit-action-teamspace-renamed = Teamspace umbenannt
audit-action-teamspace-deleted = Teamspace gelöscht
audit-action-teamspace-member-added = Mitglied zu einem Teamspace hinzugefügt
audit-action-teamspace-member-removed = Mitglied aus einem Teamspace entfernt
audit-action-tag-created = Tag erstellt
audit-action-tag-deleted = Tag gelöscht
audit-action-api-key-created = API-Schlüssel erstellt
audit-action-api-key-updated = API-Schlüssel geändert
audit-action-api-key-switched = API-Schlüssel aktiviert oder deaktiviert
audit-action-api-key-deleted = API-Schlüssel gelöscht
audit-action-package-created = Paket erstellt
audit-action-package-finalized = Paket abgeschlossen
audit-action-package-updated = Paket geändert
audit-action-package-expiry-changed = Paketablauf geändert
audit-action-package-archived = Paket archiviert
audit-action-package-unarchived = Paket aus dem Archiv geholt
audit-action-packages-archived = Pakete archiviert
audit-action-packages-unarchived = Pakete aus dem Archiv geholt
audit-action-package-deleted = Paket gelöscht
audit-action-package-expired = Paket abgelaufen
audit-action-package-restored = Paket wiederhergestellt
audit-action-file-removed = Datei entfernt
audit-action-virus-found = Virus gefunden
audit-action-link-created = Link erstellt
audit-action-link-deleted = Link gelöscht
audit-action-link-secret-shown = Link erneut angezeigt
audit-action-link-password-wrong = Falsches Link-Passwort
audit-action-portal-created = Portal erstellt
audit-action-portal-updated = Portal geändert
audit-action-portal-deleted = Portal gelöscht
audit-action-access-code-wrong = Falscher Zugangscode
audit-action-portal-access-changed = Zugriff auf ein Portal geändert
audit-action-portal-connections-changed = Cloud-Verbindungen eines Portals geändert
audit-action-portal-webhooks-changed = Webhooks eines Portals geändert
audit-action-form-created = Formular erstellt
audit-action-form-updated = Formular geändert
audit-action-form-deleted = Formular gelöscht
audit-action-form-template-created = Formularvorlage erstellt
audit-action-form-template-updated = Formularvorlage geändert
audit-action-form-template-deleted = Formularvorlage gelöscht
audit-action-filter-created = Filter erstellt
audit-action-filter-updated = Filter geändert
audit-action-filter-deleted = Filter gelöscht
audit-action-connection-created = Cloud-Verbindung erstellt
audit-action-connection-updated = Cloud-Verbindung geändert
audit-action-connection-deleted = Cloud-Verbindung gelöscht
audit-action-connection-tested = Cloud-Verbindung getestet
audit-action-transfer-started = Übertragung gestartet
audit-action-webhook-created = Webhook erstellt
audit-action-webhook-updated = Webhook geändert
audit-action-webhook-deleted = Webhook gelöscht
audit-action-webhook-secret-rotated = Secret eines Webhooks ersetzt
audit-action-webhook-redelivered = Webhook-Ereignis erneut gesendet
audit-action-webhook-tested = Webhook getestet
audit-action-mail-retried = E-Mail erneut gesendet

## Usage

usage-title = Nutzung
usage-intro = Speicher und Übertragungen dieses Teams. Tage in UTC.
usage-period = Zeitraum
usage-days = { $days ->
    [365] Letztes Jahr
   *[other] Letzte { $days } Tage
}
usage-held = { $used } von { $limit } belegt, einschließlich unvollständiger Uploads und kürzlich gelöschter Pakete.
usage-held-near = Der Speicher ist fast voll. Ist das Limit erreicht, kann niemand mehr an dieses Team oder aus diesem Team senden. Löschen Sie Pakete, oder bitten Sie einen Inhaber oder den Betreiber, das Limit zu erhöhen.
usage-stored-now = Jetzt gespeichert
usage-packages-now = { $count ->
    [one] in { $count } Paket
   *[other] in { $count } Paketen
}
usage-uploaded = Hochgeladen
usage-downloaded = Heruntergeladen
usage-forwarded = An Clouds gesendet
usage-packages = Abgeschlossene Pakete
usage-in-period = in diesem Zeitraum
usage-chart-stored = Speicher am Ende jedes Tages
usage-chart-uploaded = Hochgeladen pro Tag
usage-chart-downloaded = Heruntergeladen pro Tag
usage-chart-forwarded = An Clouds gesendet pro Tag
usage-chart-summary = { $title }, { $from } bis { $to }. Höchstwert: { $highest } am { $day }.
usage-nothing = Keine Daten in diesem Zeitraum.
usage-bar = { $day }: { $value }
usage-table = Als Tabelle anzeigen
usage-table-caption = Nutzung pro Tag
usage-day = Tag
usage-stored = Gespeichert

## Outbox

outbox-title = E-Mail-Protokoll
outbox-intro = E-Mails dieses Teams, neueste zuerst.
outbox-kept-banner = Dieser Server hat keinen Mailserver, daher werden E-Mails nicht gesendet. Kopieren Sie den Text und senden Sie ihn selbst, oder bitten Sie den Betreiber, „mail.smtp_url“ festzulegen.
outbox-failed-banner = { $count ->
    [one] { $count } E-Mail auf dieser Seite konnte nicht gesendet werden.
   *[other] { $count } E-Mails auf dieser Seite konnten nicht gesendet werden.
}
outbox-empty-title = Noch keine E-Mails
outbox-empty-text = Einladungen, Links und Bestätigungen erscheinen hier.
outbox-column-subject = Betreff
outbox-column-recipient = An
outbox-column-state = Status
outbox-column-time = Erstellt
outbox-state-waiting = Wartet
outbox-state-sent = Gesendet
outbox-state-kept = Nicht gesendet
outbox-state-failed = Fehlgeschlagen
outbox-state-cancelled = Abgebrochen
outbox-state-help-waiting = Sie wird bald gesendet.
outbox-state-help-sent = Der Mailserver hat sie angenommen.
outbox-state-help-kept = Es gibt keinen Mailserver. Kopieren Sie den Text und senden Sie ihn selbst.
outbox-state-help-failed = Sie konnte nicht gesendet werden. Sie können sie erneut senden.
outbox-state-help-cancelled = Sie wird nicht mehr benötigt und nicht gesendet.
outbox-retry = Erneut senden
outbox-retried = Die E-Mail wird erneut gesendet.
outbox-error = Grund
outbox-text = Text
outbox-no-text = Nur der Empfänger kann den Text dieser E-Mail sehen.
outbox-copy-text = Text kopieren
outbox-open-package = Paket öffnen
