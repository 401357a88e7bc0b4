# Packages: lists, one package, and sending from the browser.

packages-sent = Expédiés
packages-received = Reçus
packages-one = Envoi
packages-name = Nom
packages-state = État
packages-state-new = En cours de téléversement
packages-state-finalized = Prêt
packages-state-expired = Expiré
packages-state-archived = Archivé
packages-virus = Virus trouvé
packages-sender = Expéditeur
packages-recipients = Destinataires
packages-recipient = Destinataire
packages-portal = Portail
packages-size = Taille
packages-files = Fichiers
packages-created = Créé
packages-expiry = Disponible jusqu’au
packages-no-expiry = Sans fin
packages-usage = Téléchargé
packages-tag = Étiquette
packages-space = Teamspace
packages-search = Chercher par nom
packages-filters = Filtres
packages-filters-set = Filtres ({ $count })
packages-filters-clear = Effacer les filtres
packages-any = Tous
packages-created-from = Créé à partir du
packages-created-to = Créé jusqu’au
packages-expiry-from = Expire à partir du
packages-expiry-to = Expire jusqu’au
packages-extra = Gardé au-delà des jours gratuits
packages-extra-yes = Oui
packages-extra-no = Non
packages-day-needed = Choisissez un jour.
packages-none-found = Aucun envoi ne correspond
packages-none-found-help = Effacez des filtres, ou consultez les archives en choisissant l’état.
packages-none-sent = Aucun envoi expédié pour l’instant
packages-none-sent-help = Un envoi regroupe des fichiers et des dossiers de toute taille, avec un message et un lien par destinataire.
packages-none-received = Rien de reçu pour l’instant
packages-none-received-help = Ce que d’autres envoient par vos portails arrive ici.
packages-to-portals = Vers les portails

packages-period = Archiver une période
packages-period-help = Pour tous les envois expirés pendant une période, quel que soit leur nombre. Rien n’est supprimé.
packages-period-way = Que faire
packages-period-archive = Mettre les envois expirés aux archives
packages-period-unarchive = Reprendre des envois archivés
packages-bulk-archive = Archiver
packages-bulk-archive-title = { $count ->
    [one] Archiver { $count } envoi ?
   *[other] Archiver { $count } envois ?
}
packages-bulk-archive-body = { $others ->
    [0] Les envois archivés quittent les listes et peuvent être repris à tout moment.
    [one] Les envois archivés quittent les listes et peuvent être repris à tout moment. { $others } envoi sélectionné n’a pas expiré et reste tel quel.
   *[other] Les envois archivés quittent les listes et peuvent être repris à tout moment. { $others } envois sélectionnés n’ont pas expiré et restent tels quels.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } envoi archivé.
   *[other] { $done } envois archivés.
}
packages-bulk-unarchive = Sortir des archives
packages-bulk-unarchive-title = { $count ->
    [one] Sortir { $count } envoi des archives ?
   *[other] Sortir { $count } envois des archives ?
}
packages-bulk-unarchive-body = { $others ->
    [0] Ils réapparaissent parmi les envois expirés.
    [one] Ils réapparaissent parmi les envois expirés. { $others } envoi sélectionné n’est pas archivé et reste tel quel.
   *[other] Ils réapparaissent parmi les envois expirés. { $others } envois sélectionnés ne sont pas archivés et restent tels quels.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } envoi sorti des archives.
   *[other] { $done } envois sortis des archives.
}
packages-bulk-delete = Supprimer
packages-bulk-delete-title = { $count ->
    [one] Supprimer { $count } envoi ?
   *[other] Supprimer { $count } envois ?
}
packages-bulk-delete-body = { $others ->
    [0] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Tant que le contenu n’est pas retiré du stockage, un Owner ou un Admin peut restaurer les envois. Les noms restent dans la liste comme expirés.
    [one] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Tant que le contenu n’est pas retiré du stockage, un Owner ou un Admin peut restaurer les envois. { $others } envoi sélectionné a déjà expiré et reste tel quel.
   *[other] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Tant que le contenu n’est pas retiré du stockage, un Owner ou un Admin peut restaurer les envois. { $others } envois sélectionnés ont déjà expiré et restent tels quels.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } envoi supprimé.
   *[other] { $done } envois supprimés.
}
packages-delete-title = Supprimer cet envoi ?
packages-delete-body = Tous ses fichiers sont supprimés et tous les liens cessent de fonctionner. Tant que le contenu n’est pas retiré du stockage, un Owner ou un Admin peut restaurer l’envoi.
packages-restore = Restaurer
packages-restored = Envoi restauré.
packages-restorable-until = Peut être restauré jusqu’au

