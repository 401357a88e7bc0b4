# Die Seiten der Konsole für Mitglieder, Teamspaces, Tags und API-Schlüssel.

## Members

members-title = Mitglieder
members-intro = Alle, die in diesem Team arbeiten, und was sie jeweils dürfen.
members-search = Nach Name oder E-Mail suchen
members-invite = Jemanden einladen
members-column-name = Name
members-column-role = Rolle
members-column-status = Status
members-column-spaces = Teamspaces
members-column-actions = Aktionen
members-you = (Sie)
members-status-active = Aktiv
members-status-invited = Eingeladen
members-none-found = Niemand mit diesem Namen oder dieser Adresse.
members-count = { $count ->
    [one] { $count } Mitglied
   *[other] { $count } Mitglieder
}
members-role-owner = Inhaber
members-role-admin = Admin
members-role-integration-manager = Integrationsmanager
members-role-member = Mitglied
members-role-guest = Gast
members-role-help-owner = Darf alles und kann als Einziger das Team übergeben.
members-role-help-admin = Verwaltet das Team: Einstellungen, Mitglieder, Portale und Pakete.
members-role-help-integration-manager = Sendet Pakete und verwaltet Cloud-Verbindungen, Webhooks, Filter und eigene API-Schlüssel.
members-role-help-member = Sendet Pakete und legt Portale in eigenen Teamspaces an.
members-role-help-guest = Sieht nur die Portale, die für ihn freigegeben sind.
members-role-field = Rolle
members-email-field = E-Mail-Adresse
members-name-field = Name
members-name-help = Freiwillig. Der Name lässt sich beim Annehmen ändern.
members-invite-title = Jemanden zu { $team } einladen
members-invite-help = Die Person erhält eine E-Mail mit einem Link, der 7 Tage gilt.
members-invite-send = Einladung senden
members-invited-done = Die Einladung an { $email } ist unterwegs.
members-invite-outbox = Ist kein Mailserver eingerichtet, liegt die Einladung im Postausgang.
members-invite-again = Erneut einladen
members-invited-again-done = { $email } erhält eine neue Einladung. Der frühere Link gilt nicht mehr.
members-change-role = Rolle ändern
members-change-role-title = Rolle von { $name } ändern
members-change-role-save = Rolle ändern
members-role-changed-done = { $name } hat jetzt die Rolle { $role }.
members-hand-over = Team übergeben
members-hand-over-title = Team an { $name } übergeben?
members-hand-over-text = { $name } wird Inhaber von { $team }. Sie werden Admin. Nur { $name } kann das dann rückgängig machen.
members-hand-over-confirm = Übergeben
members-handed-over-done = Dieses Team gehört jetzt { $name }. Sie sind Admin.
members-remove = Aus dem Team entfernen
members-remove-title = { $name } entfernen?
members-remove-text = { $name } verliert sofort den Zugang zu { $team }, und die API-Schlüssel dieser Person werden abgeschaltet. Gesendete und empfangene Pakete bleiben im Team.
members-remove-confirm = Entfernen
members-removed-done = { $name } gehört nicht mehr zum Team.
members-menu = Aktionen für { $name }
members-spaces-none = Keine
members-spaces-all = Alle
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Ein Teamspace enthält Portale und Pakete nur für bestimmte Mitglieder. Inhaber und Admins sehen alle.
spaces-create = Teamspace anlegen
spaces-create-title = Teamspace anlegen
spaces-name-field = Name
spaces-members-field = Mitglieder
spaces-members-help = Weitere können Sie später hinzufügen.
spaces-created-done = Der Teamspace { $name } ist angelegt.
spaces-empty-title = Noch keine Teamspaces
spaces-empty-text = Ein Teamspace ist ein Teil Ihres Teams, den nur bestimmte Mitglieder sehen, etwa ein Projekt oder ein Kunde.
spaces-empty-text-member = Sie gehören noch zu keinem Teamspace. Fragen Sie einen Admin Ihres Teams.
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
spaces-renamed-done = Der Teamspace heißt jetzt { $name }.
spaces-delete-title = Teamspace { $name } löschen?
spaces-delete-text = Das lässt sich nicht rückgängig machen. Portale und Pakete bleiben im Team, und alle im Team sehen sie wieder. Nur wer einen Teamspace angelegt hat, kann ihn löschen.
spaces-deleted-done = Der Teamspace { $name } wurde gelöscht.
spaces-members-title = Mitglieder
spaces-members-note = Inhaber und Admins haben ohnehin Zugang zu jedem Teamspace.
spaces-add-members = Mitglieder hinzufügen
spaces-add-members-title = Mitglieder zu { $name } hinzufügen
spaces-add-members-choose = Hinzuzufügende Mitglieder
spaces-add-members-all-in = Alle im Team gehören bereits zu diesem Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } Mitglied wurde hinzugefügt.
   *[other] { $count } Mitglieder wurden hinzugefügt.
}
spaces-remove-member = { $name } entfernen
spaces-member-removed-done = { $name } wurde aus dem Teamspace entfernt.
spaces-member-unnamed = Mitglied ohne Namen
spaces-no-members = Noch niemand hinzugefügt.
spaces-packages-title = Pakete
spaces-packages-search = Pakete nach Namen suchen
spaces-packages-empty = Noch keine Pakete in diesem Teamspace.
spaces-packages-none-found = Kein Paket mit diesem Namen.
spaces-package-name = Name
spaces-package-sender = Absender
spaces-package-state = Status
spaces-package-created = Angelegt
spaces-package-state-new = Nicht abgeschlossen
spaces-package-state-finalized = Verfügbar
spaces-package-state-archived = Archiviert
spaces-package-state-expired = Abgelaufen
spaces-page-before = Neuere Pakete
spaces-page-after = Ältere Pakete
spaces-page-number = Seite { $page }

