# Las páginas de la consola para miembros, Teamspaces, etiquetas y claves de API.

## Members

members-title = Miembros
members-intro = Todas las personas de este equipo y lo que puede hacer cada una.
members-search = Buscar por nombre o correo electrónico
members-invite = Invitar a alguien
members-column-name = Nombre
members-column-role = Rol
members-column-status = Estado
members-column-spaces = Teamspaces
members-column-actions = Acciones
members-you = (usted)
members-status-active = Activo
members-status-invited = Invitado
members-none-found = Nadie con este nombre o esta dirección.
members-count = { $count ->
    [one] { $count } miembro
   *[other] { $count } miembros
}
members-role-owner = Propietario
members-role-admin = Administrador
members-role-integration-manager = Gestor de integraciones
members-role-member = Miembro
members-role-guest = Invitado
members-role-help-owner = Puede hacerlo todo y es el único que puede traspasar el equipo.
members-role-help-admin = Gestiona el equipo: ajustes, miembros, portales y paquetes.
members-role-help-integration-manager = Envía paquetes y gestiona conexiones a la nube, webhooks, filtros y sus propias claves de API.
members-role-help-member = Envía paquetes y crea portales en sus Teamspaces.
members-role-help-guest = Solo ve los portales que alguien comparte con él.
members-role-field = Rol
members-email-field = Correo electrónico
members-name-field = Nombre
members-name-help = Opcional. Se puede cambiar al aceptar.
members-invite-title = Invitar a alguien a { $team }
members-invite-help = La persona recibe un correo con un enlace válido durante 7 días.
members-invite-send = Enviar invitación
members-invited-done = La invitación para { $email } está en camino.
members-invite-outbox = Si no hay un servidor de correo configurado, la invitación espera en la bandeja de salida.
members-invite-again = Invitar de nuevo
members-invited-again-done = { $email } recibe una nueva invitación. El enlace anterior ya no funciona.
members-change-role = Cambiar rol
members-change-role-title = Cambiar el rol de { $name }
members-change-role-save = Cambiar rol
members-role-changed-done = { $name } tiene ahora el rol { $role }.
members-hand-over = Traspasar el equipo
members-hand-over-title = ¿Traspasar el equipo a { $name }?
members-hand-over-text = { $name } pasa a ser propietario de { $team }. Usted pasa a ser administrador. Solo { $name } podrá deshacerlo después.
members-hand-over-confirm = Traspasar
members-handed-over-done = Este equipo pertenece ahora a { $name }. Usted es administrador.
members-remove = Quitar del equipo
members-remove-title = ¿Quitar a { $name }?
members-remove-text = { $name } pierde el acceso a { $team } de inmediato y sus claves de API se desactivan. Lo enviado y lo recibido se queda en el equipo.
members-remove-confirm = Quitar
members-removed-done = { $name } ya no está en el equipo.
members-menu = Acciones para { $name }
members-spaces-none = Ninguno
members-spaces-all = Todos
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Un Teamspace reserva portales y paquetes para algunos miembros. El propietario y los administradores los ven todos.
spaces-create = Crear un Teamspace
spaces-create-title = Crear un Teamspace
spaces-name-field = Nombre
spaces-members-field = Miembros
spaces-members-help = Puede añadir a más personas después.
spaces-created-done = El Teamspace { $name } está creado.
spaces-empty-title = Aún no hay Teamspaces
spaces-empty-text = Un Teamspace es una parte de su equipo que solo ven algunos miembros, por ejemplo un proyecto o un cliente.
spaces-empty-text-member = Aún no forma parte de ningún Teamspace. Pregunte a un administrador de su equipo.
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
spaces-renamed-done = El Teamspace se llama ahora { $name }.
spaces-delete-title = ¿Eliminar el Teamspace { $name }?
spaces-delete-text = No se puede deshacer. Sus portales y paquetes se quedan en el equipo, y todos sus miembros vuelven a verlos. Solo quien creó un Teamspace puede eliminarlo.
spaces-deleted-done = Se ha eliminado el Teamspace { $name }.
spaces-members-title = Miembros
spaces-members-note = El propietario y los administradores tienen acceso a todos los Teamspaces sin ser añadidos.
spaces-add-members = Añadir miembros
spaces-add-members-title = Añadir miembros a { $name }
spaces-add-members-choose = Miembros que se añadirán
spaces-add-members-all-in = Todo el equipo está ya en este Teamspace.
spaces-members-added-done = { $count ->
    [one] Se ha añadido { $count } miembro.
   *[other] Se han añadido { $count } miembros.
}
spaces-remove-member = Quitar a { $name }
spaces-member-removed-done = Se ha quitado a { $name } del Teamspace.
spaces-member-unnamed = Miembro sin nombre
spaces-no-members = Aún no se ha añadido a nadie.
spaces-packages-title = Paquetes
spaces-packages-search = Buscar paquetes por nombre
spaces-packages-empty = Aún no hay paquetes en este Teamspace.
spaces-packages-none-found = Ningún paquete con este nombre.
spaces-package-name = Nombre
spaces-package-sender = Remitente
spaces-package-state = Estado
spaces-package-created = Creado
spaces-package-state-new = Sin terminar
spaces-package-state-finalized = Disponible
spaces-package-state-archived = Archivado
spaces-package-state-expired = Caducado
spaces-page-before = Paquetes más recientes
spaces-page-after = Paquetes más antiguos
spaces-page-number = Página { $page }

