# As páginas do console sobre o que aconteceu: atividades, auditoria, uso e caixa de saída.

record-from = De
record-to = Até
record-any = Todos
record-filter-clear = Limpar filtros
record-nothing-found = Nenhum resultado. Limpe alguns filtros.
record-filters = Filtros

## Activities

activities-title = Atividades
activities-intro = Envios, downloads, links e transferências, os mais recentes primeiro.
activities-intro-own = Seus envios, downloads, links e transferências, os mais recentes primeiro.
activities-empty-title = Nenhuma atividade ainda
activities-empty-text = Envios e downloads aparecem aqui.
activities-column-kind = Tipo
activities-column-state = Status
activities-column-package = Pacote
activities-column-actor = Usuário
activities-column-time = Data
activities-kind = Tipo
activities-kind-upload = Envio
activities-kind-download = Download
activities-kind-link-creation = Link criado
activities-kind-transfer = Transferência
activities-state = Status
activities-state-pending = Em espera
activities-state-started = Em andamento
activities-state-complete = Concluída
activities-state-cancelled = Cancelada
activities-state-error = Falhou
activities-one-package = Atividades de um pacote
activities-steps-of = Etapas de { $kind }: { $package }
activities-no-steps = Nenhuma etapa registrada.
activities-more-steps = Carregar mais etapas
activities-open-package = Abrir pacote
activities-someone = Alguém com o link

## Audit

audit-title = Registro de auditoria
audit-intro = Registro à prova de adulteração de todas as alterações.
audit-intro-own = Registro à prova de adulteração das suas alterações.
audit-empty = Nenhuma entrada ainda.
audit-column-time = Data
audit-column-actor = Usuário
audit-column-action = Ação
audit-column-object = Objeto
audit-column-address = Endereço IP
audit-column-detail = Detalhes
audit-actor = Usuário
audit-action = Ação
audit-object = ID do objeto
audit-details = Detalhes da entrada { $number }
audit-credential = Credencial
audit-hash = Hash
audit-copy-hash = Copiar hash
audit-hash-help = O operador verifica o registro com “tonnage admin audit verify”.
audit-export = Exportar
audit-export-csv = CSV, para planilhas
audit-export-json = JSON, para programas
audit-exporting = { $read } de { $total } entradas exportadas
audit-exported = { $count ->
    [one] { $count } entrada exportada.
   *[other] { $count } entradas exportadas.
}
audit-export-stop = Parar
audit-actor-operator = Operador do servidor
audit-actor-service = Sistema
audit-actor-stranger = Convidado
audit-actor-package-token = Token de pacote
audit-action-sign-in = Entrada
audit-action-sign-in-failed = Falha ao entrar
audit-action-log-out-all = Saída em todos os lugares
audit-action-password-changed = Senha alterada
audit-action-password-reset = Senha redefinida
audit-action-email-change-requested = Mudança de e-mail solicitada
audit-action-email-changed = Endereço de e-mail alterado
audit-action-profile-changed = Perfil alterado
audit-action-second-factor-begun = Configuração da autenticação de dois fatores iniciada
audit-action-second-factor-on = Autenticação de dois fatores ativada
audit-action-second-factor-off = Autenticação de dois fatores desativada
audit-action-team-created = Equipe criada
audit-action-team-updated = Configurações da equipe alteradas
audit-action-team-suspended = Equipe suspensa
audit-action-team-reactivated = Equipe reativada
audit-action-member-invited = Membro convidado
audit-action-invitation-accepted = Convite aceito
audit-action-role-changed = Função alterada
audit-action-member-removed = Membro removido
audit-action-teamspace-created = Teamspace criado
audit-action-teamspace-renamed = Teamspace renomeado
audit-action-teamspace-deleted = Teamspace excluído
audit-action-teamspace-member-added = Membro adicionado a um Teamspace
audit-action-teamspace-member-removed = Membro removido de um Teamspace
audit-action-tag-created = Etiqueta criada
audit-action-tag-deleted = Etiqueta excluída
audit-action-api-key-created = Chave de API criada
audit-action-api-key-updated = Chave de API alterada
audit-action-api-key-switched = Chave de API ativada ou desativada
audit-action-api-key-deleted = Chave de API excluída
audit-action-package-created = Pacote criado
audit-action-package-finalized = Pacote finalizado
audit-action-package-updated = Pacote alterado
audit-action-package-expiry-changed = Expiração de um pacote alterada
audit-action-package-archived = Pacote arquivado
audit-action-package-unarchived = Pacote desarquivado
audit-action-packages-archived = Pacotes arquivados
audit-action-packages-unarchived = Pacotes desarquivados
audit-action-package-deleted = Pacote excluído
audit-action-package-expired = Pacote expirado
audit-action-package-restored = Pacote restaurado
audit-action-file-removed = Arquivo removido
audit-action-virus-found = Vírus encontrado
audit-action-link-created = Link criado
audit-action-link-deleted = Link excluído
audit-action-link-secret-shown = Link mostrado novamente
audit-action-link-password-wrong = Senha do link incorreta
audit-action-portal-created = Portal criado
audit-action-portal-updated = Portal alterado
audit-action-portal-deleted = Portal excluído
audit-action-access-code-wrong = Código de acesso incorreto
audit-action-portal-access-changed = Acesso a um portal alterado
audit-action-portal-connections-changed = Conexões de nuvem de um portal alteradas
audit-action-portal-webhooks-changed = Webhooks de um portal alterados
audit-action-form-created = Formulário criado
audit-action-form-updated = Formulário alterado
audit-action-form-deleted = Formulário excluído
audit-action-form-template-created = Modelo de formulário criado
audit-action-form-template-updated = Modelo de formulário alterado
audit-action-form-template-deleted = Modelo de formulário excluído
audit-action-filter-created = Filtro criado
audit-action-filter-updated = Filtro alterado
audit-action-filter-deleted = Filtro excluído
audit-action-connection-created = Conexão de nuvem criada
audit-action-connection-updated = Conexão de nuvem alterada
audit-action-connection-deleted = Conexão de nuvem excluída
audit-action-connection-tested = Conexão de nuvem testada
audit-action-transfer-started = Transferência iniciada
audit-action-webhook-created = Webhook criado
audit-action-webhook-updated = Webhook alterado
audit-action-webhook-deleted = Webhook excluído
audit-action-webhook-secret-rotated = Segredo de um webhook substituído
audit-action-webhook-redelivered = Evento de webhook reenviado
audit-action-webhook-tested = Webhook testado
audit-action-mail-retried = E-mail enviado novamente

