# Packages: lists, one package, and sending from the browser.

packages-sent = Enviados
packages-received = Recibidos
packages-one = Paquete
packages-name = Nombre
packages-state = Estado
packages-state-new = Subiendo
packages-state-finalized = Listo
packages-state-expired = Caducado
packages-state-archived = Archivado
packages-virus = Virus detectado
packages-sender = Remitente
packages-recipients = Destinatarios
packages-recipient = Destinatario
packages-portal = Portal
packages-size = Tamaño
packages-files = Archivos
packages-created = Creado
packages-expiry = Disponible hasta
packages-no-expiry = Sin fin
packages-usage = Descargado
packages-tag = Etiqueta
packages-space = Teamspace
packages-search = Buscar por nombre
packages-filters = Filtros
packages-filters-set = Filtros ({ $count })
packages-filters-clear = Quitar los filtros
packages-any = Todos
packages-created-from = Creado desde
packages-created-to = Creado hasta
packages-expiry-from = Caduca desde
packages-expiry-to = Caduca hasta
packages-extra = Más allá de los días gratuitos
packages-extra-yes = Sí
packages-extra-no = No
packages-day-needed = Elija un día.
packages-none-found = Ningún paquete coincide
packages-none-found-help = Quite algunos filtros o mire en el archivo eligiendo el estado.
packages-none-sent = Aún no se ha enviado ningún paquete
packages-none-sent-help = Un paquete es lo que usted envía: archivos y carpetas de cualquier tamaño, con un mensaje y un enlace por destinatario.
packages-none-received = Aún no se ha recibido nada
packages-none-received-help = Lo que otras personas envían por sus portales llega aquí.
packages-to-portals = Ir a los portales

packages-period = Archivar un período
packages-period-help = Para todos los paquetes que caducaron en un período, sean los que sean. No se elimina nada.
packages-period-way = Qué hacer
packages-period-archive = Archivar los paquetes caducados
packages-period-unarchive = Recuperar los paquetes archivados
packages-bulk-archive = Archivar
packages-bulk-archive-title = { $count ->
    [one] ¿Archivar { $count } paquete?
   *[other] ¿Archivar { $count } paquetes?
}
packages-bulk-archive-body = { $others ->
    [0] Los paquetes archivados salen de las listas y se pueden recuperar en cualquier momento.
    [one] Los paquetes archivados salen de las listas y se pueden recuperar en cualquier momento. { $others } paquete seleccionado no ha caducado y queda como está.
   *[other] Los paquetes archivados salen de las listas y se pueden recuperar en cualquier momento. { $others } paquetes seleccionados no han caducado y quedan como están.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } paquete archivado.
   *[other] { $done } paquetes archivados.
}
packages-bulk-unarchive = Sacar del archivo
packages-bulk-unarchive-title = { $count ->
    [one] ¿Sacar { $count } paquete del archivo?
   *[other] ¿Sacar { $count } paquetes del archivo?
}
packages-bulk-unarchive-body = { $others ->
    [0] Vuelven a aparecer entre los paquetes caducados.
    [one] Vuelven a aparecer entre los paquetes caducados. { $others } paquete seleccionado no está archivado y queda como está.
   *[other] Vuelven a aparecer entre los paquetes caducados. { $others } paquetes seleccionados no están archivados y quedan como están.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } paquete sacado del archivo.
   *[other] { $done } paquetes sacados del archivo.
}
packages-bulk-delete = Eliminar
packages-bulk-delete-title = { $count ->
    [one] ¿Eliminar { $count } paquete?
   *[other] ¿Eliminar { $count } paquetes?
}
packages-bulk-delete-body = { $others ->
    [0] Todos los archivos se eliminan y todos los enlaces dejan de funcionar. Hasta que el contenido se quite del almacenamiento, un Owner o Admin puede restaurar los paquetes. Los nombres quedan en la lista como caducados.
    [one] Todos los archivos se eliminan y todos los enlaces dejan de funcionar. Hasta que el contenido se quite del almacenamiento, un Owner o Admin puede restaurar los paquetes. { $others } paquete seleccionado ya ha caducado y queda como está.
   *[other] Todos los archivos se eliminan y todos los enlaces dejan de funcionar. Hasta que el contenido se quite del almacenamiento, un Owner o Admin puede restaurar los paquetes. { $others } paquetes seleccionados ya han caducado y quedan como están.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } paquete eliminado.
   *[other] { $done } paquetes eliminados.
}
packages-delete-title = ¿Eliminar este paquete?
packages-delete-body = Todos sus archivos se eliminan y todos los enlaces dejan de funcionar. Hasta que el contenido se quite del almacenamiento, un Owner o Admin puede restaurar el paquete.
packages-restore = Restaurar
packages-restored = Paquete restaurado.
packages-restorable-until = Se puede restaurar hasta

