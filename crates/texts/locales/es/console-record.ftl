# Las páginas de la consola sobre lo ocurrido: actividades, auditoría, uso y bandeja de salida.

record-from = Desde
record-to = Hasta
record-any = Cualquiera
record-filter-clear = Quitar filtros
record-nothing-found = Nada coincide con estos filtros.
record-filters = Filtros

## Activities

activities-title = Actividades
activities-intro = Subidas, descargas, enlaces y transferencias, lo más reciente primero.
activities-intro-own = Lo que usted ha hecho: subidas, descargas, enlaces y transferencias, lo más reciente primero.
activities-empty-title = Aún no ha ocurrido nada
activities-empty-text = En cuanto alguien suba o descargue algo, aparecerá aquí.
activities-column-kind = Qué
activities-column-state = Estado
activities-column-package = Paquete
activities-column-actor = Quién
activities-column-time = Cuándo
activities-kind = Qué
activities-kind-upload = Subida
activities-kind-download = Descarga
activities-kind-link-creation = Enlace creado
activities-kind-transfer = Transferencia
activities-state = Estado
activities-state-pending = En espera
activities-state-started = En curso
activities-state-complete = Completada
activities-state-cancelled = Cancelada
activities-state-error = Fallida
activities-one-package = Solo actividades de un paquete
activities-steps-of = Pasos de { $kind }: { $package }
activities-no-steps = No hay pasos registrados.
activities-more-steps = Leer más pasos
activities-open-package = Abrir el paquete
activities-someone = Alguien con el enlace

## Audit

audit-title = Auditoría
audit-intro = Cada cambio de estado o de permiso. Cada entrada sella la anterior con su hash, de modo que nada se puede cambiar u omitir sin que se note.
audit-intro-own = Lo que usted ha cambiado. Cada entrada sella la anterior con su hash, de modo que nada se puede cambiar u omitir sin que se note.
audit-empty = Aún no hay nada registrado.
audit-column-time = Cuándo
audit-column-actor = Quién
audit-column-action = Qué
audit-column-object = Objeto
audit-column-address = Desde dónde
audit-column-detail = Detalle
audit-actor = Quién
audit-action = Qué
audit-object = Identificador del objeto
audit-details = Detalles de la entrada { $number }
audit-credential = Credencial
audit-hash = Hash
audit-copy-hash = Copiar el hash
audit-hash-help = El operador comprueba toda la cadena con «tonnage admin audit verify».
audit-export = Exportar
audit-export-csv = Como CSV, para hojas de cálculo
audit-export-json = Como JSON, para programas
audit-exporting = { $read } de { $total } entradas leídas
audit-exported = El archivo está listo: { $count ->
    [one] { $count } entrada
   *[other] { $count } entradas
}.
audit-export-stop = Detener
audit-actor-operator = Operador de este servidor
audit-actor-service = El propio servicio
audit-actor-stranger = Visitante sin cuenta
audit-actor-package-token = Titular de un paquete
audit-action-sign-in = Inicio de sesión
audit-action-sign-in-failed = Error al iniciar sesión
audit-action-log-out-all = Sesión cerrada en todas partes
audit-action-password-changed = Contraseña cambiada
audit-action-password-reset = Contraseña restablecida
audit-action-email-change-requested = Cambio de correo electrónico solicitado
audit-action-email-changed = Correo electrónico cambiado
audit-action-profile-changed = Perfil cambiado
audit-action-second-factor-begun = Segundo factor iniciado
audit-action-second-factor-on = Segundo factor activado
audit-action-second-factor-off = Segundo factor desactivado
audit-action-team-created = Equipo creado
audit-action-team-updated = Ajustes del equipo cambiados
audit-action-team-suspended = Equipo suspendido
audit-action-team-reactivated = Equipo reactivado
audit-action-member-invited = Miembro invitado
audit-action-invitation-accepted = Invitación aceptada
audit-action-role-changed = Rol cambiado
audit-action-member-removed = Miembro quitado
audit-action-teamspace-created = Teamspace creado
audit-action-teamspace-renamed = Teamspace renombrado
audit-action-teamspace-deleted = Teamspace eliminado
audit-action-teamspace-member-added = Añadido a un Teamspace
audit-action-teamspace-member-removed = Quitado de un Teamspace
audit-action-tag-created = Etiqueta creada
audit-action-tag-deleted = Etiqueta eliminada
audit-action-api-key-created = Clave de API creada
audit-action-api-key-updated = Clave de API cambiada
audit-action-api-key-switched = Clave de API activada o desactivada
audit-action-api-key-deleted = Clave de API eliminada
audit-action-package-created = Paquete creado
audit-action-package-finalized = Paquete terminado
audit-action-package-updated = Paquete cambiado
audit-action-package-expiry-changed = Caducidad de un paquete cambiada
audit-action-package-archived = Paquete archivado
audit-action-package-unarchived = Paquete sacado del archivo
audit-action-packages-archived = Paquetes archivados
audit-action-packages-unarchived = Paquetes sacados del archivo
audit-action-package-deleted = Paquete eliminado
audit-action-package-expired = Paquete caducado
audit-action-package-restored = Paquete restaurado
audit-action-file-removed = Archivo eliminado
audit-action-virus-found = Virus encontrado
audit-action-link-created = Enlace creado
audit-action-link-deleted = Enlace eliminado
audit-action-link-secret-shown = Enlace mostrado de nuevo
audit-action-link-password-wrong = Contraseña de enlace incorrecta
audit-action-portal-created = Portal creado
audit-action-portal-updated = Portal cambiado
audit-action-portal-deleted = Portal eliminado
audit-action-access-code-wrong = Código de acceso incorrecto
audit-action-portal-access-changed = Acceso a un portal cambiado
audit-action-portal-connections-changed = Conexiones a la nube de un portal cambiadas
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
audit-action-connection-created = Conexión a la nube creada
audit-action-connection-updated = Conexión a la nube cambiada
audit-action-connection-deleted = Conexión a la nube eliminada
audit-action-connection-tested = Conexión a la nube probada
audit-action-transfer-started = Transferencia iniciada
audit-action-webhook-created = Webhook creado
audit-action-webhook-updated = Webhook cambiado
audit-action-webhook-deleted = Webhook eliminado
audit-action-webhook-secret-rotated = Secreto de un webhook renovado
audit-action-webhook-redelivered = Evento de webhook reenviado
audit-action-webhook-tested = Webhook probado
audit-action-mail-retried = Correo enviado de nuevo

