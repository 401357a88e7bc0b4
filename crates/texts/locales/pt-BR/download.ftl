# What the page behind a download link says.

download-opening = Abrindo o link…
download-from = Enviado por { $sender }
download-from-somebody = Arquivos para você
download-available-until = Disponível até { $time }
download-available-always = Sem data de expiração
download-left = { $count ->
    [one] Resta { $count } download
   *[other] Restam { $count } downloads
}
download-left-begun = Contado como 1 download. Você pode baixar todos os arquivos nesta aba.
download-bytes = { $bytes } bytes
download-all = Baixar tudo ({ $size })
download-all-offered = Baixar arquivos prontos ({ $size })
download-one = Baixar
download-get = Baixar { $name }
download-selected = Baixar seleção
download-save-to-folder = Salvar em uma pasta…
download-files = Arquivos
download-search = Buscar arquivos
download-found = { $count ->
    [0] Nenhum arquivo encontrado. Tente outra parte do nome.
    [one] { $count } arquivo encontrado
   *[other] { $count } arquivos encontrados
}
download-choose = Selecionar { $name }
download-choose-hint = Selecione arquivos ou pastas para baixar somente esses.
download-chosen = { $count ->
    [one] { $count } arquivo selecionado ({ $size })
   *[other] { $count } arquivos selecionados ({ $size })
}
download-clear = Limpar seleção
download-too-many = Um zip pode conter até { $most } arquivos selecionados. Selecione menos ou baixe tudo.
download-too-many-clean = Alguns arquivos não podem ser baixados, e os outros são muitos para um único zip. Selecione abaixo até { $most } arquivos por vez.
download-state-infected = Bloqueado: vírus encontrado
download-state-scanning = Verificação de vírus em andamento
download-state-incomplete = Incompleto
download-infected = Estes arquivos contêm um vírus e foram bloqueados. Nada foi baixado. Selecione outros arquivos ou fale com o remetente.
download-infected-note = { $count ->
    [one] { $count } arquivo contém um vírus e foi bloqueado. Você pode baixar os outros.
   *[other] { $count } arquivos contêm um vírus e foram bloqueados. Você pode baixar os outros.
}
download-scanning-note = { $count ->
    [one] { $count } arquivo ainda está em verificação de vírus. Você poderá baixá-lo aqui quando estiver pronto.
   *[other] { $count } arquivos ainda estão em verificação de vírus. Você poderá baixá-los aqui quando estiverem prontos.
}
download-asking = Preparando seu download…
download-preparing = O zip está sendo preparado. O download começa automaticamente. Você já pode baixar arquivos individuais.
download-started = Seu navegador está baixando { $name }.
download-start-again = Não começou? Tentar novamente
download-password-title = Senha necessária
download-password-text = Estes arquivos estão protegidos por senha. Digite a senha que o remetente informou.
download-password-label = Senha
download-password-open = Abrir
download-password-wrong = Senha incorreta. Verifique maiúsculas e minúsculas ou fale com o remetente.
download-end-incomplete = Este link está incompleto
download-end-incomplete-text = Falta o final do link. Abra-o novamente na mensagem ou copie o link inteiro.
download-end-unknown = Este link não funciona
download-end-unknown-text = Ele pode ter sido cortado ou digitado errado. Copie o link inteiro da mensagem e tente novamente.
download-end-expired = Estes arquivos não estão mais disponíveis
download-end-expired-text = Os arquivos expiraram e foram excluídos.
download-end-inactive = Estes arquivos não estão prontos
download-end-inactive-text = O remetente ainda está enviando ou desativou o link. Tente mais tarde.
download-end-withdrawn = Este link foi desativado
download-end-withdrawn-text = O remetente o desativou. Downloads em andamento podem terminar.
download-end-locked = Limite de downloads atingido
download-end-locked-text = Este link foi usado tantas vezes quanto o remetente permitiu.
download-end-pace = Tentativas demais
download-end-pace-text = Aguarde um momento e tente novamente.
download-end-network = Sem conexão
download-end-fault = Algo deu errado
download-end-fault-text = O servidor está com um problema. Nada foi baixado nem contado. Tente novamente em alguns minutos.
download-end-ask = Se ainda precisar dos arquivos, peça um novo link a { $sender }.
download-end-ask-somebody = Se ainda precisar dos arquivos, peça um novo link à pessoa que o enviou.
download-agent-title = Este download é grande para um navegador
download-agent-text = O agente Tonnage baixa pacotes deste tamanho mais rápido e retoma após interrupções. Se ele estiver instalado, execute este comando:
download-pause = Pausar
download-resume = Retomar
download-stop = Parar
download-save-title = Salvando na sua pasta
download-save-choose = Selecione uma pasta na janela do navegador.
download-save-forbidden = O navegador não permitiu o acesso a esta pasta. Nada foi salvo. Selecione outra pasta ou baixe os arquivos em zip.
download-save-files = { $done } de { $total } arquivos
download-save-bytes = { $done } de { $total }
download-save-speed = { $speed } por segundo
download-save-left = restam cerca de { $time }
download-save-running = Mantenha esta página aberta. Você pode pausar a qualquer momento. Os arquivos já salvos são mantidos.
download-save-waiting = Sem conexão de rede. O salvamento será retomado automaticamente. Nada se perde.
download-save-paused = Em pausa. Os arquivos já salvos são mantidos.
download-save-full = O disco está cheio. Libere espaço e retome.
download-save-done = Todos os arquivos que podiam ser salvos estão na sua pasta.
download-save-stopped = Parado. Os arquivos completos são mantidos na sua pasta.
download-save-ended = O salvamento falhou. Os arquivos completos são mantidos na sua pasta.
download-save-failures = { $count ->
    [one] { $count } arquivo não foi salvo:
   *[other] { $count } arquivos não foram salvos:
}
download-save-failure-place = o navegador não permite este nome ou esta pasta
download-save-failure-size = chegou com o tamanho errado. Tente novamente ou baixe-o separadamente
download-save-failure-damaged = chegou danificado várias vezes; tente novamente mais tarde
download-save-failure-refused = o armazenamento o recusou. Tente mais tarde
download-save-failure-infected = contém um vírus
