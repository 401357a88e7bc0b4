# Packages: lists, one package, and sending from the browser.

packages-sent = Enviados
packages-received = Recebidos
packages-one = Pacote
packages-name = Nome
packages-state = Status
packages-state-new = Enviando
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
packages-expiry = Expira em
packages-no-expiry = Nunca
packages-usage = Downloads
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
packages-extra = Retenção estendida
packages-extra-yes = Sim
packages-extra-no = Não
packages-day-needed = Selecione uma data.
packages-none-found = Nenhum pacote encontrado
packages-none-found-help = Limpe alguns filtros ou inclua pacotes arquivados.
packages-none-sent = Nenhum pacote enviado ainda
packages-none-sent-help = Um pacote contém arquivos e pastas de qualquer tamanho, uma mensagem e um link para cada destinatário.
packages-none-received = Nenhum pacote recebido ainda
packages-none-received-help = Os arquivos enviados pelos seus portais aparecem aqui.
packages-to-portals = Ir para os portais

packages-period = Arquivar por data…
packages-period-help = Vale para todos os pacotes que expiraram entre duas datas. Nada é excluído.
packages-period-way = Ação
packages-period-archive = Arquivar pacotes expirados
packages-period-unarchive = Desarquivar pacotes
packages-bulk-archive = Arquivar
packages-bulk-archive-title = { $count ->
    [one] Arquivar { $count } pacote?
   *[other] Arquivar { $count } pacotes?
}
packages-bulk-archive-body = { $others ->
    [0] Pacotes arquivados ficam ocultos nas listas. Você pode desarquivá-los a qualquer momento.
    [one] Pacotes arquivados ficam ocultos nas listas. Você pode desarquivá-los a qualquer momento. { $others } pacote selecionado não expirou e não é arquivado.
   *[other] Pacotes arquivados ficam ocultos nas listas. Você pode desarquivá-los a qualquer momento. { $others } pacotes selecionados não expiraram e não são arquivados.
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
    [one] Eles voltam a aparecer entre os pacotes expirados. { $others } pacote selecionado não está arquivado e não muda.
   *[other] Eles voltam a aparecer entre os pacotes expirados. { $others } pacotes selecionados não estão arquivados e não mudam.
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
    [0] Todos os arquivos são excluídos e todos os links param de funcionar. Um proprietário ou administrador pode restaurar os pacotes até que o conteúdo seja removido do armazenamento. Os nomes ficam na lista como expirados.
    [one] Todos os arquivos são excluídos e todos os links param de funcionar. Um proprietário ou administrador pode restaurar os pacotes até que o conteúdo seja removido do armazenamento. Os nomes ficam na lista como expirados. { $others } pacote selecionado já expirou e não muda.
   *[other] Todos os arquivos são excluídos e todos os links param de funcionar. Um proprietário ou administrador pode restaurar os pacotes até que o conteúdo seja removido do armazenamento. Os nomes ficam na lista como expirados. { $others } pacotes selecionados já expiraram e não mudam.
}
packages-bulk-delete-done = { $done ->
    [one] { $done } pacote excluído.
   *[other] { $done } pacotes excluídos.
}
packages-delete-title = Excluir este pacote?
packages-delete-body = Todos os arquivos são excluídos e todos os links param de funcionar. Um proprietário ou administrador pode restaurar o pacote até que o conteúdo seja removido do armazenamento.
packages-restore = Restaurar
packages-restored = Pacote restaurado.
packages-restorable-until = Restaurável até

packages-manage = Gerenciar
packages-rename = Renomear
packages-renamed = Pacote renomeado.
packages-change-tag = Alterar etiqueta
packages-tag-help = Selecione uma etiqueta ou digite uma nova. Deixe vazio para não usar etiqueta.
packages-tag-changed = Etiqueta alterada.
packages-change-expiry = Alterar expiração
packages-expiry-changed = Expiração alterada.
packages-expiry-past = Selecione um momento no futuro.
packages-keep = Expira em
packages-keep-until = Em uma data
packages-keep-always = Nunca
packages-keep-always-help = O pacote é mantido até que alguém o exclua.
packages-facts = Detalhes
packages-set = Definida
packages-last-download = Último download
packages-id = ID

packages-files-gone = Os arquivos deste pacote foram excluídos. O nome, os destinatários e o histórico são mantidos.
packages-files-more = Carregar mais arquivos
packages-files-search = Buscar arquivos
packages-rows-more = Mostrar mais (restam { $count })
packages-no-files = Nenhum arquivo
packages-file-name = Nome
packages-file-state = Status
packages-file-modified = Modificado
packages-file-uploading = Enviando
packages-file-complete = Pronto
packages-scan-clean = Sem vírus
packages-scan-pending = Verificação de vírus em andamento
packages-folder = Pasta
packages-folder-top = Todos os arquivos
packages-download = Baixar
packages-download-named = Baixar { $name }
packages-download-all = Baixar tudo
packages-zip-preparing = Preparando o zip
packages-infected-title = Vírus encontrado
packages-infected-body = “{ $name }” contém um vírus. Baixe apenas se souber o que está fazendo.
packages-infected-action = Baixar mesmo assim

