# Packages: lists, one package, and sending from the browser.

packages-sent = Enviados
packages-received = Recebidos
packages-one = Pacote
packages-name = Nome
packages-state = Estado
packages-state-new = Sendo carregado
packages-state-finalized = Pronto
packages-state-expired = Expirado
packages-state-archived = Arquivado
packages-virus = Vírus encontrado
packages-sender = Remetente
packages-recipients = Destinatários
packages-recipient = Destinatário
packages-portal = Portal
packages-size = Tamanho
packages-files = Arquivos
packages-created = Criado
packages-expiry = Disponível até
packages-no-expiry = Sem fim
packages-usage = Baixado
packages-tag = Etiqueta
packages-space = Teamspace
packages-search = Buscar por nome
packages-filters = Filtros
packages-filters-set = Filtros ({ $count })
packages-filters-clear = Limpar filtros
packages-any = Todos
packages-created-from = Criado a partir de
packages-created-to = Criado até
packages-expiry-from = Expira a partir de
packages-expiry-to = Expira até
packages-extra = Além dos dias gratuitos
packages-extra-yes = Sim
packages-extra-no = Não
packages-day-needed = Escolha um dia.
packages-none-found = Nenhum pacote corresponde
packages-none-found-help = Limpe alguns filtros ou veja os arquivados pelo estado.
packages-none-sent = Nenhum pacote enviado ainda
packages-none-sent-help = Um pacote é o que você envia: arquivos e pastas de qualquer tamanho, com uma mensagem e um link para cada destinatário.
packages-none-received = Nada recebido ainda
packages-none-received-help = O que outras pessoas enviam pelos seus portais chega aqui.
packages-to-portals = Ir para os portais

packages-period = Arquivar um período
packages-period-help = Para todos os pacotes que expiraram em um período, quantos forem. Nada é excluído.
packages-period-way = O que fazer
packages-period-archive = Arquivar pacotes expirados
packages-period-unarchive = Recuperar pacotes arquivados
packages-bulk-archive = Arquivar
packages-bulk-archive-title = { $count ->
    [one] Arquivar { $count } pacote?
   *[other] Arquivar { $count } pacotes?
}
packages-bulk-archive-body = { $others ->
    [0] Pacotes arquivados saem das listas e podem ser recuperados a qualquer momento.
    [one] Pacotes arquivados saem das listas e podem ser recuperados a qualquer momento. { $others } pacote selecionado não expirou e fica como está.
   *[other] Pacotes arquivados saem das listas e podem ser recuperados a qualquer momento. { $others } pacotes selecionados não expiraram e ficam como estão.
}
packages-bulk-archive-done = { $done ->
    [one] { $done } pacote arquivado.
   *[other] { $done } pacotes arquivados.
}
packages-bulk-unarchive = Desarquivar
packages-bulk-unarchive-title = { $count ->
    [one] Desarquivar { $count } pacote?
   *[other] Desarquivar { $count } pacotes?
}
packages-bulk-unarchive-body = { $others ->
    [0] Eles voltam a aparecer entre os pacotes expirados.
    [one] Eles voltam a aparecer entre os pacotes expirados. { $others } pacote selecionado não está arquivado e fica como está.
   *[other] Eles voltam a aparecer entre os pacotes expirados. { $others } pacotes selecionados não estão arquivados e ficam como estão.
}
packages-bulk-unarchive-done = { $done ->
    [one] { $done } pacote desarquivado.
   *[other] { $done } pacotes desarquivados.
}
packages-bulk-delete = Excluir
packages-bulk-delete-title = { $count ->
    [one] Excluir { $count } pacote?
   *[other] Excluir { $count } pacotes?
}
packages-bulk-delete-body = { $others ->
    [0] Todos os arquivos são excluídos e todos os links deixam de funcionar. Até que o conteúdo seja removido do armazenamento, um Owner ou Admin pode restaurar os pacotes. Os nomes ficam na lista como expirados.
    [one] Todos os arquivos são excluídos e todos os links deixam de funcionar. Até que o conteúdo seja removido do armazenamento, um Owner ou Admin pode restaurar os pacotes. { $others } pacote selecionado já expirou e fica como está.
   *[other] Todos os arquivos são excluídos e todos os links deixam de funcionar. Até que o conteúdo seja removido do armazenamento, um Owner ou Admin pode restaurar os pacotes. { $others } pacotes selecionados já expiraram e ficam como estão.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } pacote excluído.
   *[other] { $done } pacotes excluídos.
}
packages-delete-title = Excluir este pacote?
packages-delete-body = Todos os arquivos dele são excluídos e todos os links deixam de funcionar. Até que o conteúdo seja removido do armazenamento, um Owner ou Admin pode restaurar o pacote.
packages-restore = Restaurar
packages-restored = Pacote restaurado.
packages-restorable-until = Pode ser restaurado até

