# As páginas do console para membros, Teamspaces, etiquetas e chaves de API.

## Members

members-title = Membros
members-intro = Todos os membros desta equipe e suas funções.
members-search = Buscar por nome ou e-mail
members-invite = Convidar um membro
members-column-name = Nome
members-column-role = Função
members-column-status = Status
members-column-spaces = Teamspaces
members-column-actions = Ações
members-you = (você)
members-status-active = Ativo
members-status-invited = Convidado
members-none-found = Nenhum membro encontrado.
members-count = { $count ->
    [one] { $count } membro
   *[other] { $count } membros
}
members-role-owner = Proprietário
members-role-admin = Administrador
members-role-integration-manager = Gerente de integrações
members-role-member = Membro
members-role-guest = Convidado
members-role-help-owner = Pode fazer tudo. Somente o proprietário pode transferir a equipe.
members-role-help-admin = Gerencia as configurações, os membros, os portais e os pacotes da equipe.
members-role-help-integration-manager = Envia pacotes e gerencia conexões de nuvem, webhooks, filtros e as próprias chaves de API.
members-role-help-member = Envia pacotes e cria portais nos próprios Teamspaces.
members-role-help-guest = Vê somente os portais compartilhados com ele.
members-role-field = Função
members-email-field = Endereço de e-mail
members-name-field = Nome
members-name-help = Opcional. A pessoa pode mudá-lo ao aceitar.
members-invite-title = Convidar um membro para { $team }
members-invite-help = A pessoa recebe um e-mail com um link válido por 7 dias.
members-invite-send = Enviar convite
members-invited-done = Convite enviado para { $email }.
members-invite-outbox = Se não houver servidor de e-mail, copie o convite do registro de e-mails.
members-invite-again = Reenviar convite
members-invited-again-done = Novo convite enviado para { $email }. O link anterior não funciona mais.
members-change-role = Alterar função
members-change-role-title = Alterar a função de { $name }
members-change-role-save = Alterar função
members-role-changed-done = { $name } agora tem a função { $role }.
members-hand-over = Transferir a equipe
members-hand-over-title = Transferir a equipe para { $name }?
members-hand-over-text = { $name } passa a ser proprietário de { $team }, e você passa a ser administrador. Somente { $name } poderá desfazer isso.
members-hand-over-confirm = Transferir a equipe
members-handed-over-done = Esta equipe agora pertence a { $name }. Você é administrador.
members-remove = Remover da equipe
members-remove-title = Remover { $name }?
members-remove-text = { $name } perde imediatamente o acesso a { $team }, e suas chaves de API são desativadas. Os pacotes que enviou e recebeu ficam na equipe.
members-remove-confirm = Remover da equipe
members-removed-done = { $name } foi removido da equipe.
members-menu = Ações para { $name }
members-spaces-none = Nenhum
members-spaces-all = Todos
members-spaces-count = { $count ->
    [one] { $count } Teamspace
   *[other] { $count } Teamspaces
}

## Teamspaces

spaces-title = Teamspaces
spaces-intro = Um Teamspace limita portais e pacotes a alguns membros. O proprietário e os administradores veem todos.
spaces-create = Criar Teamspace
spaces-create-title = Criar Teamspace
spaces-name-field = Nome
spaces-members-field = Membros
spaces-members-help = Você pode adicionar mais pessoas depois.
spaces-created-done = Teamspace { $name } criado.
spaces-empty-title = Ainda não há Teamspaces
spaces-empty-text = Use um Teamspace para um projeto ou cliente que só alguns membros devem ver.
spaces-empty-text-member = Você não está em nenhum Teamspace. Peça a um administrador da sua equipe que adicione você.
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
spaces-renamed-done = Teamspace renomeado para { $name }.
spaces-delete-title = Excluir o Teamspace { $name }?
spaces-delete-text = Isso não pode ser desfeito. Os portais e pacotes ficam na equipe, e todos os membros voltam a vê-los. Somente quem criou um Teamspace pode excluí-lo.
spaces-deleted-done = Teamspace { $name } excluído.
spaces-members-title = Membros
spaces-members-note = O proprietário e os administradores têm acesso a todos os Teamspaces sem serem adicionados.
spaces-add-members = Adicionar membros
spaces-add-members-title = Adicionar membros a { $name }
spaces-add-members-choose = Membros a adicionar
spaces-add-members-all-in = Toda a equipe já está neste Teamspace.
spaces-members-added-done = { $count ->
    [one] { $count } membro adicionado.
   *[other] { $count } membros adicionados.
}
spaces-remove-member = Remover { $name }
spaces-member-removed-done = { $name } foi removido do Teamspace.
spaces-member-unnamed = Membro sem nome
spaces-no-members = Nenhum membro ainda.
spaces-packages-title = Pacotes
spaces-packages-search = Buscar pacotes por nome
spaces-packages-empty = Ainda não há pacotes neste Teamspace.
spaces-packages-none-found = Nenhum pacote encontrado.
spaces-package-name = Nome
spaces-package-sender = Remetente
spaces-package-state = Status
spaces-package-created = Criado
spaces-package-state-new = Enviando
spaces-package-state-finalized = Pronto
spaces-package-state-archived = Arquivado
spaces-package-state-expired = Expirado
spaces-page-before = Pacotes mais novos
spaces-page-after = Pacotes mais antigos
spaces-page-number = Página { $page }