packages-manage = Gérer
packages-rename = Renommer
packages-renamed = Renommé.
packages-change-tag = Changer l’étiquette
packages-tag-help = Choisissez une étiquette, saisissez-en une nouvelle, ou laissez vide.
packages-tag-changed = Étiquette modifiée.
packages-change-expiry = Changer l’expiration
packages-expiry-changed = Expiration modifiée.
packages-expiry-past = Choisissez un moment dans le futur.
packages-keep = Durée de conservation
packages-keep-until = Jusqu’à une date
packages-keep-always = Sans fin
packages-keep-always-help = Le stockage au-delà des jours gratuits peut être facturé.
packages-facts = Détails
packages-set = Défini
packages-last-download = Dernier téléchargement
packages-id = Identifiant

packages-files-gone = Les fichiers de cet envoi ont été supprimés. Son nom, ses destinataires et son historique restent.
packages-files-more = Lire d’autres fichiers
packages-files-search = Chercher dans les fichiers
packages-rows-more = Afficher plus (encore { $count })
packages-no-files = Aucun fichier
packages-file-name = Nom
packages-file-state = État
packages-file-modified = Modifié
packages-file-uploading = En cours de téléversement
packages-file-complete = Complet
packages-scan-clean = Aucun virus
packages-scan-pending = En cours d’analyse
packages-folder = Dossier
packages-folder-top = Tous les fichiers
packages-download = Télécharger
packages-download-named = Télécharger { $name }
packages-download-all = Tout télécharger
packages-zip-preparing = Préparation du zip
packages-infected-title = Un virus a été trouvé
packages-infected-body = « { $name } » contient un virus. Ne le téléchargez que si vous savez ce que vous faites.
packages-infected-action = Télécharger quand même

packages-answers = Réponses au formulaire

packages-links = Liens
packages-no-links = Aucun lien pour l’instant. Un lien permet à quiconque le possède de télécharger l’envoi, sans compte.
packages-link-create = Nouveau lien
packages-link-way = Qui le reçoit
packages-link-way-open = Un lien à transmettre
packages-link-way-open-help = Vous l’envoyez vous-même.
packages-link-way-mail = Par e-mail à un destinataire
packages-link-way-mail-help = Nous envoyons le lien ; personne d’autre ne le voit.
packages-link-make = Créer le lien
packages-link-mail = Envoyer le lien
packages-link-mailed = Le lien est en route vers { $email }.
packages-link-later = { $email } recevra le lien quand l’envoi sera prêt.
packages-link-address = Lien
packages-email-needed = Saisissez une adresse e-mail.
packages-link-password = Mot de passe
packages-link-password-help = Demandé avant le téléchargement. Communiquez-le autrement que le lien.
packages-link-password-default = Laissez vide pour utiliser le mot de passe de l’envoi.
packages-link-limit = Téléchargements par lien
packages-link-limit-help = Le lien se verrouille après ce nombre de téléchargements. Vide : comme l’envoi.
packages-link-expiry = Lien valable jusqu’au
packages-link-expiry-help = Vide : aussi longtemps que l’envoi.
packages-link-on = Utilisable tout de suite
packages-link-on-help = Désactivé, le lien est créé mais n’ouvre rien.
packages-link-open = Lien sans destinataire
packages-link-active = Actif
packages-link-off = Désactivé
packages-link-expired = Expiré
packages-link-show = Afficher le lien
packages-link-switch-off = Désactiver
packages-link-switched-off = Le lien est désactivé.
packages-link-limited = { $count ->
    [one] { $count } téléchargement
   *[other] { $count } téléchargements
}
packages-link-with-password = avec mot de passe
packages-link-until = jusqu’au { $time }
packages-link-unused = jamais utilisé
packages-link-used = dernière utilisation le { $time }

packages-transfers = Transferts
packages-no-transfers = Aucun transfert vers ou depuis une connexion cloud.
packages-transfer-start = Lancer un transfert
packages-transfer-connection = Connexion cloud
packages-transfer-choose = Choisissez une connexion
packages-transfer-none = Il n’y a pas de connexion de destination. Créez-en une sous Connexions cloud.
packages-transfer-to = Vers { $name }
packages-transfer-from = Depuis { $name }
packages-transfer-pending = En attente
packages-transfer-transferring = En cours
packages-transfer-complete = Terminé
packages-transfer-error = Échec

