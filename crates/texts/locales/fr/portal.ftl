# La page sur laquelle on envoie des fichiers à un portail.

portal-title = Envoyer des fichiers à { $name }
portal-title-percent = { $percent } – Envoi à { $name }
portal-logo = Logo de { $name }
portal-help = Des questions ? Contactez { $team }.
portal-help-plain = Des questions ? Contactez la personne qui vous a donné ce lien.

portal-unknown-title = Cette page d’envoi n’est pas disponible
portal-unknown = Aucune page d’envoi n’est ouverte à cette adresse. Elle a peut-être été fermée, ou l’adresse est incomplète.
portal-unknown-next = Vérifiez l’adresse, ou demandez-en une nouvelle à la personne qui vous l’a donnée.
portal-closed = Cette page d’envoi a été fermée. Contactez la personne qui vous a donné l’adresse.
portal-server-trouble = Le serveur a rencontré un problème. Vos fichiers et votre saisie sont toujours là. Réessayez dans un instant.

portal-code = Code d’accès
portal-code-help = Fourni par la personne qui vous demande des fichiers.
portal-code-wrong = Code d’accès incorrect. Vérifiez-le et réessayez.

portal-drop-here = Déposez des fichiers et des dossiers n’importe où sur cette page
portal-drop-now = Relâchez pour ajouter
portal-choose-files = Sélectionner des fichiers
portal-choose-folder = Sélectionner un dossier
portal-limit-count = { $count ->
    [one] Jusqu’à { $count } fichier
   *[other] Jusqu’à { $count } fichiers
}
portal-limit-file = Jusqu’à { $size } par fichier
portal-limit-total = Jusqu’à { $size } au total
portal-limit-types = Autorisés : { $types }
portal-limit-types-not = Non autorisés : { $types }
portal-reading = Lecture des dossiers…
portal-system-files = { $count ->
    [one] { $count } fichier système a été ignoré.
   *[other] { $count } fichiers système ont été ignorés.
}

portal-files = Fichiers
portal-file-list = Liste des fichiers
portal-file-count = { $count ->
    [0] Aucun fichier
    [one] { $count } fichier
   *[other] { $count } fichiers
}
portal-empty-folder = Dossier vide
portal-bytes = { $count } octets
portal-action-for = { $action } : { $name }
portal-progress-of = Progression de { $name }
portal-retry = Réessayer
portal-start-again = Recommencer ce fichier
portal-pause = Mettre en pause
portal-resume = Reprendre
portal-retry-failed = Réessayer tous les fichiers en échec
portal-finish-without = { $count ->
    [one] Terminer sans ce fichier
   *[other] Terminer sans ces { $count } fichiers
}
portal-remove-refused = { $count ->
    [one] Retirer { $count } fichier refusé
   *[other] Retirer { $count } fichiers refusés
}
portal-and-more = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}

portal-sender = Votre adresse e-mail
portal-sender-help = Nous enverrons un accusé de réception à cette adresse.
portal-sender-help-plain = Indique au destinataire qui a envoyé les fichiers.
portal-remember = Mémoriser mon adresse e-mail sur cet appareil
portal-name = Nom de l’envoi
portal-name-help = Le destinataire voit ce nom.
portal-name-format = Format : { $format }
portal-description = Message au destinataire
portal-optional = (facultatif)
portal-readonly = (lecture seule)
portal-choose-option = Sélectionnez une option
portal-mistake-required = Obligatoire
portal-mistake-email = Saisissez une adresse e-mail complète, par exemple nom@example.org.
portal-mistake-url = Saisissez une adresse web complète, par exemple https://example.org.
portal-mistake-number = Saisissez un nombre.
portal-mistakes = { $count ->
    [one] Vérifiez { $count } champ.
   *[other] Vérifiez { $count } champs.
}
portal-terms = Conditions
portal-terms-accept = J’accepte ces conditions.
portal-terms-missing = Acceptez les conditions pour envoyer des fichiers.
portal-terms-read = Lire le texte complet (s’ouvre dans un nouvel onglet)

portal-nothing-chosen = Sélectionnez au moins un fichier à envoyer.
portal-ready = { $count ->
    [one] { $count } fichier, { $size }
   *[other] { $count } fichiers, { $size }
}
portal-send = Envoyer
portal-starting = Démarrage…

portal-phase-sending = Envoi de { $name }
portal-phase-paused = En pause : { $name }
portal-phase-pausing = Suspension de { $name }…
portal-phase-attention = Action requise : { $name }
portal-phase-finishing = Finalisation de { $name }
portal-phase-failed = Échec de l’envoi : { $name }
portal-phase-cancelled = Annulé : { $name }
portal-phase-elsewhere = Un autre onglet envoie { $name }
portal-keep-open = Gardez cette page ouverte jusqu’à la fin de l’envoi.
portal-progress = { $count ->
    [one] { $done } fichier sur { $count }, { $sent } sur { $total }
   *[other] { $done } fichiers sur { $count }, { $sent } sur { $total }
}
portal-progress-whole = Progression totale de l’envoi
portal-speed = { $size } par seconde
portal-left-moment = encore quelques secondes
portal-left-seconds = encore { $count } secondes environ
portal-left-minutes = { $count ->
    [one] encore { $count } minute environ
   *[other] encore { $count } minutes environ
}
portal-left-hours = { $count ->
    [one] encore { $count } heure environ
   *[other] encore { $count } heures environ
}
portal-left-days = encore { $count } jours environ
portal-spoken = { $percent } envoyés.
portal-pause-all = Mettre en pause
portal-list-cut-off = Cette page a été fermée avant d’avoir enregistré toute la liste des fichiers. Ajoutez de nouveau tous les fichiers ; ceux qui sont déjà arrivés ne sont pas renvoyés. Terminez ensuite l’envoi.
portal-list-complete = La liste est complète : terminer
portal-resume-all = Reprendre
portal-cancel = Annuler l’envoi
portal-cancel-sure = Annuler cet envoi ? Tous les fichiers déjà envoyés seront supprimés.
portal-cancel-yes = Supprimer les fichiers envoyés
portal-cancel-no = Poursuivre l’envoi
portal-begin-anew = Commencer un nouvel envoi

