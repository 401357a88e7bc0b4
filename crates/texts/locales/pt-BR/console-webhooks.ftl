# The console: webhooks.

webhooks-title = Webhooks
webhooks-lead = Um webhook avisa um programa seu quando algo acontece em um portal.
webhooks-create = Criar um webhook
webhooks-none = Ainda não há webhooks
webhooks-none-help = Crie um e associe-o a um portal.
webhooks-name = Nome
webhooks-state = Estado
webhooks-on = Ativo
webhooks-off = Inativo
webhooks-url = Endereço
webhooks-url-help = É chamado uma vez ao salvar, para ver se responde.
webhooks-url-missing = Informe o endereço a chamar.
webhooks-url-no-address = Isto não é um endereço. Ele começa com https://
webhooks-url-scheme = Só é possível chamar http e https.
webhooks-url-user = Não ponha usuário nem senha no endereço; envie-os em um cabeçalho.
webhooks-events = Eventos
webhooks-events-missing = Escolha ao menos um evento.
webhooks-event = Evento
webhooks-event-package-created = Alguém começou a enviar
webhooks-event-package-finalized = Tudo chegou
webhooks-event-quota-near = Um limite está quase no fim
webhooks-event-quota-reached = Um limite foi atingido
webhooks-event-webhook-test = Evento de teste
webhooks-event-id = Identificador do evento
webhooks-portals = Portais
webhooks-portal-count = { $count ->
    [one] { $count } portal
   *[other] { $count } portais
}
webhooks-attached = { $count ->
    [one] associado a { $count } portal
   *[other] associado a { $count } portais
}
webhooks-method = Método
webhooks-headers = Cabeçalhos
webhooks-headers-help = Enviados com cada entrega, por exemplo para entrar no seu programa. Os valores salvos não são mostrados de novo.
webhooks-extras = Valores adicionais
webhooks-extras-help = Acrescentados ao corpo de cada evento como body_extras.
webhooks-value = Valor
webhooks-pair-name = { $list }: nome { $number }
webhooks-pair-value = { $list }: valor { $number }
webhooks-pair-remove = { $list }: remover a linha { $number }
webhooks-pair-add = Adicionar uma linha
webhooks-names-doubled = Este nome aparece duas vezes.
webhooks-active = Enviar eventos
webhooks-active-help = Enquanto está inativo, nada é enviado nem guardado para depois.
webhooks-made = O webhook foi criado
webhooks-made-lead = Guarde agora o segredo e depois associe-o a um portal.
webhooks-secret = Segredo de assinatura
webhooks-secret-help = Com ele, seu programa confere que um evento veio mesmo daqui, pelo esquema Standard Webhooks.
webhooks-secret-kept = Guardei o segredo
webhooks-settings = Configurações
webhooks-saved = O webhook foi salvo.
webhooks-test = Enviar um evento de teste
webhooks-tested = O evento de teste está a caminho; veja as entregas.
webhooks-more = Mais
webhooks-rotate = Obter um novo segredo
webhooks-rotate-body = As entregas são assinadas com os dois segredos por 24 horas; depois o antigo deixa de valer.
webhooks-rotate-do = Criar um novo segredo
webhooks-rotated = O novo segredo
webhooks-rotated-help = Informe-o ao seu programa em até 24 horas.
webhooks-delete-title = Excluir este webhook?
webhooks-delete-body = { $count ->
    [one] Não é possível desfazer. Nada mais será enviado; ele é retirado de { $count } portal.
   *[other] Não é possível desfazer. Nada mais será enviado; ele é retirado de { $count } portais.
}
webhooks-deleted = O webhook foi excluído.
webhooks-deliveries = Entregas
webhooks-deliveries-help = As 500 mais recentes dos últimos trinta dias. Cada evento é tentado até cinco vezes.
webhooks-no-deliveries = Nada foi enviado ainda
webhooks-no-deliveries-help = Envie um evento de teste para ver se seu programa responde.
webhooks-delivery-pending = A caminho
webhooks-delivery-delivered = Entregue
webhooks-delivery-exhausted = Desistido
webhooks-answer = Última resposta
webhooks-status = Status { $status }
webhooks-attempts = Tentativas
webhooks-no-attempts = Ainda não tentado.
webhooks-last-attempt = Última tentativa
webhooks-next-attempt = Próxima tentativa
webhooks-package = Pacote
webhooks-redeliver = Enviar de novo
webhooks-redelivering = O evento está sendo reenviado.
