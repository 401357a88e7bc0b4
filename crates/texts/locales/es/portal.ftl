# La página en la que se envían archivos a un portal.

portal-title = Enviar archivos a { $name }
portal-title-percent = { $percent } – Enviando a { $name }
portal-logo = Logotipo de { $name }
portal-help = ¿Preguntas? Contacte con { $team }.
portal-help-plain = ¿Preguntas? Contacte con la persona que le dio este enlace.

portal-unknown-title = Esta página de envío no está disponible
portal-unknown = No hay ninguna página de envío abierta en esta dirección. Puede que se haya cerrado o que la dirección esté incompleta.
portal-unknown-next = Compruebe la dirección o pida una nueva a la persona que se la dio.
portal-closed = Esta página de envío se ha cerrado. Contacte con la persona que le dio la dirección.
portal-server-trouble = El servidor ha tenido un problema. Sus archivos y datos siguen aquí. Inténtelo de nuevo en un momento.

portal-code = Código de acceso
portal-code-help = Se lo da la persona que le pidió los archivos.
portal-code-wrong = Código de acceso incorrecto. Compruébelo e inténtelo de nuevo.

portal-drop-here = Suelte archivos y carpetas en cualquier lugar de esta página
portal-drop-now = Suelte para añadir
portal-choose-files = Seleccionar archivos
portal-choose-folder = Seleccionar una carpeta
portal-limit-count = { $count ->
    [one] Hasta { $count } archivo
   *[other] Hasta { $count } archivos
}
portal-limit-file = Hasta { $size } por archivo
portal-limit-total = Hasta { $size } en total
portal-limit-types = Permitidos: { $types }
portal-limit-types-not = No permitidos: { $types }
portal-reading = Leyendo carpetas…
portal-system-files = { $count ->
    [one] Se ha omitido { $count } archivo del sistema.
   *[other] Se han omitido { $count } archivos del sistema.
}

portal-files = Archivos
portal-file-list = Lista de archivos
portal-file-count = { $count ->
    [0] Ningún archivo todavía
    [one] { $count } archivo
   *[other] { $count } archivos
}
portal-empty-folder = Carpeta vacía
portal-bytes = { $count } bytes
portal-action-for = { $action }: { $name }
portal-progress-of = Progreso de { $name }
portal-retry = Reintentar
portal-start-again = Reiniciar este archivo
portal-pause = Pausar
portal-resume = Reanudar
portal-retry-failed = Reintentar todos los archivos fallidos
portal-finish-without = { $count ->
    [one] Terminar sin este archivo
   *[other] Terminar sin estos { $count } archivos
}
portal-remove-refused = { $count ->
    [one] Quitar { $count } archivo rechazado
   *[other] Quitar { $count } archivos rechazados
}
portal-and-more = { $count ->
    [one] y { $count } más
   *[other] y { $count } más
}

portal-sender = Su correo electrónico
portal-sender-help = Enviaremos un acuse de recibo a esta dirección.
portal-sender-help-plain = Indica al destinatario quién envió los archivos.
portal-remember = Recordar mi correo electrónico en este dispositivo
portal-name = Nombre del paquete
portal-name-help = El destinatario ve este nombre.
portal-name-format = Formato: { $format }
portal-description = Mensaje para el destinatario
portal-optional = (opcional)
portal-readonly = (solo lectura)
portal-choose-option = Seleccione una opción
portal-mistake-required = Obligatorio
portal-mistake-email = Escriba una dirección de correo electrónico completa, por ejemplo nombre@example.org.
portal-mistake-url = Escriba una dirección web completa, por ejemplo https://example.org.
portal-mistake-number = Escriba un número.
portal-mistakes = { $count ->
    [one] Revise { $count } campo.
   *[other] Revise { $count } campos.
}
portal-terms = Condiciones
portal-terms-accept = Acepto estas condiciones.
portal-terms-missing = Acepte las condiciones para enviar archivos.
portal-terms-read = Leer el texto completo (se abre en una pestaña nueva)

portal-nothing-chosen = Seleccione al menos un archivo para enviar.
portal-ready = { $count ->
    [one] { $count } archivo, { $size }
   *[other] { $count } archivos, { $size }
}
portal-send = Enviar
portal-starting = Iniciando…

portal-phase-sending = Enviando { $name }
portal-phase-paused = En pausa: { $name }
portal-phase-pausing = Pausando { $name }…
portal-phase-attention = Se necesita su intervención: { $name }
portal-phase-finishing = Finalizando { $name }
portal-phase-failed = No se ha podido enviar { $name }
portal-phase-cancelled = Cancelado: { $name }
portal-phase-elsewhere = Otra pestaña está enviando { $name }
portal-keep-open = Mantenga abierta esta página hasta que se hayan enviado todos los archivos.
portal-progress = { $count ->
    [one] { $done } de { $count } archivo, { $sent } de { $total }
   *[other] { $done } de { $count } archivos, { $sent } de { $total }
}
portal-progress-whole = Progreso total del envío
portal-speed = { $size } por segundo
portal-left-moment = quedan unos segundos
portal-left-seconds = quedan unos { $count } segundos
portal-left-minutes = { $count ->
    [one] queda { $count } minuto aproximadamente
   *[other] quedan unos { $count } minutos
}
portal-left-hours = { $count ->
    [one] queda { $count } hora aproximadamente
   *[other] quedan unas { $count } horas
}
portal-left-days = quedan unos { $count } días
portal-spoken = { $percent } enviado.
portal-pause-all = Pausar
portal-list-cut-off = Esta página se cerró antes de guardar la lista completa de archivos. Añada de nuevo todos los archivos; lo que ya ha llegado no se envía dos veces. Después, finalice el envío.
portal-list-complete = La lista está completa: finalizar
portal-resume-all = Reanudar
portal-cancel = Cancelar envío
portal-cancel-sure = ¿Cancelar este envío? Se eliminarán todos los archivos enviados hasta ahora.
portal-cancel-yes = Eliminar los archivos enviados
portal-cancel-no = Seguir enviando
portal-begin-anew = Iniciar un envío nuevo

