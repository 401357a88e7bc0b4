# The console: filters.

filters-title = Filtres
filters-lead = Un filtre sélectionne, d’après leur nom, les fichiers reçus à transmettre à une connexion cloud.
filters-create = Créer un filtre
filters-none = Aucun filtre pour l’instant
filters-none-help = Sans filtre, tous les fichiers reçus par un portail sont transmis à ses connexions.
filters-name = Nom
filters-name-missing = Saisissez un nom.
filters-effect = Action
filters-changed = Modifié
filters-include-short = Seulement les fichiers correspondants
filters-exclude-short = Tous sauf les fichiers correspondants
filters-more-patterns = { $count ->
    [one] et { $count } autre
   *[other] et { $count } autres
}
filters-which = Quels fichiers sont transmis ?
filters-include = Seulement les fichiers correspondants
filters-include-help = Les autres fichiers sont ignorés.
filters-exclude = Tous sauf les fichiers correspondants
filters-exclude-help = Les fichiers correspondants sont ignorés.
filters-patterns = Motifs
filters-patterns-help = Expressions régulières en syntaxe RE2. Un fichier correspond si un motif se trouve n’importe où dans son nom.
filters-pattern = Motif { $number }
filters-add-pattern = Ajouter un motif
filters-remove-pattern = Retirer le motif { $number }
filters-endings = Créer un motif pour des extensions
filters-endings-help = Aucune expression régulière n’est nécessaire.
filters-endings-add = Ajouter le motif des extensions
filters-saved = Filtre { $name } enregistré.
filters-delete-title = Supprimer le filtre { $name } ?
filters-delete-body = Cette action est définitive. Si un portail utilise ce filtre, retirez-le d’abord du portail.
filters-deleted = Filtre { $name } supprimé.
filters-try = Tester avec des noms de fichiers
filters-try-names = Noms de fichiers
filters-try-help = Un nom par ligne, jusqu’à { $most }. Rien n’est enregistré.
filters-try-result = { $passing } fichiers transmis sur { $all }.
filters-try-broken = Le motif { $number } n’est pas valide : { $reason }
filters-passes = Transmis
filters-held-back = Ignoré