packages-manage = Gestionar
packages-rename = Cambiar el nombre
packages-renamed = Nombre cambiado.
packages-change-tag = Cambiar la etiqueta
packages-tag-help = Elija una etiqueta, escriba una nueva o déjelo vacío.
packages-tag-changed = Etiqueta cambiada.
packages-change-expiry = Cambiar la caducidad
packages-expiry-changed = Caducidad cambiada.
packages-expiry-past = Elija un momento futuro.
packages-keep = Cuánto tiempo se conserva
packages-keep-until = Hasta una fecha
packages-keep-always = Sin fin
packages-keep-always-help = El almacenamiento más allá de los días gratuitos puede tener un coste.
packages-facts = Detalles
packages-set = Establecida
packages-last-download = Última descarga
packages-id = Identificador

packages-files-gone = Los archivos de este paquete se han eliminado. Su nombre, sus destinatarios y su historial se conservan.
packages-files-more = Leer más archivos
packages-files-search = Buscar en los archivos
packages-rows-more = Mostrar más (quedan { $count })
packages-no-files = Ningún archivo
packages-file-name = Nombre
packages-file-state = Estado
packages-file-modified = Modificado
packages-file-uploading = Subiendo
packages-file-complete = Completo
packages-scan-clean = Sin virus
packages-scan-pending = Analizando
packages-folder = Carpeta
packages-folder-top = Todos los archivos
packages-download = Descargar
packages-download-named = Descargar { $name }
packages-download-all = Descargar todo
packages-zip-preparing = Preparando el zip
packages-infected-title = Se encontró un virus
packages-infected-body = «{ $name }» contiene un virus. Descárguelo solo si sabe lo que hace.
packages-infected-action = Descargar de todos modos

packages-answers = Respuestas del formulario

packages-links = Enlaces
packages-no-links = Aún no hay enlaces. Con un enlace, cualquiera que lo tenga puede descargar el paquete sin cuenta.
packages-link-create = Enlace nuevo
packages-link-way = Quién lo recibe
packages-link-way-open = Un enlace para compartir
packages-link-way-open-help = Lo envía usted mismo.
packages-link-way-mail = Por correo a un destinatario
packages-link-way-mail-help = Nosotros enviamos el enlace; nadie más lo ve.
packages-link-make = Crear el enlace
packages-link-mail = Enviar el enlace
packages-link-mailed = El enlace está en camino a { $email }.
packages-link-later = { $email } recibirá el enlace cuando el paquete esté listo.
packages-link-address = Enlace
packages-email-needed = Escriba una dirección de correo.
packages-link-password = Contraseña
packages-link-password-help = Se pide antes de la descarga. Comuníquela por otra vía que el enlace.
packages-link-password-default = Déjelo vacío para usar la contraseña del paquete.
packages-link-limit = Descargas por enlace
packages-link-limit-help = El enlace se bloquea tras ese número de descargas. Vacío: como el paquete.
packages-link-expiry = Enlace válido hasta
packages-link-expiry-help = Vacío: tanto como el paquete.
packages-link-on = Utilizable de inmediato
packages-link-on-help = Si está desactivado, el enlace se crea pero no abre nada.
packages-link-open = Enlace sin destinatario
packages-link-active = Activo
packages-link-off = Desactivado
packages-link-expired = Caducado
packages-link-show = Mostrar enlace
packages-link-switch-off = Desactivar
packages-link-switched-off = El enlace está desactivado.
packages-link-limited = { $count ->
    [one] { $count } descarga
   *[other] { $count } descargas
}
packages-link-with-password = con contraseña
packages-link-until = hasta { $time }
packages-link-unused = nunca usado
packages-link-used = último uso { $time }

packages-transfers = Transferencias
packages-no-transfers = No hay transferencias hacia o desde conexiones a la nube.
packages-transfer-start = Iniciar una transferencia
packages-transfer-connection = Conexión a la nube
packages-transfer-choose = Elija una conexión
packages-transfer-none = No hay ninguna conexión de destino. Cree una en Conexiones a la nube.
packages-transfer-to = Hacia { $name }
packages-transfer-from = Desde { $name }
packages-transfer-pending = En espera
packages-transfer-transferring = En curso
packages-transfer-complete = Completa
packages-transfer-error = Fallida

