# Packages: lists, one package, and sending from the browser.

packages-sent = Envoyés
packages-received = Reçus
packages-one = Envoi
packages-name = Nom
packages-state = État
packages-state-new = Envoi en cours
packages-state-finalized = Prêt
packages-state-expired = Expiré
packages-state-archived = Archivé
packages-virus = Virus détecté
packages-sender = Expéditeur
packages-recipients = Destinataires
packages-recipient = Destinataire
packages-portal = Portail
packages-size = Taille
packages-files = Fichiers
packages-created = Créé
packages-expiry = Expire
packages-no-expiry = Jamais
packages-usage = Téléchargements
packages-tag = Étiquette
packages-space = Teamspace
packages-search = Rechercher par nom
packages-filters = Filtres
packages-filters-set = Filtres ({ $count })
packages-filters-clear = Effacer les filtres
packages-any = Tous
packages-created-from = Créé à partir du
packages-created-to = Créé jusqu’au
packages-expiry-from = Expire à partir du
packages-expiry-to = Expire jusqu’au
packages-extra = Conservation prolongée
packages-extra-yes = Oui
packages-extra-no = Non
packages-day-needed = Sélectionnez une date.
packages-none-found = Aucun envoi trouvé
packages-none-found-help = Effacez des filtres, ou incluez les envois archivés.
packages-none-sent = Rien d’envoyé pour l’instant
packages-none-sent-help = Un envoi contient des fichiers et des dossiers de toute taille, un message, et un lien par destinataire.
packages-none-received = Rien de reçu pour l’instant
packages-none-received-help = Les fichiers envoyés par vos portails apparaissent ici.
packages-to-portals = Voir les portails

packages-period = Archiver par date…
packages-period-help = S’applique à tous les envois expirés entre deux dates. Rien n’est supprimé.
packages-period-way = Action
packages-period-archive = Archiver les envois expirés
packages-period-unarchive = Désarchiver des envois
packages-bulk-archive = Archiver
packages-bulk-archive-title = { $count ->
    [one] Archiver { $count } envoi ?
   *[other] Archiver { $count } envois ?
}
packages-bulk-archive-body = { $others ->
    [0] Les envois archivés sont masqués dans les listes. Vous pouvez les désarchiver à tout moment.
    [one] Les envois archivés sont masqués dans les listes. Vous pouvez les désarchiver à tout moment. { $others } envoi sélectionné n’a pas expiré et n’est pas archivé.
   *[other] Les envois archivés sont masqués dans les listes. Vous pouvez les désarchiver à tout moment. { $others } envois sélectionnés n’ont pas expiré et ne sont pas archivés.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } envoi archivé.
   *[other] { $done } envois archivés.
}
packages-bulk-unarchive = Désarchiver
packages-bulk-unarchive-title = { $count ->
    [one] Désarchiver { $count } envoi ?
   *[other] Désarchiver { $count } envois ?
}
packages-bulk-unarchive-body = { $others ->
    [0] Ils réapparaissent parmi les envois expirés.
    [one] Ils réapparaissent parmi les envois expirés. { $others } envoi sélectionné n’est pas archivé et reste inchangé.
   *[other] Ils réapparaissent parmi les envois expirés. { $others } envois sélectionnés ne sont pas archivés et restent inchangés.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } envoi désarchivé.
   *[other] { $done } envois désarchivés.
}
packages-bulk-delete = Supprimer
packages-bulk-delete-title = { $count ->
    [one] Supprimer { $count } envoi ?
   *[other] Supprimer { $count } envois ?
}
packages-bulk-delete-body = { $others ->
    [0] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Un propriétaire ou un administrateur peut restaurer les envois tant que leur contenu est dans le stockage. Leurs noms restent dans la liste comme expirés.
    [one] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Un propriétaire ou un administrateur peut restaurer les envois tant que leur contenu est dans le stockage. Leurs noms restent dans la liste comme expirés. { $others } envoi sélectionné a déjà expiré et reste inchangé.
   *[other] Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Un propriétaire ou un administrateur peut restaurer les envois tant que leur contenu est dans le stockage. Leurs noms restent dans la liste comme expirés. { $others } envois sélectionnés ont déjà expiré et restent inchangés.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } envoi supprimé.
   *[other] { $done } envois supprimés.
}
packages-delete-title = Supprimer cet envoi ?
packages-delete-body = Tous les fichiers sont supprimés et tous les liens cessent de fonctionner. Un propriétaire ou un administrateur peut restaurer l’envoi tant que son contenu est dans le stockage.
packages-restore = Restaurer
packages-restored = Envoi restauré.
packages-restorable-until = Restaurable jusqu’au

