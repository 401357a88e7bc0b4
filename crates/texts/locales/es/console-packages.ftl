# Packages: lists, one package, and sending from the browser.

packages-sent = Enviados
packages-received = Recibidos
packages-one = Paquete
packages-name = Nombre
packages-state = Estado
packages-state-new = Enviando
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
packages-expiry = Caduca
packages-no-expiry = Nunca
packages-usage = Descargas
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
packages-extra = Conservación prolongada
packages-extra-yes = Sí
packages-extra-no = No
packages-day-needed = Seleccione una fecha.
packages-none-found = No se han encontrado paquetes
packages-none-found-help = Quite algunos filtros o incluya los paquetes archivados.
packages-none-sent = Aún no se ha enviado ningún paquete
packages-none-sent-help = Un paquete contiene archivos y carpetas de cualquier tamaño, un mensaje y un enlace por destinatario.
packages-none-received = Aún no se ha recibido ningún paquete
packages-none-received-help = Los archivos enviados por sus portales aparecen aquí.
packages-to-portals = Ir a los portales

packages-period = Archivar por fecha…
packages-period-help = Se aplica a todos los paquetes que caducaron entre dos fechas. No se elimina nada.
packages-period-way = Acción
packages-period-archive = Archivar paquetes caducados
packages-period-unarchive = Desarchivar paquetes
packages-bulk-archive = Archivar
packages-bulk-archive-title = { $count ->
    [one] ¿Archivar { $count } paquete?
   *[other] ¿Archivar { $count } paquetes?
}
packages-bulk-archive-body = { $others ->
    [0] Los paquetes archivados se ocultan en las listas. Puede desarchivarlos en cualquier momento.
    [one] Los paquetes archivados se ocultan en las listas. Puede desarchivarlos en cualquier momento. { $others } paquete seleccionado no ha caducado y no se archiva.
   *[other] Los paquetes archivados se ocultan en las listas. Puede desarchivarlos en cualquier momento. { $others } paquetes seleccionados no han caducado y no se archivan.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } paquete archivado.
   *[other] { $done } paquetes archivados.
}
packages-bulk-unarchive = Desarchivar
packages-bulk-unarchive-title = { $count ->
    [one] ¿Desarchivar { $count } paquete?
   *[other] ¿Desarchivar { $count } paquetes?
}
packages-bulk-unarchive-body = { $others ->
    [0] Vuelven a aparecer entre los paquetes caducados.
    [one] Vuelven a aparecer entre los paquetes caducados. { $others } paquete seleccionado no está archivado y no cambia.
   *[other] Vuelven a aparecer entre los paquetes caducados. { $others } paquetes seleccionados no están archivados y no cambian.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } paquete desarchivado.
   *[other] { $done } paquetes desarchivados.
}
packages-bulk-delete = Eliminar
packages-bulk-delete-title = { $count ->
    [one] ¿Eliminar { $count } paquete?
   *[other] ¿Eliminar { $count } paquetes?
}
packages-bulk-delete-body = { $others ->
    [0] Se eliminan todos los archivos y todos los enlaces dejan de funcionar. Un propietario o administrador puede restaurar los paquetes hasta que su contenido se quite del almacenamiento. Los nombres siguen en la lista como caducados.
    [one] Se eliminan todos los archivos y todos los enlaces dejan de funcionar. Un propietario o administrador puede restaurar los paquetes hasta que su contenido se quite del almacenamiento. Los nombres siguen en la lista como caducados. { $others } paquete seleccionado ya ha caducado y no cambia.
   *[other] Se eliminan todos los archivos y todos los enlaces dejan de funcionar. Un propietario o administrador puede restaurar los paquetes hasta que su contenido se quite del almacenamiento. Los nombres siguen en la lista como caducados. { $others } paquetes seleccionados ya han caducado y no cambian.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } paquete eliminado.
   *[other] { $done } paquetes eliminados.
}
packages-delete-title = ¿Eliminar este paquete?
packages-delete-body = Se eliminan todos los archivos y todos los enlaces dejan de funcionar. Un propietario o administrador puede restaurar el paquete hasta que su contenido se quite del almacenamiento.
packages-restore = Restaurar
packages-restored = Paquete restaurado.
packages-restorable-until = Restaurable hasta