## Usage

usage-title = Uso
usage-intro = Lo que este equipo almacena y transfiere. Los días se cuentan en UTC.
usage-period = Periodo
usage-days = { $days ->
    [365] Último año
   *[other] Últimos { $days } días
}
usage-held = Se usan { $used } de { $limit }, con los envíos sin terminar y los paquetes recién eliminados.
usage-held-near = Queda poco espacio. Cuando se alcance el límite, nadie podrá enviar nada a este equipo ni desde él. Elimine paquetes o pida a un propietario o al operador que suba el límite.
usage-stored-now = Almacenado ahora
usage-packages-now = { $count ->
    [one] en { $count } paquete
   *[other] en { $count } paquetes
}
usage-uploaded = Subido
usage-downloaded = Descargado
usage-forwarded = Enviado a nubes
usage-packages = Paquetes terminados
usage-in-period = en este periodo
usage-chart-stored = Almacenamiento al final de cada día
usage-chart-uploaded = Subido cada día
usage-chart-downloaded = Descargado cada día
usage-chart-forwarded = Enviado a nubes cada día
usage-chart-summary = { $title }, del { $from } al { $to }. Máximo: { $highest } el { $day }.
usage-nothing = Nada en este periodo.
usage-bar = { $day }: { $value }
usage-table = Todas las cifras en una tabla
usage-table-caption = Uso por día
usage-day = Día
usage-stored = Almacenado

## Outbox

outbox-title = Bandeja de salida
outbox-intro = Los correos que este equipo ha originado, los más recientes primero.
outbox-kept-banner = En este servidor no hay un servidor de correo configurado, así que los correos se quedan aquí y no llegan a nadie. Transmita usted lo que dicen o pida al operador que configure «mail.smtp_url».
outbox-failed-banner = { $count ->
    [one] No se pudo enviar { $count } correo de esta página.
   *[other] No se pudieron enviar { $count } correos de esta página.
}
outbox-empty-title = Aún no hay correos
outbox-empty-text = Las invitaciones, los enlaces y los acuses de recibo aparecen aquí en cuanto los haya.
outbox-column-subject = Asunto
outbox-column-recipient = Para
outbox-column-state = Estado
outbox-column-time = Escrito
outbox-state-waiting = En espera
outbox-state-sent = Enviado
outbox-state-kept = Guardado aquí
outbox-state-failed = Fallido
outbox-state-cancelled = Cancelado
outbox-state-help-waiting = Se enviará pronto o se volverá a intentar.
outbox-state-help-sent = El servidor de correo lo ha aceptado.
outbox-state-help-kept = No hay servidor de correo: transmítalo usted.
outbox-state-help-failed = No se pudo enviar. Puede enviarlo de nuevo.
outbox-state-help-cancelled = Ya no era necesario y no se enviará.
outbox-retry = Enviar de nuevo
outbox-retried = El correo se envía de nuevo.
outbox-error = Motivo
outbox-text = Texto
outbox-no-text = El texto de este correo es solo para su destinatario y no se muestra.
outbox-copy-text = Copiar el texto
outbox-open-package = Abrir el paquete