## Usage

usage-title = Uso
usage-intro = Armazenamento e transferências desta equipe. Os dias são em UTC.
usage-period = Período
usage-days = { $days ->
    [365] Último ano
   *[other] Últimos { $days } dias
}
usage-held = { $used } de { $limit } em uso, incluindo envios não concluídos e pacotes excluídos recentemente.
usage-held-near = O armazenamento está quase cheio. Quando o limite for atingido, ninguém poderá enviar para esta equipe nem a partir dela. Exclua pacotes ou peça a um proprietário ou ao operador que aumente o limite.
usage-stored-now = Armazenado agora
usage-packages-now = { $count ->
    [one] em { $count } pacote
   *[other] em { $count } pacotes
}
usage-uploaded = Enviado
usage-downloaded = Baixado
usage-forwarded = Enviado para nuvens
usage-packages = Pacotes finalizados
usage-in-period = neste período
usage-chart-stored = Armazenamento no fim de cada dia
usage-chart-uploaded = Enviado por dia
usage-chart-downloaded = Baixado por dia
usage-chart-forwarded = Enviado para nuvens por dia
usage-chart-summary = { $title }, de { $from } a { $to }. Máximo: { $highest } em { $day }.
usage-nothing = Não há dados neste período.
usage-bar = { $day }: { $value }
usage-table = Mostrar como tabela
usage-table-caption = Uso por dia
usage-day = Dia
usage-stored = Armazenado

## Outbox

outbox-title = Registro de e-mails
outbox-intro = E-mails enviados por esta equipe, os mais recentes primeiro.
outbox-kept-banner = Este servidor não tem servidor de e-mail, por isso os e-mails não são enviados. Copie o texto e envie-o você mesmo ou peça ao operador que defina “mail.smtp_url”.
outbox-failed-banner = { $count ->
    [one] { $count } e-mail desta página não pôde ser enviado.
   *[other] { $count } e-mails desta página não puderam ser enviados.
}
outbox-empty-title = Ainda não há e-mails
outbox-empty-text = Convites, links e recibos aparecem aqui.
outbox-column-subject = Assunto
outbox-column-recipient = Para
outbox-column-state = Status
outbox-column-time = Criado
outbox-state-waiting = Em espera
outbox-state-sent = Enviado
outbox-state-kept = Não enviado
outbox-state-failed = Falhou
outbox-state-cancelled = Cancelado
outbox-state-help-waiting = Será enviado em breve.
outbox-state-help-sent = O servidor de e-mail aceitou.
outbox-state-help-kept = Não há servidor de e-mail. Copie o texto e envie-o você mesmo.
outbox-state-help-failed = Não pôde ser enviado. Você pode enviá-lo novamente.
outbox-state-help-cancelled = Não é mais necessário e não será enviado.
outbox-retry = Enviar novamente
outbox-retried = O e-mail será enviado novamente.
outbox-error = Motivo
outbox-text = Texto
outbox-no-text = Somente o destinatário pode ver o texto deste e-mail.
outbox-copy-text = Copiar texto
outbox-open-package = Abrir pacote