packages-manage = Gestionar
packages-rename = Cambiar el nombre
packages-renamed = Nombre del paquete cambiado.
packages-change-tag = Cambiar etiqueta
packages-tag-help = Seleccione una etiqueta o escriba una nueva. Déjelo vacío para no usar ninguna.
packages-tag-changed = Etiqueta cambiada.
packages-change-expiry = Cambiar caducidad
packages-expiry-changed = Caducidad cambiada.
packages-expiry-past = Seleccione una fecha futura.
packages-keep = Caduca
packages-keep-until = En una fecha
packages-keep-always = Nunca
packages-keep-always-help = El paquete se conserva hasta que alguien lo elimine.
packages-facts = Detalles
packages-set = Establecida
packages-last-download = Última descarga
packages-id = ID

packages-files-gone = Los archivos de este paquete se han eliminado. Su nombre, sus destinatarios y su historial se conservan.
packages-files-more = Cargar más archivos
packages-files-search = Buscar archivos
packages-rows-more = Mostrar más (quedan { $count })
packages-no-files = Ningún archivo
packages-file-name = Nombre
packages-file-state = Estado
packages-file-modified = Modificado
packages-file-uploading = Enviando
packages-file-complete = Listo
packages-scan-clean = Sin virus
packages-scan-pending = Análisis antivirus en curso
packages-folder = Carpeta
packages-folder-top = Todos los archivos
packages-download = Descargar
packages-download-named = Descargar { $name }
packages-download-all = Descargar todo
packages-zip-preparing = Preparando el zip
packages-infected-title = Virus detectado
packages-infected-body = «{ $name }» contiene un virus. Descárguelo solo si sabe lo que hace.
packages-infected-action = Descargar de todos modos

packages-answers = Respuestas del formulario

packages-links = Enlaces
packages-no-links = Aún no hay enlaces. Cualquier persona con un enlace puede descargar el paquete sin cuenta.
packages-link-create = Enlace nuevo
packages-link-way = Compartir con
packages-link-way-open = Enlace para compartir
packages-link-way-open-help = Lo comparte usted.
packages-link-way-mail = Destinatario por correo
packages-link-way-mail-help = Enviamos el enlace por correo. Nadie más lo ve.
packages-link-make = Crear enlace
packages-link-mail = Enviar enlace
packages-link-mailed = Hemos enviado el enlace por correo a { $email }.
packages-link-later = { $email } recibirá el enlace cuando el paquete esté listo.
packages-link-address = Enlace
packages-email-needed = Escriba una dirección de correo electrónico.
packages-link-password = Contraseña
packages-link-password-help = Los destinatarios deben introducirla. Compártala por separado del enlace.
packages-link-password-default = Déjelo vacío para usar la contraseña del paquete.
packages-link-limit = Descargas por enlace
packages-link-limit-help = Déjelo vacío para el límite del paquete.
packages-link-expiry = El enlace caduca
packages-link-expiry-help = Déjelo vacío para la caducidad del paquete.
packages-link-on = Activo
packages-link-on-help = Desactívelo para crear el enlace sin que funcione todavía.
packages-link-open = Enlace para compartir
packages-link-active = Activo
packages-link-off = Desactivado
packages-link-expired = Caducado
packages-link-show = Mostrar enlace
packages-link-switch-off = Desactivar
packages-link-switched-off = Enlace desactivado.
packages-link-limited = { $count ->
    [one] { $count } descarga
   *[other] { $count } descargas
}
packages-link-with-password = con contraseña
packages-link-until = hasta { $time }
packages-link-unused = nunca usado
packages-link-used = último uso: { $time }

