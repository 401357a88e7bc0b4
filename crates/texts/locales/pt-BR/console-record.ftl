# As páginas do console sobre o que aconteceu: atividades, auditoria, uso e caixa de saída.

record-from = De
record-to = Até
record-any = Qualquer
record-filter-clear = Limpar filtros
record-nothing-found = Nada corresponde a estes filtros.
record-filters = Filtros

## Activities

activities-title = Atividades
activities-intro = Envios, downloads, links e transferências, os mais recentes primeiro.
activities-intro-own = O que você fez: envios, downloads, links e transferências, os mais recentes primeiro.
activities-empty-title = Ainda não aconteceu nada
activities-empty-text = Assim que alguém enviar ou baixar algo, aparecerá aqui.
activities-column-kind = O quê
activities-column-state = Estado
activities-column-package = Pacote
activities-column-actor = Quem
activities-column-time = Quando
activities-kind = O quê
activities-kind-upload = Envio
activities-kind-download = Download
activities-kind-link-creation = Link criado
activities-kind-transfer = Transferência
activities-state = Estado
activities-state-pending = Em espera
activities-state-started = Em andamento
activities-state-complete = Concluída
activities-state-cancelled = Cancelada
activities-state-error = Falhou
activities-one-package = Somente atividades de um pacote
activities-steps-of = Etapas de { $kind }: { $package }
activities-no-steps = Nenhuma etapa registrada.
activities-more-steps = Ler mais etapas
activities-open-package = Abrir o pacote
activities-someone = Alguém com o link

## Audit

audit-title = Auditoria
audit-intro = Cada mudança de estado ou de permissão. Cada registro sela o anterior com o seu hash, de modo que nada pode ser mudado ou omitido sem que se perceba.
audit-intro-own = O que você mudou. Cada registro sela o anterior com o seu hash, de modo que nada pode ser mudado ou omitido sem que se perceba.
audit-empty = Ainda não há nada registrado.
audit-column-time = Quando
audit-column-actor = Quem
audit-column-action = O quê
audit-column-object = Objeto
audit-column-address = De onde
audit-column-detail = Detalhe
audit-actor = Quem
audit-action = O quê
audit-object = Identificador do objeto
audit-details = Detalhes do registro { $number }
audit-credential = Credencial
audit-hash = Hash
audit-copy-hash = Copiar o hash
audit-hash-help = O operador verifica toda a cadeia com “tonnage admin audit verify”.
audit-export = Exportar
audit-export-csv = Como CSV, para planilhas
audit-export-json = Como JSON, para programas
audit-exporting = { $read } de { $total } registros lidos
audit-exported = O arquivo está pronto: { $count ->
    [one] { $count } registro
   *[other] { $count } registros
}.
audit-export-stop = Parar
audit-actor-operator = Operador deste servidor
audit-actor-service = O próprio serviço
audit-actor-stranger = Visitante sem conta
audit-actor-package-token = Portador de um pacote
audit-action-sign-in = Entrada
audit-action-sign-in-failed = Falha ao entrar
audit-action-log-out-all = Saída em todos os lugares
audit-action-password-changed = Senha alterada
audit-action-password-reset = Senha redefinida
audit-action-email-change-requested = Mudança de e-mail solicitada
audit-action-email-changed = Endereço de e-mail alterado
audit-action-profile-changed = Perfil alterado
audit-action-second-factor-begun = Segundo fator iniciado
audit-action-second-factor-on = Segundo fator ativado
audit-action-second-factor-off = Segundo fator desativado
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
audit-action-teamspace-member-added = Adicionado a um Teamspace
audit-action-teamspace-member-removed = Removido de um Teamspace
audit-action-tag-created = Etiqueta criada
audit-action-tag-deleted = Etiqueta excluída
audit-action-api-key-created = Chave de API criada
audit-action-api-key-updated = Chave de API alterada
audit-action-api-key-switched = Chave de API ativada ou desativada
audit-action-api-key-deleted = Chave de API excluída
audit-action-package-created = Pacote criado
audit-action-package-finalized = Pacote concluído
audit-action-package-updated = Pacote alterado
audit-action-package-expiry-changed = Expiração de um pacote alterada
audit-action-package-archived = Pacote arquivado
audit-action-package-unarchived = Pacote retirado do arquivo
audit-action-packages-archived = Pacotes arquivados
audit-action-packages-unarchived = Pacotes retirados do arquivo
audit-action-package-deleted = Pacote excluído
audit-action-package-expired = Pacote expirado
audit-action-package-restored = Pacote restaurado
audit-action-file-removed = Arquivo removido
audit-action-virus-found = Vírus encontrado
audit-action-link-created = Link criado
audit-action-link-deleted = Link excluído
audit-action-link-secret-shown = Link mostrado de novo
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
audit-action-webhook-secret-rotated = Segredo de um webhook renovado
audit-action-webhook-redelivered = Evento de webhook reenviado
audit-action-webhook-tested = Webhook testado
audit-action-mail-retried = E-mail enviado de novo

