# Les pages de la console pour ce qui s’est passé : activités, journal d’audit, utilisation et boîte d’envoi.

record-from = Du
record-to = Au
record-any = Indifférent
record-filter-clear = Effacer les filtres
record-nothing-found = Rien ne correspond à ces filtres.
record-filters = Filtres

## Activities

activities-title = Activités
activities-intro = Téléversements, téléchargements, liens et transferts, les plus récents d’abord.
activities-intro-own = Ce que vous avez fait : téléversements, téléchargements, liens et transferts, les plus récents d’abord.
activities-empty-title = Il ne s’est encore rien passé
activities-empty-text = Dès que quelqu’un téléverse ou télécharge, cela figure ici.
activities-column-kind = Quoi
activities-column-state = État
activities-column-package = Envoi
activities-column-actor = Qui
activities-column-time = Quand
activities-kind = Quoi
activities-kind-upload = Téléversement
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
activities-steps-of = Étapes de { $kind } : { $package }
activities-no-steps = Aucune étape n’est enregistrée.
activities-more-steps = Lire d’autres étapes
activities-open-package = Ouvrir l’envoi
activities-someone = Quelqu’un qui a le lien

## Audit

audit-title = Audit
audit-intro = Chaque changement d’état ou de droit. Chaque entrée scelle la précédente par son empreinte, de sorte que rien ne peut être modifié ou omis sans que cela se voie.
audit-intro-own = Ce que vous avez changé. Chaque entrée scelle la précédente par son empreinte, de sorte que rien ne peut être modifié ou omis sans que cela se voie.
audit-empty = Rien n’est encore enregistré.
audit-column-time = Quand
audit-column-actor = Qui
audit-column-action = Quoi
audit-column-object = Objet
audit-column-address = Depuis
audit-column-detail = Détail
audit-actor = Qui
audit-action = Quoi
audit-object = Identifiant de l’objet
audit-details = Détails de l’entrée { $number }
audit-credential = Justificatif
audit-hash = Empreinte
audit-copy-hash = Copier l’empreinte
audit-hash-help = L’exploitant vérifie toute la chaîne avec « tonnage admin audit verify ».
audit-export = Exporter
audit-export-csv = En CSV, pour les tableurs
audit-export-json = En JSON, pour les programmes
audit-exporting = { $read } entrées lues sur { $total }
audit-exported = Le fichier est prêt : { $count ->
    [one] { $count } entrée
   *[other] { $count } entrées
}.
audit-export-stop = Arrêter
audit-actor-operator = Exploitant de ce serveur
audit-actor-service = Le service lui-même
audit-actor-stranger = Visiteur sans compte
audit-actor-package-token = Détenteur d’un envoi
audit-action-sign-in = Connexion
audit-action-sign-in-failed = Échec de la connexion
audit-action-log-out-all = Déconnexion partout
audit-action-password-changed = Mot de passe changé
audit-action-password-reset = Mot de passe réinitialisé
audit-action-email-change-requested = Changement d’adresse e-mail demandé
audit-action-email-changed = Adresse e-mail changée
audit-action-profile-changed = Profil modifié
audit-action-second-factor-begun = Second facteur commencé
audit-action-second-factor-on = Second facteur activé
audit-action-second-factor-off = Second facteur désactivé
audit-action-team-created = Équipe créée
audit-action-team-updated = Réglages de l’équipe modifiés
audit-action-team-suspended = Équipe suspendue
audit-action-team-reactivated = Équipe réactivée
audit-action-member-invited = Membre invité
audit-action-invitation-accepted = Invitation acceptée
audit-action-role-changed = Rôle changé
audit-action-member-removed = Membre retiré
audit-action-teamspace-created = Teamspace créé
audit-action-teamspace-renamed = Teamspace renommé
audit-action-teamspace-deleted = Teamspace supprimé
audit-action-teamspace-member-added = Ajout à un Teamspace
audit-action-teamspace-member-removed = Retrait d’un Teamspace
audit-action-tag-created = Étiquette créée
audit-action-tag-deleted = Étiquette supprimée
audit-action-api-key-created = Clé d’API créée
audit-action-api-key-updated = Clé d’API modifiée
audit-action-api-key-switched = Clé d’API activée ou désactivée
audit-action-api-key-deleted = Clé d’API supprimée
audit-action-package-created = Envoi créé
audit-action-package-finalized = Envoi achevé
audit-action-package-updated = Envoi modifié
audit-action-package-expiry-changed = Expiration d’un envoi changée
audit-action-package-archived = Envoi archivé
audit-action-package-unarchived = Envoi sorti des archives
audit-action-packages-archived = Envois archivés
audit-action-packages-unarchived = Envois sortis des archives
audit-action-package-deleted = Envoi supprimé
audit-action-package-expired = Envoi expiré
audit-action-package-restored = Envoi restauré
audit-action-file-removed = Fichier retiré
audit-action-virus-found = Virus trouvé
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
audit-action-webhook-secret-rotated = Secret d’un webhook renouvelé
audit-action-webhook-redelivered = Événement de webhook renvoyé
audit-action-webhook-tested = Webhook testé
audit-action-mail-retried = E-mail renvoyé

