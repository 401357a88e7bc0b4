# Les pages de la console pour les membres, les Teamspaces, les étiquettes et les clés d’API.

## Members

members-title = Membres
members-intro = Toutes les personnes de cette équipe, et ce que chacune peut faire.
members-search = Chercher par nom ou adresse e-mail
members-invite = Inviter quelqu’un
members-column-name = Nom
members-column-role = Rôle
members-column-status = Statut
members-column-spaces = Teamspaces
members-column-actions = Actions
members-you = (vous)
members-status-active = Actif
members-status-invited = Invité
members-none-found = Personne de ce nom ou à cette adresse.
members-count = { $count ->
    [one] { $count } membre
   *[other] { $count } membres
}
members-role-owner = Propriétaire
members-role-admin = Administrateur
members-role-integration-manager = Gestionnaire d’intégrations
members-role-member = Membre
members-role-guest = Invité
members-role-help-owner = Peut tout faire, et est seul à pouvoir transmettre l’équipe.
members-role-help-admin = Gère l’équipe : réglages, membres, portails et envois.
members-role-help-integration-manager = Envoie des fichiers et gère les connexions cloud, les webhooks, les filtres et ses propres clés d’API.
members-role-help-member = Envoie des fichiers et crée des portails dans ses Teamspaces.
members-role-help-guest = Ne voit que les portails partagés avec lui.
members-role-field = Rôle
members-email-field = Adresse e-mail
members-name-field = Nom
members-name-help = Facultatif. La personne pourra le changer en acceptant.
members-invite-title = Inviter quelqu’un dans { $team }
members-invite-help = La personne reçoit un e-mail avec un lien valable 7 jours.
members-invite-send = Envoyer l’invitation
members-invited-done = L’invitation pour { $email } est en route.
members-invite-outbox = Si aucun serveur de messagerie n’est configuré, l’invitation attend dans la boîte d’envoi.
members-invite-again = Inviter à nouveau
members-invited-again-done = { $email } reçoit une nouvelle invitation. Le lien précédent ne fonctionne plus.
members-change-role = Changer le rôle
members-change-role-title = Changer le rôle de { $name }
members-change-role-save = Changer le rôle
members-role-changed-done = { $name } a maintenant le rôle { $role }.
members-hand-over = Transmettre l’équipe
members-hand-over-title = Transmettre l’équipe à { $name } ?
members-hand-over-text = { $name } devient propriétaire de { $team }. Vous devenez administrateur. Seule cette personne pourra ensuite revenir en arrière.
members-hand-over-confirm = Transmettre
members-handed-over-done = Cette équipe appartient maintenant à { $name }. Vous êtes administrateur.
members-remove = Retirer de l’équipe
members-remove-title = Retirer { $name } ?
members-remove-text = { $name } perd immédiatement l’accès à { $team }, et ses clés d’API sont désactivées. Ce qui a été envoyé et reçu reste dans l’équipe.
members-remove-confirm = Retirer
members-removed-done = { $name } ne fait plus partie de l’équipe.
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
spaces-created-done = Le Teamspace { $name } est créé.
spaces-empty-title = Pas encore de Teamspace
spaces-empty-text = Un Teamspace est une partie de votre équipe que seuls certains membres voient, par exemple un projet ou un client.
spaces-empty-text-member = Vous n’avez été ajouté à aucun Teamspace. Adressez-vous à un administrateur de votre équipe.
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
spaces-renamed-done = Le Teamspace s’appelle maintenant { $name }.
spaces-delete-title = Supprimer le Teamspace { $name } ?
spaces-delete-text = Cette action est définitive. Ses portails et ses envois restent dans l’équipe, dont tous les membres les voient de nouveau. Seule la personne qui a créé un Teamspace peut le supprimer.
spaces-deleted-done = Le Teamspace { $name } a été supprimé.
spaces-members-title = Membres
spaces-members-note = Le propriétaire et les administrateurs ont accès à tous les Teamspaces sans y être ajoutés.
spaces-add-members = Ajouter des membres
spaces-add-members-title = Ajouter des membres à { $name }
spaces-add-members-choose = Membres à ajouter
spaces-add-members-all-in = Toute l’équipe fait déjà partie de ce Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } membre a été ajouté.
   *[other] { $count } membres ont été ajoutés.
}
spaces-remove-member = Retirer { $name }
spaces-member-removed-done = { $name } a été retiré du Teamspace.
spaces-member-unnamed = Membre sans nom
spaces-no-members = Personne n’a encore été ajouté.
spaces-packages-title = Envois
spaces-packages-search = Chercher des envois par nom
spaces-packages-empty = Aucun envoi dans ce Teamspace pour l’instant.
spaces-packages-none-found = Aucun envoi de ce nom.
spaces-package-name = Nom
spaces-package-sender = Expéditeur
spaces-package-state = État
spaces-package-created = Créé
spaces-package-state-new = Inachevé
spaces-package-state-finalized = Disponible
spaces-package-state-archived = Archivé
spaces-package-state-expired = Expiré
spaces-page-before = Envois plus récents
spaces-page-after = Envois plus anciens
spaces-page-number = Page { $page }