packages-timeline = Cronología
packages-timeline-created = { $has_actor ->
    [yes] Creado por { $actor }
   *[no] Creado
}
packages-timeline-form = Formulario «{ $title }» rellenado
packages-timeline-finalized = { $count ->
    [0] Enviado
    [one] Enviado con { $count } archivo
   *[other] Enviado con { $count } archivos
}
packages-timeline-scan = Análisis antivirus
packages-timeline-scan-pending = { $count ->
    [one] { $count } archivo espera el análisis antivirus
   *[other] { $count } archivos esperan el análisis antivirus
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } archivo analizado, sin virus
   *[other] { $count } archivos analizados, sin virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } archivo sin analizar
   *[other] { $count } archivos sin analizar
}
packages-timeline-scan-infected = Virus encontrado en { $title }
packages-scan-reason-off = El análisis está desactivado.
packages-scan-reason-too-large = Los archivos son demasiado grandes para analizarlos.
packages-scan-reason-timeout = El análisis tardó demasiado.
packages-timeline-mail = Correo a { $actor }
packages-timeline-mail-waiting = El correo a { $actor } espera a ser enviado
packages-timeline-mail-sent = Correo enviado a { $actor }
packages-timeline-mail-kept = Correo a { $actor } guardado en la bandeja de salida
packages-timeline-mail-failed = Falló el correo a { $actor }
packages-timeline-mail-cancelled = Correo a { $actor } cancelado
packages-timeline-transfer = Transferencia: { $title }
packages-timeline-transfer-pending = Transferencia en espera: { $title }
packages-timeline-transfer-transferring = Transferencia en curso: { $title }
packages-timeline-transfer-complete = Transferencia completa: { $title }
packages-timeline-transfer-error = Transferencia fallida: { $title }
packages-timeline-webhook = Webhook «{ $title }»: { $detail }
packages-timeline-webhook-exhausted = No se pudo entregar el webhook «{ $title }»
packages-timeline-link = Enlace
packages-timeline-link-created = { $has_actor ->
    [yes] Enlace creado para { $actor }
   *[no] Enlace creado
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Enlace de { $actor } desactivado
   *[no] Enlace desactivado
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Enlace de { $actor } bloqueado: todas las descargas usadas
   *[no] Enlace bloqueado: todas las descargas usadas
}
packages-timeline-download = { $has_actor ->
    [yes] Descarga de { $actor }
   *[no] Descarga
}
packages-timeline-download-complete = { $has_actor ->
    [yes] Descarga de { $actor } completa
   *[no] Descarga completa
}
packages-timeline-changed = Cambiado
packages-timeline-changed-details = { $has_actor ->
    [yes] Nombre o etiqueta cambiados por { $actor }
   *[no] Nombre o etiqueta cambiados
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] Caducidad cambiada por { $actor }
   *[no] Caducidad cambiada
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] Restaurado por { $actor }
   *[no] Restaurado
}
packages-timeline-expired = Caducado, archivos eliminados
packages-timeline-expired-deleted = { $has_actor ->
    [yes] Eliminado por { $actor }
   *[no] Eliminado
}
packages-timeline-archived = Archivado
packages-timeline-archived-unarchived = Sacado del archivo

packages-uploading = Este paquete se está subiendo
packages-uploading-unknown = A la espera de noticias del remitente. Los archivos aparecen a medida que llegan.
packages-uploading-done = { $percent } · { $bytes } de { $total } · { $files } de { $all } archivos

home-welcome = Bienvenido, { $name }
home-steps = Primeros pasos
home-step-send = Envíe su primer paquete
home-step-send-help = Archivos y carpetas de cualquier tamaño, con un enlace por destinatario.
home-step-portal = Cree un portal
home-step-portal-help = Una página en la que otras personas le envían archivos sin cuenta.
home-step-portal-action = Ir a los portales
home-step-member = Invite a sus colegas
home-step-member-help = Cada uno con una función que dice lo que puede hacer.
home-step-member-action = Ir a los miembros
home-step-done = Hecho
home-recent-sent = Enviados recientemente
home-recent-received = Recibidos recientemente
home-all = Mostrar todo
home-nothing = Nada todavía.

