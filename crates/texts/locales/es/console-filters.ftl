# The console: filters.

filters-title = Filtros
filters-lead = Un filtro selecciona por nombre qué archivos recibidos se reenvían a una conexión en la nube.
filters-create = Crear filtro
filters-none = Aún no hay filtros
filters-none-help = Sin filtro, todos los archivos que recibe un portal se reenvían a sus conexiones.
filters-name = Nombre
filters-name-missing = Escriba un nombre.
filters-effect = Acción
filters-changed = Modificado
filters-include-short = Solo archivos que coinciden
filters-exclude-short = Todos excepto los que coinciden
filters-more-patterns = { $count ->
    [one] y { $count } más
   *[other] y { $count } más
}
filters-which = ¿Qué archivos se reenvían?
filters-include = Solo archivos que coinciden
filters-include-help = Los demás archivos se omiten.
filters-exclude = Todos excepto los que coinciden
filters-exclude-help = Los archivos que coinciden se omiten.
filters-patterns = Patrones
filters-patterns-help = Expresiones regulares con sintaxis RE2. Un archivo coincide si un patrón aparece en cualquier parte de su nombre.
filters-pattern = Patrón { $number }
filters-add-pattern = Añadir patrón
filters-remove-pattern = Quitar patrón { $number }
filters-endings = Crear un patrón para extensiones
filters-endings-help = No se necesitan expresiones regulares.
filters-endings-add = Añadir patrón para extensiones
filters-saved = Filtro { $name } guardado.
filters-delete-title = ¿Eliminar el filtro { $name }?
filters-delete-body = No se puede deshacer. Si un portal usa este filtro, quítelo antes del portal.
filters-deleted = Filtro { $name } eliminado.
filters-try = Probar con nombres de archivo
filters-try-names = Nombres de archivo
filters-try-help = Un nombre por línea, hasta { $most }. No se guarda nada.
filters-try-result = Se reenvían { $passing } de { $all } archivos.
filters-try-broken = El patrón { $number } no es válido: { $reason }
filters-passes = Reenviado
filters-held-back = Omitido
