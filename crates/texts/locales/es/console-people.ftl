# Las páginas de la consola para miembros, Teamspaces, etiquetas y claves de API.

## Members

members-title = Miembros
members-intro = Todos los miembros de este equipo y sus roles.
members-search = Buscar por nombre o correo electrónico
members-invite = Invitar a un miembro
members-column-name = Nombre
members-column-role = Rol
members-column-status = Estado
members-column-spaces = Teamspaces
members-column-actions = Acciones
members-you = (usted)
members-status-active = Activo
members-status-invited = Invitado
members-none-found = No se han encontrado miembros.
members-count = { $count ->
    [one] { $count } miembro
   *[other] { $count } miembros
}
members-role-owner = Propietario
members-role-admin = Administrador
members-role-integration-manager = Gestor de integraciones
members-role-member = Miembro
members-role-guest = Invitado
members-role-help-owner = Puede hacerlo todo. Solo el propietario puede transferir el equipo.
members-role-help-admin = Gestiona la configuración, los miembros, los portales y los paquetes del equipo.
members-role-help-integration-manager = Envía paquetes y gestiona conexiones en la nube, webhooks, filtros y sus propias claves de API.
members-role-help-member = Envía paquetes y crea portales en sus Teamspaces.
members-role-help-guest = Solo ve los portales compartidos con él.
members-role-field = Rol
members-email-field = Correo electrónico
members-name-field = Nombre
members-name-help = Opcional. Se puede cambiar al aceptar.
members-invite-title = Invitar a un miembro a { $team }
members-invite-help = La persona recibe un correo con un enlace válido durante 7 días.
members-invite-send = Enviar invitación
members-invited-done = Invitación enviada a { $email }.
members-invite-outbox = Si no hay servidor de correo, copie la invitación desde el registro de correos.
members-invite-again = Reenviar invitación
members-invited-again-done = Nueva invitación enviada a { $email }. El enlace anterior ya no funciona.
members-change-role = Cambiar rol
members-change-role-title = Cambiar el rol de { $name }
members-change-role-save = Cambiar rol
members-role-changed-done = { $name } tiene ahora el rol { $role }.
members-hand-over = Transferir el equipo
members-hand-over-title = ¿Transferir el equipo a { $name }?
members-hand-over-text = { $name } pasa a ser propietario de { $team } y usted pasa a ser administrador. Solo { $name } podrá deshacerlo.
members-hand-over-confirm = Transferir el equipo
members-handed-over-done = Este equipo pertenece ahora a { $name }. Usted es administrador.
members-remove = Quitar del equipo
members-remove-title = ¿Quitar a { $name }?
members-remove-text = { $name } pierde de inmediato el acceso a { $team } y sus claves de API se desactivan. Los paquetes que envió y recibió se quedan en el equipo.
members-remove-confirm = Quitar del equipo
members-removed-done = Se ha quitado a { $name } del equipo.
members-menu = Acciones para { $name }
members-spaces-none = Ninguno
members-spaces-all = Todos
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Un Teamspace limita portales y paquetes a algunos miembros. El propietario y los administradores los ven todos.
spaces-create = Crear Teamspace
spaces-create-title = Crear Teamspace
spaces-name-field = Nombre
spaces-members-field = Miembros
spaces-members-help = Puede añadir a más personas después.
spaces-created-done = Teamspace { $name } creado.
spaces-empty-title = Aún no hay Teamspaces
spaces-empty-text = Use un Teamspace para un proyecto o cliente que solo deban ver algunos miembros.
spaces-empty-text-member = No está en ningún Teamspace. Pida a un administrador de su equipo que le añada.
spaces-column-name = Nombre
spaces-column-members = Miembros
spaces-members-count = { $count ->
    [0] Sin miembros
    [one] { $count } miembro
   *[other] { $count } miembros
}
spaces-menu = Acciones para { $name }
spaces-rename = Cambiar nombre
spaces-rename-title = Cambiar el nombre de { $name }
spaces-renamed-done = Nombre del Teamspace cambiado a { $name }.
spaces-delete-title = ¿Eliminar el Teamspace { $name }?
spaces-delete-text = No se puede deshacer. Sus portales y paquetes se quedan en el equipo, y todos sus miembros vuelven a verlos. Solo quien creó un Teamspace puede eliminarlo.
spaces-deleted-done = Teamspace { $name } eliminado.
spaces-members-title = Miembros
spaces-members-note = El propietario y los administradores tienen acceso a todos los Teamspaces sin ser añadidos.
spaces-add-members = Añadir miembros
spaces-add-members-title = Añadir miembros a { $name }
spaces-add-members-choose = Miembros que se añadirán
spaces-add-members-all-in = Todo el equipo está ya en este Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } miembro añadido.
   *[other] { $count } miembros añadidos.
}
spaces-remove-member = Quitar a { $name }
spaces-member-removed-done = Se ha quitado a { $name } del Teamspace.
spaces-member-unnamed = Miembro sin nombre
spaces-no-members = Aún no hay miembros.
spaces-packages-title = Paquetes
spaces-packages-search = Buscar paquetes por nombre
spaces-packages-empty = Aún no hay paquetes en este Teamspace.
spaces-packages-none-found = No se han encontrado paquetes.
spaces-package-name = Nombre
spaces-package-sender = Remitente
spaces-package-state = Estado
spaces-package-created = Creado
spaces-package-state-new = Enviando
spaces-package-state-finalized = Listo
spaces-package-state-archived = Archivado
spaces-package-state-expired = Caducado
spaces-page-before = Paquetes más recientes
spaces-page-after = Paquetes más antiguos
spaces-page-number = Página { $page }

