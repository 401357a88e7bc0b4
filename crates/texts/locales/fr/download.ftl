# What the page behind a download link says.

download-opening = Ouverture du lien…
download-from = Envoyé par { $sender }
download-from-somebody = Des fichiers pour vous
download-available-until = Disponible jusqu’au { $time }
download-available-always = Sans date d’expiration
download-left = { $count ->
    [one] { $count } téléchargement restant
   *[other] { $count } téléchargements restants
}
download-left-begun = Compté comme 1 téléchargement. Vous pouvez télécharger tous les fichiers dans cet onglet.
download-bytes = { $bytes } octets
download-all = Tout télécharger ({ $size })
download-all-offered = Télécharger les fichiers prêts ({ $size })
download-one = Télécharger
download-get = Télécharger { $name }
download-selected = Télécharger la sélection
download-save-to-folder = Enregistrer dans un dossier…
download-files = Fichiers
download-search = Rechercher des fichiers
download-found = { $count ->
    [0] Aucun fichier trouvé. Essayez une autre partie du nom.
    [one] { $count } fichier trouvé
   *[other] { $count } fichiers trouvés
}
download-choose = Sélectionner { $name }
download-choose-hint = Sélectionnez des fichiers ou des dossiers pour ne télécharger que ceux-là.
download-chosen = { $count ->
    [one] { $count } fichier sélectionné ({ $size })
   *[other] { $count } fichiers sélectionnés ({ $size })
}
download-clear = Effacer la sélection
download-too-many = Un zip peut contenir jusqu’à { $most } fichiers sélectionnés. Sélectionnez-en moins, ou téléchargez tout.
download-too-many-clean = Certains fichiers ne peuvent pas être téléchargés, et les autres sont trop nombreux pour un seul zip. Sélectionnez ci-dessous jusqu’à { $most } fichiers à la fois.
download-state-infected = Bloqué : virus détecté
download-state-scanning = Analyse antivirus en cours
download-state-incomplete = Incomplet
download-infected = Ces fichiers contiennent un virus et ont été bloqués. Rien n’a été téléchargé. Sélectionnez d’autres fichiers, ou contactez l’expéditeur.
download-infected-note = { $count ->
    [one] { $count } fichier contient un virus et a été bloqué. Vous pouvez télécharger les autres.
   *[other] { $count } fichiers contiennent un virus et ont été bloqués. Vous pouvez télécharger les autres.
}
download-scanning-note = { $count ->
    [one] { $count } fichier est encore en cours d’analyse antivirus. Vous pourrez le télécharger ici dès qu’il sera prêt.
   *[other] { $count } fichiers sont encore en cours d’analyse antivirus. Vous pourrez les télécharger ici dès qu’ils seront prêts.
}
download-asking = Préparation de votre téléchargement…
download-preparing = Le zip est en préparation. Son téléchargement démarrera automatiquement. Vous pouvez déjà télécharger des fichiers un par un.
download-started = Votre navigateur télécharge { $name }.
download-start-again = Rien ne se passe ? Réessayer
download-password-title = Mot de passe requis
download-password-text = Ces fichiers sont protégés par un mot de passe. Saisissez celui que l’expéditeur vous a donné.
download-password-label = Mot de passe
download-password-open = Ouvrir
download-password-wrong = Mot de passe incorrect. Vérifiez les majuscules et les minuscules, ou contactez l’expéditeur.
download-end-incomplete = Ce lien est incomplet
download-end-incomplete-text = La fin du lien manque. Ouvrez-le à nouveau depuis le message, ou copiez-le en entier.
download-end-unknown = Ce lien ne fonctionne pas
download-end-unknown-text = Il a peut-être été coupé ou mal recopié. Copiez le lien entier depuis le message et réessayez.
download-end-expired = Ces fichiers ne sont plus disponibles
download-end-expired-text = Les fichiers ont expiré et ont été supprimés.
download-end-inactive = Ces fichiers ne sont pas prêts
download-end-inactive-text = L’envoi est encore en cours, ou l’expéditeur a désactivé le lien. Réessayez plus tard.
download-end-withdrawn = Ce lien a été désactivé
download-end-withdrawn-text = L’expéditeur l’a désactivé. Les téléchargements en cours peuvent se terminer.
download-end-locked = Limite de téléchargements atteinte
download-end-locked-text = Ce lien a été utilisé autant de fois que l’expéditeur l’a permis.
download-end-pace = Trop de tentatives
download-end-pace-text = Attendez un instant, puis réessayez.
download-end-network = Pas de connexion
download-end-fault = Une erreur est survenue
download-end-fault-text = Le serveur rencontre un problème. Rien n’a été téléchargé ni compté. Réessayez dans quelques minutes.
download-end-ask = Si vous avez encore besoin des fichiers, demandez un nouveau lien à { $sender }.
download-end-ask-somebody = Si vous avez encore besoin des fichiers, demandez un nouveau lien à la personne qui vous l’a envoyé.
download-agent-title = Ce téléchargement est volumineux pour un navigateur
download-agent-text = L’agent Tonnage télécharge plus vite les envois de cette taille et reprend après une interruption. S’il est installé, exécutez cette commande :
download-pause = Mettre en pause
download-resume = Reprendre
download-stop = Arrêter
download-save-title = Enregistrement dans votre dossier
download-save-choose = Sélectionnez un dossier dans la boîte de dialogue du navigateur.
download-save-forbidden = Le navigateur n’a pas autorisé l’accès à ce dossier. Rien n’a été enregistré. Sélectionnez un autre dossier, ou téléchargez les fichiers en zip.
download-save-files = { $done } sur { $total } fichiers
download-save-bytes = { $done } sur { $total }
download-save-speed = { $speed } par seconde
download-save-left = encore { $time } environ
download-save-running = Gardez cette page ouverte. Vous pouvez mettre en pause à tout moment. Les fichiers déjà enregistrés sont conservés.
download-save-waiting = Pas de connexion réseau. L’enregistrement reprendra automatiquement. Rien n’est perdu.
download-save-paused = En pause. Les fichiers déjà enregistrés sont conservés.
download-save-full = Le disque est plein. Libérez de l’espace, puis reprenez.
download-save-done = Tous les fichiers qui pouvaient être enregistrés sont dans votre dossier.
download-save-stopped = Arrêté. Les fichiers complets restent dans votre dossier.
download-save-ended = L’enregistrement a échoué. Les fichiers complets restent dans votre dossier.
download-save-failures = { $count ->
    [one] { $count } fichier n’a pas été enregistré :
   *[other] { $count } fichiers n’ont pas été enregistrés :
}
download-save-failure-place = le navigateur n’autorise pas ce nom ou ce dossier
download-save-failure-size = il est arrivé avec une taille incorrecte. Réessayez, ou téléchargez-le séparément
download-save-failure-damaged = il est arrivé endommagé plusieurs fois ; réessayez plus tard
download-save-failure-refused = le stockage l’a refusé. Réessayez plus tard
download-save-failure-infected = il contient un virus