## Tags

tags-title = Étiquettes
tags-intro = Une étiquette marque des envois pour les retrouver. Un envoi a au plus une étiquette.
tags-name-field = Nouvelle étiquette
tags-create = Créer l’étiquette
tags-created-done = L’étiquette { $name } est créée.
tags-empty-title = Pas encore d’étiquette
tags-empty-text = Les étiquettes classent les envois par projet, par client ou par ce que vous chercherez plus tard.
tags-column-name = Étiquette
tags-column-created = Créée
tags-column-packages = Envois
tags-column-actions = Actions
tags-show-sent = Envois sortants avec { $name }
tags-show-received = Envois reçus avec { $name }
tags-sent-link = Sortants
tags-received-link = Reçus
tags-delete = Supprimer { $name }
tags-deleted-done = L’étiquette { $name } a été supprimée.

## API keys

keys-title = Clés d’API
keys-intro = Une clé permet à un programme d’agir dans cette équipe avec vos droits. Donnez à chaque programme sa propre clé, afin de pouvoir la désactiver seule.
keys-create = Créer une clé
keys-create-title = Créer une clé d’API
keys-edit-title = Modifier { $name }
keys-name-field = Nom
keys-name-help = Par exemple le programme qui l’utilisera.
keys-description-field = Description
keys-expiry-field = Expire
keys-expiry-help = Laissez vide pour une clé sans expiration. Une clé qui expire est plus sûre.
keys-expiry-past = Choisissez un moment à venir.
keys-active-field = Active
keys-active-help = Une clé qui n’est pas active est refusée.
keys-scopes-field = Autorisations
keys-scopes-all = Toutes
keys-scopes-missing = Choisissez au moins une autorisation.
keys-scope-read = Lire
keys-scope-read-help = Voir les envois, les portails et les paramètres, mais pas le contenu des fichiers.
keys-scope-send = Envoyer
keys-scope-send-help = Créer des envois, ajouter des fichiers et créer des liens. Toute personne qui a un lien peut télécharger.
keys-scope-receive = Recevoir
keys-scope-receive-help = Télécharger des fichiers, même pendant qu’ils grandissent.
keys-scope-manage = Gérer
keys-scope-manage-help = Modifier les membres, les portails, les connexions, les webhooks et d’autres paramètres, supprimer des envois et lire le journal d’audit.
keys-created-title = Votre nouvelle clé
keys-created-text = Copiez la clé maintenant. Vous ne la reverrez pas, car nous n’en gardons que l’empreinte.
keys-created-label = Clé d’API { $name }
keys-created-close = J’ai conservé la clé
keys-empty-title = Pas encore de clé d’API
keys-empty-text = Les programmes comme l’agent de transfert ont besoin d’une clé pour envoyer et récupérer des fichiers pour vous.
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
keys-suspended-note = Cette équipe est suspendue : ses clés sont refusées et ne peuvent pas être modifiées. Elles retrouveront leur état dès que l’exploitant de ce serveur réactivera l’équipe.
keys-switch-on = Activer
keys-switch-off = Désactiver
keys-switched-on-done = { $name } fonctionne de nouveau.
keys-switched-off-done = { $name } est désactivée. Les programmes qui l’utilisent sont désormais refusés.
keys-edit = Modifier
keys-saved-done = { $name } a été enregistrée.
keys-delete-title = Supprimer { $name } ?
keys-delete-text = Les programmes qui utilisent cette clé cessent aussitôt de fonctionner. Cette action est définitive.
keys-deleted-done = { $name } a été supprimée.
keys-menu = Actions pour { $name }
keys-only-device = Seul le propriétaire voit toutes les clés d’une équipe. Voici celles que vous avez créées dans ce navigateur ; les autres restent valables, et le propriétaire peut les désactiver.