packages-answers = Respostas do formulário

packages-links = Links
packages-no-links = Nenhum link ainda. Qualquer pessoa com um link pode baixar o pacote sem conta.
packages-link-create = Novo link
packages-link-way = Compartilhar com
packages-link-way-open = Link compartilhável
packages-link-way-open-help = Você o compartilha.
packages-link-way-mail = Destinatário por e-mail
packages-link-way-mail-help = Enviamos o link por e-mail. Ninguém mais o vê.
packages-link-make = Criar link
packages-link-mail = Enviar link
packages-link-mailed = Enviamos o link por e-mail para { $email }.
packages-link-later = { $email } recebe o link quando o pacote estiver pronto.
packages-link-address = Link
packages-email-needed = Digite um endereço de e-mail.
packages-link-password = Senha
packages-link-password-help = Os destinatários precisam digitá-la. Informe-a separadamente do link.
packages-link-password-default = Deixe vazio para usar a senha do pacote.
packages-link-limit = Downloads por link
packages-link-limit-help = Deixe vazio para o limite do pacote.
packages-link-expiry = O link expira em
packages-link-expiry-help = Deixe vazio para a expiração do pacote.
packages-link-on = Ativo
packages-link-on-help = Desative para criar o link sem que ele funcione ainda.
packages-link-open = Link compartilhável
packages-link-active = Ativo
packages-link-off = Desativado
packages-link-expired = Expirado
packages-link-show = Mostrar link
packages-link-switch-off = Desativar
packages-link-switched-off = Link desativado.
packages-link-limited = { $count ->
    [one] { $count } download
   *[other] { $count } downloads
}
packages-link-with-password = com senha
packages-link-until = até { $time }
packages-link-unused = nunca usado
packages-link-used = último uso: { $time }