packages-manage = Gérer
packages-rename = Renommer
packages-renamed = Envoi renommé.
packages-change-tag = Changer l’étiquette
packages-tag-help = Sélectionnez une étiquette ou saisissez-en une nouvelle. Laissez vide pour n’en avoir aucune.
packages-tag-changed = Étiquette modifiée.
packages-change-expiry = Changer l’expiration
packages-expiry-changed = Expiration modifiée.
packages-expiry-past = Sélectionnez une date future.
packages-keep = Expire
packages-keep-until = À une date
packages-keep-always = Jamais
packages-keep-always-help = L’envoi est conservé jusqu’à ce que quelqu’un le supprime.
packages-facts = Détails
packages-set = Défini
packages-last-download = Dernier téléchargement
packages-id = ID

packages-files-gone = Les fichiers de cet envoi ont été supprimés. Son nom, ses destinataires et son historique sont conservés.
packages-files-more = Charger d’autres fichiers
packages-files-search = Rechercher des fichiers
packages-rows-more = Afficher plus (encore { $count })
packages-no-files = Aucun fichier
packages-file-name = Nom
packages-file-state = État
packages-file-modified = Modifié
packages-file-uploading = Envoi en cours
packages-file-complete = Prêt
packages-scan-clean = Aucun virus
packages-scan-pending = Analyse antivirus en cours
packages-folder = Dossier
packages-folder-top = Tous les fichiers
packages-download = Télécharger
packages-download-named = Télécharger { $name }
packages-download-all = Tout télécharger
packages-zip-preparing = Préparation du zip
packages-infected-title = Virus détecté
packages-infected-body = « { $name } » contient un virus. Ne le téléchargez que si vous savez ce que vous faites.
packages-infected-action = Télécharger quand même

packages-answers = Réponses au formulaire

packages-links = Liens
packages-no-links = Aucun lien pour l’instant. Toute personne ayant un lien peut télécharger l’envoi sans compte.
packages-link-create = Nouveau lien
packages-link-way = Partager avec
packages-link-way-open = Lien à partager
packages-link-way-open-help = Vous le partagez vous-même.
packages-link-way-mail = Destinataire par e-mail
packages-link-way-mail-help = Nous envoyons le lien par e-mail. Personne d’autre ne le voit.
packages-link-make = Créer un lien
packages-link-mail = Envoyer le lien
packages-link-mailed = Nous avons envoyé le lien par e-mail à { $email }.
packages-link-later = { $email } recevra le lien quand l’envoi sera prêt.
packages-link-address = Lien
packages-email-needed = Saisissez une adresse e-mail.
packages-link-password = Mot de passe
packages-link-password-help = Les destinataires doivent le saisir. Communiquez-le séparément du lien.
packages-link-password-default = Laissez vide pour utiliser le mot de passe de l’envoi.
packages-link-limit = Téléchargements par lien
packages-link-limit-help = Laissez vide pour la limite de l’envoi.
packages-link-expiry = Expiration du lien
packages-link-expiry-help = Laissez vide pour l’expiration de l’envoi.
packages-link-on = Actif
packages-link-on-help = Désactivez pour créer le lien sans qu’il fonctionne tout de suite.
packages-link-open = Lien à partager
packages-link-active = Actif
packages-link-off = Désactivé
packages-link-expired = Expiré
packages-link-show = Afficher le lien
packages-link-switch-off = Désactiver
packages-link-switched-off = Lien désactivé.
packages-link-limited = { $count ->
    [one] { $count } téléchargement
   *[other] { $count } téléchargements
}
packages-link-with-password = avec mot de passe
packages-link-until = jusqu’au { $time }
packages-link-unused = jamais utilisé
packages-link-used = dernière utilisation : { $time }

