# What the page behind a download link says.

download-opening = Abrindo o link…
download-from = Enviado por { $sender }
download-from-somebody = Arquivos para você
download-available-until = Disponível até { $time }
download-available-always = Disponível sem data de término
download-left = { $count ->
    [one] Pode ser baixado mais { $count } vez
   *[other] Pode ser baixado mais { $count } vezes
}
download-left-begun = Seu download já foi contado. Nesta aba você pode obter todos os arquivos sem gastar outro.
download-bytes = { $bytes } bytes
download-all = Baixar tudo ({ $size })
download-all-offered = Baixar o que está disponível ({ $size })
download-one = Baixar
download-get = Baixar { $name }
download-selected = Baixar seleção
download-save-to-folder = Salvar em uma pasta…
download-files = Arquivos
download-search = Buscar arquivos
download-found = { $count ->
    [0] Nada encontrado. Tente outra parte do nome.
    [one] { $count } arquivo encontrado
   *[other] { $count } arquivos encontrados
}
download-choose = Escolher { $name }
download-choose-hint = Marque arquivos ou pastas para baixar somente esses.
download-chosen = { $count ->
    [one] { $count } arquivo escolhido ({ $size })
   *[other] { $count } arquivos escolhidos ({ $size })
}
download-clear = Limpar seleção
download-too-many = Um zip comporta no máximo { $most } arquivos escolhidos. Escolha menos ou baixe tudo.
download-too-many-clean = Alguns arquivos não podem ser oferecidos, e o restante é demais para um único zip. Escolha abaixo até { $most } arquivos por vez.
download-state-infected = Vírus encontrado, não oferecido
download-state-scanning = Em verificação de vírus
download-state-incomplete = Incompleto
download-infected = Um vírus foi encontrado nestes arquivos, por isso eles não são oferecidos. Nada foi baixado. Escolha outros arquivos ou fale com o remetente.
download-infected-note = { $count ->
    [one] Um vírus foi encontrado em { $count } arquivo. Ele não é oferecido; todos os outros são.
   *[other] Vírus foram encontrados em { $count } arquivos. Eles não são oferecidos; todos os outros são.
}
download-scanning-note = { $count ->
    [one] { $count } arquivo ainda está em verificação de vírus. Ele ficará disponível aqui automaticamente.
   *[other] { $count } arquivos ainda estão em verificação de vírus. Eles ficarão disponíveis aqui automaticamente.
}
download-asking = Preparando seu download…
download-preparing = O zip está sendo preparado. O download começa aqui sozinho assim que ficar pronto; arquivos individuais já podem ser baixados.
download-started = Seu navegador está baixando { $name }.
download-start-again = Não começou? Baixar novamente
download-password-title = Este link tem uma senha
download-password-text = O remetente protegeu estes arquivos. Digite a senha que você recebeu.
download-password-label = Senha
download-password-open = Abrir
download-password-wrong = Esta não é a senha correta. Verifique maiúsculas e minúsculas ou peça a senha ao remetente.
download-end-incomplete = Este endereço não está completo
download-end-incomplete-text = Falta a parte que abre os arquivos. Abra novamente o link da mensagem que você recebeu ou copie-o por inteiro.
download-end-unknown = Este link não leva a lugar nenhum
download-end-unknown-text = Talvez tenha sido cortado ou digitado errado. Copie o link inteiro da mensagem que você recebeu e tente novamente.
download-end-expired = Estes arquivos não estão mais disponíveis
download-end-expired-text = O prazo deles terminou e eles foram excluídos.
download-end-inactive = Estes arquivos não podem ser baixados agora
download-end-inactive-text = Ou ainda estão sendo enviados, ou o remetente retirou o link. Tente novamente um pouco mais tarde.
download-end-withdrawn = Este link foi retirado
download-end-withdrawn-text = O remetente o desativou. Downloads em andamento podem terminar.
download-end-locked = Este link se esgotou
download-end-locked-text = O remetente limitou o número de downloads, e esse número foi atingido.
download-end-pace = Um momento, por favor
download-end-pace-text = Houve tentativas demais em pouco tempo. Espere um pouco e tente novamente.
download-end-network = Sem conexão
download-end-fault = Isso não funcionou
download-end-fault-text = O servidor está com um problema. Nada foi baixado nem contado. Tente novamente em alguns minutos.
download-end-ask = Peça um novo link a { $sender } se ainda precisar dos arquivos.
download-end-ask-somebody = Peça um novo link a quem o enviou se ainda precisar dos arquivos.
download-agent-title = Isto é muito para um navegador
download-agent-text = O agente Tonnage baixa pacotes deste tamanho mais rápido e continua após qualquer interrupção. Se ele estiver instalado, execute este comando:
download-pause = Pausar
download-resume = Continuar
download-stop = Parar
download-save-title = Salvando na sua pasta
download-save-choose = Escolha uma pasta na janela do navegador.
download-save-forbidden = O navegador não permitiu gravar nesta pasta. Nada foi salvo. Escolha outra pasta ou baixe os arquivos em zip.
download-save-files = { $done } de { $total } arquivos
download-save-bytes = { $done } de { $total }
download-save-speed = { $speed } por segundo
download-save-left = restam cerca de { $time }
download-save-running = Mantenha esta página aberta. Você pode pausar a qualquer momento; o que chegou fica guardado.
download-save-waiting = A rede não está disponível. Continuará sozinho; nada se perde.
download-save-paused = Em pausa. O que chegou fica guardado.
download-save-full = O disco está cheio. Libere espaço e continue.
download-save-done = Tudo o que podia ser salvo está na sua pasta.
download-save-stopped = Parado. Os arquivos completos ficam na sua pasta.
download-save-ended = Não é possível continuar salvando. Os arquivos completos ficam na sua pasta.
download-save-failures = { $count ->
    [one] { $count } arquivo não foi salvo:
   *[other] { $count } arquivos não foram salvos:
}
download-save-failure-place = o navegador não permite este nome ou local
download-save-failure-size = chegou com o tamanho errado; tente novamente ou baixe-o separadamente
download-save-failure-damaged = chegou danificado várias vezes; tente novamente mais tarde
download-save-failure-refused = o armazenamento o recusou; tente mais tarde
download-save-failure-infected = um vírus foi encontrado nele