packages-transfers = Transferencias
packages-no-transfers = Aún no hay transferencias hacia o desde conexiones en la nube.
packages-transfer-start = Iniciar transferencia
packages-transfer-connection = Conexión en la nube
packages-transfer-choose = Seleccione una conexión
packages-transfer-none = No hay ninguna conexión a la que enviar. Añada una en Conexiones en la nube.
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
    [one] Enviado ({ $count } archivo)
   *[other] Enviado ({ $count } archivos)
}
packages-timeline-scan = Análisis antivirus
packages-timeline-scan-pending = { $count ->
    [one] { $count } archivo en espera del análisis antivirus
   *[other] { $count } archivos en espera del análisis antivirus
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } archivo analizado, sin virus
   *[other] { $count } archivos analizados, sin virus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } archivo sin analizar
   *[other] { $count } archivos sin analizar
}
packages-timeline-scan-infected = Virus detectado en { $title }
packages-scan-reason-off = El análisis está desactivado.
packages-scan-reason-too-large = Los archivos son demasiado grandes para analizarlos.
packages-scan-reason-timeout = El análisis tardó demasiado.
packages-timeline-mail = Correo a { $actor }
packages-timeline-mail-waiting = Correo a { $actor } en espera
packages-timeline-mail-sent = Correo enviado a { $actor }
packages-timeline-mail-kept = Correo a { $actor } no enviado: sin servidor de correo
packages-timeline-mail-failed = Correo a { $actor } fallido
packages-timeline-mail-cancelled = Correo a { $actor } cancelado
packages-timeline-transfer = Transferencia: { $title }
packages-timeline-transfer-pending = Transferencia en espera: { $title }
packages-timeline-transfer-transferring = Transferencia en curso: { $title }
packages-timeline-transfer-complete = Transferencia completa: { $title }
packages-timeline-transfer-error = Transferencia fallida: { $title }
packages-timeline-webhook = Webhook «{ $title }»: { $detail }
packages-timeline-webhook-exhausted = Webhook «{ $title }» fallido
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
    [yes] Límite de descargas alcanzado en el enlace de { $actor }
   *[no] Límite de descargas de un enlace alcanzado
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
packages-timeline-archived-unarchived = Desarchivado

packages-uploading = Enviando
packages-uploading-unknown = Esperando al remitente. Los archivos aparecen a medida que llegan.
packages-uploading-done = { $percent } · { $bytes } de { $total } · { $files } de { $all } archivos

home-welcome = Le damos la bienvenida, { $name }
home-steps = Primeros pasos
home-step-send = Envíe su primer paquete
home-step-send-help = Archivos y carpetas de cualquier tamaño, con un enlace por destinatario.
home-step-portal = Cree un portal
home-step-portal-help = Una página en la que otras personas le envían archivos sin cuenta.
home-step-portal-action = Ir a los portales
home-step-member = Invite a sus colegas
home-step-member-help = Cada uno con un rol que define sus permisos.
home-step-member-action = Invitar a colegas
home-step-done = Hecho
home-recent-sent = Enviados recientemente
home-recent-received = Recibidos recientemente
home-all = Mostrar todo
home-nothing = Nada todavía.