packages-manage = Gerenciar
packages-rename = Renomear
packages-renamed = Renomeado.
packages-change-tag = Mudar a etiqueta
packages-tag-help = Escolha uma etiqueta, digite uma nova ou deixe vazio.
packages-tag-changed = Etiqueta alterada.
packages-change-expiry = Mudar a expiração
packages-expiry-changed = Expiração alterada.
packages-expiry-past = Escolha um momento no futuro.
packages-keep = Por quanto tempo é mantido
packages-keep-until = Até uma data
packages-keep-always = Sem fim
packages-keep-always-help = O armazenamento além dos dias gratuitos pode ser cobrado.
packages-facts = Detalhes
packages-set = Definida
packages-last-download = Último download
packages-id = Identificador

packages-files-gone = Os arquivos deste pacote foram excluídos. O nome, os destinatários e o histórico permanecem.
packages-files-more = Ler mais arquivos
packages-files-search = Buscar nos arquivos
packages-rows-more = Mostrar mais (restam { $count })
packages-no-files = Nenhum arquivo
packages-file-name = Nome
packages-file-state = Estado
packages-file-modified = Modificado
packages-file-uploading = Sendo carregado
packages-file-complete = Completo
packages-scan-clean = Sem vírus
packages-scan-pending = Em verificação
packages-folder = Pasta
packages-folder-top = Todos os arquivos
packages-download = Baixar
packages-download-named = Baixar { $name }
packages-download-all = Baixar tudo
packages-zip-preparing = Preparando o zip
packages-infected-title = Um vírus foi encontrado
packages-infected-body = “{ $name }” contém um vírus. Baixe apenas se souber o que está fazendo.
packages-infected-action = Baixar mesmo assim

packages-answers = Respostas do formulário

packages-links = Links
packages-no-links = Nenhum link ainda. Com um link, qualquer pessoa que o tenha pode baixar o pacote sem conta.
packages-link-create = Novo link
packages-link-way = Quem recebe
packages-link-way-open = Um link para repassar
packages-link-way-open-help = Você o envia por conta própria.
packages-link-way-mail = Por e-mail a um destinatário
packages-link-way-mail-help = Nós enviamos o link; ninguém mais o vê.
packages-link-make = Criar o link
packages-link-mail = Enviar o link
packages-link-mailed = O link está a caminho de { $email }.
packages-link-later = { $email } recebe o link quando o pacote estiver pronto.
packages-link-address = Link
packages-email-needed = Digite um endereço de e-mail.
packages-link-password = Senha
packages-link-password-help = Pedida antes do download. Informe-a por outro meio que não o link.
packages-link-password-default = Deixe vazio para usar a senha do pacote.
packages-link-limit = Downloads por link
packages-link-limit-help = O link é bloqueado após esse número de downloads. Vazio: como o pacote.
packages-link-expiry = Link válido até
packages-link-expiry-help = Vazio: enquanto o pacote durar.
packages-link-on = Utilizável imediatamente
packages-link-on-help = Desligado, o link é criado, mas não abre nada.
packages-link-open = Link sem destinatário
packages-link-active = Ativo
packages-link-off = Desligado
packages-link-expired = Expirado
packages-link-show = Mostrar link
packages-link-switch-off = Desligar
packages-link-switched-off = O link está desligado.
packages-link-limited = { $count ->
    [one] { $count } download
   *[other] { $count } downloads
}
packages-link-with-password = com senha
packages-link-until = até { $time }
packages-link-unused = nunca usado
packages-link-used = usado por último em { $time }

packages-transfers = Transferências
packages-no-transfers = Nenhuma transferência de ou para conexões de nuvem.
packages-transfer-start = Iniciar uma transferência
packages-transfer-connection = Conexão de nuvem
packages-transfer-choose = Escolha uma conexão
packages-transfer-none = Não há conexão de destino. Crie uma em Conexões de nuvem.
packages-transfer-to = Para { $name }
packages-transfer-from = De { $name }
packages-transfer-pending = Em espera
packages-transfer-transferring = Em andamento
packages-transfer-complete = Concluída
packages-transfer-error = Falhou

