# La page sur laquelle on envoie des fichiers à un portail.

portal-title = Envoyer des fichiers à { $name }
portal-title-percent = { $percent } – Envoi à { $name }
portal-logo = Logo de { $name }
portal-help = Une question ? Adressez-vous à { $team } ou à la personne qui vous a donné cette adresse.
portal-help-plain = Une question ? Adressez-vous à la personne qui vous a donné cette adresse.

portal-unknown-title = Cette page n’accepte pas de fichiers
portal-unknown = Aucune page d’envoi n’est ouverte à cette adresse. Elle a peut-être été fermée, ou l’adresse est incomplète.
portal-unknown-next = Vérifiez l’adresse, ou demandez-en une nouvelle à la personne qui vous l’a donnée.
portal-closed = Cette page n’accepte plus de fichiers : elle a été fermée entre-temps. Adressez-vous à la personne qui vous a donné l’adresse.
portal-server-trouble = Le serveur n’a pas pu faire cela pour l’instant. Rien de ce que vous avez saisi ou choisi n’est perdu ; réessayez dans un moment.

portal-code = Code d’accès
portal-code-help = Il vous a été donné par la personne qui vous demande des fichiers. Vous pouvez le coller.
portal-code-wrong = Ce n’est pas le code d’accès. Vérifiez-le et réessayez.

