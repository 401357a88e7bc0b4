# La página en la que se envían archivos a un portal.

portal-title = Enviar archivos a { $name }
portal-title-percent = { $percent } – Enviando a { $name }
portal-logo = Logotipo de { $name }
portal-help = ¿Preguntas? Diríjase a { $team } o a la persona que le dio esta dirección.
portal-help-plain = ¿Preguntas? Diríjase a la persona que le dio esta dirección.

portal-unknown-title = Esta página no acepta archivos
portal-unknown = No hay ninguna página de envío abierta en esta dirección. Puede que se haya cerrado o que la dirección no esté completa.
portal-unknown-next = Compruebe la dirección o pida una nueva a la persona que se la dio.
portal-closed = Esta página ya no acepta archivos: se ha cerrado mientras tanto. Consulte a la persona que le dio la dirección.
portal-server-trouble = El servidor no ha podido hacerlo en este momento. No se ha perdido nada de lo que ha escrito o elegido; inténtelo de nuevo en un momento.

portal-code = Código de acceso
portal-code-help = Se lo dio la persona que le pidió los archivos. Puede pegarlo.
portal-code-wrong = Ese no es el código de acceso. Compruébelo e inténtelo de nuevo.

portal-drop-here = Suelte archivos y carpetas en cualquier lugar de esta página
portal-drop-now = Suelte para añadir
portal-choose-files = Elegir archivos
portal-choose-folder = Elegir una carpeta
portal-limit-count = { $count ->
    [one] Un archivo como máximo
   *[other] { $count } archivos como máximo
}
portal-limit-file = Cada archivo hasta { $size }
portal-limit-total = Hasta { $size } en total
portal-limit-types = Solo { $types }
portal-limit-types-not = Excepto { $types }
portal-reading = Leyendo carpetas…
portal-system-files = { $count ->
    [one] Se ha omitido un archivo del sistema.
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
portal-start-again = Empezar de nuevo este archivo
portal-pause = Pausar
portal-resume = Reanudar
portal-retry-failed = Reintentar todos los fallidos
portal-finish-without = { $count ->
    [one] Terminar sin este archivo
   *[other] Terminar sin estos { $count } archivos
}
portal-remove-refused = { $count ->
    [one] Quitar el archivo rechazado
   *[other] Quitar los { $count } rechazados
}
portal-and-more = { $count ->
    [one] y uno más
   *[other] y { $count } más
}

portal-sender = Su dirección de correo
portal-sender-help = A esta dirección se envía un recibo.
portal-sender-help-plain = Para que el destinatario sepa quién envió los archivos.
portal-remember = Recordar mi dirección en este dispositivo
portal-name = Nombre del paquete
portal-name-help = Con este nombre el destinatario encuentra sus archivos.
portal-name-format = Formato: { $format }
portal-description = Mensaje para el destinatario
portal-optional = (opcional)
portal-readonly = (fijo)
portal-choose-option = Elija una opción
portal-mistake-required = Rellene este campo.
portal-mistake-email = No es una dirección de correo completa, como nombre@example.org.
portal-mistake-url = No es una dirección web completa, como https://example.org.
portal-mistake-number = Escriba un número.
portal-mistakes = { $count ->
    [one] Queda un campo por corregir.
   *[other] Quedan { $count } campos por corregir.
}
portal-terms = Condiciones
portal-terms-accept = Acepto estas condiciones.
portal-terms-missing = Acepte las condiciones; sin ello no se puede enviar nada.
portal-terms-read = Leer el texto completo (se abre en una pestaña nueva)

portal-nothing-chosen = Elija al menos un archivo para enviar.
portal-ready = { $count ->
    [one] Un archivo, { $size }
   *[other] { $count } archivos, { $size }
}
portal-send = Enviar
portal-starting = Iniciando…

portal-phase-sending = Enviando { $name }
portal-phase-paused = { $name } está en pausa
portal-phase-pausing = Pausando { $name }…
portal-phase-attention = { $name } necesita su ayuda
portal-phase-finishing = Casi listo: cerrando { $name }
portal-phase-failed = No se ha podido enviar { $name }
portal-phase-cancelled = Se ha cancelado { $name }
portal-phase-elsewhere = { $name } se está enviando en otra pestaña
portal-keep-open = Mantenga esta página abierta hasta que se haya enviado todo.
portal-progress = { $count ->
    [one] { $done } de un archivo, { $sent } de { $total }
   *[other] { $done } de { $count } archivos, { $sent } de { $total }
}
portal-progress-whole = Progreso de todo el envío
portal-speed = { $size } por segundo
portal-left-moment = quedan unos segundos
portal-left-seconds = quedan unos { $count } segundos
portal-left-minutes = { $count ->
    [one] queda un minuto aproximadamente
   *[other] quedan unos { $count } minutos
}
portal-left-hours = { $count ->
    [one] queda una hora aproximadamente
   *[other] quedan unas { $count } horas
}
portal-left-days = quedan unos { $count } días
portal-spoken = { $percent } enviado.
portal-pause-all = Pausar
portal-list-cut-off = Esta página se cerró antes de guardar la lista completa de archivos. Añada de nuevo todos los archivos; lo que ya ha llegado no se envía dos veces. Después, finalice el envío.
portal-list-complete = La lista está completa: finalizar
portal-resume-all = Reanudar
portal-cancel = Cancelar el envío
portal-cancel-sure = ¿Eliminar todo lo enviado hasta ahora?
portal-cancel-yes = Sí, eliminar
portal-cancel-no = No, continuar
portal-begin-anew = Empezar un envío nuevo

portal-waiting-offline = No hay conexión. No se ha perdido nada; el envío continuará por sí solo.
portal-waiting-network = Esperando a la red. No se ha perdido nada; el envío continuará por sí solo.
portal-waiting-storage = El almacenamiento no responde en este momento. No se ha perdido nada; el envío continuará por sí solo.
portal-waiting-busy = El servidor está ocupado. No se ha perdido nada; el envío continuará por sí solo.
portal-waiting-again = Próximo intento en { $seconds } s.

portal-attention-failed = { $count ->
    [one] No se ha podido enviar un archivo; consulte la lista.
   *[other] No se han podido enviar { $count } archivos; consulte la lista.
}
portal-attention-missing = { $count ->
    [one] Hay que elegir de nuevo un archivo.
   *[other] Hay que elegir de nuevo { $count } archivos.
}
portal-attention-paused = { $count ->
    [one] Hay un archivo en pausa.
   *[other] Hay { $count } archivos en pausa.
}

portal-state-waiting = En espera
portal-state-sending = Enviando, { $percent }
portal-state-done = Enviado
portal-state-paused = En pausa
portal-state-missing = Elija de nuevo este archivo
portal-fault-type = Rechazado: no se aceptan archivos de este tipo.
portal-fault-size = Rechazado: el archivo es demasiado grande.
portal-fault-count = Rechazado: hay demasiados archivos. Quite antes otro.
portal-fault-total = Rechazado: el conjunto sería demasiado grande.
portal-fault-name = Rechazado: el nombre no se puede usar. Cambie el nombre del archivo y añádalo de nuevo.
portal-fault-duplicate = Rechazado: ya hay otro archivo con este nombre en la lista.
portal-fault-changed = El archivo ha cambiado. Empiécelo o elíjalo de nuevo para enviarlo tal como está ahora.
portal-fault-unreadable = El archivo no se puede leer. ¿Se ha movido o se ha desconectado una unidad? Elíjalo de nuevo.
portal-fault-checksum = El archivo ha llegado dañado varias veces. Reinténtelo; si vuelve a ocurrir, pruebe otra red.
portal-fault-etag-hidden = El almacenamiento de este servidor no está configurado para envíos desde páginas (oculta el ETag). Solo su administrador puede solucionarlo; no se ha perdido nada.
portal-fault-storage = El almacenamiento ha rechazado este archivo ({ $reason }). Reinténtelo o pida ayuda al destinatario.
portal-fault-refused = El servidor ha rechazado este archivo: { $reason }
portal-fault-package-gone = Este envío no puede continuar: { $reason }
portal-fault-package-gone-plain = Este envío no puede continuar: ha terminado o se ha eliminado.

portal-unfinished = Su envío «{ $name }» está al { $percent }. ¿Continuar?
portal-unfinished-safe = Lo enviado se conserva. Elija de nuevo los mismos archivos y solo se enviará el resto.
portal-unfinished-elsewhere = Otra pestaña de este navegador lo está enviando ahora.
portal-unfinished-continue = Continuar
portal-unfinished-watch = Mostrar el progreso
portal-unfinished-new = Empezar un envío nuevo
portal-unfinished-forget = Olvidar este envío
portal-unfinished-forget-help = «Olvidar» elimina lo enviado hasta ahora y no deja rastro en este dispositivo.
portal-pick-again = { $count ->
    [one] Elija o suelte de nuevo el mismo archivo. Lo que ha llegado no se envía otra vez.
   *[other] Elija o suelte de nuevo los mismos { $count } archivos o su carpeta. Lo que ha llegado no se envía otra vez.
}
portal-unmatched = { $count ->
    [one] Un archivo elegido no forma parte de este envío y se ha omitido.
   *[other] { $count } archivos elegidos no forman parte de este envío y se han omitido.
}

portal-done = Todo ha llegado
portal-done-title = Enviado – { $name }
portal-done-words = { $name } ha recibido sus archivos. Puede cerrar esta página.
portal-finished-at = Finalizado
portal-receipt = Se ha enviado un recibo a { $address }.
portal-receipt-somewhere = Se ha enviado un recibo a la dirección que indicó.
portal-no-receipt = No se envía ningún recibo. Guarde esta lista si necesita un comprobante.
portal-send-more = Enviar más