send-title = Enviar archivos
send-files = Archivos
send-drop = Suelte archivos y carpetas en cualquier lugar de esta página, o péguelos.
send-choose-files = Seleccionar archivos
send-choose-folder = Seleccionar una carpeta
send-drop-here = Suelte para añadir
send-drop-not-added = No se ha añadido nada porque hay otro envío en curso. Añada los archivos cuando termine.
send-reading = Leyendo carpetas
send-left-out = { $count ->
    [one] { $count } archivo del sistema omitido
   *[other] { $count } archivos del sistema omitidos
}
send-list = Archivos para enviar
send-list-total = { $files ->
    [one] { $files } archivo, { $size }
   *[other] { $files } archivos, { $size }
}
send-remove-named = Quitar { $name }
send-remove-refused = Quitar todos los archivos rechazados
send-details = Detalles
send-name = Nombre del paquete
send-name-help = De forma predeterminada, el nombre del primer archivo.
send-recipients = Destinatarios
send-recipients-help = Direcciones de correo electrónico. Déjelo vacío para obtener un enlace para compartir.
send-message = Mensaje
send-password = Contraseña
send-password-help = Los destinatarios deben introducirla. Compártala por separado del enlace.
send-limit = Descargas por enlace
send-limit-help = Déjelo vacío para el valor predeterminado del equipo.
send-keep = Caduca
send-keep-default = { $days ->
    [one] Después de { $days } día (predeterminado del equipo)
   *[other] Después de { $days } días (predeterminado del equipo)
}
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
send-state-missing = Seleccione de nuevo este archivo
send-state-refused = Rechazado
send-fault-type = Este tipo de archivo no está permitido.
send-fault-size = El archivo es demasiado grande.
send-fault-count = Demasiados archivos.
send-fault-total = El paquete sería demasiado grande.
send-fault-name = El nombre no está permitido.
send-fault-duplicate = La lista ya contiene este archivo.
send-fault-changed = El archivo ha cambiado desde que lo seleccionó. Quítelo y añádalo de nuevo.
send-fault-unreadable = No se puede leer el archivo. Compruebe que su disco está conectado.
send-fault-checksum = El archivo se ha dañado varias veces durante la transferencia. Reinténtelo.
send-fault-etag-hidden = El almacenamiento está mal configurado: sus reglas CORS deben exponer ETag. Avise al administrador.
send-fault-storage = El almacenamiento ha rechazado el archivo.
send-fault-refused = El servidor ha rechazado el archivo.
send-fault-package-gone = El paquete se ha eliminado o ya se ha finalizado.
send-retry = Reintentar
send-retry-all = Reintentar todos los archivos fallidos
send-give-up-failed = Finalizar sin los archivos fallidos
send-pause = Pausar
send-resume = Reanudar
send-cancel = Cancelar
send-cancel-title = ¿Cancelar este envío?
send-cancel-body = Los archivos enviados hasta ahora se eliminan del servidor. Sus propios archivos no cambian.
send-cancel-action = Cancelar envío
send-progress = Progreso del envío
send-progress-files = { $done } de { $files } archivos
send-progress-bytes = { $sent } de { $total }
send-progress-speed = { $size } por segundo
send-left = quedan unos { $time }
send-left-soon = queda menos de un minuto
send-starting = Iniciando
send-sending = Enviando { $name }
send-paused = En pausa
send-pausing = Pausando…
send-list-cut-off = Esta página se cerró antes de guardar la lista completa de archivos. Añada de nuevo todos los archivos; lo que ya ha llegado no se envía dos veces. Después, finalice el envío.
send-list-complete = La lista está completa: finalizar
send-attention = Se necesita su intervención
send-finishing = Finalizando
send-elsewhere = Otra pestaña está enviando este paquete.
send-failed = El envío ha fallado
send-cancelled = Envío cancelado.
send-waiting-offline = No hay conexión de red. El envío se reanudará automáticamente cuando vuelva.
send-waiting-network = El servidor no responde. Se reintentará en { $seconds } s.
send-waiting-storage = El almacenamiento no responde. Se reintentará en { $seconds } s.
send-waiting-busy = El servidor está ocupado. Se reintentará en { $seconds } s.
send-keep-open = Mantenga abierta esta página hasta que se hayan enviado todos los archivos. Mientras tanto puede usar el resto de la consola.
send-announce = { $percent } enviado
send-done = Enviado
send-done-mailed = { $count ->
    [one] Hemos avisado por correo a { $count } persona.
   *[other] Hemos avisado por correo a { $count } personas.
}
send-done-link = Su paquete está listo. Cree un enlace para compartirlo.
send-done-facts = «{ $name }»: { $files }, { $size }
send-show-package = Mostrar paquete
send-again = Enviar más archivos
send-expiry-failed = El paquete se envió, pero no se pudo cambiar su caducidad. Cámbiela en la página del paquete.
send-unfinished = Su envío «{ $name }» está al { $percent }. ¿Reanudar?
send-unfinished-elsewhere = «{ $name }» se está enviando en otra pestaña.
send-unfinished-continue = Reanudar
send-unfinished-replaces = Los archivos que acaba de seleccionar no forman parte de ese envío. Se quitarán de la lista.
send-unfinished-forget = Eliminar este envío
send-unfinished-pick = Seleccione o suelte de nuevo los mismos archivos. Las partes ya enviadas no se envían dos veces.
send-running = Enviando: { $percent }
