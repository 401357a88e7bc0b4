# The console: filters.

filters-title = Filtres
filters-lead = Un filtre décide, d’après leur nom, quels fichiers reçus continuent vers une connexion cloud.
filters-create = Créer un filtre
filters-none = Aucun filtre pour l’instant
filters-none-help = Sans filtre, tout ce qu’un portail reçoit continue vers ses connexions.
filters-name = Nom
filters-name-missing = Donnez un nom au filtre.
filters-effect = Effet
filters-changed = Modifié
filters-include-short = Seulement les noms correspondants
filters-exclude-short = Tout sauf les noms correspondants
filters-more-patterns = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
filters-which = Quels fichiers continuent ?
filters-include = Seulement les fichiers qui correspondent
filters-include-help = Tout le reste demeure ici.
filters-exclude = Tous les fichiers sauf ceux qui correspondent
filters-exclude-help = Ce qui correspond demeure ici.
filters-patterns = Motifs
filters-patterns-help = Expressions régulières en syntaxe RE2. Un fichier correspond dès que l’une d’elles se trouve quelque part dans son nom.
filters-pattern = Motif { $number }
filters-add-pattern = Ajouter un motif
filters-remove-pattern = Retirer le motif { $number }
filters-endings = Écrire un motif pour des extensions
filters-endings-help = Pour qui n’écrit pas d’expressions régulières.
filters-endings-add = Ajouter comme motif
filters-saved = Le filtre { $name } est enregistré.
filters-delete-title = Supprimer le filtre { $name } ?
filters-delete-body = Cette action est définitive. Un filtre utilisé par un portail ne peut pas être supprimé : retirez-le d’abord.
filters-deleted = Le filtre { $name } est supprimé.
filters-try = Essayer sur des noms de fichiers
filters-try-names = Noms de fichiers
filters-try-help = Un nom par ligne, { $most } au plus. Rien n’est enregistré.
filters-try-result = { $passing } noms sur { $all } continuent.
filters-try-broken = Le motif { $number } n’est pas encore utilisable : { $reason }
filters-passes = Continue
filters-held-back = Demeure ici