## Usage

usage-title = Uso
usage-intro = O que esta equipe armazena e transfere. Os dias são contados em UTC.
usage-period = Período
usage-days = { $days ->
    [365] Último ano
   *[other] Últimos { $days } dias
}
usage-held = { $used } de { $limit } em uso, com envios não concluídos e pacotes recém-excluídos.
usage-held-near = Resta pouco espaço. Quando o limite for atingido, ninguém poderá enviar para esta equipe nem a partir dela. Exclua pacotes ou peça a um proprietário ou ao operador que aumente o limite.
usage-stored-now = Armazenado agora
usage-packages-now = { $count ->
    [one] em { $count } pacote
   *[other] em { $count } pacotes
}
usage-uploaded = Enviado
usage-downloaded = Baixado
usage-forwarded = Encaminhado para nuvens
usage-packages = Pacotes concluídos
usage-in-period = neste período
usage-chart-stored = Armazenamento no fim de cada dia
usage-chart-uploaded = Enviado por dia
usage-chart-downloaded = Baixado por dia
usage-chart-forwarded = Encaminhado para nuvens por dia
usage-chart-summary = { $title }, de { $from } a { $to }. Máximo: { $highest } em { $day }.
usage-nothing = Nada neste período.
usage-bar = { $day }: { $value }
usage-table = Todos os números em uma tabela
usage-table-caption = Uso por dia
usage-day = Dia
usage-stored = Armazenado

## Outbox

outbox-title = Caixa de saída
outbox-intro = Os e-mails que esta equipe gerou, os mais recentes primeiro.
outbox-kept-banner = Não há servidor de e-mail configurado neste servidor, então os e-mails ficam aqui e não chegam a ninguém. Repasse você mesmo o que eles dizem ou peça ao operador que defina “mail.smtp_url”.
outbox-failed-banner = { $count ->
    [one] { $count } e-mail desta página não pôde ser enviado.
   *[other] { $count } e-mails desta página não puderam ser enviados.
}
outbox-empty-title = Ainda não há e-mails
outbox-empty-text = Convites, links e recibos aparecem aqui assim que houver algum.
outbox-column-subject = Assunto
outbox-column-recipient = Para
outbox-column-state = Estado
outbox-column-time = Escrito
outbox-state-waiting = Em espera
outbox-state-sent = Enviado
outbox-state-kept = Guardado aqui
outbox-state-failed = Falhou
outbox-state-cancelled = Cancelado
outbox-state-help-waiting = Será enviado em breve ou tentado de novo.
outbox-state-help-sent = O servidor de e-mail aceitou.
outbox-state-help-kept = Não há servidor de e-mail: repasse você mesmo.
outbox-state-help-failed = Não pôde ser enviado. Você pode enviá-lo de novo.
outbox-state-help-cancelled = Não era mais necessário e não será enviado.
outbox-retry = Enviar de novo
outbox-retried = O e-mail será enviado de novo.
outbox-error = Motivo
outbox-text = Texto
outbox-no-text = O texto deste e-mail é somente para o destinatário e não é mostrado.
outbox-copy-text = Copiar o texto
outbox-open-package = Abrir o pacote
