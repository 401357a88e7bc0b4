# A página em que se enviam arquivos a um portal.

portal-title = Enviar arquivos para { $name }
portal-title-percent = { $percent } – Enviando para { $name }
portal-logo = Logotipo de { $name }
portal-help = Dúvidas? Fale com { $team }.
portal-help-plain = Dúvidas? Fale com a pessoa que passou este link.

portal-unknown-title = Esta página de envio não está disponível
portal-unknown = Não há uma página de envio aberta neste endereço. Ela pode ter sido encerrada ou o endereço está incompleto.
portal-unknown-next = Confira o endereço ou peça um novo à pessoa que o passou.
portal-closed = Esta página de envio foi encerrada. Fale com a pessoa que passou o endereço.
portal-server-trouble = O servidor teve um problema. Seus arquivos e dados continuam aqui. Tente novamente em instantes.

portal-code = Código de acesso
portal-code-help = Informado pela pessoa que pediu os arquivos.
portal-code-wrong = Código de acesso incorreto. Confira e tente novamente.

portal-drop-here = Solte arquivos e pastas em qualquer lugar desta página
portal-drop-now = Solte para adicionar
portal-choose-files = Selecionar arquivos
portal-choose-folder = Selecionar uma pasta
portal-limit-count = { $count ->
    [one] Até { $count } arquivo
   *[other] Até { $count } arquivos
}
portal-limit-file = Até { $size } por arquivo
portal-limit-total = Até { $size } no total
portal-limit-types = Permitidos: { $types }
portal-limit-types-not = Não permitidos: { $types }
portal-reading = Lendo pastas…
portal-system-files = { $count ->
    [one] { $count } arquivo de sistema foi ignorado.
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
portal-retry = Tentar novamente
portal-start-again = Reiniciar este arquivo
portal-pause = Pausar
portal-resume = Retomar
portal-retry-failed = Tentar novamente todos os arquivos com falha
portal-finish-without = { $count ->
    [one] Concluir sem este arquivo
   *[other] Concluir sem estes { $count } arquivos
}
portal-remove-refused = { $count ->
    [one] Remover { $count } arquivo recusado
   *[other] Remover { $count } arquivos recusados
}
portal-and-more = { $count ->
    [one] e mais { $count }
   *[other] e mais { $count }
}

portal-sender = Seu endereço de e-mail
portal-sender-help = Enviaremos um recibo para este endereço.
portal-sender-help-plain = Informa ao destinatário quem enviou os arquivos.
portal-remember = Lembrar meu e-mail neste dispositivo
portal-name = Nome do pacote
portal-name-help = O destinatário vê este nome.
portal-name-format = Formato: { $format }
portal-description = Mensagem ao destinatário
portal-optional = (opcional)
portal-readonly = (somente leitura)
portal-choose-option = Selecione uma opção
portal-mistake-required = Obrigatório
portal-mistake-email = Digite um endereço de e-mail completo, como nome@example.org.
portal-mistake-url = Digite um endereço da web completo, como https://example.org.
portal-mistake-number = Digite um número.
portal-mistakes = { $count ->
    [one] Verifique { $count } campo.
   *[other] Verifique { $count } campos.
}
portal-terms = Termos
portal-terms-accept = Aceito estes termos.
portal-terms-missing = Aceite os termos para enviar arquivos.
portal-terms-read = Ler o texto completo (abre em uma nova aba)

portal-nothing-chosen = Selecione pelo menos um arquivo para enviar.
portal-ready = { $count ->
    [one] { $count } arquivo, { $size }
   *[other] { $count } arquivos, { $size }
}
portal-send = Enviar
portal-starting = Iniciando…

portal-phase-sending = Enviando { $name }
portal-phase-paused = Em pausa: { $name }
portal-phase-pausing = Pausando { $name }…
portal-phase-attention = Ação necessária: { $name }
portal-phase-finishing = Concluindo { $name }
portal-phase-failed = Não foi possível enviar { $name }
portal-phase-cancelled = Cancelado: { $name }
portal-phase-elsewhere = Outra aba está enviando { $name }
portal-keep-open = Mantenha esta página aberta até que todos os arquivos sejam enviados.
portal-progress = { $count ->
    [one] { $done } de { $count } arquivo, { $sent } de { $total }
   *[other] { $done } de { $count } arquivos, { $sent } de { $total }
}
portal-progress-whole = Progresso total do envio
portal-speed = { $size } por segundo
portal-left-moment = faltam alguns segundos
portal-left-seconds = faltam cerca de { $count } segundos
portal-left-minutes = { $count ->
    [one] falta cerca de { $count } minuto
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
portal-cancel = Cancelar envio
portal-cancel-sure = Cancelar este envio? Todos os arquivos enviados até agora serão excluídos.
portal-cancel-yes = Excluir arquivos enviados
portal-cancel-no = Continuar enviando
portal-begin-anew = Iniciar um novo envio

portal-waiting-offline = Você está sem conexão. O envio será retomado automaticamente. Nada se perde.
portal-waiting-network = Aguardando a rede. O envio será retomado automaticamente. Nada se perde.
portal-waiting-storage = O armazenamento não responde. O envio será retomado automaticamente. Nada se perde.
portal-waiting-busy = O servidor está ocupado. O envio será retomado automaticamente. Nada se perde.
portal-waiting-again = Nova tentativa em { $seconds } s.

portal-attention-failed = { $count ->
    [one] { $count } arquivo não pôde ser enviado. Veja a lista.
   *[other] { $count } arquivos não puderam ser enviados. Veja a lista.
}
portal-attention-missing = { $count ->
    [one] Selecione { $count } arquivo novamente.
   *[other] Selecione { $count } arquivos novamente.
}
portal-attention-paused = { $count ->
    [one] { $count } arquivo está em pausa.
   *[other] { $count } arquivos estão em pausa.
}

portal-state-waiting = Aguardando
portal-state-sending = Enviando, { $percent }
portal-state-done = Enviado
portal-state-paused = Em pausa
portal-state-missing = Selecione este arquivo novamente
portal-fault-type = Recusado: este tipo de arquivo não é permitido.
portal-fault-size = Recusado: o arquivo é grande demais.
portal-fault-count = Recusado: arquivos demais. Remova outro primeiro.
portal-fault-total = Recusado: o tamanho total ficaria grande demais.
portal-fault-name = Recusado: este nome não é permitido. Renomeie o arquivo e adicione-o novamente.
portal-fault-duplicate = Recusado: a lista já contém um arquivo com este nome.
portal-fault-changed = O arquivo mudou. Reinicie-o ou selecione-o novamente para enviar a versão atual.
portal-fault-unreadable = Não é possível ler o arquivo. Ele pode ter sido movido, ou a unidade foi desconectada. Selecione-o novamente.
portal-fault-checksum = O arquivo foi danificado várias vezes durante a transferência. Tente novamente. Se não adiantar, use outra rede.
portal-fault-etag-hidden = O armazenamento está mal configurado: as regras de CORS precisam expor ETag. Avise o administrador. Nada se perde.
portal-fault-storage = O armazenamento recusou este arquivo ({ $reason }). Tente novamente ou peça ajuda ao destinatário.
portal-fault-refused = O servidor recusou este arquivo: { $reason }
portal-fault-package-gone = Este envio não pode continuar: { $reason }
portal-fault-package-gone-plain = Este envio não pode continuar: ele terminou ou foi excluído.

portal-unfinished = Seu envio “{ $name }” está { $percent } concluído. Retomar?
portal-unfinished-safe = Os arquivos já enviados são mantidos. Selecione os mesmos arquivos novamente para enviar o restante.
portal-unfinished-elsewhere = Outra aba deste navegador está enviando.
portal-unfinished-continue = Retomar
portal-unfinished-watch = Mostrar progresso
portal-unfinished-new = Iniciar um novo envio
portal-unfinished-forget = Excluir este envio
portal-unfinished-forget-help = Exclui o que foi enviado até agora.
portal-pick-again = { $count ->
    [one] Selecione ou solte o mesmo arquivo novamente. As partes já enviadas não são enviadas duas vezes.
   *[other] Selecione ou solte os mesmos { $count } arquivos ou a pasta deles novamente. As partes já enviadas não são enviadas duas vezes.
}
portal-unmatched = { $count ->
    [one] { $count } arquivo selecionado não faz parte deste envio e foi ignorado.
   *[other] { $count } arquivos selecionados não fazem parte deste envio e foram ignorados.
}

portal-done = Todos os arquivos foram enviados
portal-done-title = Enviado – { $name }
portal-done-words = { $name } recebeu seus arquivos. Você já pode fechar esta página.
portal-finished-at = Concluído
portal-receipt = Enviamos um recibo para { $address }.
portal-receipt-somewhere = Enviamos um recibo para o e-mail informado.
portal-no-receipt = Nenhum recibo é enviado por e-mail. Salve esta lista se precisar de um comprovante.
portal-send-more = Enviar mais arquivos
