# As páginas do console para membros, Teamspaces, etiquetas e chaves de API.

## Members

members-title = Membros
members-intro = Todas as pessoas desta equipe e o que cada uma pode fazer.
members-search = Buscar por nome ou e-mail
members-invite = Convidar alguém
members-column-name = Nome
members-column-role = Função
members-column-status = Situação
members-column-spaces = Teamspaces
members-column-actions = Ações
members-you = (você)
members-status-active = Ativo
members-status-invited = Convidado
members-none-found = Ninguém com este nome ou endereço.
members-count = { $count ->
    [one] { $count } membro
   *[other] { $count } membros
}
members-role-owner = Proprietário
members-role-admin = Administrador
members-role-integration-manager = Gerente de integrações
members-role-member = Membro
members-role-guest = Convidado
members-role-help-owner = Pode fazer tudo e é o único que pode transferir a equipe.
members-role-help-admin = Gerencia a equipe: configurações, membros, portais e pacotes.
members-role-help-integration-manager = Envia pacotes e gerencia conexões de nuvem, webhooks, filtros e as próprias chaves de API.
members-role-help-member = Envia pacotes e cria portais nos próprios Teamspaces.
members-role-help-guest = Vê somente os portais que alguém compartilha.
members-role-field = Função
members-email-field = Endereço de e-mail
members-name-field = Nome
members-name-help = Opcional. A pessoa pode mudá-lo ao aceitar.
members-invite-title = Convidar alguém para { $team }
members-invite-help = A pessoa recebe um e-mail com um link válido por 7 dias.
members-invite-send = Enviar convite
members-invited-done = O convite para { $email } está a caminho.
members-invite-outbox = Se não houver servidor de e-mail configurado, o convite espera na caixa de saída.
members-invite-again = Convidar novamente
members-invited-again-done = { $email } recebe um novo convite. O link anterior não funciona mais.
members-change-role = Mudar função
members-change-role-title = Mudar a função de { $name }
members-change-role-save = Mudar função
members-role-changed-done = { $name } agora tem a função { $role }.
members-hand-over = Transferir a equipe
members-hand-over-title = Transferir a equipe para { $name }?
members-hand-over-text = { $name } passa a ser proprietário de { $team }. Você passa a ser administrador. Depois disso, somente { $name } poderá desfazer.
members-hand-over-confirm = Transferir
members-handed-over-done = Esta equipe agora pertence a { $name }. Você é administrador.
members-remove = Remover da equipe
members-remove-title = Remover { $name }?
members-remove-text = { $name } perde imediatamente o acesso a { $team }, e suas chaves de API são desativadas. O que foi enviado e recebido fica na equipe.
members-remove-confirm = Remover
members-removed-done = { $name } não está mais na equipe.
members-menu = Ações para { $name }
members-spaces-none = Nenhum
members-spaces-all = Todos
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Um Teamspace reserva portais e pacotes para alguns membros. O proprietário e os administradores veem todos.
spaces-create = Criar um Teamspace
spaces-create-title = Criar um Teamspace
spaces-name-field = Nome
spaces-members-field = Membros
spaces-members-help = Você pode adicionar mais pessoas depois.
spaces-created-done = O Teamspace { $name } foi criado.
spaces-empty-title = Ainda não há Teamspaces
spaces-empty-text = Um Teamspace é uma parte da sua equipe que só alguns membros veem, como um projeto ou um cliente.
spaces-empty-text-member = Você ainda não foi adicionado a um Teamspace. Fale com um administrador da sua equipe.
spaces-column-name = Nome
spaces-column-members = Membros
spaces-members-count = { $count ->
    [0] Nenhum membro
    [one] { $count } membro
   *[other] { $count } membros
}
spaces-menu = Ações para { $name }
spaces-rename = Renomear
spaces-rename-title = Renomear { $name }
spaces-renamed-done = O Teamspace agora se chama { $name }.
spaces-delete-title = Excluir o Teamspace { $name }?
spaces-delete-text = Isso não pode ser desfeito. Os portais e pacotes ficam na equipe, e todos os membros voltam a vê-los. Somente quem criou um Teamspace pode excluí-lo.
spaces-deleted-done = O Teamspace { $name } foi excluído.
spaces-members-title = Membros
spaces-members-note = O proprietário e os administradores têm acesso a todos os Teamspaces sem serem adicionados.
spaces-add-members = Adicionar membros
spaces-add-members-title = Adicionar membros a { $name }
spaces-add-members-choose = Membros a adicionar
spaces-add-members-all-in = Toda a equipe já está neste Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } membro foi adicionado.
   *[other] { $count } membros foram adicionados.
}
spaces-remove-member = Remover { $name }
spaces-member-removed-done = { $name } foi removido do Teamspace.
spaces-member-unnamed = Membro sem nome
spaces-no-members = Ninguém foi adicionado ainda.
spaces-packages-title = Pacotes
spaces-packages-search = Buscar pacotes por nome
spaces-packages-empty = Ainda não há pacotes neste Teamspace.
spaces-packages-none-found = Nenhum pacote com este nome.
spaces-package-name = Nome
spaces-package-sender = Remetente
spaces-package-state = Estado
spaces-package-created = Criado
spaces-package-state-new = Não concluído
spaces-package-state-finalized = Disponível
spaces-package-state-archived = Arquivado
spaces-package-state-expired = Expirado
spaces-page-before = Pacotes mais novos
spaces-page-after = Pacotes mais antigos
spaces-page-number = Página { $page }

