# Said on pages and in mails alike.

language-name = Español
choose-language = Seleccionar idioma
cancel = Cancelar
close = Cerrar
save = Guardar
delete = Eliminar
copy = Copiar
copied = Copiado
try-again = Reintentar
try-now = Reintentar ahora
loading = Cargando
continue = Continuar
back = Atrás
remove = Quitar
help = Ayuda
error-network = No se puede conectar con el servidor. Compruebe su conexión. No se pierde nada.
error-reason = Se ha producido un error: { $reason }
error-reference = Referencia: { $id }
error-pace = Demasiados intentos. Vuelva a intentarlo en { $seconds } s.
made-with = Con la tecnología de Tonnage
show-password = Mostrar contraseña
hide-password = Ocultar contraseña
needs-script = Esta página necesita JavaScript. Actívelo para este sitio o pida otra vía al remitente.
file-count = { $count ->
    [one] { $count } archivo
   *[other] { $count } archivos
}
skip-to-content = Ir al contenido
