# Said on pages and in mails alike.

language-name = Español
choose-language = Elegir idioma
cancel = Cancelar
close = Cerrar
save = Guardar
delete = Eliminar
copy = Copiar
copied = Copiado
try-again = Reintentar
try-now = Intentar ahora
loading = Cargando
continue = Continuar
back = Atrás
remove = Quitar
help = Ayuda
error-network = No se puede conectar con el servidor. Compruebe su conexión; no se pierde nada.
error-reason = Algo ha fallado: { $reason }
error-reference = Referencia: { $id }
error-pace = Demasiados intentos. Vuelva a intentarlo en { $seconds } segundos.
made-with = Enviado con Tonnage
show-password = Mostrar contraseña
hide-password = Ocultar contraseña
needs-script = Esta página necesita scripts. Permítalos para este sitio o pida otra vía al remitente.
file-count = { $count ->
    [one] { $count } archivo
   *[other] { $count } archivos
}
skip-to-content = Ir al contenido