## Tags

tags-title = Etiquetas
tags-intro = Use etiquetas para agrupar paquetes. Cada paquete puede tener una etiqueta.
tags-name-field = Nueva etiqueta
tags-create = Crear etiqueta
tags-created-done = Etiqueta { $name } creada.
tags-empty-title = Aún no hay etiquetas
tags-empty-text = Por ejemplo, etiquete los paquetes por proyecto o cliente.
tags-column-name = Etiqueta
tags-column-created = Creada
tags-column-packages = Paquetes
tags-column-actions = Acciones
tags-show-sent = Paquetes enviados con { $name }
tags-show-received = Paquetes recibidos con { $name }
tags-sent-link = Enviados
tags-received-link = Recibidos
tags-delete = Eliminar { $name }
tags-deleted-done = Etiqueta { $name } eliminada.

## API keys

keys-title = Claves de API
keys-intro = Una clave permite que un programa actúe en este equipo con sus permisos. Cree una clave por programa para poder revocarla por separado.
keys-create = Crear clave
keys-create-title = Crear clave de API
keys-edit-title = Editar { $name }
keys-name-field = Nombre
keys-name-help = Por ejemplo, el programa que la usará.
keys-description-field = Descripción
keys-expiry-field = Caduca
keys-expiry-help = Déjelo vacío para una clave que no caduca nunca. Las claves que caducan son más seguras.
keys-expiry-past = Seleccione una fecha futura.
keys-active-field = Activa
keys-active-help = Las solicitudes con una clave inactiva se rechazan.
keys-scopes-field = Permisos
keys-scopes-all = Todos
keys-scopes-missing = Seleccione al menos un permiso.
keys-scope-read = Leer
keys-scope-read-help = Ver paquetes, portales y la configuración, pero no el contenido de los archivos.
keys-scope-send = Enviar
keys-scope-send-help = Crear paquetes, añadir archivos y crear enlaces. Cualquier persona con un enlace puede descargar.
keys-scope-receive = Recibir
keys-scope-receive-help = Descargar archivos, también los que aún se están enviando.
keys-scope-manage = Gestionar
keys-scope-manage-help = Cambiar miembros, portales, conexiones, webhooks y otras opciones de configuración, eliminar paquetes y leer el registro de auditoría.
keys-created-title = Su nueva clave
keys-created-text = Copie la clave ahora. No se volverá a mostrar.
keys-created-label = Clave de API { $name }
keys-created-close = He guardado la clave
keys-empty-title = Aún no hay claves de API
keys-empty-text = Programas como el agente de Tonnage necesitan una clave para enviar y descargar paquetes por usted.
keys-column-name = Nombre
keys-column-state = Estado
keys-column-expiry = Caduca
keys-column-used = Último uso
keys-column-created = Creada
keys-column-actions = Acciones
keys-unnamed = Clave sin nombre
keys-never-expires = Nunca
keys-never-used = Nunca
keys-state-active = Activa
keys-state-inactive = Desactivada
keys-state-suspended = Suspendida
keys-state-expired = Caducada
keys-suspended-note = Este equipo está suspendido. Sus claves se rechazan y no se pueden cambiar hasta que el operador del servidor reactive el equipo.
keys-switch-on = Activar
keys-switch-off = Desactivar
keys-switched-on-done = { $name } activada.
keys-switched-off-done = { $name } desactivada. Los programas que la usan ahora se rechazan.
keys-edit = Editar
keys-saved-done = { $name } guardada.
keys-delete-title = ¿Eliminar { $name }?
keys-delete-text = Los programas que usan esta clave dejan de funcionar de inmediato. No se puede deshacer.
keys-deleted-done = { $name } eliminada.
keys-menu = Acciones para { $name }
keys-only-device = Solo el propietario ve todas las claves de un equipo. Usted ve las claves que creó en este navegador. Sus demás claves siguen funcionando y el propietario puede desactivarlas.