packages-transfers = Transferts
packages-no-transfers = Aucun transfert vers ou depuis une connexion cloud pour l’instant.
packages-transfer-start = Lancer un transfert
packages-transfer-connection = Connexion cloud
packages-transfer-choose = Sélectionnez une connexion
packages-transfer-none = Il n’y a aucune connexion vers laquelle envoyer. Ajoutez-en une sous Connexions cloud.
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
packages-timeline-form = Formulaire « { $title } » rempli
packages-timeline-finalized = { $count ->
    [0] Envoyé
    [one] Envoyé ({ $count } fichier)
   *[other] Envoyé ({ $count } fichiers)
}
packages-timeline-scan = Analyse antivirus
packages-timeline-scan-pending = { $count ->
    [one] { $count } fichier en attente de l’analyse antivirus
   *[other] { $count } fichiers en attente de l’analyse antivirus
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } fichier analysé, aucun virus
   *[other] { $count } fichiers analysés, aucun virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } fichier non analysé
   *[other] { $count } fichiers non analysés
}
packages-timeline-scan-infected = Virus détecté dans { $title }
packages-scan-reason-off = L’analyse est désactivée.
packages-scan-reason-too-large = Les fichiers sont trop volumineux pour l’analyse.
packages-scan-reason-timeout = L’analyse a pris trop de temps.
packages-timeline-mail = E-mail à { $actor }
packages-timeline-mail-waiting = E-mail à { $actor } en attente
packages-timeline-mail-sent = E-mail envoyé à { $actor }
packages-timeline-mail-kept = E-mail à { $actor } non envoyé : pas de serveur de messagerie
packages-timeline-mail-failed = Échec de l’e-mail à { $actor }
packages-timeline-mail-cancelled = E-mail à { $actor } annulé
packages-timeline-transfer = Transfert : { $title }
packages-timeline-transfer-pending = Transfert en attente : { $title }
packages-timeline-transfer-transferring = Transfert en cours : { $title }
packages-timeline-transfer-complete = Transfert terminé : { $title }
packages-timeline-transfer-error = Échec du transfert : { $title }
packages-timeline-webhook = Webhook « { $title } » : { $detail }
packages-timeline-webhook-exhausted = Échec du webhook « { $title } »
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
    [yes] Limite de téléchargements atteinte pour le lien de { $actor }
   *[no] Limite de téléchargements d’un lien atteinte
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
packages-timeline-archived-unarchived = Désarchivé

packages-uploading = Envoi en cours
packages-uploading-unknown = En attente de l’expéditeur. Les fichiers apparaissent à leur arrivée.
packages-uploading-done = { $percent } · { $bytes } sur { $total } · { $files } fichiers sur { $all }

home-welcome = Bienvenue, { $name }
home-steps = Premiers pas
home-step-send = Envoyez vos premiers fichiers
home-step-send-help = Fichiers et dossiers de toute taille, avec un lien par destinataire.
home-step-portal = Créez un portail
home-step-portal-help = Une page où d’autres vous envoient des fichiers, sans compte.
home-step-portal-action = Voir les portails
home-step-member = Invitez des collègues
home-step-member-help = Chacun avec un rôle qui définit ses autorisations.
home-step-member-action = Inviter des collègues
home-step-done = Fait
home-recent-sent = Envoyés récemment
home-recent-received = Reçus récemment
home-all = Tout afficher
home-nothing = Rien pour l’instant.

