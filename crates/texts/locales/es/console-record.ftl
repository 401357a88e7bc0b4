# Las páginas de la consola sobre lo ocurrido: actividades, auditoría, uso y bandeja de salida.

record-from = Desde
record-to = Hasta
record-any = Todos
record-filter-clear = Quitar filtros
record-nothing-found = Sin resultados. Quite algunos filtros.
record-filters = Filtros

## Activities

activities-title = Actividades
activities-intro = Envíos, descargas, enlaces y transferencias, los más recientes primero.
activities-intro-own = Sus envíos, descargas, enlaces y transferencias, los más recientes primero.
activities-empty-title = Aún no hay actividades
activities-empty-text = Los envíos y las descargas aparecen aquí.
activities-column-kind = Tipo
activities-column-state = Estado
activities-column-package = Paquete
activities-column-actor = Usuario
activities-column-time = Hora
activities-kind = Tipo
activities-kind-upload = Envío
activities-kind-download = Descarga
activities-kind-link-creation = Enlace creado
activities-kind-transfer = Transferencia
activities-state = Estado
activities-state-pending = En espera
activities-state-started = En curso
activities-state-complete = Completada
activities-state-cancelled = Cancelada
activities-state-error = Fallida
activities-one-package = Actividades de un paquete
activities-steps-of = Pasos de { $kind }: { $package }
activities-no-steps = No hay pasos registrados.
activities-more-steps = Cargar más pasos
activities-open-package = Abrir paquete
activities-someone = Alguien con el enlace

## Audit

audit-title = Registro de auditoría
audit-intro = Registro a prueba de manipulaciones de todos los cambios.
audit-intro-own = Registro a prueba de manipulaciones de sus cambios.
audit-empty = Aún no hay entradas.
audit-column-time = Hora
audit-column-actor = Usuario
audit-column-action = Acción
audit-column-object = Objeto
audit-column-address = Dirección IP
audit-column-detail = Detalles
audit-actor = Usuario
audit-action = Acción
audit-object = ID del objeto
audit-details = Detalles de la entrada { $number }
audit-credential = Credencial
audit-hash = Hash
audit-copy-hash = Copiar hash
audit-hash-help = El operador verifica el registro con «tonnage admin audit verify».
audit-export = Exportar
audit-export-csv = CSV, para hojas de cálculo
audit-export-json = JSON, para programas
audit-exporting = { $read } de { $total } entradas exportadas
audit-exported = { $count ->
    [one] { $count } entrada exportada.
   *[other] { $count } entradas exportadas.
}
audit-export-stop = Detener
audit-actor-operator = Operador del servidor
audit-actor-service = Sistema
audit-actor-stranger = Invitado
audit-actor-package-token = Token de paquete
audit-action-sign-in = Inicio de sesión
audit-action-sign-in-failed = Error al iniciar sesión
audit-action-log-out-all = Sesión cerrada en todas partes
audit-action-password-changed = Contraseña cambiada
audit-action-password-reset = Contraseña restablecida
audit-action-email-change-requested = Cambio de correo electrónico solicitado
audit-action-email-changed = Correo electrónico cambiado
audit-action-profile-changed = Perfil cambiado
audit-action-second-factor-begun = Configuración de la autenticación en dos pasos iniciada
audit-action-second-factor-on = Autenticación en dos pasos activada
audit-action-second-factor-off = Autenticación en dos pasos desactivada
audit-action-team-created = Equipo creado
audit-action-team-updated = Configuración del equipo cambiada
audit-action-team-suspended = Equipo suspendido
audit-action-team-reactivated = Equipo reactivado
audit-action-member-invited = Miembro invitado
audit-action-invitation-accepted = Invitación aceptada
audit-action-role-changed = Rol cambiado
audit-action-member-removed = Miembro quitado
audit-action-teamspace-created = Teamspace creado
audit-action-teamspace-renamed = Teamspace renombrado
audit-action-teamspace-deleted = Teamspace eliminado
audit-action-teamspace-member-added = Miembro añadido a un Teamspace
audit-action-teamspace-member-removed = Miembro quitado de un Teamspace
audit-action-tag-created = Etiqueta creada
audit-action-tag-deleted = Etiqueta eliminada
audit-action-api-key-created = Clave de API creada
audit-action-api-key-updated = Clave de API cambiada
audit-action-api-key-switched = Clave de API activada o desactivada
audit-action-api-key-deleted = Clave de API eliminada
audit-action-package-created = Paquete creado
audit-action-package-finalized = Paquete finalizado
audit-action-package-updated = Paquete cambiado
audit-action-package-expiry-changed = Caducidad de un paquete cambiada
audit-action-package-archived = Paquete archivado
audit-action-package-unarchived = Paquete desarchivado
audit-action-packages-archived = Paquetes archivados
audit-action-packages-unarchived = Paquetes desarchivados
audit-action-package-deleted = Paquete eliminado
audit-action-package-expired = Paquete caducado
audit-action-package-restored = Paquete restaurado
audit-action-file-removed = Archivo eliminado
audit-action-virus-found = Virus detectado
audit-action-link-created = Enlace creado
audit-action-link-deleted = Enlace eliminado
audit-action-link-secret-shown = Enlace mostrado de nuevo
audit-action-link-password-wrong = Contraseña de enlace incorrecta
audit-action-portal-created = Portal creado
audit-action-portal-updated = Portal cambiado
audit-action-portal-deleted = Portal eliminado
audit-action-access-code-wrong = Código de acceso incorrecto
audit-action-portal-access-changed = Acceso a un portal cambiado
audit-action-portal-connections-changed = Conexiones en la nube de un portal cambiadas
audit-action-portal-webhooks-changed = Webhooks de un portal cambiados
audit-action-form-created = Formulario creado
audit-action-form-updated = Formulario cambiado
audit-action-form-deleted = Formulario eliminado
audit-action-form-template-created = Plantilla de formulario creada
audit-action-form-template-updated = Plantilla de formulario cambiada
audit-action-form-template-deleted = Plantilla de formulario eliminada
audit-action-filter-created = Filtro creado
audit-action-filter-updated = Filtro cambiado
audit-action-filter-deleted = Filtro eliminado
audit-action-connection-created = Conexión en la nube creada
audit-action-connection-updated = Conexión en la nube cambiada
audit-action-connection-deleted = Conexión en la nube eliminada
audit-action-connection-tested = Conexión en la nube probada
audit-action-transfer-started = Transferencia iniciada
audit-action-webhook-created = Webhook creado
audit-action-webhook-updated = Webhook cambiado
audit-action-webhook-deleted = Webhook eliminado
audit-action-webhook-secret-rotated = Secreto de un webhook sustituido
audit-action-webhook-redelivered = Evento de webhook reenviado
audit-action-webhook-tested = Webhook probado
audit-action-mail-retried = Correo enviado de nuevo

