# What the first HTML of a page says, before and without its script.

shell-logo-of = Logotipo de { $name }
shell-logo = Logotipo
shell-console-title = Tonnage
shell-portal-title = Enviar archivos a { $name }
shell-download-title = Archivos de { $sender }
shell-download-title-plain = Archivos para usted
shell-password-needed = Estos archivos están protegidos con una contraseña. El remitente se la comunica por separado.
shell-password = Contraseña
shell-password-wrong = Contraseña incorrecta. Compruébela e inténtelo de nuevo.
shell-download = Descargar
shell-more-files = { $count ->
    [one] { $count } archivo más: active JavaScript para verlo.
   *[other] { $count } archivos más: active JavaScript para verlos.
}
shell-pages-missing = Este programa se compiló sin las páginas web. Instale Node.js 20.19 o posterior, vuelva a compilarlo e inícielo con:
shell-api-works = La API funciona sin ellas. Su documentación está en
shell-portal-unknown-title = Esta página de envío no está disponible
shell-portal-unknown = No hay ninguna página de envío abierta en esta dirección. Compruebe la dirección o pregunte a la persona que se la dio.
shell-link-unknown-title = Este enlace no funciona
shell-link-unknown = El enlace está incompleto o se ha sustituido. Copie el enlace completo del correo o pida uno nuevo al remitente.
shell-link-expired-title = Estos archivos ya no están disponibles
shell-link-expired = Los archivos han caducado y se han eliminado. Pida al remitente que los envíe de nuevo.
shell-link-inactive-title = Estos archivos no están listos
shell-link-inactive = El remitente aún los está enviando o ha desactivado el enlace. Inténtelo más tarde o pregunte al remitente.
shell-link-locked-title = Se alcanzó el límite de descargas
shell-link-locked = Este enlace se ha usado tantas veces como permitió el remitente. Pídale uno nuevo.
shell-agent-title = Agente de Tonnage