packages-timeline = Chronologie
packages-timeline-created = { $has_actor ->
    [yes] Créé par { $actor }
   *[no] Créé
}
packages-timeline-form = Formulaire « { $title } » rempli
packages-timeline-finalized = { $count ->
    [0] Expédié
    [one] Expédié avec { $count } fichier
   *[other] Expédié avec { $count } fichiers
}
packages-timeline-scan = Analyse antivirus
packages-timeline-scan-pending = { $count ->
    [one] { $count } fichier attend l’analyse antivirus
   *[other] { $count } fichiers attendent l’analyse antivirus
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } fichier analysé, aucun virus
   *[other] { $count } fichiers analysés, aucun virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } fichier non analysé
   *[other] { $count } fichiers non analysés
}
packages-timeline-scan-infected = Virus trouvé dans { $title }
packages-scan-reason-off = L’analyse est désactivée.
packages-scan-reason-too-large = Les fichiers sont trop volumineux pour l’analyse.
packages-scan-reason-timeout = L’analyse a pris trop de temps.
packages-timeline-mail = E-mail à { $actor }
packages-timeline-mail-waiting = E-mail à { $actor } en attente d’envoi
packages-timeline-mail-sent = E-mail envoyé à { $actor }
packages-timeline-mail-kept = E-mail à { $actor } gardé dans la boîte d’envoi
packages-timeline-mail-failed = Échec de l’e-mail à { $actor }
packages-timeline-mail-cancelled = E-mail à { $actor } annulé
packages-timeline-transfer = Transfert : { $title }
packages-timeline-transfer-pending = Transfert en attente : { $title }
packages-timeline-transfer-transferring = Transfert en cours : { $title }
packages-timeline-transfer-complete = Transfert terminé : { $title }
packages-timeline-transfer-error = Échec du transfert : { $title }
packages-timeline-webhook = Webhook « { $title } » : { $detail }
packages-timeline-webhook-exhausted = Le webhook « { $title } » n’a pas pu être livré
packages-timeline-link = Lien
packages-timeline-link-created = { $has_actor ->
    [yes] Lien créé pour { $actor }
   *[no] Lien créé
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Lien de { $actor } désactivé
   *[no] Lien désactivé
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Lien de { $actor } verrouillé : tous les téléchargements sont utilisés
   *[no] Lien verrouillé : tous les téléchargements sont utilisés
}
packages-timeline-download = { $has_actor ->
    [yes] Téléchargement par { $actor }
   *[no] Téléchargement
}
packages-timeline-download-complete = { $has_actor ->
    [yes] Téléchargement par { $actor } terminé
   *[no] Téléchargement terminé
}
packages-timeline-changed = Modifié
packages-timeline-changed-details = { $has_actor ->
    [yes] Nom ou étiquette modifié par { $actor }
   *[no] Nom ou étiquette modifié
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] Expiration modifiée par { $actor }
   *[no] Expiration modifiée
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] Restauré par { $actor }
   *[no] Restauré
}
packages-timeline-expired = Expiré, fichiers supprimés
packages-timeline-expired-deleted = { $has_actor ->
    [yes] Supprimé par { $actor }
   *[no] Supprimé
}
packages-timeline-archived = Archivé
packages-timeline-archived-unarchived = Sorti des archives

packages-uploading = Cet envoi est en cours de téléversement
packages-uploading-unknown = En attente de nouvelles de l’expéditeur. Les fichiers apparaissent à leur arrivée.
packages-uploading-done = { $percent } · { $bytes } sur { $total } · { $files } fichiers sur { $all }

home-welcome = Bienvenue, { $name }
home-steps = Premiers pas
home-step-send = Expédiez votre premier envoi
home-step-send-help = Fichiers et dossiers de toute taille, avec un lien par destinataire.
home-step-portal = Créez un portail
home-step-portal-help = Une page par laquelle d’autres vous envoient des fichiers, sans compte.
home-step-portal-action = Vers les portails
home-step-member = Invitez des collègues
home-step-member-help = Chacun avec un rôle qui dit ce qu’il peut faire.
home-step-member-action = Vers les membres
home-step-done = Fait
home-recent-sent = Expédiés récemment
home-recent-received = Reçus récemment
home-all = Tout afficher
home-nothing = Rien pour l’instant.