send-title = Enviar archivos
send-files = Archivos
send-drop = Suelte archivos y carpetas en cualquier lugar de esta página, o péguelos.
send-choose-files = Elegir archivos
send-choose-folder = Elegir una carpeta
send-drop-here = Suelte para añadir
send-reading = Leyendo carpetas
send-left-out = { $count ->
    [one] { $count } archivo de sistema omitido
   *[other] { $count } archivos de sistema omitidos
}
send-list = Archivos para enviar
send-list-total = { $files ->
    [one] { $files } archivo, { $size }
   *[other] { $files } archivos, { $size }
}
send-remove-named = Quitar { $name }
send-remove-refused = Quitar todos los rechazados
send-details = Detalles
send-name = Nombre del paquete
send-name-help = Vacío: el nombre del primer archivo o carpeta.
send-recipients = Destinatarios
send-recipients-help = Direcciones de correo. Déjelo vacío para obtener un enlace que usted comparte.
send-message = Mensaje
send-password = Contraseña
send-password-help = Se pide antes de la descarga. Comuníquela por otra vía que el enlace.
send-limit = Descargas por enlace
send-limit-help = Vacío: como lo haya fijado el equipo.
send-keep = Cuánto tiempo se conserva
send-keep-default = Como lo haya fijado el equipo ({ $days } días)
send-tag = Etiqueta
send-space = Teamspace
send-space-none = Ninguno
send-more = Más opciones
send-action = Enviar
send-files-needed = Añada archivos primero.
send-state-listed = Listo para enviar
send-state-waiting = En espera
send-state-sending = { $percent }
send-state-done = Enviado
send-state-paused = En pausa
send-state-failed = Fallido
send-state-missing = Elija este archivo otra vez
send-state-refused = Rechazado
send-fault-type = Este tipo de archivo no está permitido.
send-fault-size = El archivo es demasiado grande.
send-fault-count = Demasiados archivos.
send-fault-total = El paquete sería demasiado grande.
send-fault-name = El nombre no está permitido.
send-fault-duplicate = Ya está en la lista.
send-fault-changed = El archivo ha cambiado desde que se eligió. Quítelo y añádalo de nuevo.
send-fault-unreadable = No se puede leer el archivo. ¿Sigue conectado el disco?
send-fault-checksum = Varias veces llegó algo distinto de lo que se envió. Inténtelo de nuevo.
send-fault-etag-hidden = El almacenamiento oculta a las páginas lo que necesitan. Avise al administrador: las reglas CORS deben exponer ETag.
send-fault-storage = El almacenamiento rechazó el archivo.
send-fault-refused = El servidor rechazó el archivo.
send-fault-package-gone = El paquete ya no existe o está cerrado.
send-retry = Reintentar
send-retry-all = Reintentar todos los fallidos
send-give-up-failed = Omitir lo que falló y terminar
send-pause = Pausar
send-resume = Continuar
send-cancel = Cancelar
send-cancel-title = ¿Cancelar este envío?
send-cancel-body = Lo enviado hasta ahora se elimina del servidor. Sus propios archivos quedan como están.
send-cancel-action = Cancelar el envío
send-progress = Progreso del envío
send-progress-files = { $done } de { $files } archivos
send-progress-bytes = { $sent } de { $total }
send-progress-speed = { $size } por segundo
send-left = quedan unos { $time }
send-left-soon = queda menos de un minuto
send-starting = Empezando
send-sending = Enviando { $name }
send-paused = En pausa
send-pausing = Pausando…
send-list-cut-off = Esta página se cerró antes de guardar la lista completa de archivos. Añada de nuevo todos los archivos; lo que ya ha llegado no se envía dos veces. Después, finalice el envío.
send-list-complete = La lista está completa: finalizar
send-attention = Algo requiere su atención
send-finishing = Terminando
send-elsewhere = Otra pestaña está enviando este paquete.
send-failed = No se pudo terminar el envío
send-cancelled = El envío se canceló.
send-waiting-offline = No hay red. El envío continuará por sí solo cuando vuelva.
send-waiting-network = El servidor no responde. Nuevo intento en { $seconds } segundos.
send-waiting-storage = El almacenamiento no responde. Nuevo intento en { $seconds } segundos.
send-waiting-busy = El servidor pide esperar { $seconds } segundos.
send-keep-open = Mantenga esta página abierta hasta que todo esté enviado. Mientras tanto puede usar el resto de la consola.
send-announce = { $percent } enviado
send-done = Enviado
send-done-mailed = { $count ->
    [one] { $count } destinatario recibe un correo con un enlace.
   *[other] { $count } destinatarios reciben un correo con un enlace.
}
send-done-link = No se ha avisado a nadie. Cree un enlace y compártalo.
send-done-facts = «{ $name }»: { $files }, { $size }
send-show-package = Mostrar el paquete
send-again = Enviar más
send-expiry-failed = El paquete se envió, pero no se pudo cambiar su caducidad. Cámbiela en la página del paquete.
send-unfinished = Su envío «{ $name }» está al { $percent }. ¿Continuar?
send-unfinished-elsewhere = «{ $name }» se está enviando en otra pestaña.
send-unfinished-continue = Continuar
send-unfinished-replaces = Los archivos que acaba de seleccionar no forman parte de ese envío. Se quitarán de la lista.
send-unfinished-forget = Olvidar este envío
send-unfinished-pick = Elija otra vez los mismos archivos o suéltelos aquí. Lo ya enviado no se envía de nuevo.
send-running = Enviando: { $percent }