## Tags

tags-title = Tags
tags-intro = Ein Tag kennzeichnet Pakete, damit man sie wiederfindet. Ein Paket hat höchstens einen Tag.
tags-name-field = Neuer Tag
tags-create = Tag anlegen
tags-created-done = Der Tag { $name } ist angelegt.
tags-empty-title = Noch keine Tags
tags-empty-text = Tags kennzeichnen Pakete nach Projekt, Kunde oder wonach Sie später suchen.
tags-column-name = Tag
tags-column-created = Angelegt
tags-column-packages = Pakete
tags-column-actions = Aktionen
tags-show-sent = Gesendete Pakete mit { $name }
tags-show-received = Empfangene Pakete mit { $name }
tags-sent-link = Gesendet
tags-received-link = Empfangen
tags-delete = { $name } löschen
tags-deleted-done = Der Tag { $name } wurde gelöscht.

## API keys

keys-title = API-Schlüssel
keys-intro = Mit einem Schlüssel handelt ein Programm in diesem Team mit Ihren Rechten. Geben Sie jedem Programm einen eigenen, damit Sie ihn einzeln abschalten können.
keys-create = Schlüssel anlegen
keys-create-title = API-Schlüssel anlegen
keys-edit-title = { $name } ändern
keys-name-field = Name
keys-name-help = Zum Beispiel das Programm, das ihn benutzt.
keys-description-field = Beschreibung
keys-expiry-field = Läuft ab
keys-expiry-help = Leer lassen für einen Schlüssel ohne Ablauf. Mit Ablauf ist er sicherer.
keys-expiry-past = Wählen Sie einen Zeitpunkt in der Zukunft.
keys-active-field = Aktiv
keys-active-help = Ein Schlüssel, der nicht aktiv ist, wird abgewiesen.
keys-scopes-field = Berechtigungen
keys-scopes-all = Alle
keys-scopes-missing = Wählen Sie mindestens eine Berechtigung.
keys-scope-read = Lesen
keys-scope-read-help = Pakete, Portale und Einstellungen sehen, aber keine Dateiinhalte.
keys-scope-send = Senden
keys-scope-send-help = Pakete anlegen, Dateien hinzufügen und Links erstellen. Wer einen Link hat, kann herunterladen.
keys-scope-receive = Empfangen
keys-scope-receive-help = Dateien herunterladen, auch während sie wachsen.
keys-scope-manage = Verwalten
keys-scope-manage-help = Mitglieder, Portale, Verbindungen, Webhooks und andere Einstellungen ändern, Pakete löschen und das Protokoll lesen.
keys-created-title = Ihr neuer Schlüssel
keys-created-text = Kopieren Sie den Schlüssel jetzt. Sie sehen ihn nicht noch einmal, denn wir bewahren nur seinen Fingerabdruck auf.
keys-created-label = API-Schlüssel { $name }
keys-created-close = Ich habe den Schlüssel gesichert
keys-empty-title = Noch keine API-Schlüssel
keys-empty-text = Programme wie der Transfer-Agent brauchen einen Schlüssel, um Pakete für Sie zu senden und zu holen.
keys-column-name = Name
keys-column-state = Status
keys-column-expiry = Läuft ab
keys-column-used = Zuletzt benutzt
keys-column-created = Angelegt
keys-column-actions = Aktionen
keys-unnamed = Schlüssel ohne Namen
keys-never-expires = Nie
keys-never-used = Nie
keys-state-active = Aktiv
keys-state-inactive = Abgeschaltet
keys-state-suspended = Gesperrt
keys-state-expired = Abgelaufen
keys-suspended-note = Dieses Team ist gesperrt, deshalb werden seine Schlüssel abgewiesen und lassen sich nicht ändern. Sobald der Betreiber dieses Servers das Team freigibt, gilt wieder, was vorher galt.
keys-switch-on = Einschalten
keys-switch-off = Abschalten
keys-switched-on-done = { $name } gilt wieder.
keys-switched-off-done = { $name } ist abgeschaltet. Programme, die ihn benutzen, werden ab jetzt abgewiesen.
keys-edit = Ändern
keys-saved-done = { $name } wurde gespeichert.
keys-delete-title = { $name } löschen?
keys-delete-text = Programme mit diesem Schlüssel funktionieren sofort nicht mehr. Das lässt sich nicht rückgängig machen.
keys-deleted-done = { $name } wurde gelöscht.
keys-menu = Aktionen für { $name }
keys-only-device = Nur der Inhaber sieht alle Schlüssel eines Teams. Hier stehen die, die Sie in diesem Browser angelegt haben; Ihre übrigen gelten weiterhin, und der Inhaber kann sie abschalten.
