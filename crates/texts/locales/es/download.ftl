# What the page behind a download link says.

download-opening = Abriendo el enlace…
download-from = Enviado por { $sender }
download-from-somebody = Archivos para usted
download-available-until = Disponible hasta el { $time }
download-available-always = Disponible sin fecha límite
download-left = { $count ->
    [one] Se puede descargar una vez más
   *[other] Se puede descargar { $count } veces más
}
download-left-begun = Su descarga ya se ha contado. En esta pestaña puede obtener todos los archivos sin gastar otra.
download-bytes = { $bytes } bytes
download-all = Descargar todo ({ $size })
download-all-offered = Descargar lo disponible ({ $size })
download-one = Descargar
download-get = Descargar { $name }
download-selected = Descargar selección
download-save-to-folder = Guardar en una carpeta…
download-files = Archivos
download-search = Buscar archivos
download-found = { $count ->
    [0] No se ha encontrado nada. Pruebe con otra parte del nombre.
    [one] { $count } archivo encontrado
   *[other] { $count } archivos encontrados
}
download-choose = Elegir { $name }
download-choose-hint = Marque archivos o carpetas para descargar solo esos.
download-chosen = { $count ->
    [one] { $count } archivo elegido ({ $size })
   *[other] { $count } archivos elegidos ({ $size })
}
download-clear = Borrar selección
download-too-many = Un zip admite como máximo { $most } archivos elegidos. Elija menos o descargue todo.
download-too-many-clean = Algunos archivos no se pueden ofrecer y el resto es demasiado para un solo zip. Elija abajo hasta { $most } archivos cada vez.
download-state-infected = Virus detectado, no se ofrece
download-state-scanning = Se está analizando
download-state-incomplete = Incompleto
download-infected = Se ha detectado un virus en estos archivos, por lo que no se ofrecen. No se ha descargado nada. Elija otros archivos o consulte al remitente.
download-infected-note = { $count ->
    [one] Se ha detectado un virus en { $count } archivo. No se ofrece; los demás sí.
   *[other] Se han detectado virus en { $count } archivos. No se ofrecen; los demás sí.
}
download-scanning-note = { $count ->
    [one] { $count } archivo se está analizando en busca de virus. Estará disponible aquí por sí solo.
   *[other] { $count } archivos se están analizando en busca de virus. Estarán disponibles aquí por sí solos.
}
download-asking = Preparando su descarga…
download-preparing = Se está preparando el zip. La descarga comenzará aquí por sí sola en cuanto esté listo; ya puede obtener archivos sueltos.
download-started = Su navegador está descargando { $name }.
download-start-again = ¿No ha empezado? Descargar de nuevo
download-password-title = Este enlace tiene contraseña
download-password-text = El remitente ha protegido estos archivos. Introduzca la contraseña que le han dado.
download-password-label = Contraseña
download-password-open = Abrir
download-password-wrong = No es la contraseña correcta. Revise mayúsculas y minúsculas o pídasela al remitente.
download-end-incomplete = Esta dirección no está completa
download-end-incomplete-text = Falta la parte que abre los archivos. Abra de nuevo el enlace del mensaje que recibió o cópielo entero.
download-end-unknown = Este enlace no lleva a ninguna parte
download-end-unknown-text = Puede que se haya cortado o escrito mal. Copie el enlace entero del mensaje que recibió e inténtelo de nuevo.
download-end-expired = Estos archivos ya no están disponibles
download-end-expired-text = Su plazo ha terminado y se han eliminado.
download-end-inactive = Estos archivos no se pueden descargar ahora
download-end-inactive-text = O todavía se están enviando, o el remitente ha retirado el enlace. Inténtelo un poco más tarde.
download-end-withdrawn = Este enlace se ha retirado
download-end-withdrawn-text = El remitente lo ha desactivado. Las descargas en curso pueden terminar.
download-end-locked = Este enlace se ha agotado
download-end-locked-text = El remitente limitó el número de descargas y ese número se ha alcanzado.
download-end-pace = Un momento, por favor
download-end-pace-text = Ha habido demasiados intentos en poco tiempo. Espere un poco y vuelva a intentarlo.
download-end-network = Sin conexión
download-end-fault = No ha funcionado
download-end-fault-text = El servidor tiene un problema. No se ha descargado ni contado nada. Inténtelo dentro de unos minutos.
download-end-ask = Pida un enlace nuevo a { $sender } si aún necesita los archivos.
download-end-ask-somebody = Pida un enlace nuevo a quien se lo envió si aún necesita los archivos.
download-agent-title = Esto es mucho para un navegador
download-agent-text = El agente de Tonnage descarga paquetes de este tamaño más rápido y continúa tras cualquier interrupción. Si está instalado, ejecute este comando:
download-pause = Pausar
download-resume = Continuar
download-stop = Detener
download-save-title = Guardando en su carpeta
download-save-choose = Elija una carpeta en la ventana de su navegador.
download-save-forbidden = El navegador no ha permitido escribir en esta carpeta. No se ha guardado nada. Elija otra carpeta o descargue los archivos en zip.
download-save-files = { $done } de { $total } archivos
download-save-bytes = { $done } de { $total }
download-save-speed = { $speed } por segundo
download-save-left = quedan unos { $time }
download-save-running = Mantenga abierta esta página. Puede pausar en cualquier momento; lo recibido se conserva.
download-save-waiting = La red no está disponible. Continuará por sí solo; no se pierde nada.
download-save-paused = En pausa. Lo recibido se conserva.
download-save-full = El disco está lleno. Libere espacio y continúe.
download-save-done = Todo lo que se podía guardar está en su carpeta.
download-save-stopped = Detenido. Los archivos completos se quedan en su carpeta.
download-save-ended = No se puede seguir guardando. Los archivos completos se quedan en su carpeta.
download-save-failures = { $count ->
    [one] { $count } archivo no se ha guardado:
   *[other] { $count } archivos no se han guardado:
}
download-save-failure-place = el navegador no permite este nombre o lugar
download-save-failure-size = llegó con un tamaño incorrecto; inténtelo de nuevo o descárguelo por separado
download-save-failure-damaged = llegó dañado varias veces; inténtelo de nuevo más tarde
download-save-failure-refused = el almacenamiento lo ha rechazado; inténtelo más tarde
download-save-failure-infected = se ha detectado un virus en él
