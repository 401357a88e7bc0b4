# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Un webhook prévient l’un de vos programmes quand quelque chose se passe dans un portail.
webhooks-create = Créer un webhook
webhooks-none = Aucun webhook pour l’instant
webhooks-none-help = Créez-en un, puis rattachez-le à un portail.
webhooks-name = Nom
webhooks-state = État
webhooks-on = Actif
webhooks-off = Inactif
webhooks-url = Adresse
webhooks-url-help = Appelée une fois à l’enregistrement, pour vérifier qu’elle répond.
webhooks-url-missing = Saisissez l’adresse à appeler.
webhooks-url-no-address = Ceci n’est pas une adresse. Elle commence par https://
webhooks-url-scheme = Seuls http et https peuvent être appelés.
webhooks-url-user = N’indiquez ni nom d’utilisateur ni mot de passe dans l’adresse ; envoyez-les dans un en-tête.
webhooks-events = Événements
webhooks-events-missing = Choisissez au moins un événement.
webhooks-event = Événement
webhooks-event-package-created = Quelqu’un a commencé un envoi
webhooks-event-package-finalized = Tout est arrivé
webhooks-event-quota-near = Une limite est presque atteinte
webhooks-event-quota-reached = Une limite a été atteinte
webhooks-event-webhook-test = Événement d’essai
webhooks-event-id = Identifiant de l’événement
webhooks-portals = Portails
webhooks-portal-count = { $count ->
    [one] { $count } portail
   *[other] { $count } portails
}
webhooks-attached = { $count ->
    [one] rattaché à { $count } portail
   *[other] rattaché à { $count } portails
}
webhooks-method = Méthode
webhooks-headers = En-têtes
webhooks-headers-help = Envoyés avec chaque livraison, par exemple pour s’authentifier auprès de votre programme. Les valeurs enregistrées ne sont plus affichées.
webhooks-extras = Valeurs supplémentaires
webhooks-extras-help = Ajoutées au corps de chaque événement sous body_extras.
webhooks-value = Valeur
webhooks-pair-name = { $list } : nom { $number }
webhooks-pair-value = { $list } : valeur { $number }
webhooks-pair-remove = { $list } : retirer la ligne { $number }
webhooks-pair-add = Ajouter une ligne
webhooks-names-doubled = Ce nom figure deux fois.
webhooks-active = Envoyer les événements
webhooks-active-help = Tant qu’il est inactif, rien n’est envoyé ni gardé pour plus tard.
webhooks-made = Le webhook est créé
webhooks-made-lead = Gardez son secret maintenant, puis rattachez-le à un portail.
webhooks-secret = Secret de signature
webhooks-secret-help = Avec lui, votre programme vérifie qu’un événement vient bien d’ici, selon le schéma Standard Webhooks.
webhooks-secret-kept = J’ai gardé le secret
webhooks-settings = Réglages
webhooks-saved = Le webhook est enregistré.
webhooks-test = Envoyer un événement d’essai
webhooks-tested = L’événement d’essai est en route ; voyez les livraisons.
webhooks-more = Plus
webhooks-rotate = Obtenir un nouveau secret
webhooks-rotate-body = Les livraisons sont signées avec les deux secrets pendant 24 heures ; ensuite l’ancien ne compte plus.
webhooks-rotate-do = Créer un nouveau secret
webhooks-rotated = Le nouveau secret
webhooks-rotated-help = Donnez-le à votre programme dans les 24 heures.
webhooks-delete-title = Supprimer ce webhook ?
webhooks-delete-body = { $count ->
    [one] Cette action est définitive. Plus rien n’est envoyé ; il est détaché de { $count } portail.
   *[other] Cette action est définitive. Plus rien n’est envoyé ; il est détaché de { $count } portails.
}
webhooks-deleted = Le webhook est supprimé.
webhooks-deliveries = Livraisons
webhooks-deliveries-help = Les 500 plus récentes des trente derniers jours. Chaque événement est tenté jusqu’à cinq fois.
webhooks-no-deliveries = Rien n’a encore été envoyé
webhooks-no-deliveries-help = Envoyez un événement d’essai pour voir si votre programme répond.
webhooks-delivery-pending = En route
webhooks-delivery-delivered = Livré
webhooks-delivery-exhausted = Abandonné
webhooks-answer = Dernière réponse
webhooks-status = Statut { $status }
webhooks-attempts = Tentatives
webhooks-no-attempts = Pas encore tenté.
webhooks-last-attempt = Dernière tentative
webhooks-next-attempt = Prochaine tentative
webhooks-package = Envoi
webhooks-redeliver = Envoyer à nouveau
webhooks-redelivering = L’événement est renvoyé.
