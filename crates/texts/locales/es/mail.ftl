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
mail-answers-to-sender = Las respuestas llegan a { $address }.
mail-answers-to-server = Las respuestas llegan a los administradores del servidor.

mail-fact-package = Paquete
mail-fact-files = Archivos
mail-fact-size = Tamaño
mail-fact-until = Disponible hasta
mail-fact-downloads = Descargas restantes
mail-fact-password = Contraseña
mail-fact-received = Recibido
mail-fact-reason = Motivo
mail-fact-packages = Paquetes
mail-fact-ends = Caduca
mail-fact-seen = Visto por última vez
mail-password-from-sender = Obligatoria. El remitente se la da por separado.
mail-password-of-portal = Obligatoria: la contraseña de descarga del portal.

## Packages

mail-package-for-you-subject = { $who } le ha enviado { $files } ({ $size }): { $name }
mail-package-for-you-sentence = { $sender } le ha enviado { $files } ({ $size }).
mail-package-for-you-button = Descargar
mail-package-for-you-reason = Recibe este correo porque { $sender } indicó su dirección. El enlace es personal. No lo comparta.

mail-package-received-subject = { $who } ha enviado { $files } ({ $size }) a { $portal }: { $name }
mail-package-received-sentence = { $who } ha enviado { $files } ({ $size }) a través del portal { $portal }.
mail-package-received-button = Descargar
mail-package-received-reason = Recibe este correo porque se le notifican los envíos al portal { $portal }. El enlace es personal. No lo comparta.

mail-upload-receipt-subject = { $portal } ha recibido { $files } ({ $size })
mail-upload-receipt-sentence = El portal { $portal } ha recibido { $files } ({ $size }).
mail-upload-receipt-reason = Recibe este correo porque alguien indicó su dirección al enviar estos archivos. Si no fue usted, ignore este correo.

mail-package-sent-subject = Se ha enviado { $name }: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Su paquete se ha enviado a { $count } destinatario.
   *[other] Su paquete se ha enviado a { $count } destinatarios.
}
mail-package-sent-by-link = Su paquete está listo. Cualquier persona con un enlace puede descargarlo.
mail-package-sent-reason = Recibe este correo porque usted envió este paquete.

mail-package-ending-subject = { $name } caduca el { $until }
mail-package-ending-sentence = Su paquete { $name } caduca el { $until }. Después se eliminarán sus archivos.
mail-package-ending-note = Para conservarlo más tiempo, cambie antes su caducidad.
mail-package-ending-reason = Recibe este correo porque usted envió este paquete.

mail-download-receipt-subject = { $who } ha descargado { $name }
mail-download-receipt-sentence = { $who } ha descargado archivos de su paquete { $name }.
mail-download-receipt-reason = Recibe este correo porque usted envió este paquete. Lo enviamos una vez por enlace.

## Accounts

mail-invitation-subject = { $who } le ha invitado a { $team }
mail-invitation-sentence = { $who } le ha invitado al equipo { $team }.
mail-invitation-note = El enlace funciona una sola vez y caduca a los 7 días.
mail-invitation-button = Aceptar invitación
mail-invitation-reason = Recibe este correo porque alguien indicó su dirección. Si no conoce al remitente, ignore este correo.

mail-password-reset-subject = Restablezca su contraseña
mail-password-reset-sentence = Alguien ha pedido restablecer la contraseña de su cuenta.
mail-password-reset-note = El enlace funciona una sola vez y caduca después de 1 hora.
mail-password-reset-button = Restablecer contraseña
mail-password-reset-reason = Si no fue usted, ignore este correo. Nada ha cambiado.

mail-password-changed-subject = Se ha cambiado su contraseña
mail-password-changed-sentence = Se ha cambiado la contraseña de su cuenta. Se ha cerrado la sesión en todos los dispositivos.
mail-password-changed-reason = Si no fue usted, restablezca ahora su contraseña en la página de inicio de sesión y avise al propietario de su equipo.

mail-otp-guessed-subject = Códigos de verificación incorrectos para su cuenta
mail-otp-guessed-sentence = Alguien que conoce su contraseña ha introducido demasiados códigos de verificación incorrectos. No se acepta ningún código durante una hora.
mail-otp-guessed-reason = Si no fue usted, cambie ahora su contraseña y avise al propietario de su equipo.

