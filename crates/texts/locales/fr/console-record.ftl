# Les pages de la console pour ce qui s’est passé : activités, journal d’audit, utilisation et boîte d’envoi.

record-from = Du
record-to = Au
record-any = Tous
record-filter-clear = Effacer les filtres
record-nothing-found = Aucun résultat. Effacez des filtres.
record-filters = Filtres

## Activities

activities-title = Activités
activities-intro = Envois, téléchargements, liens et transferts, les plus récents d’abord.
activities-intro-own = Vos envois, téléchargements, liens et transferts, les plus récents d’abord.
activities-empty-title = Aucune activité pour l’instant
activities-empty-text = Les envois et les téléchargements apparaissent ici.
activities-column-kind = Type
activities-column-state = État
activities-column-package = Envoi
activities-column-actor = Utilisateur
activities-column-time = Date
activities-kind = Type
activities-kind-upload = Envoi
activities-kind-download = Téléchargement
activities-kind-link-creation = Lien créé
activities-kind-transfer = Transfert
activities-state = État
activities-state-pending = En attente
activities-state-started = En cours
activities-state-complete = Terminé
activities-state-cancelled = Annulé
activities-state-error = Échec
activities-one-package = Activités d’un seul envoi
activities-steps-of = Étapes de { $kind } : { $package }
activities-no-steps = Aucune étape enregistrée.
activities-more-steps = Charger d’autres étapes
activities-open-package = Ouvrir l’envoi
activities-someone = Quelqu’un qui a le lien

## Audit

audit-title = Journal d’audit
audit-intro = Journal infalsifiable de toutes les modifications.
audit-intro-own = Journal infalsifiable de vos modifications.
audit-empty = Aucune entrée pour l’instant.
audit-column-time = Date
audit-column-actor = Utilisateur
audit-column-action = Action
audit-column-object = Objet
audit-column-address = Adresse IP
audit-column-detail = Détails
audit-actor = Utilisateur
audit-action = Action
audit-object = ID de l’objet
audit-details = Détails de l’entrée { $number }
audit-credential = Identifiants
audit-hash = Empreinte
audit-copy-hash = Copier l’empreinte
audit-hash-help = L’exploitant vérifie le journal avec « tonnage admin audit verify ».
audit-export = Exporter
audit-export-csv = CSV, pour les tableurs
audit-export-json = JSON, pour les programmes
audit-exporting = { $read } entrées exportées sur { $total }
audit-exported = { $count ->
    [one] { $count } entrée exportée.
   *[other] { $count } entrées exportées.
}
audit-export-stop = Arrêter
audit-actor-operator = Exploitant du serveur
audit-actor-service = Système
audit-actor-stranger = Invité
audit-actor-package-token = Jeton d’envoi
audit-action-sign-in = Connexion
audit-action-sign-in-failed = Échec de la connexion
audit-action-log-out-all = Déconnexion partout
audit-action-password-changed = Mot de passe changé
audit-action-password-reset = Mot de passe réinitialisé
audit-action-email-change-requested = Changement d’adresse e-mail demandé
audit-action-email-changed = Adresse e-mail changée
audit-action-profile-changed = Profil modifié
audit-action-second-factor-begun = Configuration de l’authentification à deux facteurs commencée
audit-action-second-factor-on = Authentification à deux facteurs activée
audit-action-second-factor-off = Authentification à deux facteurs désactivée
audit-action-team-created = Équipe créée
audit-action-team-updated = Paramètres de l’équipe modifiés
audit-action-team-suspended = Équipe suspendue
audit-action-team-reactivated = Équipe réactivée
audit-action-member-invited = Membre invité
audit-action-invitation-accepted = Invitation acceptée
audit-action-role-changed = Rôle changé
audit-action-member-removed = Membre retiré
audit-action-teamspace-created = Teamspace créé
audit-action-teamspace-renamed = Teamspace renommé
audit-action-teamspace-deleted = Teamspace supprimé
audit-action-teamspace-member-added = Membre ajouté à un Teamspace
audit-action-teamspace-member-removed = Membre retiré d’un Teamspace
audit-action-tag-created = Étiquette créée
audit-action-tag-deleted = Étiquette supprimée
audit-action-api-key-created = Clé d’API créée
audit-action-api-key-updated = Clé d’API modifiée
audit-action-api-key-switched = Clé d’API activée ou désactivée
audit-action-api-key-deleted = Clé d’API supprimée
audit-action-package-created = Envoi créé
audit-action-package-finalized = Envoi finalisé
audit-action-package-updated = Envoi modifié
audit-action-package-expiry-changed = Expiration d’un envoi changée
audit-action-package-archived = Envoi archivé
audit-action-package-unarchived = Envoi désarchivé
audit-action-packages-archived = Envois archivés
audit-action-packages-unarchived = Envois désarchivés
audit-action-package-deleted = Envoi supprimé
audit-action-package-expired = Envoi expiré
audit-action-package-restored = Envoi restauré
audit-action-file-removed = Fichier retiré
audit-action-virus-found = Virus détecté
audit-action-link-created = Lien créé
audit-action-link-deleted = Lien supprimé
audit-action-link-secret-shown = Lien de nouveau affiché
audit-action-link-password-wrong = Mot de passe de lien incorrect
audit-action-portal-created = Portail créé
audit-action-portal-updated = Portail modifié
audit-action-portal-deleted = Portail supprimé
audit-action-access-code-wrong = Code d’accès incorrect
audit-action-portal-access-changed = Accès à un portail changé
audit-action-portal-connections-changed = Connexions cloud d’un portail changées
audit-action-portal-webhooks-changed = Webhooks d’un portail changés
audit-action-form-created = Formulaire créé
audit-action-form-updated = Formulaire modifié
audit-action-form-deleted = Formulaire supprimé
audit-action-form-template-created = Modèle de formulaire créé
audit-action-form-template-updated = Modèle de formulaire modifié
audit-action-form-template-deleted = Modèle de formulaire supprimé
audit-action-filter-created = Filtre créé
audit-action-filter-updated = Filtre modifié
audit-action-filter-deleted = Filtre supprimé
audit-action-connection-created = Connexion cloud créée
audit-action-connection-updated = Connexion cloud modifiée
audit-action-connection-deleted = Connexion cloud supprimée
audit-action-connection-tested = Connexion cloud testée
audit-action-transfer-started = Transfert commencé
audit-action-webhook-created = Webhook créé
audit-action-webhook-updated = Webhook modifié
audit-action-webhook-deleted = Webhook supprimé
audit-action-webhook-secret-rotated = Secret d’un webhook remplacé
audit-action-webhook-redelivered = Événement de webhook renvoyé
audit-action-webhook-tested = Webhook testé
audit-action-mail-retried = E-mail renvoyé