## Usage

usage-title = Utilisation
usage-intro = Ce que cette équipe stocke et transfère. Les jours sont comptés en UTC.
usage-period = Période
usage-days = { $days ->
    [365] Dernière année
   *[other] { $days } derniers jours
}
usage-held = { $used } sur { $limit } sont utilisés, y compris les envois inachevés et ceux qui viennent d’être supprimés.
usage-held-near = Il reste peu d’espace. Quand la limite est atteinte, plus personne ne peut envoyer à cette équipe ou depuis elle. Supprimez des envois, ou demandez à un propriétaire ou à l’opérateur de relever la limite.
usage-stored-now = Stocké maintenant
usage-packages-now = { $count ->
    [one] dans { $count } envoi
   *[other] dans { $count } envois
}
usage-uploaded = Téléversé
usage-downloaded = Téléchargé
usage-forwarded = Transmis aux clouds
usage-packages = Envois achevés
usage-in-period = sur cette période
usage-chart-stored = Stockage à la fin de chaque jour
usage-chart-uploaded = Téléversé chaque jour
usage-chart-downloaded = Téléchargé chaque jour
usage-chart-forwarded = Transmis aux clouds chaque jour
usage-chart-summary = { $title }, du { $from } au { $to }. Maximum : { $highest } le { $day }.
usage-nothing = Rien sur cette période.
usage-bar = { $day } : { $value }
usage-table = Tous les chiffres en tableau
usage-table-caption = Utilisation par jour
usage-day = Jour
usage-stored = Stocké

## Outbox

outbox-title = Boîte d’envoi
outbox-intro = Les e-mails que cette équipe a provoqués, les plus récents d’abord.
outbox-kept-banner = Aucun serveur de messagerie n’est configuré : les e-mails restent ici et n’atteignent personne. Transmettez vous-même ce qu’ils disent, ou demandez à l’exploitant de définir « mail.smtp_url ».
outbox-failed-banner = { $count ->
    [one] { $count } e-mail de cette page n’a pas pu être envoyé.
   *[other] { $count } e-mails de cette page n’ont pas pu être envoyés.
}
outbox-empty-title = Pas encore d’e-mail
outbox-empty-text = Les invitations, les liens et les accusés de réception figurent ici dès qu’il y en a.
outbox-column-subject = Objet
outbox-column-recipient = À
outbox-column-state = État
outbox-column-time = Rédigé
outbox-state-waiting = En attente
outbox-state-sent = Envoyé
outbox-state-kept = Conservé ici
outbox-state-failed = Échec
outbox-state-cancelled = Annulé
outbox-state-help-waiting = Il sera bientôt envoyé, ou retenté.
outbox-state-help-sent = Le serveur de messagerie l’a accepté.
outbox-state-help-kept = Aucun serveur de messagerie : transmettez-le vous-même.
outbox-state-help-failed = Il n’a pas pu être envoyé. Vous pouvez le renvoyer.
outbox-state-help-cancelled = Il n’était plus nécessaire et ne sera pas envoyé.
outbox-retry = Renvoyer
outbox-retried = L’e-mail est renvoyé.
outbox-error = Raison
outbox-text = Texte
outbox-no-text = Le texte de cet e-mail est réservé à son destinataire et n’est pas montré.
outbox-copy-text = Copier le texte
outbox-open-package = Ouvrir l’envoi
