# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo de { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Envoyer des fichiers à { $name }
shell-download-title = Fichiers de { $sender }
shell-download-title-plain = Des fichiers pour vous
shell-password-needed = Ces fichiers sont protégés par un mot de passe. L’expéditeur vous le communique séparément.
shell-password = Mot de passe
shell-password-wrong = Ce n’est pas le bon mot de passe. Vérifiez-le et réessayez.
shell-download = Télécharger
shell-more-files = { $count ->
    [one] Un fichier de plus : autorisez les scripts pour le voir.
   *[other] { $count } fichiers de plus : autorisez les scripts pour les voir.
}
shell-pages-missing = Les pages ne font pas partie de ce programme. Installez Node.js 20.19 ou plus récent et relancez-le avec :
shell-api-works = L’API fonctionne sans elles ; elle est décrite sur
shell-portal-unknown-title = Cette page n’accepte pas de fichiers
shell-portal-unknown = Aucune page d’envoi n’est ouverte à cette adresse. Vérifiez l’adresse ou demandez à la personne qui vous l’a donnée.
shell-link-unknown-title = Ce lien ne fonctionne pas
shell-link-unknown = Le lien est incomplet ou a été remplacé. Copiez l’adresse entière depuis le message, ou demandez un nouveau lien à l’expéditeur.
shell-link-expired-title = Ces fichiers ne sont plus disponibles
shell-link-expired = Leur durée est écoulée et ils ont été supprimés. Demandez à l’expéditeur de les envoyer à nouveau.
shell-link-inactive-title = Ces fichiers ne sont pas prêts
shell-link-inactive = L’expéditeur n’a pas terminé l’envoi ou a retiré le lien. Réessayez plus tard ou demandez-lui.
shell-link-locked-title = La limite de téléchargements est atteinte
shell-link-locked = Ce lien a été utilisé aussi souvent que l’expéditeur l’a permis. Demandez-lui-en un nouveau.
shell-agent-title = Agent Tonnage