send-title = Envoyer des fichiers
send-files = Fichiers
send-drop = Déposez des fichiers et des dossiers n’importe où sur cette page, ou collez-les.
send-choose-files = Sélectionner des fichiers
send-choose-folder = Sélectionner un dossier
send-drop-here = Relâchez pour ajouter
send-drop-not-added = Aucun fichier n’a été ajouté, car un autre envoi est en cours. Ajoutez les fichiers lorsqu’il sera terminé.
send-reading = Lecture des dossiers
send-left-out = { $count ->
    [one] { $count } fichier système ignoré
   *[other] { $count } fichiers système ignorés
}
send-list = Fichiers à envoyer
send-list-total = { $files ->
    [one] { $files } fichier, { $size }
   *[other] { $files } fichiers, { $size }
}
send-remove-named = Retirer { $name }
send-remove-refused = Retirer tous les fichiers refusés
send-details = Détails
send-name = Nom de l’envoi
send-name-help = Par défaut, le nom du premier fichier.
send-recipients = Destinataires
send-recipients-help = Adresses e-mail. Laissez vide pour obtenir un lien à partager.
send-message = Message
send-password = Mot de passe
send-password-help = Les destinataires doivent le saisir. Communiquez-le séparément du lien.
send-limit = Téléchargements par lien
send-limit-help = Laissez vide pour la valeur par défaut de l’équipe.
send-keep = Expire
send-keep-default = { $days ->
    [one] Après { $days } jour (par défaut dans l’équipe)
   *[other] Après { $days } jours (par défaut dans l’équipe)
}
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
send-state-missing = Sélectionnez à nouveau ce fichier
send-state-refused = Refusé
send-fault-type = Ce type de fichier n’est pas autorisé.
send-fault-size = Le fichier est trop volumineux.
send-fault-count = Trop de fichiers.
send-fault-total = L’envoi serait trop volumineux.
send-fault-name = Le nom n’est pas autorisé.
send-fault-duplicate = La liste contient déjà ce fichier.
send-fault-changed = Le fichier a changé depuis sa sélection. Retirez-le et ajoutez-le à nouveau.
send-fault-unreadable = Impossible de lire le fichier. Vérifiez que son disque est branché.
send-fault-checksum = Le fichier a été endommagé plusieurs fois pendant le transfert. Réessayez.
send-fault-etag-hidden = Le stockage est mal configuré : ses règles CORS doivent exposer ETag. Prévenez l’administrateur.
send-fault-storage = Le stockage a refusé le fichier.
send-fault-refused = Le serveur a refusé le fichier.
send-fault-package-gone = L’envoi a été supprimé ou déjà finalisé.
send-retry = Réessayer
send-retry-all = Réessayer tous les fichiers en échec
send-give-up-failed = Terminer sans les fichiers en échec
send-pause = Mettre en pause
send-resume = Reprendre
send-cancel = Annuler
send-cancel-title = Annuler cet envoi ?
send-cancel-body = Les fichiers déjà envoyés sont supprimés du serveur. Vos propres fichiers ne sont pas modifiés.
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
send-attention = Action requise
send-finishing = Finalisation
send-elsewhere = Un autre onglet effectue cet envoi.
send-failed = Échec de l’envoi
send-cancelled = Envoi annulé.
send-waiting-offline = Pas de connexion réseau. L’envoi reprendra automatiquement à son retour.
send-waiting-network = Le serveur ne répond pas. Nouvelle tentative dans { $seconds } s.
send-waiting-storage = Le stockage ne répond pas. Nouvelle tentative dans { $seconds } s.
send-waiting-busy = Le serveur est occupé. Nouvelle tentative dans { $seconds } s.
send-keep-open = Gardez cette page ouverte jusqu’à la fin de l’envoi. Vous pouvez utiliser le reste de la console entre-temps.
send-announce = { $percent } envoyés
send-done = Envoyé
send-done-mailed = { $count ->
    [one] Nous avons prévenu { $count } personne par e-mail.
   *[other] Nous avons prévenu { $count } personnes par e-mail.
}
send-done-link = Votre envoi est prêt. Créez un lien pour le partager.
send-done-facts = « { $name } » : { $files }, { $size }
send-show-package = Afficher l’envoi
send-again = Envoyer d’autres fichiers
send-expiry-failed = Les fichiers ont été envoyés, mais l’expiration n’a pas pu être modifiée. Modifiez-la sur la page de l’envoi.
send-unfinished = Votre envoi « { $name } » est terminé à { $percent }. Reprendre ?
send-unfinished-elsewhere = « { $name } » est en cours d’envoi dans un autre onglet.
send-unfinished-continue = Reprendre
send-unfinished-replaces = Les fichiers que vous venez de sélectionner ne font pas partie de cet envoi. Ils seront retirés de la liste.
send-unfinished-forget = Supprimer cet envoi
send-unfinished-pick = Sélectionnez ou déposez à nouveau les mêmes fichiers. Les parties déjà envoyées ne le sont pas deux fois.
send-running = Envoi en cours : { $percent }
