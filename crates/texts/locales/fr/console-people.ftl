# Les pages de la console pour les membres, les Teamspaces, les étiquettes et les clés d’API.

## Members

members-title = Membres
members-intro = Tous les membres de l’équipe et leurs rôles.
members-search = Rechercher par nom ou adresse e-mail
members-invite = Inviter un membre
members-column-name = Nom
members-column-role = Rôle
members-column-status = État
members-column-spaces = Teamspaces
members-column-actions = Actions
members-you = (vous)
members-status-active = Actif
members-status-invited = Invité
members-none-found = Aucun membre trouvé.
members-count = { $count ->
    [one] { $count } membre
   *[other] { $count } membres
}
members-role-owner = Propriétaire
members-role-admin = Administrateur
members-role-integration-manager = Gestionnaire d’intégrations
members-role-member = Membre
members-role-guest = Invité
members-role-help-owner = Peut tout faire. Lui seul peut transférer l’équipe.
members-role-help-admin = Gère les paramètres, les membres, les portails et les envois de l’équipe.
members-role-help-integration-manager = Envoie des fichiers et gère les connexions cloud, les webhooks, les filtres et ses propres clés d’API.
members-role-help-member = Envoie des fichiers et crée des portails dans ses Teamspaces.
members-role-help-guest = Ne voit que les portails partagés avec lui.
members-role-field = Rôle
members-email-field = Adresse e-mail
members-name-field = Nom
members-name-help = Facultatif. La personne pourra le changer en acceptant.
members-invite-title = Inviter un membre dans { $team }
members-invite-help = La personne reçoit un e-mail avec un lien valable 7 jours.
members-invite-send = Envoyer l’invitation
members-invited-done = Invitation envoyée à { $email }.
members-invite-outbox = S’il n’y a pas de serveur de messagerie, copiez l’invitation depuis le journal des e-mails.
members-invite-again = Renvoyer l’invitation
members-invited-again-done = Nouvelle invitation envoyée à { $email }. Le lien précédent ne fonctionne plus.
members-change-role = Changer le rôle
members-change-role-title = Changer le rôle de { $name }
members-change-role-save = Changer le rôle
members-role-changed-done = { $name } a maintenant le rôle { $role }.
members-hand-over = Transférer l’équipe
members-hand-over-title = Transférer l’équipe à { $name } ?
members-hand-over-text = { $name } devient propriétaire de { $team }, et vous devenez administrateur. Seule cette personne pourra l’annuler.
members-hand-over-confirm = Transférer l’équipe
members-handed-over-done = Cette équipe appartient maintenant à { $name }. Vous êtes administrateur.
members-remove = Retirer de l’équipe
members-remove-title = Retirer { $name } ?
members-remove-text = { $name } perd immédiatement l’accès à { $team }, et ses clés d’API sont désactivées. Ses envois et ce que cette personne a reçu restent dans l’équipe.
members-remove-confirm = Retirer de l’équipe
members-removed-done = { $name } a été retiré de l’équipe.
members-menu = Actions pour { $name }
members-spaces-none = Aucun
members-spaces-all = Tous
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Un Teamspace réserve des portails et des envois à certains membres. Le propriétaire et les administrateurs les voient tous.
spaces-create = Créer un Teamspace
spaces-create-title = Créer un Teamspace
spaces-name-field = Nom
spaces-members-field = Membres
spaces-members-help = Vous pourrez en ajouter d’autres plus tard.
spaces-created-done = Teamspace { $name } créé.
spaces-empty-title = Aucun Teamspace pour l’instant
spaces-empty-text = Utilisez un Teamspace pour un projet ou un client que seuls certains membres doivent voir.
spaces-empty-text-member = Vous n’êtes dans aucun Teamspace. Demandez à un administrateur de votre équipe de vous ajouter.
spaces-column-name = Nom
spaces-column-members = Membres
spaces-members-count = { $count ->
    [0] Aucun membre
    [one] { $count } membre
   *[other] { $count } membres
}
spaces-menu = Actions pour { $name }
spaces-rename = Renommer
spaces-rename-title = Renommer { $name }
spaces-renamed-done = Teamspace renommé en { $name }.
spaces-delete-title = Supprimer le Teamspace { $name } ?
spaces-delete-text = Cette action est définitive. Ses portails et ses envois restent dans l’équipe, dont tous les membres les voient de nouveau. Seule la personne qui a créé un Teamspace peut le supprimer.
spaces-deleted-done = Teamspace { $name } supprimé.
spaces-members-title = Membres
spaces-members-note = Le propriétaire et les administrateurs ont accès à tous les Teamspaces sans y être ajoutés.
spaces-add-members = Ajouter des membres
spaces-add-members-title = Ajouter des membres à { $name }
spaces-add-members-choose = Membres à ajouter
spaces-add-members-all-in = Toute l’équipe fait déjà partie de ce Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } membre ajouté.
   *[other] { $count } membres ajoutés.
}
spaces-remove-member = Retirer { $name }
spaces-member-removed-done = { $name } a été retiré du Teamspace.
spaces-member-unnamed = Membre sans nom
spaces-no-members = Aucun membre pour l’instant.
spaces-packages-title = Envois
spaces-packages-search = Rechercher des envois par nom
spaces-packages-empty = Aucun envoi dans ce Teamspace pour l’instant.
spaces-packages-none-found = Aucun envoi trouvé.
spaces-package-name = Nom
spaces-package-sender = Expéditeur
spaces-package-state = État
spaces-package-created = Créé
spaces-package-state-new = Envoi en cours
spaces-package-state-finalized = Prêt
spaces-package-state-archived = Archivé
spaces-package-state-expired = Expiré
spaces-page-before = Envois plus récents
spaces-page-after = Envois plus anciens
spaces-page-number = Page { $page }