packages-transfers = Transferências
packages-no-transfers = Nenhuma transferência de ou para conexões de nuvem ainda.
packages-transfer-start = Iniciar transferência
packages-transfer-connection = Conexão de nuvem
packages-transfer-choose = Selecione uma conexão
packages-transfer-none = Não há conexão para onde enviar. Adicione uma em Conexões de nuvem.
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
    [one] Enviado ({ $count } arquivo)
   *[other] Enviado ({ $count } arquivos)
}
packages-timeline-scan = Verificação de vírus
packages-timeline-scan-pending = { $count ->
    [one] { $count } arquivo aguardando a verificação de vírus
   *[other] { $count } arquivos aguardando a verificação de vírus
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
packages-scan-reason-off = A verificação está desativada.
packages-scan-reason-too-large = Os arquivos são grandes demais para a verificação.
packages-scan-reason-timeout = A verificação demorou demais.
packages-timeline-mail = E-mail para { $actor }
packages-timeline-mail-waiting = E-mail para { $actor } em espera
packages-timeline-mail-sent = E-mail enviado para { $actor }
packages-timeline-mail-kept = E-mail para { $actor } não enviado: sem servidor de e-mail
packages-timeline-mail-failed = E-mail para { $actor } falhou
packages-timeline-mail-cancelled = E-mail para { $actor } cancelado
packages-timeline-transfer = Transferência: { $title }
packages-timeline-transfer-pending = Transferência em espera: { $title }
packages-timeline-transfer-transferring = Transferência em andamento: { $title }
packages-timeline-transfer-complete = Transferência concluída: { $title }
packages-timeline-transfer-error = Transferência falhou: { $title }
packages-timeline-webhook = Webhook “{ $title }”: { $detail }
packages-timeline-webhook-exhausted = Webhook “{ $title }” falhou
packages-timeline-link = Link
packages-timeline-link-created = { $has_actor ->
    [yes] Link criado para { $actor }
   *[no] Link criado
}
packages-timeline-link-deleted = { $has_actor ->
    [yes] Link de { $actor } desativado
   *[no] Link desativado
}
packages-timeline-link-locked = { $has_actor ->
    [yes] Limite de downloads atingido no link de { $actor }
   *[no] Limite de downloads de um link atingido
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

packages-uploading = Enviando
packages-uploading-unknown = Aguardando o remetente. Os arquivos aparecem à medida que chegam.
packages-uploading-done = { $percent } · { $bytes } de { $total } · { $files } de { $all } arquivos

home-welcome = Olá, { $name }
home-steps = Primeiros passos
home-step-send = Envie seu primeiro pacote
home-step-send-help = Arquivos e pastas de qualquer tamanho, com um link para cada destinatário.
home-step-portal = Crie um portal
home-step-portal-help = Uma página em que outras pessoas enviam arquivos a você, sem conta.
home-step-portal-action = Ir para os portais
home-step-member = Convide colegas
home-step-member-help = Cada um com uma função que define suas permissões.
home-step-member-action = Convidar colegas
home-step-done = Feito
home-recent-sent = Enviados recentemente
home-recent-received = Recebidos recentemente
home-all = Mostrar todos
home-nothing = Nada ainda.

send-title = Enviar arquivos
send-files = Arquivos
send-drop = Solte arquivos e pastas em qualquer lugar desta página, ou cole-os.
send-choose-files = Selecionar arquivos
send-choose-folder = Selecionar uma pasta
send-drop-here = Solte para adicionar
send-drop-not-added = Nada foi adicionado porque há outro envio em andamento. Adicione os arquivos quando ele terminar.
send-reading = Lendo pastas
send-left-out = { $count ->
    [one] { $count } arquivo de sistema ignorado
   *[other] { $count } arquivos de sistema ignorados
}
send-list = Arquivos a enviar
send-list-total = { $files ->
    [one] { $files } arquivo, { $size }
   *[other] { $files } arquivos, { $size }
}
send-remove-named = Remover { $name }
send-remove-refused = Remover todos os arquivos recusados
send-details = Detalhes
send-name = Nome do pacote
send-name-help = Por padrão, o nome do primeiro arquivo.
send-recipients = Destinatários
send-recipients-help = Endereços de e-mail. Deixe vazio para obter um link para compartilhar.
send-message = Mensagem
send-password = Senha
send-password-help = Os destinatários precisam digitá-la. Informe-a separadamente do link.
send-limit = Downloads por link
send-limit-help = Deixe vazio para o padrão da equipe.
send-keep = Expira em
send-keep-default = { $days ->
    [one] Após { $days } dia (padrão da equipe)
   *[other] Após { $days } dias (padrão da equipe)
}
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
send-state-missing = Selecione este arquivo novamente
send-state-refused = Recusado
send-fault-type = Este tipo de arquivo não é permitido.
send-fault-size = O arquivo é grande demais.
send-fault-count = Arquivos demais.
send-fault-total = O pacote ficaria grande demais.
send-fault-name = O nome não é permitido.
send-fault-duplicate = A lista já contém este arquivo.
send-fault-changed = O arquivo mudou desde que você o selecionou. Remova-o e adicione-o novamente.
send-fault-unreadable = Não é possível ler o arquivo. Verifique se o disco está conectado.
send-fault-checksum = O arquivo foi danificado várias vezes durante a transferência. Tente novamente.
send-fault-etag-hidden = O armazenamento está mal configurado: as regras de CORS precisam expor ETag. Avise o administrador.
send-fault-storage = O armazenamento recusou o arquivo.
send-fault-refused = O servidor recusou o arquivo.
send-fault-package-gone = O pacote foi excluído ou já foi finalizado.
send-retry = Tentar novamente
send-retry-all = Tentar novamente todos os arquivos com falha
send-give-up-failed = Concluir sem os arquivos com falha
send-pause = Pausar
send-resume = Retomar
send-cancel = Cancelar
send-cancel-title = Cancelar este envio?
send-cancel-body = Os arquivos já enviados são excluídos do servidor. Seus próprios arquivos não mudam.
send-cancel-action = Cancelar envio
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
send-attention = Ação necessária
send-finishing = Concluindo
send-elsewhere = Outra aba está enviando este pacote.
send-failed = O envio falhou
send-cancelled = Envio cancelado.
send-waiting-offline = Sem conexão de rede. O envio será retomado automaticamente quando ela voltar.
send-waiting-network = O servidor não responde. Nova tentativa em { $seconds } s.
send-waiting-storage = O armazenamento não responde. Nova tentativa em { $seconds } s.
send-waiting-busy = O servidor está ocupado. Nova tentativa em { $seconds } s.
send-keep-open = Mantenha esta página aberta até que todos os arquivos sejam enviados. Enquanto isso, você pode usar o resto do console.
send-announce = { $percent } enviado
send-done = Enviado
send-done-mailed = { $count ->
    [one] Avisamos { $count } pessoa por e-mail.
   *[other] Avisamos { $count } pessoas por e-mail.
}
send-done-link = Seu pacote está pronto. Crie um link para compartilhá-lo.
send-done-facts = “{ $name }”: { $files }, { $size }
send-show-package = Mostrar pacote
send-again = Enviar mais arquivos
send-expiry-failed = O pacote foi enviado, mas não foi possível alterar a expiração. Altere-a na página do pacote.
send-unfinished = Seu envio “{ $name }” está { $percent } concluído. Retomar?
send-unfinished-elsewhere = “{ $name }” está sendo enviado em outra aba.
send-unfinished-continue = Retomar
send-unfinished-replaces = Os arquivos que você acabou de selecionar não fazem parte desse envio. Eles serão removidos da lista.
send-unfinished-forget = Excluir este envio
send-unfinished-pick = Selecione ou solte os mesmos arquivos novamente. As partes já enviadas não são enviadas duas vezes.
send-running = Enviando: { $percent }