mail-email-confirmation-subject = Confirme su correo electrónico
mail-email-confirmation-sentence = Alguien quiere usar esta dirección de correo electrónico para su cuenta.
mail-email-confirmation-note = El enlace funciona una sola vez y caduca a las 24 horas.
mail-email-confirmation-button = Confirmar dirección
mail-email-confirmation-reason = Si no fue usted, ignore este correo. Nada ha cambiado.

mail-email-changed-subject = Se ha cambiado su correo electrónico
mail-email-changed-sentence = Ahora inicia sesión con { $address }. Esta dirección ya no se usa.
mail-email-changed-reason = Si no fue usted, avise ahora al propietario de su equipo.

mail-api-key-created-subject = Nueva clave de API { $key } en { $team }
mail-api-key-created-sentence = Se ha creado la clave de API { $key } en el equipo { $team } con sus permisos.
mail-api-key-created-reason = Si no fue usted, cambie su contraseña y haga que se elimine la clave.

## Faults

mail-connection-failing-subject = La conexión { $connection } de { $team } está fallando
mail-connection-failing-sentence = No se ha podido transferir un paquete por la conexión { $connection }. Todos los intentos han fallado.
mail-connection-failing-note = Corrija la conexión y vuelva a iniciar la transferencia.
mail-connection-failing-reason = Recibe este correo porque es propietario o administrador del equipo { $team }. Lo enviamos como máximo una vez al día por conexión.

mail-import-complete-subject = { $name }: importación desde { $connection } completada
mail-import-complete-sentence = Todos los archivos de { $connection } están ahora en el paquete { $name }: { $files }, { $size }.
mail-import-complete-reason = Recibe este correo porque se indicó su dirección al iniciar la importación.

mail-import-failed-subject = { $name }: la importación desde { $connection } ha fallado
mail-import-failed-sentence = La importación desde { $connection } al paquete { $name } ha fallado.
mail-import-failed-note = Los archivos ya importados se conservan en el paquete. Corrija la causa y vuelva a intentarlo.
mail-import-failed-reason = Recibe este correo porque se indicó su dirección al iniciar la importación.

mail-webhook-failing-subject = El webhook { $webhook } de { $team } está fallando
mail-webhook-failing-sentence = { $count ->
    [one] El webhook { $webhook } no ha aceptado un evento tras { $count } intento.
   *[other] El webhook { $webhook } no ha aceptado un evento tras { $count } intentos.
}
mail-webhook-failing-note = El evento no se volverá a enviar automáticamente. Corrija el receptor y envíe el evento de nuevo.
mail-webhook-failing-reason = Recibe este correo porque es propietario o administrador del equipo { $team }. Lo enviamos como máximo una vez al día por webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } paquete no ha llegado a { $connection } y se eliminará
   *[other] { $count } paquetes no han llegado a { $connection } y se eliminarán
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } paquete para la conexión { $connection } no se ha entregado y se eliminará pronto.
   *[other] { $count } paquetes para la conexión { $connection } no se han entregado y se eliminarán pronto.
}
mail-delivery-ending-note = Revise la conexión o cambie la caducidad de los paquetes.
mail-delivery-ending-reason = Recibe este correo porque es propietario o administrador del equipo { $team }. Lo enviamos como máximo una vez al día por conexión.

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
mail-delivery-lost-reason = Recibe este correo porque es propietario o administrador del equipo { $team }. Lo enviamos como máximo una vez por hora y conexión.

mail-gateway-silent-subject = La puerta de enlace { $connection } de { $team } está sin conexión
mail-gateway-silent-sentence = La puerta de enlace de almacenamiento { $connection } no se comunica con el servidor desde hace horas. Los paquetes destinados a ella esperan hasta que vuelva.
mail-gateway-silent-note = Compruebe que su ordenador está encendido, que el agente está en marcha y que puede conectarse a este servidor.
mail-gateway-silent-reason = Recibe este correo porque es propietario o administrador del equipo { $team }. No lo enviaremos de nuevo hasta que vuelva la puerta de enlace.

mail-files-withheld-subject = { $count ->
    [one] { $count } archivo no se envió a { $connection }
   *[other] { $count } archivos no se enviaron a { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } archivo de un paquete no se envió a la conexión { $connection } porque está infectado o no se pudo analizar.
   *[other] { $count } archivos de un paquete no se enviaron a la conexión { $connection } porque están infectados o no se pudieron analizar.
}
mail-files-withheld-note = Los archivos siguen en el paquete. Revíselos antes de compartirlos. En la configuración del equipo puede elegir si se retienen los archivos que no se pudieron analizar.
mail-files-withheld-reason = Recibe este correo porque es propietario o administrador del equipo { $team }.
