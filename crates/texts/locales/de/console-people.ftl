# Die Seiten der Konsole für Mitglieder, Teamspaces, Tags und API-Schlüssel.

## Members

members-title = Mitglieder
members-intro = Alle in diesem Team und ihre Rollen.
members-search = Nach Name oder E-Mail-Adresse suchen
members-invite = Mitglied einladen
members-column-name = Name
members-column-role = Rolle
members-column-status = Status
members-column-spaces = Teamspaces
members-column-actions = Aktionen
members-you = (Sie)
members-status-active = Aktiv
members-status-invited = Eingeladen
members-none-found = Keine Mitglieder gefunden.
members-count = { $count ->
    [one] { $count } Mitglied
   *[other] { $count } Mitglieder
}
members-role-owner = Inhaber
members-role-admin = Admin
members-role-integration-manager = Integrationsmanager
members-role-member = Mitglied
members-role-guest = Gast
members-role-help-owner = Darf alles. Nur der Inhaber kann das Team übertragen.
members-role-help-admin = Verwaltet Einstellungen, Mitglieder, Portale und Pakete des Teams.
members-role-help-integration-manager = Sendet Pakete und verwaltet Cloud-Verbindungen, Webhooks, Filter und eigene API-Schlüssel.
members-role-help-member = Sendet Pakete und erstellt Portale in eigenen Teamspaces.
members-role-help-guest = Sieht nur freigegebene Portale.
members-role-field = Rolle
members-email-field = E-Mail-Adresse
members-name-field = Name
members-name-help = Optional. Der Name lässt sich beim Annehmen ändern.
members-invite-title = Mitglied zu { $team } einladen
members-invite-help = Die Person erhält eine E-Mail mit einem Link, der 7 Tage gilt.
members-invite-send = Einladung senden
members-invited-done = Einladung an { $email } gesendet.
members-invite-outbox = Wenn es keinen Mailserver gibt, kopieren Sie die Einladung aus dem E-Mail-Protokoll.
members-invite-again = Einladung erneut senden
members-invited-again-done = Neue Einladung an { $email } gesendet. Der vorherige Link funktioniert nicht mehr.
members-change-role = Rolle ändern
members-change-role-title = Rolle von { $name } ändern
members-change-role-save = Rolle ändern
members-role-changed-done = { $name } hat jetzt die Rolle { $role }.
members-hand-over = Team übertragen
members-hand-over-title = Team an { $name } übertragen?
members-hand-over-text = { $name } wird Inhaber von { $team }, und Sie werden Admin. Nur { $name } kann das rückgängig machen.
members-hand-over-confirm = Team übertragen
members-handed-over-done = Dieses Team gehört jetzt { $name }. Sie sind Admin.
members-remove = Aus dem Team entfernen
members-remove-title = { $name } entfernen?
members-remove-text = { $name } verliert sofort den Zugriff auf { $team }, und die API-Schlüssel dieser Person werden deaktiviert. Gesendete und empfangene Pakete bleiben im Team.
members-remove-confirm = Aus dem Team entfernen
members-removed-done = { $name } wurde aus dem Team entfernt.
members-menu = Aktionen für { $name }
members-spaces-none = Keine
members-spaces-all = Alle
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Ein Teamspace beschränkt Portale und Pakete auf bestimmte Mitglieder. Inhaber und Admins sehen alle.
spaces-create = Teamspace erstellen
spaces-create-title = Teamspace erstellen
spaces-name-field = Name
spaces-members-field = Mitglieder
spaces-members-help = Weitere können Sie später hinzufügen.
spaces-created-done = Teamspace { $name } erstellt.
spaces-empty-title = Noch keine Teamspaces
spaces-empty-text = Verwenden Sie einen Teamspace für ein Projekt oder einen Kunden, den nur bestimmte Mitglieder sehen sollen.
spaces-empty-text-member = Sie gehören zu keinem Teamspace. Bitten Sie einen Admin Ihres Teams, Sie hinzuzufügen.
spaces-column-name = Name
spaces-column-members = Mitglieder
spaces-members-count = { $count ->
    [0] Keine Mitglieder
    [one] { $count } Mitglied
   *[other] { $count } Mitglieder
}
spaces-menu = Aktionen für { $name }
spaces-rename = Umbenennen
spaces-rename-title = { $name } umbenennen
spaces-renamed-done = Teamspace in { $name } umbenannt.
spaces-delete-title = Teamspace { $name } löschen?
spaces-delete-text = Das lässt sich nicht rückgängig machen. Portale und Pakete bleiben im Team, und alle im Team sehen sie wieder. Nur wer einen Teamspace erstellt hat, kann ihn löschen.
spaces-deleted-done = Teamspace { $name } gelöscht.
spaces-members-title = Mitglieder
spaces-members-note = Inhaber und Admins haben Zugriff auf jeden Teamspace, ohne hinzugefügt zu werden.
spaces-add-members = Mitglieder hinzufügen
spaces-add-members-title = Mitglieder zu { $name } hinzufügen
spaces-add-members-choose = Hinzuzufügende Mitglieder
spaces-add-members-all-in = Alle im Team gehören bereits zu diesem Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } Mitglied hinzugefügt.
   *[other] { $count } Mitglieder hinzugefügt.
}
spaces-remove-member = { $name } entfernen
spaces-member-removed-done = { $name } wurde aus dem Teamspace entfernt.
spaces-member-unnamed = Mitglied ohne Namen
spaces-no-members = Noch keine Mitglieder.
spaces-packages-title = Pakete
spaces-packages-search = Pakete nach Namen suchen
spaces-packages-empty = Noch keine Pakete in diesem Teamspace.
spaces-packages-none-found = Keine Pakete gefunden.
spaces-package-name = Name
spaces-package-sender = Absender
spaces-package-state = Status
spaces-package-created = Erstellt
spaces-package-state-new = Wird hochgeladen
spaces-package-state-finalized = Bereit
spaces-package-state-archived = Archiviert
spaces-package-state-expired = Abgelaufen
spaces-page-before = Neuere Pakete
spaces-page-after = Ältere Pakete
spaces-page-number = Seite { $page }

