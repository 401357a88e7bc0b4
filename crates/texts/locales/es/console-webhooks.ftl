# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Un webhook avisa a uno de sus programas cuando ocurre algo en un portal.
webhooks-create = Crear un webhook
webhooks-none = Aún no hay webhooks
webhooks-none-help = Cree uno y asócielo a un portal.
webhooks-name = Nombre
webhooks-state = Estado
webhooks-on = Activo
webhooks-off = Inactivo
webhooks-url = Dirección
webhooks-url-help = Se llama una vez al guardar, para ver si responde.
webhooks-url-missing = Escriba la dirección que se llamará.
webhooks-url-no-address = Esto no es una dirección. Empieza por https://
webhooks-url-scheme = Solo se puede llamar a http y https.
webhooks-url-user = No ponga usuario ni contraseña en la dirección; envíelos en una cabecera.
webhooks-events = Eventos
webhooks-events-missing = Elija al menos un evento.
webhooks-event = Evento
webhooks-event-package-created = Alguien empezó a enviar
webhooks-event-package-finalized = Todo ha llegado
webhooks-event-quota-near = Queda poco de un límite
webhooks-event-quota-reached = Se alcanzó un límite
webhooks-event-webhook-test = Evento de prueba
webhooks-event-id = Identificador del evento
webhooks-portals = Portales
webhooks-portal-count = { $count ->
    [one] { $count } portal
   *[other] { $count } portales
}
webhooks-attached = { $count ->
    [one] asociado a { $count } portal
   *[other] asociado a { $count } portales
}
webhooks-method = Método
webhooks-headers = Cabeceras
webhooks-headers-help = Se envían con cada entrega, por ejemplo para identificarse ante su programa. Los valores guardados no se vuelven a mostrar.
webhooks-extras = Valores adicionales
webhooks-extras-help = Se añaden al cuerpo de cada evento como body_extras.
webhooks-value = Valor
webhooks-pair-name = { $list }: nombre { $number }
webhooks-pair-value = { $list }: valor { $number }
webhooks-pair-remove = { $list }: quitar la línea { $number }
webhooks-pair-add = Añadir una línea
webhooks-names-doubled = Este nombre aparece dos veces.
webhooks-active = Enviar eventos
webhooks-active-help = Mientras está inactivo, no se envía nada ni se guarda para después.
webhooks-made = El webhook está creado
webhooks-made-lead = Guarde ahora su secreto y después asócielo a un portal.
webhooks-secret = Secreto de firma
webhooks-secret-help = Con él, su programa comprueba que un evento viene de aquí, según el esquema Standard Webhooks.
webhooks-secret-kept = He guardado el secreto
webhooks-settings = Ajustes
webhooks-saved = El webhook está guardado.
webhooks-test = Enviar un evento de prueba
webhooks-tested = El evento de prueba está en camino; vea las entregas.
webhooks-more = Más
webhooks-rotate = Obtener un secreto nuevo
webhooks-rotate-body = Las entregas se firman con ambos secretos durante 24 horas; después el antiguo deja de valer.
webhooks-rotate-do = Crear un secreto nuevo
webhooks-rotated = El secreto nuevo
webhooks-rotated-help = Déselo a su programa en un plazo de 24 horas.
webhooks-delete-title = ¿Eliminar este webhook?
webhooks-delete-body = { $count ->
    [one] No se puede deshacer. No se enviará nada más; se quita de { $count } portal.
   *[other] No se puede deshacer. No se enviará nada más; se quita de { $count } portales.
}
webhooks-deleted = El webhook está eliminado.
webhooks-deliveries = Entregas
webhooks-deliveries-help = Las 500 más recientes de los últimos treinta días. Cada evento se intenta hasta cinco veces.
webhooks-no-deliveries = Aún no se ha enviado nada
webhooks-no-deliveries-help = Envíe un evento de prueba para ver si su programa responde.
webhooks-delivery-pending = En camino
webhooks-delivery-delivered = Entregado
webhooks-delivery-exhausted = Abandonado
webhooks-answer = Última respuesta
webhooks-status = Estado { $status }
webhooks-attempts = Intentos
webhooks-no-attempts = Aún sin intentos.
webhooks-last-attempt = Último intento
webhooks-next-attempt = Próximo intento
webhooks-package = Paquete
webhooks-redeliver = Enviar de nuevo
webhooks-redelivering = El evento se envía de nuevo.
