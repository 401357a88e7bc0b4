# The console: filters.

filters-title = Filtros
filters-lead = Un filtro decide por el nombre qué archivos recibidos siguen hacia una conexión en la nube.
filters-create = Crear un filtro
filters-none = Aún no hay filtros
filters-none-help = Sin filtro, todo lo que recibe un portal sigue hacia sus conexiones.
filters-name = Nombre
filters-name-missing = Dé un nombre al filtro.
filters-effect = Efecto
filters-changed = Modificado
filters-include-short = Solo nombres que coinciden
filters-exclude-short = Todos menos los que coinciden
filters-more-patterns = { $count ->
    [one] y { $count } más
   *[other] y { $count } más
}
filters-which = ¿Qué archivos siguen?
filters-include = Solo los archivos que coinciden
filters-include-help = Todo lo demás se queda aquí.
filters-exclude = Todos los archivos menos los que coinciden
filters-exclude-help = Lo que coincide se queda aquí.
filters-patterns = Patrones
filters-patterns-help = Expresiones regulares con sintaxis RE2. Un archivo coincide cuando una de ellas aparece en cualquier parte de su nombre.
filters-pattern = Patrón { $number }
filters-add-pattern = Añadir un patrón
filters-remove-pattern = Quitar el patrón { $number }
filters-endings = Escribir un patrón para extensiones
filters-endings-help = Para quien no escribe expresiones regulares.
filters-endings-add = Añadir como patrón
filters-saved = El filtro { $name } está guardado.
filters-delete-title = ¿Eliminar el filtro { $name }?
filters-delete-body = No se puede deshacer. Un filtro que usa un portal no se puede eliminar: quítelo antes allí.
filters-deleted = El filtro { $name } está eliminado.
filters-try = Probar con nombres de archivo
filters-try-names = Nombres de archivo
filters-try-help = Un nombre por línea, { $most } como máximo. No se guarda nada.
filters-try-result = { $passing } de { $all } nombres siguen.
filters-try-broken = El patrón { $number } aún no sirve: { $reason }
filters-passes = Sigue
filters-held-back = Se queda aquí
