# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Um webhook avisa seu programa quando algo acontece em um portal.
webhooks-create = Criar webhook
webhooks-none = Ainda não há webhooks
webhooks-none-help = Crie um e adicione-o a um portal.
webhooks-name = Nome
webhooks-state = Status
webhooks-on = Ativado
webhooks-off = Desativado
webhooks-url = URL
webhooks-url-help = Chamada uma vez ao salvar, para testá-la.
webhooks-url-missing = Digite uma URL.
webhooks-url-no-address = Isto não é uma URL. Ela começa com https://
webhooks-url-scheme = Use uma URL http ou https.
webhooks-url-user = Remova o usuário e a senha da URL. Envie-os em um cabeçalho.
webhooks-events = Eventos
webhooks-events-missing = Selecione pelo menos um evento.
webhooks-event = Evento
webhooks-event-package-created = Envio iniciado
webhooks-event-package-finalized = Envio concluído
webhooks-event-quota-near = Limite quase atingido
webhooks-event-quota-reached = Limite atingido
webhooks-event-webhook-test = Evento de teste
webhooks-event-id = ID do evento
webhooks-portals = Portais
webhooks-portal-count = { $count ->
    [one] { $count } portal
   *[other] { $count } portais
}
webhooks-attached = { $count ->
    [one] usado por { $count } portal
   *[other] usado por { $count } portais
}
webhooks-method = Método
webhooks-headers = Cabeçalhos
webhooks-headers-help = Enviados com cada entrega, por exemplo para autenticação. Os valores salvos não são mostrados novamente.
webhooks-extras = Valores adicionais
webhooks-extras-help = Adicionados ao corpo de cada evento como body_extras.
webhooks-value = Valor
webhooks-pair-name = { $list }: nome { $number }
webhooks-pair-value = { $list }: valor { $number }
webhooks-pair-remove = { $list }: remover a linha { $number }
webhooks-pair-add = Adicionar linha
webhooks-names-doubled = Este nome já está em uso.
webhooks-active = Enviar eventos
webhooks-active-help = Quando desativado, nenhum evento é enviado nem guardado para depois.
webhooks-made = Webhook criado
webhooks-made-lead = Copie o segredo agora e depois adicione o webhook a um portal.
webhooks-secret = Segredo de assinatura
webhooks-secret-help = Seu programa o usa para verificar que os eventos vêm daqui (Standard Webhooks).
webhooks-secret-kept = Salvei o segredo
webhooks-settings = Configurações
webhooks-saved = Webhook salvo.
webhooks-test = Enviar evento de teste
webhooks-tested = Evento de teste enviado. Veja as entregas.
webhooks-more = Mais
webhooks-rotate = Substituir segredo
webhooks-rotate-body = As entregas são assinadas com os dois segredos por 24 horas. Depois, o segredo antigo para de funcionar.
webhooks-rotate-do = Criar novo segredo
webhooks-rotated = Novo segredo
webhooks-rotated-help = Use-o no seu programa em até 24 horas.
webhooks-delete-title = Excluir este webhook?
webhooks-delete-body = { $count ->
    [one] Isso não pode ser desfeito. Nenhum evento novo é enviado, e o webhook é removido de { $count } portal.
   *[other] Isso não pode ser desfeito. Nenhum evento novo é enviado, e o webhook é removido de { $count } portais.
}
webhooks-deleted = Webhook excluído.
webhooks-deliveries = Entregas
webhooks-deliveries-help = As 500 mais recentes dos últimos 30 dias. Cada evento é enviado até 5 vezes.
webhooks-no-deliveries = Nenhuma entrega ainda
webhooks-no-deliveries-help = Envie um evento de teste para verificar se seu programa responde.
webhooks-delivery-pending = Em espera
webhooks-delivery-delivered = Entregue
webhooks-delivery-exhausted = Falhou
webhooks-answer = Última resposta
webhooks-status = Status { $status }
webhooks-attempts = Tentativas
webhooks-no-attempts = Nenhuma tentativa ainda.
webhooks-last-attempt = Última tentativa
webhooks-next-attempt = Próxima tentativa
webhooks-package = Pacote
webhooks-redeliver = Enviar novamente
webhooks-redelivering = O evento será enviado novamente.
