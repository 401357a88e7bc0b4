# What the first HTML of a page says, before and without its script.

shell-logo-of = Logo de { $name }
shell-logo = Logo
shell-console-title = Tonnage
shell-portal-title = Envoyer des fichiers à { $name }
shell-download-title = Fichiers de { $sender }
shell-download-title-plain = Des fichiers pour vous
shell-password-needed = Ces fichiers sont protégés par un mot de passe. L’expéditeur vous le communique séparément.
shell-password = Mot de passe
shell-password-wrong = Mot de passe incorrect. Vérifiez-le et réessayez.
shell-download = Télécharger
shell-more-files = { $count ->
    [one] { $count } autre fichier : activez JavaScript pour le voir.
   *[other] { $count } autres fichiers : activez JavaScript pour les voir.
}
shell-pages-missing = Ce programme a été compilé sans les pages web. Installez Node.js 20.19 ou plus récent, puis recompilez-le et relancez-le avec :
shell-api-works = L’API fonctionne sans elles. Sa documentation se trouve sur
shell-portal-unknown-title = Cette page d’envoi n’est pas disponible
shell-portal-unknown = Aucune page d’envoi n’est ouverte à cette adresse. Vérifiez l’adresse, ou contactez la personne qui vous l’a donnée.
shell-link-unknown-title = Ce lien ne fonctionne pas
shell-link-unknown = Le lien est incomplet ou a été remplacé. Copiez le lien entier depuis l’e-mail, ou demandez-en un nouveau à l’expéditeur.
shell-link-expired-title = Ces fichiers ne sont plus disponibles
shell-link-expired = Les fichiers ont expiré et ont été supprimés. Demandez à l’expéditeur de les envoyer à nouveau.
shell-link-inactive-title = Ces fichiers ne sont pas prêts
shell-link-inactive = L’envoi est encore en cours, ou l’expéditeur a désactivé le lien. Réessayez plus tard, ou contactez l’expéditeur.
shell-link-locked-title = Limite de téléchargements atteinte
shell-link-locked = Ce lien a été utilisé autant de fois que l’expéditeur l’a permis. Demandez-en un nouveau à l’expéditeur.
shell-agent-title = Agent Tonnage