## Tags

tags-title = Étiquettes
tags-intro = Utilisez des étiquettes pour regrouper les envois. Chaque envoi peut en avoir une.
tags-name-field = Nouvelle étiquette
tags-create = Créer l’étiquette
tags-created-done = Étiquette { $name } créée.
tags-empty-title = Aucune étiquette pour l’instant
tags-empty-text = Par exemple, classez les envois par projet ou par client.
tags-column-name = Étiquette
tags-column-created = Créée
tags-column-packages = Envois
tags-column-actions = Actions
tags-show-sent = Envoyés avec { $name }
tags-show-received = Reçus avec { $name }
tags-sent-link = Envoyés
tags-received-link = Reçus
tags-delete = Supprimer { $name }
tags-deleted-done = Étiquette { $name } supprimée.

## API keys

keys-title = Clés d’API
keys-intro = Une clé permet à un programme d’agir dans cette équipe avec vos autorisations. Créez une clé par programme, afin de pouvoir la révoquer séparément.
keys-create = Créer une clé
keys-create-title = Créer une clé d’API
keys-edit-title = Modifier { $name }
keys-name-field = Nom
keys-name-help = Par exemple, le programme qui l’utilisera.
keys-description-field = Description
keys-expiry-field = Expire
keys-expiry-help = Laissez vide pour une clé qui n’expire jamais. Les clés qui expirent sont plus sûres.
keys-expiry-past = Sélectionnez une date future.
keys-active-field = Active
keys-active-help = Les requêtes avec une clé inactive sont refusées.
keys-scopes-field = Autorisations
keys-scopes-all = Toutes
keys-scopes-missing = Sélectionnez au moins une autorisation.
keys-scope-read = Lire
keys-scope-read-help = Voir les envois, les portails et les paramètres, mais pas le contenu des fichiers.
keys-scope-send = Envoyer
keys-scope-send-help = Créer des envois, ajouter des fichiers et créer des liens. Toute personne qui a un lien peut télécharger.
keys-scope-receive = Recevoir
keys-scope-receive-help = Télécharger des fichiers, même pendant leur envoi.
keys-scope-manage = Gérer
keys-scope-manage-help = Modifier les membres, les portails, les connexions, les webhooks et d’autres paramètres, supprimer des envois et lire le journal d’audit.
keys-created-title = Votre nouvelle clé
keys-created-text = Copiez la clé maintenant. Elle ne sera plus affichée.
keys-created-label = Clé d’API { $name }
keys-created-close = J’ai enregistré la clé
keys-empty-title = Aucune clé d’API pour l’instant
keys-empty-text = Les programmes comme l’agent Tonnage ont besoin d’une clé pour envoyer et télécharger des fichiers pour vous.
keys-column-name = Nom
keys-column-state = État
keys-column-expiry = Expire
keys-column-used = Dernière utilisation
keys-column-created = Créée
keys-column-actions = Actions
keys-unnamed = Clé sans nom
keys-never-expires = Jamais
keys-never-used = Jamais
keys-state-active = Active
keys-state-inactive = Désactivée
keys-state-suspended = Suspendue
keys-state-expired = Expirée
keys-suspended-note = Cette équipe est suspendue. Ses clés sont refusées et ne peuvent pas être modifiées tant que l’exploitant du serveur n’a pas réactivé l’équipe.
keys-switch-on = Activer
keys-switch-off = Désactiver
keys-switched-on-done = { $name } activée.
keys-switched-off-done = { $name } désactivée. Les programmes qui l’utilisent sont désormais refusés.
keys-edit = Modifier
keys-saved-done = { $name } enregistrée.
keys-delete-title = Supprimer { $name } ?
keys-delete-text = Les programmes qui utilisent cette clé cessent aussitôt de fonctionner. Cette action est définitive.
keys-deleted-done = { $name } supprimée.
keys-menu = Actions pour { $name }
keys-only-device = Seul le propriétaire voit toutes les clés d’une équipe. Vous voyez les clés que vous avez créées dans ce navigateur. Vos autres clés restent valables, et le propriétaire peut les désactiver.