portal-drop-here = Déposez des fichiers et des dossiers n’importe où sur cette page
portal-drop-now = Relâchez pour ajouter
portal-choose-files = Choisir des fichiers
portal-choose-folder = Choisir un dossier
portal-limit-count = { $count ->
    [one] Un fichier au plus
   *[other] { $count } fichiers au plus
}
portal-limit-file = Jusqu’à { $size } par fichier
portal-limit-total = Jusqu’à { $size } en tout
portal-limit-types = Uniquement { $types }
portal-limit-types-not = Pas de { $types }
portal-reading = Lecture des dossiers…
portal-system-files = { $count ->
    [one] Un fichier système a été ignoré.
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
portal-action-for = { $action } : { $name }
portal-progress-of = Progression de { $name }
portal-retry = Réessayer
portal-start-again = Recommencer ce fichier
portal-pause = Suspendre
portal-resume = Reprendre
portal-retry-failed = Réessayer tous les échecs
portal-finish-without = { $count ->
    [one] Terminer sans ce fichier
   *[other] Terminer sans ces { $count } fichiers
}
portal-remove-refused = { $count ->
    [one] Retirer le fichier refusé
   *[other] Retirer les { $count } fichiers refusés
}
portal-and-more = { $count ->
    [one] et un autre
   *[other] et { $count } autres
}

portal-sender = Votre adresse e-mail
portal-sender-help = Un reçu est envoyé à cette adresse.
portal-sender-help-plain = Pour que le destinataire sache qui a envoyé les fichiers.
portal-remember = Mémoriser mon adresse sur cet appareil
portal-name = Nom de l’envoi
portal-name-help = Le destinataire retrouve vos fichiers sous ce nom.
portal-name-format = Format : { $format }
portal-description = Message au destinataire
portal-optional = (facultatif)
portal-readonly = (imposé)
portal-choose-option = Veuillez choisir
portal-mistake-required = Veuillez remplir ce champ.
portal-mistake-email = Ce n’est pas une adresse e-mail complète, comme nom@example.org.
portal-mistake-url = Ce n’est pas une adresse web complète, comme https://example.org.
portal-mistake-number = Veuillez saisir un nombre.
portal-mistakes = { $count ->
    [one] Un champ est encore à corriger.
   *[other] { $count } champs sont encore à corriger.
}
portal-terms = Conditions
portal-terms-accept = J’accepte ces conditions.
portal-terms-missing = Veuillez accepter les conditions ; sans cela, rien ne peut être envoyé.
portal-terms-read = Lire le texte complet (s’ouvre dans un nouvel onglet)

portal-nothing-chosen = Choisissez au moins un fichier à envoyer.
portal-ready = { $count ->
    [one] Un fichier, { $size }
   *[other] { $count } fichiers, { $size }
}
portal-send = Envoyer
portal-starting = Démarrage…

portal-phase-sending = Envoi de { $name }
portal-phase-paused = { $name } est suspendu
portal-phase-pausing = Suspension de { $name }…
portal-phase-attention = { $name } a besoin de votre aide
portal-phase-finishing = Presque terminé : clôture de { $name }
portal-phase-failed = { $name } n’a pas pu être envoyé
portal-phase-cancelled = { $name } a été annulé
portal-phase-elsewhere = { $name } est en cours d’envoi dans un autre onglet
portal-keep-open = Gardez cette page ouverte jusqu’à la fin de l’envoi.
portal-progress = { $count ->
    [one] { $done } fichier sur un, { $sent } sur { $total }
   *[other] { $done } fichiers sur { $count }, { $sent } sur { $total }
}
portal-progress-whole = Progression de l’envoi complet
portal-speed = { $size } par seconde
portal-left-moment = encore quelques secondes
portal-left-seconds = encore { $count } secondes environ
portal-left-minutes = { $count ->
    [one] encore une minute environ
   *[other] encore { $count } minutes environ
}
portal-left-hours = { $count ->
    [one] encore { $count } heure environ
   *[other] encore { $count } heures environ
}
portal-left-days = encore { $count } jours environ
portal-spoken = { $percent } envoyés.
portal-pause-all = Suspendre
portal-list-cut-off = Cette page a été fermée avant d’avoir enregistré toute la liste des fichiers. Ajoutez de nouveau tous les fichiers ; ceux qui sont déjà arrivés ne sont pas renvoyés. Terminez ensuite l’envoi.
portal-list-complete = La liste est complète : terminer
portal-resume-all = Reprendre
portal-cancel = Annuler l’envoi
portal-cancel-sure = Supprimer tout ce qui a été envoyé jusqu’ici ?
portal-cancel-yes = Oui, supprimer
portal-cancel-no = Non, continuer
portal-begin-anew = Commencer un nouvel envoi

portal-waiting-offline = Vous êtes hors ligne. Rien n’est perdu ; l’envoi reprendra de lui-même.
portal-waiting-network = En attente du réseau. Rien n’est perdu ; l’envoi reprendra de lui-même.
portal-waiting-storage = Le stockage ne répond pas pour l’instant. Rien n’est perdu ; l’envoi reprendra de lui-même.
portal-waiting-busy = Le serveur est occupé. Rien n’est perdu ; l’envoi reprendra de lui-même.
portal-waiting-again = Prochain essai dans { $seconds } s.

portal-attention-failed = { $count ->
    [one] Un fichier n’a pas pu être envoyé ; voir la liste.
   *[other] { $count } fichiers n’ont pas pu être envoyés ; voir la liste.
}
portal-attention-missing = { $count ->
    [one] Un fichier doit être choisi à nouveau.
   *[other] { $count } fichiers doivent être choisis à nouveau.
}
portal-attention-paused = { $count ->
    [one] Un fichier est suspendu.
   *[other] { $count } fichiers sont suspendus.
}

portal-state-waiting = En attente
portal-state-sending = Envoi, { $percent }
portal-state-done = Envoyé
portal-state-paused = Suspendu
portal-state-missing = Choisissez à nouveau ce fichier
portal-fault-type = Refusé : les fichiers de ce type ne sont pas acceptés.
portal-fault-size = Refusé : le fichier est trop volumineux.
portal-fault-count = Refusé : trop de fichiers. Retirez-en d’abord un autre.
portal-fault-total = Refusé : l’ensemble serait trop volumineux.
portal-fault-name = Refusé : ce nom ne peut pas être utilisé. Renommez le fichier et ajoutez-le à nouveau.
portal-fault-duplicate = Refusé : un autre fichier de ce nom est déjà dans la liste.
portal-fault-changed = Le fichier a changé. Recommencez-le, ou choisissez-le à nouveau, pour envoyer la version actuelle.
portal-fault-unreadable = Le fichier ne peut pas être lu. A-t-il été déplacé, un disque débranché ? Choisissez-le à nouveau.
portal-fault-checksum = Le fichier est arrivé endommagé plusieurs fois. Réessayez ; si cela se reproduit, essayez un autre réseau.
portal-fault-etag-hidden = Le stockage de ce serveur n’est pas configuré pour les envois depuis une page (il masque l’ETag). Seule son administration peut y remédier ; rien n’est perdu.
portal-fault-storage = Le stockage a refusé ce fichier ({ $reason }). Réessayez, ou demandez de l’aide au destinataire.
portal-fault-refused = Le serveur a refusé ce fichier : { $reason }
portal-fault-package-gone = Cet envoi ne peut pas continuer : { $reason }
portal-fault-package-gone-plain = Cet envoi ne peut pas continuer : il est terminé ou a été supprimé.

portal-unfinished = Votre envoi « { $name } » est terminé à { $percent }. Continuer ?
portal-unfinished-safe = Ce qui a été envoyé est conservé. Choisissez à nouveau les mêmes fichiers : seul le reste sera envoyé.
portal-unfinished-elsewhere = Un autre onglet de ce navigateur l’envoie en ce moment.
portal-unfinished-continue = Continuer
portal-unfinished-watch = Afficher la progression
portal-unfinished-new = Commencer un nouvel envoi
portal-unfinished-forget = Oublier cet envoi
portal-unfinished-forget-help = « Oublier » supprime ce qui a été envoyé jusqu’ici et ne laisse aucune trace sur cet appareil.
portal-pick-again = { $count ->
    [one] Choisissez ou déposez à nouveau le même fichier. Ce qui est arrivé n’est pas envoyé une seconde fois.
   *[other] Choisissez ou déposez à nouveau les mêmes { $count } fichiers ou leur dossier. Ce qui est arrivé n’est pas envoyé une seconde fois.
}
portal-unmatched = { $count ->
    [one] Un fichier choisi ne fait pas partie de cet envoi et a été ignoré.
   *[other] { $count } fichiers choisis ne font pas partie de cet envoi et ont été ignorés.
}

portal-done = Tout est arrivé
portal-done-title = Envoyé – { $name }
portal-done-words = { $name } a reçu vos fichiers. Vous pouvez fermer cette page.
portal-finished-at = Terminé
portal-receipt = Un reçu a été envoyé à { $address }.
portal-receipt-somewhere = Un reçu a été envoyé à l’adresse que vous avez indiquée.
portal-no-receipt = Aucun reçu n’est envoyé. Conservez cette liste si vous avez besoin d’une preuve.
portal-send-more = Envoyer d’autres fichiers