portal-waiting-offline = Vous êtes hors ligne. L’envoi reprendra automatiquement. Rien n’est perdu.
portal-waiting-network = En attente du réseau. L’envoi reprendra automatiquement. Rien n’est perdu.
portal-waiting-storage = Le stockage ne répond pas. L’envoi reprendra automatiquement. Rien n’est perdu.
portal-waiting-busy = Le serveur est occupé. L’envoi reprendra automatiquement. Rien n’est perdu.
portal-waiting-again = Nouvelle tentative dans { $seconds } s.

portal-attention-failed = { $count ->
    [one] { $count } fichier n’a pas pu être envoyé. Voir la liste.
   *[other] { $count } fichiers n’ont pas pu être envoyés. Voir la liste.
}
portal-attention-missing = { $count ->
    [one] Sélectionnez à nouveau { $count } fichier.
   *[other] Sélectionnez à nouveau { $count } fichiers.
}
portal-attention-paused = { $count ->
    [one] { $count } fichier est en pause.
   *[other] { $count } fichiers sont en pause.
}

portal-state-waiting = En attente
portal-state-sending = Envoi, { $percent }
portal-state-done = Envoyé
portal-state-paused = En pause
portal-state-missing = Sélectionnez à nouveau ce fichier
portal-fault-type = Refusé : ce type de fichier n’est pas autorisé.
portal-fault-size = Refusé : le fichier est trop volumineux.
portal-fault-count = Refusé : trop de fichiers. Retirez-en d’abord un autre.
portal-fault-total = Refusé : la taille totale serait trop grande.
portal-fault-name = Refusé : ce nom n’est pas autorisé. Renommez le fichier et ajoutez-le à nouveau.
portal-fault-duplicate = Refusé : la liste contient déjà un fichier de ce nom.
portal-fault-changed = Le fichier a changé. Recommencez-le, ou sélectionnez-le à nouveau, pour envoyer la version actuelle.
portal-fault-unreadable = Impossible de lire le fichier. Il a peut-être été déplacé, ou son disque débranché. Sélectionnez-le à nouveau.
portal-fault-checksum = Le fichier a été endommagé plusieurs fois pendant le transfert. Réessayez. Si cela ne suffit pas, essayez un autre réseau.
portal-fault-etag-hidden = Le stockage est mal configuré : ses règles CORS doivent exposer ETag. Prévenez l’administrateur. Rien n’est perdu.
portal-fault-storage = Le stockage a refusé ce fichier ({ $reason }). Réessayez, ou demandez de l’aide au destinataire.
portal-fault-refused = Le serveur a refusé ce fichier : { $reason }
portal-fault-package-gone = Cet envoi ne peut pas continuer : { $reason }
portal-fault-package-gone-plain = Cet envoi ne peut pas continuer : il est terminé ou a été supprimé.

portal-unfinished = Votre envoi « { $name } » est terminé à { $percent }. Reprendre ?
portal-unfinished-safe = Les fichiers déjà envoyés sont conservés. Sélectionnez à nouveau les mêmes fichiers pour envoyer le reste.
portal-unfinished-elsewhere = Un autre onglet de ce navigateur l’envoie.
portal-unfinished-continue = Reprendre
portal-unfinished-watch = Afficher la progression
portal-unfinished-new = Commencer un nouvel envoi
portal-unfinished-forget = Supprimer cet envoi
portal-unfinished-forget-help = Supprime ce qui a été envoyé jusqu’ici.
portal-pick-again = { $count ->
    [one] Sélectionnez ou déposez à nouveau le même fichier. Les parties déjà envoyées ne le sont pas deux fois.
   *[other] Sélectionnez ou déposez à nouveau les mêmes { $count } fichiers ou leur dossier. Les parties déjà envoyées ne le sont pas deux fois.
}
portal-unmatched = { $count ->
    [one] { $count } fichier sélectionné ne fait pas partie de cet envoi et a été ignoré.
   *[other] { $count } fichiers sélectionnés ne font pas partie de cet envoi et ont été ignorés.
}

portal-done = Tous les fichiers sont envoyés
portal-done-title = Envoyé – { $name }
portal-done-words = { $name } a reçu vos fichiers. Vous pouvez fermer cette page.
portal-finished-at = Terminé
portal-receipt = Nous avons envoyé un accusé de réception à { $address }.
portal-receipt-somewhere = Nous avons envoyé un accusé de réception à l’adresse e-mail indiquée.
portal-no-receipt = Aucun accusé de réception n’est envoyé par e-mail. Enregistrez cette liste si vous avez besoin d’une preuve.
portal-send-more = Envoyer d’autres fichiers