## Tags

tags-title = Etiquetas
tags-intro = Una etiqueta marca paquetes para volver a encontrarlos. Un paquete tiene como máximo una etiqueta.
tags-name-field = Nueva etiqueta
tags-create = Crear etiqueta
tags-created-done = La etiqueta { $name } está creada.
tags-empty-title = Aún no hay etiquetas
tags-empty-text = Las etiquetas ordenan los paquetes por proyecto, cliente o lo que vaya a buscar más tarde.
tags-column-name = Etiqueta
tags-column-created = Creada
tags-column-packages = Paquetes
tags-column-actions = Acciones
tags-show-sent = Paquetes enviados con { $name }
tags-show-received = Paquetes recibidos con { $name }
tags-sent-link = Enviados
tags-received-link = Recibidos
tags-delete = Eliminar { $name }
tags-deleted-done = Se ha eliminado la etiqueta { $name }.

## API keys

keys-title = Claves de API
keys-intro = Una clave permite que un programa actúe en este equipo con sus permisos. Dé a cada programa una clave propia para poder desactivarla por separado.
keys-create = Crear una clave
keys-create-title = Crear una clave de API
keys-edit-title = Modificar { $name }
keys-name-field = Nombre
keys-name-help = Por ejemplo, el programa que la usará.
keys-description-field = Descripción
keys-expiry-field = Caduca
keys-expiry-help = Déjelo vacío para una clave que no caduca. Una clave que caduca es más segura.
keys-expiry-past = Elija un momento futuro.
keys-active-field = Activa
keys-active-help = Una clave que no está activa se rechaza.
keys-scopes-field = Permisos
keys-scopes-all = Todos
keys-scopes-missing = Elija al menos un permiso.
keys-scope-read = Leer
keys-scope-read-help = Ver paquetes, portales y ajustes, pero no el contenido de los archivos.
keys-scope-send = Enviar
keys-scope-send-help = Crear paquetes, añadir archivos y crear enlaces. Quien tenga un enlace puede descargar.
keys-scope-receive = Recibir
keys-scope-receive-help = Descargar archivos, también mientras crecen.
keys-scope-manage = Administrar
keys-scope-manage-help = Cambiar miembros, portales, conexiones, webhooks y otros ajustes, eliminar paquetes y leer el registro de auditoría.
keys-created-title = Su nueva clave
keys-created-text = Copie la clave ahora. No volverá a verla, porque solo guardamos su huella.
keys-created-label = Clave de API { $name }
keys-created-close = He guardado la clave
keys-empty-title = Aún no hay claves de API
keys-empty-text = Programas como el agente de transferencia necesitan una clave para enviar y recoger paquetes por usted.
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
keys-suspended-note = Este equipo está suspendido, por lo que sus claves se rechazan y no se pueden cambiar. Recuperarán su estado cuando el operador de este servidor reactive el equipo.
keys-switch-on = Activar
keys-switch-off = Desactivar
keys-switched-on-done = { $name } vuelve a funcionar.
keys-switched-off-done = { $name } está desactivada. Los programas que la usan se rechazan desde ahora.
keys-edit = Modificar
keys-saved-done = { $name } se ha guardado.
keys-delete-title = ¿Eliminar { $name }?
keys-delete-text = Los programas que usan esta clave dejan de funcionar de inmediato. No se puede deshacer.
keys-deleted-done = { $name } se ha eliminado.
keys-menu = Acciones para { $name }
keys-only-device = Solo el propietario ve todas las claves de un equipo. Aquí están las que usted creó en este navegador; las demás siguen funcionando y el propietario puede desactivarlas.
