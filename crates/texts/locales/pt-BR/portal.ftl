# A página em que se enviam arquivos a um portal.

portal-title = Enviar arquivos para { $name }
portal-title-percent = { $percent } – Enviando para { $name }
portal-logo = Logotipo de { $name }
portal-help = Dúvidas? Fale com { $team } ou com quem lhe deu este endereço.
portal-help-plain = Dúvidas? Fale com quem lhe deu este endereço.

portal-unknown-title = Esta página não aceita arquivos
portal-unknown = Não há uma página de envio aberta neste endereço. Ela pode ter sido encerrada ou o endereço está incompleto.
portal-unknown-next = Confira o endereço ou peça um novo a quem o deu a você.
portal-closed = Esta página não aceita mais arquivos: ela foi encerrada enquanto isso. Fale com quem lhe deu o endereço.
portal-server-trouble = O servidor não conseguiu fazer isso agora. Nada do que você digitou ou escolheu foi perdido; tente novamente em instantes.

portal-code = Código de acesso
portal-code-help = Você o recebeu de quem pediu os arquivos. É possível colar.
portal-code-wrong = Esse não é o código de acesso. Confira e tente novamente.

portal-drop-here = Solte arquivos e pastas em qualquer lugar desta página
portal-drop-now = Solte para adicionar
portal-choose-files = Escolher arquivos
portal-choose-folder = Escolher uma pasta
portal-limit-count = { $count ->
    [one] No máximo um arquivo
   *[other] No máximo { $count } arquivos
}
portal-limit-file = Cada arquivo até { $size }
portal-limit-total = Até { $size } no total
portal-limit-types = Somente { $types }
portal-limit-types-not = Exceto { $types }
portal-reading = Lendo pastas…
portal-system-files = { $count ->
    [one] Um arquivo de sistema foi ignorado.
   *[other] { $count } arquivos de sistema foram ignorados.
}

portal-files = Arquivos
portal-file-list = Lista de arquivos
portal-file-count = { $count ->
    [0] Nenhum arquivo ainda
    [one] { $count } arquivo
   *[other] { $count } arquivos
}
portal-empty-folder = Pasta vazia
portal-bytes = { $count } bytes
portal-action-for = { $action }: { $name }
portal-progress-of = Progresso de { $name }
portal-retry = Tentar de novo
portal-start-again = Recomeçar este arquivo
portal-pause = Pausar
portal-resume = Retomar
portal-retry-failed = Tentar de novo todos os que falharam
portal-finish-without = { $count ->
    [one] Concluir sem este arquivo
   *[other] Concluir sem estes { $count } arquivos
}
portal-remove-refused = { $count ->
    [one] Remover o arquivo recusado
   *[other] Remover os { $count } recusados
}
portal-and-more = { $count ->
    [one] e mais um
   *[other] e mais { $count }
}

portal-sender = Seu endereço de e-mail
portal-sender-help = Um recibo é enviado a este endereço.
portal-sender-help-plain = Para que o destinatário saiba quem enviou os arquivos.
portal-remember = Lembrar meu endereço neste dispositivo
portal-name = Nome do pacote
portal-name-help = Com este nome o destinatário encontra seus arquivos.
portal-name-format = Formato: { $format }
portal-description = Mensagem ao destinatário
portal-optional = (opcional)
portal-readonly = (fixo)
portal-choose-option = Escolha uma opção
portal-mistake-required = Preencha este campo.
portal-mistake-email = Não é um endereço de e-mail completo, como nome@example.org.
portal-mistake-url = Não é um endereço da web completo, como https://example.org.
portal-mistake-number = Digite um número.
portal-mistakes = { $count ->
    [one] Ainda há um campo a corrigir.
   *[other] Ainda há { $count } campos a corrigir.
}
portal-terms = Termos
portal-terms-accept = Aceito estes termos.
portal-terms-missing = Aceite os termos; sem isso nada pode ser enviado.
portal-terms-read = Ler o texto completo (abre em uma nova aba)

portal-nothing-chosen = Escolha ao menos um arquivo para enviar.
portal-ready = { $count ->
    [one] Um arquivo, { $size }
   *[other] { $count } arquivos, { $size }
}
portal-send = Enviar
portal-starting = Iniciando…

