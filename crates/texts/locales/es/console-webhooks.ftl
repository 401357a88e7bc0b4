# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Un webhook avisa a su programa cuando ocurre algo en un portal.
webhooks-create = Crear webhook
webhooks-none = Aún no hay webhooks
webhooks-none-help = Cree uno y añádalo a un portal.
webhooks-name = Nombre
webhooks-state = Estado
webhooks-on = Activado
webhooks-off = Desactivado
webhooks-url = URL
webhooks-url-help = Se llama una vez al guardar, para probarla.
webhooks-url-missing = Escriba una URL.
webhooks-url-no-address = Esto no es una URL. Empieza por https://
webhooks-url-scheme = Use una URL http o https.
webhooks-url-user = Quite el usuario y la contraseña de la URL. Envíelos en un encabezado.
webhooks-events = Eventos
webhooks-events-missing = Seleccione al menos un evento.
webhooks-event = Evento
webhooks-event-package-created = Envío iniciado
webhooks-event-package-finalized = Envío completado
webhooks-event-quota-near = Límite casi alcanzado
webhooks-event-quota-reached = Límite alcanzado
webhooks-event-webhook-test = Evento de prueba
webhooks-event-id = ID del evento
webhooks-portals = Portales
webhooks-portal-count = { $count ->
    [one] { $count } portal
   *[other] { $count } portales
}
webhooks-attached = { $count ->
    [one] usado por { $count } portal
   *[other] usado por { $count } portales
}
webhooks-method = Método
webhooks-headers = Encabezados
webhooks-headers-help = Se envían con cada entrega, por ejemplo para autenticarse. Los valores guardados no se vuelven a mostrar.
webhooks-extras = Valores adicionales
webhooks-extras-help = Se añaden al cuerpo de cada evento como body_extras.
webhooks-value = Valor
webhooks-pair-name = { $list }: nombre { $number }
webhooks-pair-value = { $list }: valor { $number }
webhooks-pair-remove = { $list }: quitar la fila { $number }
webhooks-pair-add = Añadir fila
webhooks-names-doubled = Este nombre ya se usa.
webhooks-active = Enviar eventos
webhooks-active-help = Si está desactivado, no se envían eventos ni se guardan para después.
webhooks-made = Webhook creado
webhooks-made-lead = Copie ahora su secreto y añada el webhook a un portal.
webhooks-secret = Secreto de firma
webhooks-secret-help = Su programa lo usa para verificar que los eventos vienen de aquí (Standard Webhooks).
webhooks-secret-kept = He guardado el secreto
webhooks-settings = Configuración
webhooks-saved = Webhook guardado.
webhooks-test = Enviar evento de prueba
webhooks-tested = Evento de prueba enviado. Consulte las entregas.
webhooks-more = Más
webhooks-rotate = Sustituir secreto
webhooks-rotate-body = Las entregas se firman con ambos secretos durante 24 horas. Después, el secreto antiguo deja de funcionar.
webhooks-rotate-do = Crear secreto nuevo
webhooks-rotated = Secreto nuevo
webhooks-rotated-help = Úselo en su programa antes de 24 horas.
webhooks-delete-title = ¿Eliminar este webhook?
webhooks-delete-body = { $count ->
    [one] No se puede deshacer. No se envían más eventos y el webhook se quita de { $count } portal.
   *[other] No se puede deshacer. No se envían más eventos y el webhook se quita de { $count } portales.
}
webhooks-deleted = Webhook eliminado.
webhooks-deliveries = Entregas
webhooks-deliveries-help = Las 500 más recientes de los últimos 30 días. Cada evento se envía hasta 5 veces.
webhooks-no-deliveries = Aún no hay entregas
webhooks-no-deliveries-help = Envíe un evento de prueba para comprobar que su programa responde.
webhooks-delivery-pending = En espera
webhooks-delivery-delivered = Entregado
webhooks-delivery-exhausted = Fallido
webhooks-answer = Última respuesta
webhooks-status = Estado { $status }
webhooks-attempts = Intentos
webhooks-no-attempts = Aún no hay intentos.
webhooks-last-attempt = Último intento
webhooks-next-attempt = Próximo intento
webhooks-package = Paquete
webhooks-redeliver = Enviar de nuevo
webhooks-redelivering = El evento se enviará de nuevo.