portal-waiting-offline = No hay conexión. El envío se reanudará automáticamente. No se pierde nada.
portal-waiting-network = Esperando a la red. El envío se reanudará automáticamente. No se pierde nada.
portal-waiting-storage = El almacenamiento no responde. El envío se reanudará automáticamente. No se pierde nada.
portal-waiting-busy = El servidor está ocupado. El envío se reanudará automáticamente. No se pierde nada.
portal-waiting-again = Se reintentará en { $seconds } s.

portal-attention-failed = { $count ->
    [one] No se ha podido enviar { $count } archivo. Consulte la lista.
   *[other] No se han podido enviar { $count } archivos. Consulte la lista.
}
portal-attention-missing = { $count ->
    [one] Seleccione de nuevo { $count } archivo.
   *[other] Seleccione de nuevo { $count } archivos.
}
portal-attention-paused = { $count ->
    [one] Hay { $count } archivo en pausa.
   *[other] Hay { $count } archivos en pausa.
}

portal-state-waiting = En espera
portal-state-sending = Enviando, { $percent }
portal-state-done = Enviado
portal-state-paused = En pausa
portal-state-missing = Seleccione de nuevo este archivo
portal-fault-type = Rechazado: este tipo de archivo no está permitido.
portal-fault-size = Rechazado: el archivo es demasiado grande.
portal-fault-count = Rechazado: hay demasiados archivos. Quite antes otro.
portal-fault-total = Rechazado: el tamaño total sería demasiado grande.
portal-fault-name = Rechazado: este nombre no está permitido. Cambie el nombre del archivo y añádalo de nuevo.
portal-fault-duplicate = Rechazado: la lista ya contiene un archivo con este nombre.
portal-fault-changed = El archivo ha cambiado. Reinícielo o selecciónelo de nuevo para enviar la versión actual.
portal-fault-unreadable = No se puede leer el archivo. Puede que se haya movido o que se haya desconectado la unidad. Selecciónelo de nuevo.
portal-fault-checksum = El archivo se ha dañado varias veces durante la transferencia. Reinténtelo. Si no funciona, pruebe otra red.
portal-fault-etag-hidden = El almacenamiento está mal configurado: sus reglas CORS deben exponer ETag. Avise al administrador. No se pierde nada.
portal-fault-storage = El almacenamiento ha rechazado este archivo ({ $reason }). Reinténtelo o pida ayuda al destinatario.
portal-fault-refused = El servidor ha rechazado este archivo: { $reason }
portal-fault-package-gone = Este envío no puede continuar: { $reason }
portal-fault-package-gone-plain = Este envío no puede continuar: ha terminado o se ha eliminado.

portal-unfinished = Su envío «{ $name }» está al { $percent }. ¿Reanudar?
portal-unfinished-safe = Los archivos ya enviados se conservan. Seleccione de nuevo los mismos archivos para enviar el resto.
portal-unfinished-elsewhere = Otra pestaña de este navegador lo está enviando.
portal-unfinished-continue = Reanudar
portal-unfinished-watch = Mostrar progreso
portal-unfinished-new = Iniciar un envío nuevo
portal-unfinished-forget = Eliminar este envío
portal-unfinished-forget-help = Elimina lo enviado hasta ahora.
portal-pick-again = { $count ->
    [one] Seleccione o suelte de nuevo el mismo archivo. Las partes ya enviadas no se envían dos veces.
   *[other] Seleccione o suelte de nuevo los mismos { $count } archivos o su carpeta. Las partes ya enviadas no se envían dos veces.
}
portal-unmatched = { $count ->
    [one] { $count } archivo seleccionado no forma parte de este envío y se ha omitido.
   *[other] { $count } archivos seleccionados no forman parte de este envío y se han omitido.
}

portal-done = Todos los archivos enviados
portal-done-title = Enviado – { $name }
portal-done-words = { $name } ha recibido sus archivos. Puede cerrar esta página.
portal-finished-at = Finalizado
portal-receipt = Hemos enviado un acuse de recibo a { $address }.
portal-receipt-somewhere = Hemos enviado un acuse de recibo al correo electrónico que indicó.
portal-no-receipt = No se envía ningún acuse de recibo por correo. Guarde esta lista si necesita un comprobante.
portal-send-more = Enviar más archivos
