# What the first HTML of a page says, before and without its script.

shell-logo-of = Logotipo de { $name }
shell-logo = Logotipo
shell-console-title = Tonnage
shell-portal-title = Enviar archivos a { $name }
shell-download-title = Archivos de { $sender }
shell-download-title-plain = Archivos para usted
shell-password-needed = Estos archivos están protegidos con una contraseña. El remitente se la comunica por separado.
shell-password = Contraseña
shell-password-wrong = Esa no es la contraseña. Compruébela e inténtelo de nuevo.
shell-download = Descargar
shell-more-files = { $count ->
    [one] Un archivo más: permita los scripts de esta página para verlo.
   *[other] { $count } archivos más: permita los scripts de esta página para verlos.
}
shell-pages-missing = Las páginas no forman parte de este programa. Instale Node.js 20.19 o posterior e inícielo de nuevo con:
shell-api-works = La API funciona sin ellas y se describe en
shell-portal-unknown-title = Esta página no acepta archivos
shell-portal-unknown = No hay ninguna página de envío abierta en esta dirección. Compruebe la dirección o pregunte a quien se la dio.
shell-link-unknown-title = Este enlace no funciona
shell-link-unknown = El enlace está incompleto o fue sustituido. Copie la dirección entera del mensaje o pida uno nuevo al remitente.
shell-link-expired-title = Estos archivos ya no están disponibles
shell-link-expired = Su plazo terminó y se eliminaron. Pida al remitente que los envíe otra vez.
shell-link-inactive-title = Estos archivos no están listos
shell-link-inactive = El remitente no ha terminado de enviarlos o ha retirado el enlace. Inténtelo más tarde o pregúntele.
shell-link-locked-title = Se alcanzó el límite de descargas
shell-link-locked = Este enlace se usó tantas veces como permitió el remitente. Pídale uno nuevo.
shell-agent-title = Agente de Tonnage
