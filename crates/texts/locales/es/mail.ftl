# What mails say.

## Words that several mails use

mail-files = { $count ->
    [one] { $count } archivo
   *[other] { $count } archivos
}
mail-more-files = { $count ->
    [one] y { $count } más
   *[other] y { $count } más
}
mail-decimal-mark = ,
mail-size = { $unit ->
    [one-byte] { $number } byte
    [kilobyte] { $number } kB
    [megabyte] { $number } MB
    [gigabyte] { $number } GB
    [terabyte] { $number } TB
    [petabyte] { $number } PB
   *[byte] { $number } bytes
}
mail-time = { $day } de { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[12] diciembre
} de { $year }, { $clock } UTC
mail-label = { $label }:
mail-name-and-address = { $name } ({ $address })
mail-file-and-size = { $name } ({ $size })
mail-someone = Alguien con el enlace

mail-preheader = { $files }, { $size }
mail-preheader-until = { $files }, { $size }, disponible hasta el { $until }
mail-open-console = Abrir la consola
mail-open-address = Si el botón no funciona, abra esta dirección:
mail-sender-writes = Mensaje del remitente
mail-form-says = Respuestas del formulario
mail-from-server = Enviado por { $name }, el servidor de transferencia de archivos en { $address }
mail-answers-to-sender = Las respuestas a este mensaje llegan a { $address }.
mail-answers-to-server = Las respuestas a este mensaje llegan a los responsables de este servidor.

mail-fact-package = Paquete
mail-fact-files = Archivos
mail-fact-size = Tamaño
mail-fact-until = Disponible hasta
mail-fact-downloads = Descargas restantes
mail-fact-password = Contraseña
mail-fact-received = Recibido
mail-fact-reason = Motivo
mail-fact-packages = Paquetes
mail-fact-ends = Finaliza
mail-fact-seen = Visto por última vez
mail-password-from-sender = Necesita una; el remitente se la da por separado.
mail-password-of-portal = Necesita la contraseña de descarga del portal.

## Packages

mail-package-for-you-subject = { $who } le ha enviado { $files } ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } le ha enviado { $files }, { $size } en total.
mail-package-for-you-button = Descargar
mail-package-for-you-reason = Recibe este mensaje porque { $sender } indicó su dirección. El enlace es solo para usted: no lo comparta.

mail-package-received-subject = { $who } ha enviado { $files } ({ $size }) a { $portal }: { $name }
mail-package-received-sentence = { $who } ha enviado { $files }, { $size } en total, a través del portal { $portal }.
mail-package-received-button = Descargar
mail-package-received-reason = Recibe este mensaje porque el portal { $portal } le avisa de los envíos. El enlace es solo para usted: no lo comparta.

mail-upload-receipt-subject = { $portal } ha recibido { $files } ({ $size })
mail-upload-receipt-sentence = El portal { $portal } ha recibido { $files }, { $size } en total. No tiene que hacer nada más.
mail-upload-receipt-reason = Recibe este mensaje porque alguien indicó su dirección al enviar estos archivos. Si no fue usted, no hace falta responder.

mail-package-sent-subject = { $name } está en camino: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Su paquete está completo y en camino a { $count } destinatario.
   *[other] Su paquete está completo y en camino a { $count } destinatarios.
}
mail-package-sent-by-link = Su paquete está completo. Quien tenga un enlace puede descargarlo.
mail-package-sent-reason = Recibe este mensaje porque usted envió este paquete.

mail-package-ending-subject = { $name } se eliminará el { $until }
mail-package-ending-sentence = Su paquete { $name } se eliminará el { $until }. Después nadie podrá descargarlo.
mail-package-ending-note = Para conservarlo más tiempo, cambie su caducidad antes de ese momento.
mail-package-ending-reason = Recibe este mensaje porque usted envió este paquete.

mail-download-receipt-subject = { $who } ha descargado { $name }
mail-download-receipt-sentence = { $who } ha descargado archivos de su paquete { $name }.
mail-download-receipt-reason = Recibe este mensaje porque usted envió este paquete. Se envía una vez por cada enlace.

## Accounts

mail-invitation-subject = { $who } le invita a { $team }
mail-invitation-sentence = { $who } le invita al equipo { $team }.
mail-invitation-note = El enlace funciona una sola vez, durante 7 días.
mail-invitation-button = Aceptar la invitación
mail-invitation-reason = Recibe este mensaje porque alguien indicó su dirección. Si no conoce al remitente, ignórelo.

mail-password-reset-subject = Elija una contraseña nueva
mail-password-reset-sentence = Alguien ha pedido una contraseña nueva para su cuenta.
mail-password-reset-note = El enlace funciona una sola vez, durante 1 hora.
mail-password-reset-button = Elegir una contraseña nueva
mail-password-reset-reason = Si no fue usted, ignore este mensaje: nada ha cambiado.

mail-password-changed-subject = Se ha cambiado su contraseña
mail-password-changed-sentence = Se ha cambiado la contraseña de su cuenta y se han cerrado todas las sesiones.
mail-password-changed-reason = Si no fue usted, pida enseguida una contraseña nueva en la página de inicio de sesión y avise al propietario de su equipo.

mail-otp-guessed-subject = Contraseñas de un solo uso incorrectas para su cuenta
mail-otp-guessed-sentence = Alguien que conoce su contraseña ha introducido demasiadas contraseñas de un solo uso incorrectas. Durante una hora no se acepta ninguna contraseña de un solo uso.
mail-otp-guessed-reason = Si no fue usted, cambie su contraseña enseguida y avise al propietario de su equipo.