packages-timeline = Linha do tempo
packages-timeline-created = { $has_actor ->
    [yes] Criado por { $actor }
   *[no] Criado
}
packages-timeline-form = Formulário “{ $title }” preenchido
packages-timeline-finalized = { $count ->
    [0] Enviado
    [one] Enviado com { $count } arquivo
   *[other] Enviado com { $count } arquivos
}
packages-timeline-scan = Verificação de vírus
packages-timeline-scan-pending = { $count ->
    [one] { $count } arquivo aguarda a verificação de vírus
   *[other] { $count } arquivos aguardam a verificação de vírus
}
packages-timeline-scan-clean = { $count ->
    [one] { $count } arquivo verificado, sem vírus
   *[other] { $count } arquivos verificados, sem vírus
}
packages-timeline-scan-not-scanned = { $count ->
    [one] { $count } arquivo não verificado
   *[other] { $count } arquivos não verificados
}
packages-timeline-scan-infected = Vírus encontrado em { $title }
packages-scan-reason-off = A verificação está desligada.
packages-scan-reason-too-large = Os arquivos são grandes demais para a verificação.
packages-scan-reason-timeout = A verificação demorou demais.
packages-timeline-mail = E-mail para { $actor }
packages-timeline-mail-waiting = E-mail para { $actor } aguarda o envio
packages-timeline-mail-sent = E-mail enviado para { $actor }
packages-timeline-mail-kept = E-mail para { $actor } guardado na caixa de saída
packages-timeline-mail-failed = O e-mail para { $actor } falhou
packages-timeline-mail-cancelled = E-mail para { $actor } cancelado
packages-timeline-transfer = Transferência: { $title }
packages-timeline-transfer-pending = Transferência em espera: { $title }
packages-timeline-transfer-transferring = Transferência em andamento: { $title }
packages-timeline-transfer-complete = Transferência concluída: { $title }
packages-timeline-transfer-error = A transferência falhou: { $title }
packages-timeline-webhook = Webhook “{ $title }”: { $detail }
packages-timeline-webhook-exhausted = Não foi possível entregar o webhook “{ $title }”
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link criado para { $actor }
   *[no] Link criado
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link de { $actor } desligado
   *[no] Link desligado
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Link de { $actor } bloqueado: todos os downloads usados
   *[no] Link bloqueado: todos os downloads usados
}
packages-timeline-download = { $has_actor ->
    [yes] Download por { $actor }
   *[no] Download
}
packages-timeline-download-complete = { $has_actor ->
    [yes] Download por { $actor } concluído
   *[no] Download concluído
}
packages-timeline-changed = Alterado
packages-timeline-changed-details = { $has_actor ->
    [yes] Nome ou etiqueta alterados por { $actor }
   *[no] Nome ou etiqueta alterados
}
packages-timeline-changed-expiry = { $has_actor ->
    [yes] Expiração alterada por { $actor }
   *[no] Expiração alterada
}
packages-timeline-changed-restored = { $has_actor ->
    [yes] Restaurado por { $actor }
   *[no] Restaurado
}
packages-timeline-expired = Expirado, arquivos excluídos
packages-timeline-expired-deleted = { $has_actor ->
    [yes] Excluído por { $actor }
   *[no] Excluído
}
packages-timeline-archived = Arquivado
packages-timeline-archived-unarchived = Desarquivado

packages-uploading = Este pacote está sendo carregado
packages-uploading-unknown = Aguardando notícias do remetente. Os arquivos aparecem à medida que chegam.
packages-uploading-done = { $percent } · { $bytes } de { $total } · { $files } de { $all } arquivos

home-welcome = Olá, { $name }
home-steps = Primeiros passos
home-step-send = Envie seu primeiro pacote
home-step-send-help = Arquivos e pastas de qualquer tamanho, com um link para cada destinatário.
home-step-portal = Crie um portal
home-step-portal-help = Uma página em que outras pessoas enviam arquivos a você, sem conta.
home-step-portal-action = Ir para os portais
home-step-member = Convide colegas
home-step-member-help = Cada um com uma função que diz o que pode fazer.
home-step-member-action = Ir para os membros
home-step-done = Feito
home-recent-sent = Enviados recentemente
home-recent-received = Recebidos recentemente
home-all = Mostrar todos
home-nothing = Nada ainda.

