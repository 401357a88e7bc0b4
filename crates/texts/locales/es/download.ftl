# What the page behind a download link says.

download-opening = Abriendo el enlace…
download-from = Enviado por { $sender }
download-from-somebody = Archivos para usted
download-available-until = Disponible hasta el { $time }
download-available-always = Sin fecha de caducidad
download-left = { $count ->
    [one] Queda { $count } descarga
   *[other] Quedan { $count } descargas
}
download-left-begun = Cuenta como 1 descarga. Puede descargar todos los archivos en esta pestaña.
download-bytes = { $bytes } bytes
download-all = Descargar todo ({ $size })
download-all-offered = Descargar los archivos listos ({ $size })
download-one = Descargar
download-get = Descargar { $name }
download-selected = Descargar selección
download-save-to-folder = Guardar en una carpeta…
download-files = Archivos
download-search = Buscar archivos
download-found = { $count ->
    [0] No se han encontrado archivos. Pruebe con otra parte del nombre.
    [one] { $count } archivo encontrado
   *[other] { $count } archivos encontrados
}
download-choose = Seleccionar { $name }
download-choose-hint = Seleccione archivos o carpetas para descargar solo esos.
download-chosen = { $count ->
    [one] { $count } archivo seleccionado ({ $size })
   *[other] { $count } archivos seleccionados ({ $size })
}
download-clear = Borrar selección
download-too-many = Un zip puede contener hasta { $most } archivos seleccionados. Seleccione menos o descargue todo.
download-too-many-clean = Algunos archivos no se pueden descargar y los demás son demasiados para un solo zip. Seleccione abajo hasta { $most } archivos cada vez.
download-state-infected = Bloqueado: virus detectado
download-state-scanning = Análisis antivirus en curso
download-state-incomplete = Incompleto
download-infected = Estos archivos contienen un virus y se han bloqueado. No se ha descargado nada. Seleccione otros archivos o consulte al remitente.
download-infected-note = { $count ->
    [one] { $count } archivo contiene un virus y se ha bloqueado. Puede descargar los demás.
   *[other] { $count } archivos contienen un virus y se han bloqueado. Puede descargar los demás.
}
download-scanning-note = { $count ->
    [one] { $count } archivo aún se está analizando en busca de virus. Podrá descargarlo aquí cuando esté listo.
   *[other] { $count } archivos aún se están analizando en busca de virus. Podrá descargarlos aquí cuando estén listos.
}
download-asking = Preparando su descarga…
download-preparing = Se está preparando el zip. Su descarga empezará automáticamente. Ya puede descargar archivos sueltos.
download-started = Su navegador está descargando { $name }.
download-start-again = ¿No ha empezado? Reintentar
download-password-title = Se necesita una contraseña
download-password-text = Estos archivos están protegidos con una contraseña. Introduzca la que le dio el remitente.
download-password-label = Contraseña
download-password-open = Abrir
download-password-wrong = Contraseña incorrecta. Revise mayúsculas y minúsculas o consulte al remitente.
download-end-incomplete = Este enlace está incompleto
download-end-incomplete-text = Falta el final del enlace. Ábralo de nuevo desde el mensaje o cópielo completo.
download-end-unknown = Este enlace no funciona
download-end-unknown-text = Puede que se haya cortado o escrito mal. Copie el enlace completo del mensaje e inténtelo de nuevo.
download-end-expired = Estos archivos ya no están disponibles
download-end-expired-text = Los archivos han caducado y se han eliminado.
download-end-inactive = Estos archivos no están listos
download-end-inactive-text = El remitente aún los está enviando o ha desactivado el enlace. Inténtelo más tarde.
download-end-withdrawn = Este enlace está desactivado
download-end-withdrawn-text = El remitente lo ha desactivado. Las descargas en curso pueden terminar.
download-end-locked = Se alcanzó el límite de descargas
download-end-locked-text = Este enlace se ha usado tantas veces como permitió el remitente.
download-end-pace = Demasiados intentos
download-end-pace-text = Espere un momento y vuelva a intentarlo.
download-end-network = Sin conexión
download-end-fault = Se ha producido un error
download-end-fault-text = El servidor tiene un problema. No se ha descargado ni contado nada. Inténtelo dentro de unos minutos.
download-end-ask = Si aún necesita los archivos, pida un enlace nuevo a { $sender }.
download-end-ask-somebody = Si aún necesita los archivos, pida un enlace nuevo a la persona que se lo envió.
download-agent-title = Esta descarga es grande para un navegador
download-agent-text = El agente de Tonnage descarga paquetes de este tamaño más rápido y se reanuda tras las interrupciones. Si está instalado, ejecute este comando:
download-pause = Pausar
download-resume = Reanudar
download-stop = Detener
download-save-title = Guardando en su carpeta
download-save-choose = Seleccione una carpeta en el cuadro de diálogo del navegador.
download-save-forbidden = El navegador no ha permitido el acceso a esta carpeta. No se ha guardado nada. Seleccione otra carpeta o descargue los archivos en zip.
download-save-files = { $done } de { $total } archivos
download-save-bytes = { $done } de { $total }
download-save-speed = { $speed } por segundo
download-save-left = quedan unos { $time }
download-save-running = Mantenga abierta esta página. Puede pausar en cualquier momento. Los archivos ya guardados se conservan.
download-save-waiting = No hay conexión de red. El guardado se reanudará automáticamente. No se pierde nada.
download-save-paused = En pausa. Los archivos ya guardados se conservan.
download-save-full = El disco está lleno. Libere espacio y reanude.
download-save-done = Todos los archivos que se podían guardar están en su carpeta.
download-save-stopped = Detenido. Los archivos completos se conservan en su carpeta.
download-save-ended = El guardado ha fallado. Los archivos completos se conservan en su carpeta.
download-save-failures = { $count ->
    [one] { $count } archivo no se ha guardado:
   *[other] { $count } archivos no se han guardado:
}
download-save-failure-place = el navegador no permite este nombre o carpeta
download-save-failure-size = llegó con un tamaño incorrecto. Reinténtelo o descárguelo por separado
download-save-failure-damaged = llegó dañado varias veces; inténtelo de nuevo más tarde
download-save-failure-refused = el almacenamiento lo ha rechazado. Inténtelo más tarde
download-save-failure-infected = contiene un virus