## Tags

tags-title = Etiquetas
tags-intro = Use etiquetas para agrupar pacotes. Cada pacote pode ter uma etiqueta.
tags-name-field = Nova etiqueta
tags-create = Criar etiqueta
tags-created-done = Etiqueta { $name } criada.
tags-empty-title = Ainda não há etiquetas
tags-empty-text = Por exemplo, marque os pacotes por projeto ou cliente.
tags-column-name = Etiqueta
tags-column-created = Criada
tags-column-packages = Pacotes
tags-column-actions = Ações
tags-show-sent = Pacotes enviados com { $name }
tags-show-received = Pacotes recebidos com { $name }
tags-sent-link = Enviados
tags-received-link = Recebidos
tags-delete = Excluir { $name }
tags-deleted-done = Etiqueta { $name } excluída.

## API keys

keys-title = Chaves de API
keys-intro = Uma chave permite que um programa aja nesta equipe com as suas permissões. Crie uma chave por programa para poder revogá-la separadamente.
keys-create = Criar chave
keys-create-title = Criar chave de API
keys-edit-title = Editar { $name }
keys-name-field = Nome
keys-name-help = Por exemplo, o programa que vai usá-la.
keys-description-field = Descrição
keys-expiry-field = Expira em
keys-expiry-help = Deixe vazio para uma chave que nunca expira. Chaves que expiram são mais seguras.
keys-expiry-past = Selecione um momento no futuro.
keys-active-field = Ativa
keys-active-help = Solicitações com uma chave inativa são recusadas.
keys-scopes-field = Permissões
keys-scopes-all = Todas
keys-scopes-missing = Selecione pelo menos uma permissão.
keys-scope-read = Ler
keys-scope-read-help = Ver pacotes, portais e configurações, mas não o conteúdo dos arquivos.
keys-scope-send = Enviar
keys-scope-send-help = Criar pacotes, adicionar arquivos e criar links. Qualquer pessoa com um link pode baixar.
keys-scope-receive = Receber
keys-scope-receive-help = Baixar arquivos, inclusive os que ainda estão sendo enviados.
keys-scope-manage = Gerenciar
keys-scope-manage-help = Alterar membros, portais, conexões, webhooks e outras configurações, excluir pacotes e ler o registro de auditoria.
keys-created-title = Sua nova chave
keys-created-text = Copie a chave agora. Ela não será mostrada novamente.
keys-created-label = Chave de API { $name }
keys-created-close = Salvei a chave
keys-empty-title = Ainda não há chaves de API
keys-empty-text = Programas como o agente Tonnage precisam de uma chave para enviar e baixar pacotes para você.
keys-column-name = Nome
keys-column-state = Status
keys-column-expiry = Expira em
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
keys-suspended-note = Esta equipe está suspensa. As chaves são recusadas e não podem ser alteradas até que o operador do servidor reative a equipe.
keys-switch-on = Ativar
keys-switch-off = Desativar
keys-switched-on-done = { $name } ativada.
keys-switched-off-done = { $name } desativada. Programas que a usam agora são recusados.
keys-edit = Editar
keys-saved-done = { $name } salva.
keys-delete-title = Excluir { $name }?
keys-delete-text = Programas que usam esta chave param de funcionar imediatamente. Isso não pode ser desfeito.
keys-deleted-done = { $name } excluída.
keys-menu = Ações para { $name }
keys-only-device = Somente o proprietário vê todas as chaves de uma equipe. Você vê as chaves que criou neste navegador. Suas outras chaves continuam funcionando, e o proprietário pode desativá-las.
