# Said on pages and in mails alike.

language-name = Français
choose-language = Sélectionner une langue
cancel = Annuler
close = Fermer
save = Enregistrer
delete = Supprimer
copy = Copier
copied = Copié
try-again = Réessayer
try-now = Réessayer maintenant
loading = Chargement
continue = Continuer
back = Retour
remove = Retirer
help = Aide
error-network = Serveur injoignable. Vérifiez votre connexion. Rien n’est perdu.
error-reason = Une erreur est survenue : { $reason }
error-reference = Référence : { $id }
error-pace = Trop de tentatives. Réessayez dans { $seconds } s.
made-with = Propulsé par Tonnage
show-password = Afficher le mot de passe
hide-password = Masquer le mot de passe
needs-script = Cette page nécessite JavaScript. Activez-le pour ce site, ou demandez un autre moyen à l’expéditeur.
file-count = { $count ->
    [one] { $count } fichier
   *[other] { $count } fichiers
}
skip-to-content = Aller au contenu
