# What the page behind a download link says.

download-opening = Ouverture du lien…
download-from = Envoyé par { $sender }
download-from-somebody = Des fichiers pour vous
download-available-until = Disponible jusqu’au { $time }
download-available-always = Disponible sans date de fin
download-left = { $count ->
    [one] Encore { $count } téléchargement possible
   *[other] Encore { $count } téléchargements possibles
}
download-left-begun = Votre téléchargement a été compté. Dans cet onglet, vous pouvez récupérer tous les fichiers sans en utiliser un autre.
download-bytes = { $bytes } octets
download-all = Tout télécharger ({ $size })
download-all-offered = Télécharger ce qui est disponible ({ $size })
download-one = Télécharger
download-get = Télécharger { $name }
download-selected = Télécharger la sélection
download-save-to-folder = Enregistrer dans un dossier…
download-files = Fichiers
download-search = Rechercher des fichiers
download-found = { $count ->
    [0] Rien trouvé. Essayez une autre partie du nom.
    [one] { $count } fichier trouvé
   *[other] { $count } fichiers trouvés
}
download-choose = Choisir { $name }
download-choose-hint = Cochez des fichiers ou des dossiers pour ne télécharger que ceux-là.
download-chosen = { $count ->
    [one] { $count } fichier choisi ({ $size })
   *[other] { $count } fichiers choisis ({ $size })
}
download-clear = Effacer la sélection
download-too-many = Un zip contient au plus { $most } fichiers choisis. Choisissez-en moins ou téléchargez tout.
download-too-many-clean = Certains fichiers ne peuvent pas être proposés, et le reste est trop nombreux pour un seul zip. Choisissez ci-dessous jusqu’à { $most } fichiers à la fois.
download-state-infected = Virus détecté, non proposé
download-state-scanning = Analyse antivirus en cours
download-state-incomplete = Incomplet
download-infected = Un virus a été détecté dans ces fichiers : ils ne sont pas proposés. Rien n’a été téléchargé. Choisissez d’autres fichiers ou adressez-vous à l’expéditeur.
download-infected-note = { $count ->
    [one] Un virus a été détecté dans { $count } fichier. Il n’est pas proposé ; tous les autres le sont.
   *[other] Des virus ont été détectés dans { $count } fichiers. Ils ne sont pas proposés ; tous les autres le sont.
}
download-scanning-note = { $count ->
    [one] { $count } fichier est encore en cours d’analyse antivirus. Il deviendra disponible ici automatiquement.
   *[other] { $count } fichiers sont encore en cours d’analyse antivirus. Ils deviendront disponibles ici automatiquement.
}
download-asking = Préparation de votre téléchargement…
download-preparing = Le zip est en préparation. Le téléchargement commencera ici de lui-même dès qu’il sera prêt ; vous pouvez déjà récupérer des fichiers un par un.
download-started = Votre navigateur télécharge { $name }.
download-start-again = Rien ne se passe ? Télécharger à nouveau
download-password-title = Ce lien est protégé par un mot de passe
download-password-text = L’expéditeur a protégé ces fichiers. Saisissez le mot de passe qui vous a été communiqué.
download-password-label = Mot de passe
download-password-open = Ouvrir
download-password-wrong = Ce n’est pas le bon mot de passe. Vérifiez les majuscules et minuscules, ou demandez-le à l’expéditeur.
download-end-incomplete = Cette adresse est incomplète
download-end-incomplete-text = La partie qui ouvre les fichiers manque. Ouvrez à nouveau le lien depuis le message reçu, ou copiez-le en entier.
download-end-unknown = Ce lien ne mène nulle part
download-end-unknown-text = Il a peut-être été coupé ou mal recopié. Copiez le lien entier depuis le message reçu et réessayez.
download-end-expired = Ces fichiers ne sont plus disponibles
download-end-expired-text = Leur délai est écoulé et ils ont été supprimés.
download-end-inactive = Ces fichiers ne peuvent pas être téléchargés pour le moment
download-end-inactive-text = Soit ils sont encore en cours d’envoi, soit l’expéditeur a retiré le lien. Réessayez un peu plus tard.
download-end-withdrawn = Ce lien a été retiré
download-end-withdrawn-text = L’expéditeur l’a désactivé. Les téléchargements en cours peuvent se terminer.
download-end-locked = Ce lien est épuisé
download-end-locked-text = L’expéditeur a limité le nombre de téléchargements, et ce nombre est atteint.
download-end-pace = Un instant, s’il vous plaît
download-end-pace-text = Il y a eu trop de tentatives en peu de temps. Patientez un peu, puis réessayez.
download-end-network = Pas de connexion
download-end-fault = Cela n’a pas fonctionné
download-end-fault-text = Le serveur rencontre un problème. Rien n’a été téléchargé ni compté. Réessayez dans quelques minutes.
download-end-ask = Demandez un nouveau lien à { $sender } si vous avez encore besoin des fichiers.
download-end-ask-somebody = Demandez un nouveau lien à la personne qui vous l’a envoyé si vous avez encore besoin des fichiers.
download-agent-title = C’est beaucoup pour un navigateur
download-agent-text = L’agent Tonnage récupère plus vite les envois de cette taille et reprend après toute interruption. S’il est installé, exécutez cette commande :
download-pause = Suspendre
download-resume = Reprendre
download-stop = Arrêter
download-save-title = Enregistrement dans votre dossier
download-save-choose = Choisissez un dossier dans la fenêtre de votre navigateur.
download-save-forbidden = Le navigateur n’a pas autorisé l’écriture dans ce dossier. Rien n’a été enregistré. Choisissez un autre dossier ou téléchargez les fichiers en zip.
download-save-files = { $done } sur { $total } fichiers
download-save-bytes = { $done } sur { $total }
download-save-speed = { $speed } par seconde
download-save-left = encore { $time } environ
download-save-running = Gardez cette page ouverte. Vous pouvez suspendre à tout moment ; ce qui est arrivé est conservé.
download-save-waiting = Le réseau n’est pas disponible. L’enregistrement reprendra de lui-même ; rien n’est perdu.
download-save-paused = Suspendu. Ce qui est arrivé est conservé.
download-save-full = Le disque est plein. Libérez de la place, puis reprenez.
download-save-done = Tout ce qui pouvait être enregistré est dans votre dossier.
download-save-stopped = Arrêté. Les fichiers complets restent dans votre dossier.
download-save-ended = L’enregistrement ne peut pas continuer. Les fichiers complets restent dans votre dossier.
download-save-failures = { $count ->
    [one] { $count } fichier n’a pas été enregistré :
   *[other] { $count } fichiers n’ont pas été enregistrés :
}
download-save-failure-place = le navigateur n’autorise pas ce nom ou cet emplacement
download-save-failure-size = il est arrivé avec une taille incorrecte ; réessayez ou téléchargez-le seul
download-save-failure-damaged = il est arrivé endommagé plusieurs fois ; réessayez plus tard
download-save-failure-refused = le stockage l’a refusé ; réessayez plus tard
download-save-failure-infected = un virus y a été détecté