## Usage

usage-title = Uso
usage-intro = Almacenamiento y transferencias de este equipo. Los días son en UTC.
usage-period = Periodo
usage-days = { $days ->
    [365] Último año
   *[other] Últimos { $days } días
}
usage-held = { $used } de { $limit } usados, incluidos los envíos sin terminar y los paquetes eliminados recientemente.
usage-held-near = El almacenamiento está casi lleno. Al alcanzar el límite, nadie podrá enviar a este equipo ni desde él. Elimine paquetes o pida a un propietario o al operador que aumente el límite.
usage-stored-now = Almacenado ahora
usage-packages-now = { $count ->
    [one] en { $count } paquete
   *[other] en { $count } paquetes
}
usage-uploaded = Enviado
usage-downloaded = Descargado
usage-forwarded = Enviado a nubes
usage-packages = Paquetes finalizados
usage-in-period = en este periodo
usage-chart-stored = Almacenamiento al final de cada día
usage-chart-uploaded = Enviado por día
usage-chart-downloaded = Descargado por día
usage-chart-forwarded = Enviado a nubes por día
usage-chart-summary = { $title }, del { $from } al { $to }. Máximo: { $highest } el { $day }.
usage-nothing = No hay datos en este periodo.
usage-bar = { $day }: { $value }
usage-table = Mostrar como tabla
usage-table-caption = Uso por día
usage-day = Día
usage-stored = Almacenado

## Outbox

outbox-title = Registro de correos
outbox-intro = Correos enviados por este equipo, los más recientes primero.
outbox-kept-banner = Este servidor no tiene servidor de correo, por lo que los correos no se envían. Copie su texto y envíelo usted, o pida al operador que configure «mail.smtp_url».
outbox-failed-banner = { $count ->
    [one] No se pudo enviar { $count } correo de esta página.
   *[other] No se pudieron enviar { $count } correos de esta página.
}
outbox-empty-title = Aún no hay correos
outbox-empty-text = Las invitaciones, los enlaces y los acuses de recibo aparecen aquí.
outbox-column-subject = Asunto
outbox-column-recipient = Para
outbox-column-state = Estado
outbox-column-time = Creado
outbox-state-waiting = En espera
outbox-state-sent = Enviado
outbox-state-kept = No enviado
outbox-state-failed = Fallido
outbox-state-cancelled = Cancelado
outbox-state-help-waiting = Se enviará pronto.
outbox-state-help-sent = El servidor de correo lo ha aceptado.
outbox-state-help-kept = No hay servidor de correo. Copie el texto y envíelo usted.
outbox-state-help-failed = No se pudo enviar. Puede enviarlo de nuevo.
outbox-state-help-cancelled = Ya no es necesario y no se enviará.
outbox-retry = Enviar de nuevo
outbox-retried = El correo se enviará de nuevo.
outbox-error = Motivo
outbox-text = Texto
outbox-no-text = Solo el destinatario puede ver el texto de este correo.
outbox-copy-text = Copiar texto
outbox-open-package = Abrir paquete
