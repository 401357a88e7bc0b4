# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Un webhook prévient votre programme quand quelque chose se passe dans un portail.
webhooks-create = Créer un webhook
webhooks-none = Aucun webhook pour l’instant
webhooks-none-help = Créez-en un, puis ajoutez-le à un portail.
webhooks-name = Nom
webhooks-state = État
webhooks-on = Activé
webhooks-off = Désactivé
webhooks-url = URL
webhooks-url-help = Appelée une fois à l’enregistrement, pour la tester.
webhooks-url-missing = Saisissez une URL.
webhooks-url-no-address = Ce n’est pas une URL. Elle commence par https://
webhooks-url-scheme = Utilisez une URL http ou https.
webhooks-url-user = Retirez le nom d’utilisateur et le mot de passe de l’URL. Envoyez-les dans un en-tête.
webhooks-events = Événements
webhooks-events-missing = Sélectionnez au moins un événement.
webhooks-event = Événement
webhooks-event-package-created = Envoi commencé
webhooks-event-package-finalized = Envoi terminé
webhooks-event-quota-near = Limite presque atteinte
webhooks-event-quota-reached = Limite atteinte
webhooks-event-webhook-test = Événement de test
webhooks-event-id = ID de l’événement
webhooks-portals = Portails
webhooks-portal-count = { $count ->
    [one] { $count } portail
   *[other] { $count } portails
}
webhooks-attached = { $count ->
    [one] utilisé par { $count } portail
   *[other] utilisé par { $count } portails
}
webhooks-method = Méthode
webhooks-headers = En-têtes
webhooks-headers-help = Envoyés avec chaque livraison, par exemple pour l’authentification. Les valeurs enregistrées ne sont plus affichées.
webhooks-extras = Valeurs supplémentaires
webhooks-extras-help = Ajoutées au corps de chaque événement sous body_extras.
webhooks-value = Valeur
webhooks-pair-name = { $list } : nom { $number }
webhooks-pair-value = { $list } : valeur { $number }
webhooks-pair-remove = { $list } : retirer la ligne { $number }
webhooks-pair-add = Ajouter une ligne
webhooks-names-doubled = Ce nom est déjà utilisé.
webhooks-active = Envoyer les événements
webhooks-active-help = Si désactivé, aucun événement n’est envoyé ni conservé pour plus tard.
webhooks-made = Webhook créé
webhooks-made-lead = Copiez son secret maintenant, puis ajoutez le webhook à un portail.
webhooks-secret = Secret de signature
webhooks-secret-help = Votre programme l’utilise pour vérifier que les événements viennent d’ici (Standard Webhooks).
webhooks-secret-kept = J’ai enregistré le secret
webhooks-settings = Paramètres
webhooks-saved = Webhook enregistré.
webhooks-test = Envoyer un événement de test
webhooks-tested = Événement de test envoyé. Voir les livraisons.
webhooks-more = Plus
webhooks-rotate = Remplacer le secret
webhooks-rotate-body = Les livraisons sont signées avec les deux secrets pendant 24 heures. Ensuite, l’ancien secret ne fonctionne plus.
webhooks-rotate-do = Créer un nouveau secret
webhooks-rotated = Nouveau secret
webhooks-rotated-help = Utilisez-le dans votre programme dans les 24 heures.
webhooks-delete-title = Supprimer ce webhook ?
webhooks-delete-body = { $count ->
    [one] Cette action est définitive. Plus aucun événement n’est envoyé, et il est retiré de { $count } portail.
   *[other] Cette action est définitive. Plus aucun événement n’est envoyé, et il est retiré de { $count } portails.
}
webhooks-deleted = Webhook supprimé.
webhooks-deliveries = Livraisons
webhooks-deliveries-help = Les 500 plus récentes des 30 derniers jours. Chaque événement est envoyé jusqu’à 5 fois.
webhooks-no-deliveries = Aucune livraison pour l’instant
webhooks-no-deliveries-help = Envoyez un événement de test pour vérifier que votre programme répond.
webhooks-delivery-pending = En attente
webhooks-delivery-delivered = Livré
webhooks-delivery-exhausted = Échec
webhooks-answer = Dernière réponse
webhooks-status = Statut { $status }
webhooks-attempts = Tentatives
webhooks-no-attempts = Aucune tentative pour l’instant.
webhooks-last-attempt = Dernière tentative
webhooks-next-attempt = Prochaine tentative
webhooks-package = Envoi
webhooks-redeliver = Renvoyer
webhooks-redelivering = L’événement sera renvoyé.