mail-email-confirmation-subject = Confirme su dirección de correo
mail-email-confirmation-sentence = Alguien quiere usar esta dirección para su cuenta.
mail-email-confirmation-note = El enlace funciona una sola vez, durante 24 horas.
mail-email-confirmation-button = Confirmar dirección
mail-email-confirmation-reason = Si no fue usted, ignore este mensaje: nada ha cambiado.

mail-email-changed-subject = Se ha cambiado su dirección de correo
mail-email-changed-sentence = Su cuenta inicia sesión ahora con { $address }. Esta dirección ya no se usa.
mail-email-changed-reason = Si no fue usted, avise enseguida al propietario de su equipo.

mail-api-key-created-subject = Se ha creado la clave de API { $key } en { $team }
mail-api-key-created-sentence = Se ha creado la clave de API { $key } en el equipo { $team } con sus permisos.
mail-api-key-created-reason = Si no fue usted, cambie su contraseña y haga eliminar la clave.

## Faults

mail-connection-failing-subject = La conexión { $connection } de { $team } está fallando
mail-connection-failing-sentence = No se ha podido transferir un paquete por la conexión { $connection } y se han agotado todos los intentos.
mail-connection-failing-note = Corrija la conexión y vuelva a iniciar la transferencia.
mail-connection-failing-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }. Se envía como máximo una vez al día por cada conexión.

mail-import-complete-subject = { $name }: han llegado todos los archivos de { $connection }
mail-import-complete-sentence = Todo lo que se iba a traer de { $connection } está en el paquete { $name }: { $files }, { $size }.
mail-import-complete-reason = Recibe este mensaje porque se indicó su dirección al iniciar la importación.

mail-import-failed-subject = { $name }: la importación desde { $connection } no se ha completado
mail-import-failed-sentence = La importación desde { $connection } al paquete { $name } no se ha completado.
mail-import-failed-note = Lo que ha llegado está en el paquete. Corrija la causa y vuelva a intentarlo.
mail-import-failed-reason = Recibe este mensaje porque se indicó su dirección al iniciar la importación.

mail-webhook-failing-subject = El webhook { $webhook } de { $team } está fallando
mail-webhook-failing-sentence = { $count ->
    [one] El webhook { $webhook } no ha aceptado un evento en { $count } intento.
   *[other] El webhook { $webhook } no ha aceptado un evento en { $count } intentos.
}
mail-webhook-failing-note = El evento no se volverá a enviar por sí solo. Corrija el receptor y pida que se entregue de nuevo.
mail-webhook-failing-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }. Se envía como máximo una vez al día por cada webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } paquete no ha llegado a { $connection } y se eliminará
   *[other] { $count } paquetes no han llegado a { $connection } y se eliminarán
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } paquete para la conexión { $connection } no se ha entregado y se eliminará pronto.
   *[other] { $count } paquetes para la conexión { $connection } no se han entregado y se eliminarán pronto.
}
mail-delivery-ending-note = Revise la conexión o cambie la caducidad de los paquetes.
mail-delivery-ending-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }. Se envía como máximo una vez al día por cada conexión.

mail-delivery-lost-subject = { $count ->
    [one] { $count } paquete se eliminó antes de llegar a { $connection }
   *[other] { $count } paquetes se eliminaron antes de llegar a { $connection }
}
mail-delivery-lost-sentence = { $count ->
    [one] { $count } paquete caducó antes de entregarse a la conexión { $connection }. Puede restaurarlo en la consola durante { $hours } horas más.
   *[other] { $count } paquetes caducaron antes de entregarse a la conexión { $connection }. Puede restaurarlos en la consola durante { $hours } horas más.
}
mail-delivery-lost-forever = { $count ->
    [one] { $count } paquete caducó antes de entregarse a la conexión { $connection }. Su contenido ya no existe.
   *[other] { $count } paquetes caducaron antes de entregarse a la conexión { $connection }. Su contenido ya no existe.
}
mail-delivery-lost-note = Revise la conexión. Después de restaurar un paquete, vuelva a iniciar su transferencia.
mail-delivery-lost-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }. Se envía como máximo una vez por hora por cada conexión.

mail-gateway-silent-subject = La puerta de enlace { $connection } de { $team } está sin conexión
mail-gateway-silent-sentence = La puerta de enlace de almacenamiento { $connection } no se comunica con el servidor desde hace horas. Los paquetes destinados a ella esperan o esperarán.
mail-gateway-silent-note = Compruebe que su equipo está encendido, que el agente funciona y que llega a este servidor.
mail-gateway-silent-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }. No recibirá otro sobre esto hasta que la puerta de enlace vuelva.

mail-files-withheld-subject = { $count ->
    [one] { $count } archivo no se envió a { $connection }
   *[other] { $count } archivos no se enviaron a { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } archivo de un paquete no se envió a la conexión { $connection } porque está infectado o no se pudo analizar.
   *[other] { $count } archivos de un paquete no se enviaron a la conexión { $connection } porque están infectados o no se pudieron analizar.
}
mail-files-withheld-note = Los archivos siguen en el paquete. Revíselos antes de reenviarlos. La configuración del equipo decide si se retienen los archivos que no se pudieron analizar.
mail-files-withheld-reason = Recibe este mensaje porque es propietario o administrador del equipo { $team }.