## Tags

tags-title = Tags
tags-intro = Mit Tags gruppieren Sie Pakete. Jedes Paket kann einen Tag haben.
tags-name-field = Neuer Tag
tags-create = Tag erstellen
tags-created-done = Tag { $name } erstellt.
tags-empty-title = Noch keine Tags
tags-empty-text = Kennzeichnen Sie Pakete zum Beispiel nach Projekt oder Kunde.
tags-column-name = Tag
tags-column-created = Erstellt
tags-column-packages = Pakete
tags-column-actions = Aktionen
tags-show-sent = Gesendete Pakete mit { $name }
tags-show-received = Empfangene Pakete mit { $name }
tags-sent-link = Gesendet
tags-received-link = Empfangen
tags-delete = { $name } löschen
tags-deleted-done = Tag { $name } gelöscht.

## API keys

keys-title = API-Schlüssel
keys-intro = Mit einem Schlüssel handelt ein Programm in diesem Team mit Ihren Berechtigungen. Erstellen Sie einen Schlüssel pro Programm, damit Sie ihn einzeln widerrufen können.
keys-create = Schlüssel erstellen
keys-create-title = API-Schlüssel erstellen
keys-edit-title = { $name } bearbeiten
keys-name-field = Name
keys-name-help = Zum Beispiel das Programm, das ihn verwendet.
keys-description-field = Beschreibung
keys-expiry-field = Läuft ab
keys-expiry-help = Leer lassen für einen Schlüssel, der nie abläuft. Schlüssel mit Ablauf sind sicherer.
keys-expiry-past = Wählen Sie einen Zeitpunkt in der Zukunft aus.
keys-active-field = Aktiv
keys-active-help = Anfragen mit einem inaktiven Schlüssel werden abgelehnt.
keys-scopes-field = Berechtigungen
keys-scopes-all = Alle
keys-scopes-missing = Wählen Sie mindestens eine Berechtigung aus.
keys-scope-read = Lesen
keys-scope-read-help = Pakete, Portale und Einstellungen sehen, aber keine Dateiinhalte.
keys-scope-send = Senden
keys-scope-send-help = Pakete erstellen, Dateien hinzufügen und Links erstellen. Alle, die einen Link haben, können herunterladen.
keys-scope-receive = Empfangen
keys-scope-receive-help = Dateien herunterladen, auch während sie noch hochgeladen werden.
keys-scope-manage = Verwalten
keys-scope-manage-help = Mitglieder, Portale, Verbindungen, Webhooks und andere Einstellungen ändern, Pakete löschen und das Audit-Protokoll lesen.
keys-created-title = Ihr neuer Schlüssel
keys-created-text = Kopieren Sie den Schlüssel jetzt. Er wird nicht noch einmal angezeigt.
keys-created-label = API-Schlüssel { $name }
keys-created-close = Ich habe den Schlüssel gespeichert
keys-empty-title = Noch keine API-Schlüssel
keys-empty-text = Programme wie der Tonnage-Agent brauchen einen Schlüssel, um für Sie Pakete zu senden und herunterzuladen.
keys-column-name = Name
keys-column-state = Status
keys-column-expiry = Läuft ab
keys-column-used = Zuletzt verwendet
keys-column-created = Erstellt
keys-column-actions = Aktionen
keys-unnamed = Schlüssel ohne Namen
keys-never-expires = Nie
keys-never-used = Nie
keys-state-active = Aktiv
keys-state-inactive = Aus
keys-state-suspended = Gesperrt
keys-state-expired = Abgelaufen
keys-suspended-note = Dieses Team ist gesperrt. Seine Schlüssel werden abgelehnt und lassen sich nicht ändern, bis der Betreiber des Servers das Team wieder freigibt.
keys-switch-on = Aktivieren
keys-switch-off = Deaktivieren
keys-switched-on-done = { $name } aktiviert.
keys-switched-off-done = { $name } deaktiviert. Programme, die diesen Schlüssel verwenden, werden jetzt abgelehnt.
keys-edit = Bearbeiten
keys-saved-done = { $name } gespeichert.
keys-delete-title = { $name } löschen?
keys-delete-text = Programme mit diesem Schlüssel funktionieren sofort nicht mehr. Das lässt sich nicht rückgängig machen.
keys-deleted-done = { $name } gelöscht.
keys-menu = Aktionen für { $name }
keys-only-device = Nur der Inhaber sieht alle Schlüssel eines Teams. Sie sehen die Schlüssel, die Sie in diesem Browser erstellt haben. Ihre übrigen Schlüssel funktionieren weiterhin, und der Inhaber kann sie deaktivieren.