## Usage

usage-title = Utilisation
usage-intro = Stockage et transferts de cette équipe. Les jours sont en UTC.
usage-period = Période
usage-days = { $days ->
    [365] Dernière année
   *[other] { $days } derniers jours
}
usage-held = { $used } utilisés sur { $limit }, y compris les envois inachevés et ceux supprimés récemment.
usage-held-near = Le stockage est presque plein. Une fois la limite atteinte, personne ne pourra plus envoyer à cette équipe ou depuis elle. Supprimez des envois, ou demandez à un propriétaire ou à l’exploitant de relever la limite.
usage-stored-now = Stocké maintenant
usage-packages-now = { $count ->
    [one] dans { $count } envoi
   *[other] dans { $count } envois
}
usage-uploaded = Envoyé
usage-downloaded = Téléchargé
usage-forwarded = Envoyé vers des clouds
usage-packages = Envois finalisés
usage-in-period = sur cette période
usage-chart-stored = Stockage à la fin de chaque jour
usage-chart-uploaded = Envoyé par jour
usage-chart-downloaded = Téléchargé par jour
usage-chart-forwarded = Envoyé vers des clouds par jour
usage-chart-summary = { $title }, du { $from } au { $to }. Maximum : { $highest } le { $day }.
usage-nothing = Aucune donnée sur cette période.
usage-bar = { $day } : { $value }
usage-table = Afficher en tableau
usage-table-caption = Utilisation par jour
usage-day = Jour
usage-stored = Stocké

## Outbox

outbox-title = Journal des e-mails
outbox-intro = E-mails envoyés par cette équipe, les plus récents d’abord.
outbox-kept-banner = Ce serveur n’a pas de serveur de messagerie : les e-mails ne sont pas envoyés. Copiez leur texte et envoyez-le vous-même, ou demandez à l’exploitant de définir « mail.smtp_url ».
outbox-failed-banner = { $count ->
    [one] { $count } e-mail de cette page n’a pas pu être envoyé.
   *[other] { $count } e-mails de cette page n’ont pas pu être envoyés.
}
outbox-empty-title = Aucun e-mail pour l’instant
outbox-empty-text = Les invitations, les liens et les accusés de réception apparaissent ici.
outbox-column-subject = Objet
outbox-column-recipient = À
outbox-column-state = État
outbox-column-time = Créé
outbox-state-waiting = En attente
outbox-state-sent = Envoyé
outbox-state-kept = Non envoyé
outbox-state-failed = Échec
outbox-state-cancelled = Annulé
outbox-state-help-waiting = Il sera bientôt envoyé.
outbox-state-help-sent = Le serveur de messagerie l’a accepté.
outbox-state-help-kept = Il n’y a pas de serveur de messagerie. Copiez le texte et envoyez-le vous-même.
outbox-state-help-failed = Il n’a pas pu être envoyé. Vous pouvez le renvoyer.
outbox-state-help-cancelled = Il n’est plus nécessaire et ne sera pas envoyé.
outbox-retry = Renvoyer
outbox-retried = L’e-mail sera renvoyé.
outbox-error = Raison
outbox-text = Texte
outbox-no-text = Seul le destinataire peut voir le texte de cet e-mail.
outbox-copy-text = Copier le texte
outbox-open-package = Ouvrir l’envoi