portal-phase-sending = Enviando { $name }
portal-phase-paused = { $name } está em pausa
portal-phase-pausing = Pausando { $name }…
portal-phase-attention = { $name } precisa da sua ajuda
portal-phase-finishing = Quase pronto: concluindo { $name }
portal-phase-failed = Não foi possível enviar { $name }
portal-phase-cancelled = { $name } foi cancelado
portal-phase-elsewhere = { $name } está sendo enviado em outra aba
portal-keep-open = Mantenha esta página aberta até que tudo seja enviado.
portal-progress = { $count ->
    [one] { $done } de um arquivo, { $sent } de { $total }
   *[other] { $done } de { $count } arquivos, { $sent } de { $total }
}
portal-progress-whole = Progresso de todo o envio
portal-speed = { $size } por segundo
portal-left-moment = faltam alguns segundos
portal-left-seconds = faltam cerca de { $count } segundos
portal-left-minutes = { $count ->
    [one] falta cerca de um minuto
   *[other] faltam cerca de { $count } minutos
}
portal-left-hours = { $count ->
    [one] falta cerca de { $count } hora
   *[other] faltam cerca de { $count } horas
}
portal-left-days = faltam cerca de { $count } dias
portal-spoken = { $percent } enviados.
portal-pause-all = Pausar
portal-list-cut-off = Esta página foi fechada antes de salvar a lista completa de arquivos. Adicione todos os arquivos novamente; o que já chegou não é enviado de novo. Depois, conclua o envio.
portal-list-complete = A lista está completa: concluir
portal-resume-all = Retomar
portal-cancel = Cancelar o envio
portal-cancel-sure = Excluir tudo o que foi enviado até agora?
portal-cancel-yes = Sim, excluir
portal-cancel-no = Não, continuar
portal-begin-anew = Começar um novo envio

portal-waiting-offline = Você está sem conexão. Nada foi perdido; o envio continua sozinho.
portal-waiting-network = Aguardando a rede. Nada foi perdido; o envio continua sozinho.
portal-waiting-storage = O armazenamento não responde no momento. Nada foi perdido; o envio continua sozinho.
portal-waiting-busy = O servidor está ocupado. Nada foi perdido; o envio continua sozinho.
portal-waiting-again = Próxima tentativa em { $seconds } s.

portal-attention-failed = { $count ->
    [one] Um arquivo não pôde ser enviado; veja a lista.
   *[other] { $count } arquivos não puderam ser enviados; veja a lista.
}
portal-attention-missing = { $count ->
    [one] Um arquivo precisa ser escolhido de novo.
   *[other] { $count } arquivos precisam ser escolhidos de novo.
}
portal-attention-paused = { $count ->
    [one] Um arquivo está em pausa.
   *[other] { $count } arquivos estão em pausa.
}

portal-state-waiting = Aguardando
portal-state-sending = Enviando, { $percent }
portal-state-done = Enviado
portal-state-paused = Em pausa
portal-state-missing = Escolha este arquivo de novo
portal-fault-type = Recusado: arquivos deste tipo não são aceitos.
portal-fault-size = Recusado: o arquivo é grande demais.
portal-fault-count = Recusado: arquivos demais. Remova outro primeiro.
portal-fault-total = Recusado: o conjunto ficaria grande demais.
portal-fault-name = Recusado: o nome não pode ser usado. Renomeie o arquivo e adicione-o de novo.
portal-fault-duplicate = Recusado: outro arquivo com este nome já está na lista.
portal-fault-changed = O arquivo mudou. Recomece-o ou escolha-o de novo para enviá-lo como está agora.
portal-fault-unreadable = O arquivo não pode ser lido. Ele foi movido ou uma unidade foi desconectada? Escolha-o de novo.
portal-fault-checksum = O arquivo chegou danificado várias vezes. Tente de novo; se acontecer outra vez, use outra rede.
portal-fault-etag-hidden = O armazenamento deste servidor não está configurado para envios a partir de páginas (ele oculta o ETag). Só a administração pode corrigir isso; nada foi perdido.
portal-fault-storage = O armazenamento recusou este arquivo ({ $reason }). Tente de novo ou peça ajuda ao destinatário.
portal-fault-refused = O servidor recusou este arquivo: { $reason }
portal-fault-package-gone = Este envio não pode continuar: { $reason }
portal-fault-package-gone-plain = Este envio não pode continuar: ele terminou ou foi removido.

portal-unfinished = Seu envio “{ $name }” está { $percent } concluído. Continuar?
portal-unfinished-safe = O que foi enviado está guardado. Escolha os mesmos arquivos de novo e só o restante será enviado.
portal-unfinished-elsewhere = Outra aba deste navegador está enviando agora.
portal-unfinished-continue = Continuar
portal-unfinished-watch = Mostrar o progresso
portal-unfinished-new = Começar um novo envio
portal-unfinished-forget = Esquecer este envio
portal-unfinished-forget-help = “Esquecer” exclui o que foi enviado até agora e não deixa rastros neste dispositivo.
portal-pick-again = { $count ->
    [one] Escolha ou solte o mesmo arquivo de novo. O que já chegou não é enviado outra vez.
   *[other] Escolha ou solte os mesmos { $count } arquivos ou a pasta deles de novo. O que já chegou não é enviado outra vez.
}
portal-unmatched = { $count ->
    [one] Um arquivo escolhido não faz parte deste envio e foi ignorado.
   *[other] { $count } arquivos escolhidos não fazem parte deste envio e foram ignorados.
}

portal-done = Tudo chegou
portal-done-title = Enviado – { $name }
portal-done-words = { $name } recebeu seus arquivos. Você já pode fechar esta página.
portal-finished-at = Concluído
portal-receipt = Um recibo foi enviado para { $address }.
portal-receipt-somewhere = Um recibo foi enviado para o endereço informado.
portal-no-receipt = Nenhum recibo é enviado. Guarde esta lista se precisar de um comprovante.
portal-send-more = Enviar mais