send-title = Envoyer des fichiers
send-files = Fichiers
send-drop = Déposez des fichiers et des dossiers n’importe où sur cette page, ou collez-les.
send-choose-files = Choisir des fichiers
send-choose-folder = Choisir un dossier
send-drop-here = Déposez pour ajouter
send-reading = Lecture des dossiers
send-left-out = { $count ->
    [one] { $count } fichier système écarté
   *[other] { $count } fichiers système écartés
}
send-list = Fichiers à envoyer
send-list-total = { $files ->
    [one] { $files } fichier, { $size }
   *[other] { $files } fichiers, { $size }
}
send-remove-named = Retirer { $name }
send-remove-refused = Retirer tous les refusés
send-details = Détails
send-name = Nom de l’envoi
send-name-help = Vide : le nom du premier fichier ou dossier.
send-recipients = Destinataires
send-recipients-help = Adresses e-mail. Laissez vide pour obtenir un lien que vous transmettez vous-même.
send-message = Message
send-password = Mot de passe
send-password-help = Demandé avant le téléchargement. Communiquez-le autrement que le lien.
send-limit = Téléchargements par lien
send-limit-help = Vide : comme l’équipe l’a défini.
send-keep = Durée de conservation
send-keep-default = Comme l’équipe l’a défini ({ $days } jours)
send-tag = Étiquette
send-space = Teamspace
send-space-none = Aucun
send-more = Autres options
send-action = Envoyer
send-files-needed = Ajoutez d’abord des fichiers.
send-state-listed = Prêt à envoyer
send-state-waiting = En attente
send-state-sending = { $percent }
send-state-done = Envoyé
send-state-paused = En pause
send-state-failed = Échec
send-state-missing = Choisissez à nouveau ce fichier
send-state-refused = Refusé
send-fault-type = Ce type de fichier n’est pas autorisé.
send-fault-size = Le fichier est trop volumineux.
send-fault-count = Trop de fichiers.
send-fault-total = L’envoi serait trop volumineux.
send-fault-name = Le nom n’est pas autorisé.
send-fault-duplicate = Il est déjà dans la liste.
send-fault-changed = Le fichier a changé depuis qu’il a été choisi. Retirez-le et ajoutez-le à nouveau.
send-fault-unreadable = Le fichier ne peut pas être lu. Le disque est-il toujours branché ?
send-fault-checksum = Ce qui est arrivé n’était pas ce qui a été envoyé, à plusieurs reprises. Réessayez.
send-fault-etag-hidden = Le stockage cache aux pages ce dont elles ont besoin. Prévenez l’administrateur : les règles CORS doivent exposer ETag.
send-fault-storage = Le stockage a refusé le fichier.
send-fault-refused = Le serveur a refusé le fichier.
send-fault-package-gone = L’envoi n’existe plus ou est clos.
send-retry = Réessayer
send-retry-all = Réessayer tous les échecs
send-give-up-failed = Laisser de côté les échecs et terminer
send-pause = Mettre en pause
send-resume = Continuer
send-cancel = Annuler
send-cancel-title = Annuler cet envoi ?
send-cancel-body = Ce qui a déjà été envoyé est supprimé du serveur. Vos propres fichiers restent tels quels.
send-cancel-action = Annuler l’envoi
send-progress = Progression de l’envoi
send-progress-files = { $done } fichiers sur { $files }
send-progress-bytes = { $sent } sur { $total }
send-progress-speed = { $size } par seconde
send-left = encore { $time } environ
send-left-soon = encore moins d’une minute
send-starting = Démarrage
send-sending = Envoi de { $name }
send-paused = En pause
send-pausing = Mise en pause…
send-list-cut-off = Cette page a été fermée avant d’avoir enregistré toute la liste des fichiers. Ajoutez de nouveau tous les fichiers ; ceux qui sont déjà arrivés ne sont pas renvoyés. Terminez ensuite l’envoi.
send-list-complete = La liste est complète : terminer
send-attention = Votre attention est requise
send-finishing = Finalisation
send-elsewhere = Un autre onglet envoie déjà ces fichiers.
send-failed = L’envoi n’a pas pu être terminé
send-cancelled = L’envoi a été annulé.
send-waiting-offline = Pas de réseau. L’envoi reprendra de lui-même à son retour.
send-waiting-network = Le serveur ne répond pas. Nouvel essai dans { $seconds } secondes.
send-waiting-storage = Le stockage ne répond pas. Nouvel essai dans { $seconds } secondes.
send-waiting-busy = Le serveur demande d’attendre { $seconds } secondes.
send-keep-open = Gardez cette page ouverte jusqu’à la fin. Vous pouvez utiliser le reste de la console entre-temps.
send-announce = { $percent } envoyés
send-done = Envoyé
send-done-mailed = { $count ->
    [one] { $count } destinataire reçoit un e-mail avec un lien.
   *[other] { $count } destinataires reçoivent un e-mail avec un lien.
}
send-done-link = Personne n’a été prévenu. Créez un lien et transmettez-le.
send-done-facts = « { $name } » : { $files }, { $size }
send-show-package = Afficher l’envoi
send-again = Envoyer autre chose
send-expiry-failed = L’envoi est parti, mais son expiration n’a pas pu être modifiée. Modifiez-la sur la page de l’envoi.
send-unfinished = Votre envoi « { $name } » est fait à { $percent }. Continuer ?
send-unfinished-elsewhere = « { $name } » est en cours d’envoi dans un autre onglet.
send-unfinished-continue = Continuer
send-unfinished-replaces = Les fichiers que vous venez de sélectionner ne font pas partie de cet envoi. Ils seront retirés de la liste.
send-unfinished-forget = Oublier cet envoi
send-unfinished-pick = Choisissez à nouveau les mêmes fichiers, ou déposez-les ici. Ce qui a déjà été envoyé ne l’est pas une seconde fois.
send-running = Envoi : { $percent }