send-title = Enviar arquivos
send-files = Arquivos
send-drop = Solte arquivos e pastas em qualquer lugar desta página, ou cole-os.
send-choose-files = Escolher arquivos
send-choose-folder = Escolher uma pasta
send-drop-here = Solte para adicionar
send-reading = Lendo pastas
send-left-out = { $count ->
    [one] { $count } arquivo de sistema deixado de fora
   *[other] { $count } arquivos de sistema deixados de fora
}
send-list = Arquivos a enviar
send-list-total = { $files ->
    [one] { $files } arquivo, { $size }
   *[other] { $files } arquivos, { $size }
}
send-remove-named = Remover { $name }
send-remove-refused = Remover todos os recusados
send-details = Detalhes
send-name = Nome do pacote
send-name-help = Vazio: o nome do primeiro arquivo ou pasta.
send-recipients = Destinatários
send-recipients-help = Endereços de e-mail. Deixe vazio para receber um link que você mesmo repassa.
send-message = Mensagem
send-password = Senha
send-password-help = Pedida antes do download. Informe-a por outro meio que não o link.
send-limit = Downloads por link
send-limit-help = Vazio: como a equipe definiu.
send-keep = Por quanto tempo é mantido
send-keep-default = Como a equipe definiu ({ $days } dias)
send-tag = Etiqueta
send-space = Teamspace
send-space-none = Nenhum
send-more = Mais opções
send-action = Enviar
send-files-needed = Adicione arquivos primeiro.
send-state-listed = Pronto para enviar
send-state-waiting = Em espera
send-state-sending = { $percent }
send-state-done = Enviado
send-state-paused = Em pausa
send-state-failed = Falhou
send-state-missing = Escolha este arquivo de novo
send-state-refused = Recusado
send-fault-type = Este tipo de arquivo não é permitido.
send-fault-size = O arquivo é grande demais.
send-fault-count = Arquivos demais.
send-fault-total = O pacote ficaria grande demais.
send-fault-name = O nome não é permitido.
send-fault-duplicate = Já está na lista.
send-fault-changed = O arquivo mudou desde que foi escolhido. Remova-o e adicione-o de novo.
send-fault-unreadable = Não é possível ler o arquivo. O disco ainda está conectado?
send-fault-checksum = Várias vezes chegou algo diferente do que foi enviado. Tente de novo.
send-fault-etag-hidden = O armazenamento esconde das páginas o que elas precisam. Avise o administrador: as regras de CORS devem expor ETag.
send-fault-storage = O armazenamento recusou o arquivo.
send-fault-refused = O servidor recusou o arquivo.
send-fault-package-gone = O pacote não existe mais ou está fechado.
send-retry = Tentar de novo
send-retry-all = Tentar de novo tudo o que falhou
send-give-up-failed = Deixar de fora o que falhou e concluir
send-pause = Pausar
send-resume = Continuar
send-cancel = Cancelar
send-cancel-title = Cancelar este envio?
send-cancel-body = O que já foi enviado é excluído do servidor. Seus próprios arquivos ficam como estão.
send-cancel-action = Cancelar o envio
send-progress = Progresso do envio
send-progress-files = { $done } de { $files } arquivos
send-progress-bytes = { $sent } de { $total }
send-progress-speed = { $size } por segundo
send-left = faltam cerca de { $time }
send-left-soon = falta menos de um minuto
send-starting = Iniciando
send-sending = Enviando { $name }
send-paused = Em pausa
send-pausing = Pausando…
send-list-cut-off = Esta página foi fechada antes de salvar a lista completa de arquivos. Adicione todos os arquivos novamente; o que já chegou não é enviado de novo. Depois, conclua o envio.
send-list-complete = A lista está completa: concluir
send-attention = Algo precisa da sua atenção
send-finishing = Concluindo
send-elsewhere = Outra aba está enviando este pacote.
send-failed = Não foi possível concluir o envio
send-cancelled = O envio foi cancelado.
send-waiting-offline = Sem rede. O envio continua sozinho quando ela voltar.
send-waiting-network = O servidor não responde. Nova tentativa em { $seconds } segundos.
send-waiting-storage = O armazenamento não responde. Nova tentativa em { $seconds } segundos.
send-waiting-busy = O servidor pediu para esperar { $seconds } segundos.
send-keep-open = Mantenha esta página aberta até tudo ser enviado. Enquanto isso, você pode usar o resto do console.
send-announce = { $percent } enviado
send-done = Enviado
send-done-mailed = { $count ->
    [one] { $count } destinatário recebe um e-mail com um link.
   *[other] { $count } destinatários recebem um e-mail com um link.
}
send-done-link = Ninguém foi avisado. Crie um link e repasse-o.
send-done-facts = “{ $name }”: { $files }, { $size }
send-show-package = Mostrar o pacote
send-again = Enviar mais
send-expiry-failed = O pacote foi enviado, mas não foi possível mudar a expiração. Mude-a na página do pacote.
send-unfinished = Seu envio “{ $name }” está { $percent } concluído. Continuar?
send-unfinished-elsewhere = “{ $name }” está sendo enviado em outra aba.
send-unfinished-continue = Continuar
send-unfinished-replaces = Os arquivos que você acabou de selecionar não fazem parte desse envio. Eles serão removidos da lista.
send-unfinished-forget = Esquecer este envio
send-unfinished-pick = Escolha os mesmos arquivos de novo ou solte-os aqui. O que já foi enviado não é enviado outra vez.
send-running = Enviando: { $percent }