## Tags

tags-title = Etiquetas
tags-intro = Uma etiqueta marca pacotes para que sejam encontrados depois. Um pacote tem no máximo uma etiqueta.
tags-name-field = Nova etiqueta
tags-create = Criar etiqueta
tags-created-done = A etiqueta { $name } foi criada.
tags-empty-title = Ainda não há etiquetas
tags-empty-text = Etiquetas organizam os pacotes por projeto, cliente ou o que você for procurar depois.
tags-column-name = Etiqueta
tags-column-created = Criada
tags-column-packages = Pacotes
tags-column-actions = Ações
tags-show-sent = Pacotes enviados com { $name }
tags-show-received = Pacotes recebidos com { $name }
tags-sent-link = Enviados
tags-received-link = Recebidos
tags-delete = Excluir { $name }
tags-deleted-done = A etiqueta { $name } foi excluída.

## API keys

keys-title = Chaves de API
keys-intro = Uma chave permite que um programa aja nesta equipe com as suas permissões. Dê a cada programa uma chave própria para poder desativá-la separadamente.
keys-create = Criar uma chave
keys-create-title = Criar uma chave de API
keys-edit-title = Alterar { $name }
keys-name-field = Nome
keys-name-help = Por exemplo, o programa que vai usá-la.
keys-description-field = Descrição
keys-expiry-field = Expira
keys-expiry-help = Deixe vazio para uma chave que não expira. Uma chave que expira é mais segura.
keys-expiry-past = Escolha um momento no futuro.
keys-active-field = Ativa
keys-active-help = Uma chave que não está ativa é recusada.
keys-scopes-field = Permissões
keys-scopes-all = Todas
keys-scopes-missing = Escolha ao menos uma permissão.
keys-scope-read = Ler
keys-scope-read-help = Ver pacotes, portais e configurações, mas não o conteúdo dos arquivos.
keys-scope-send = Enviar
keys-scope-send-help = Criar pacotes, adicionar arquivos e criar links. Quem tiver um link pode baixar.
keys-scope-receive = Receber
keys-scope-receive-help = Baixar arquivos, também enquanto crescem.
keys-scope-manage = Gerenciar
keys-scope-manage-help = Alterar membros, portais, conexões, webhooks e outras configurações, excluir pacotes e ler o registro de auditoria.
keys-created-title = Sua nova chave
keys-created-text = Copie a chave agora. Você não a verá de novo, porque guardamos somente a impressão digital dela.
keys-created-label = Chave de API { $name }
keys-created-close = Guardei a chave
keys-empty-title = Ainda não há chaves de API
keys-empty-text = Programas como o agente de transferência precisam de uma chave para enviar e buscar pacotes para você.
keys-column-name = Nome
keys-column-state = Estado
keys-column-expiry = Expira
keys-column-used = Último uso
keys-column-created = Criada
keys-column-actions = Ações
keys-unnamed = Chave sem nome
keys-never-expires = Nunca
keys-never-used = Nunca
keys-state-active = Ativa
keys-state-inactive = Desativada
keys-state-suspended = Suspensa
keys-state-expired = Expirada
keys-suspended-note = Esta equipe está suspensa, por isso as chaves são recusadas e não podem ser alteradas. Elas voltam ao que eram assim que o operador deste servidor reativar a equipe.
keys-switch-on = Ativar
keys-switch-off = Desativar
keys-switched-on-done = { $name } voltou a funcionar.
keys-switched-off-done = { $name } está desativada. Programas que a usam passam a ser recusados.
keys-edit = Alterar
keys-saved-done = { $name } foi salva.
keys-delete-title = Excluir { $name }?
keys-delete-text = Programas que usam esta chave param de funcionar imediatamente. Isso não pode ser desfeito.
keys-deleted-done = { $name } foi excluída.
keys-menu = Ações para { $name }
keys-only-device = Somente o proprietário vê todas as chaves de uma equipe. Aqui estão as que você criou neste navegador; as outras continuam funcionando, e o proprietário pode desativá-las.
