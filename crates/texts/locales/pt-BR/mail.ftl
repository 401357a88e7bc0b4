# What mails say.

## Words that several mails use

mail-files = { $count ->
    [one] { $count } arquivo
   *[other] { $count } arquivos
}
mail-more-files = { $count ->
    [one] e mais { $count }
   *[other] e mais { $count }
}
mail-decimal-mark = ,
mail-size = { $unit ->
    [one-byte] { $number } byte
    [kilobyte] { $number } kB
    [megabyte] { $number } MB
    [gigabyte] { $number } GB
    [terabyte] { $number } TB
    [petabyte] { $number } PB
   *[byte] { $number } bytes
}
mail-time = { $day } de { $month ->
    [1] janeiro
    [2] fevereiro
    [3] março
    [4] abril
    [5] maio
    [6] junho
    [7] julho
    [8] agosto
    [9] setembro
    [10] outubro
    [11] novembro
   *[12] dezembro
} de { $year }, { $clock } UTC
mail-label = { $label }:
mail-name-and-address = { $name } ({ $address })
mail-file-and-size = { $name } ({ $size })
mail-someone = Alguém com o link

mail-preheader = { $files }, { $size }
mail-preheader-until = { $files }, { $size }, disponível até { $until }
mail-open-console = Abrir o console
mail-open-address = Se o botão não funcionar, abra este endereço:
mail-sender-writes = Mensagem do remetente
mail-form-says = Respostas do formulário
mail-from-server = Enviado por { $name }, o servidor de transferência de arquivos em { $address }
mail-answers-to-sender = As respostas vão para { $address }.
mail-answers-to-server = As respostas vão para os administradores do servidor.

mail-fact-package = Pacote
mail-fact-files = Arquivos
mail-fact-size = Tamanho
mail-fact-until = Disponível até
mail-fact-downloads = Downloads restantes
mail-fact-password = Senha
mail-fact-received = Recebido
mail-fact-reason = Motivo
mail-fact-packages = Pacotes
mail-fact-ends = Expira em
mail-fact-seen = Visto pela última vez
mail-password-from-sender = Necessária. O remetente a informa separadamente.
mail-password-of-portal = Necessária: a senha de download do portal.

## Packages

mail-package-for-you-subject = { $who } enviou { $files } ({ $size }) para você: { $name }
mail-package-for-you-sentence = { $sender } enviou { $files } para você ({ $size }).
mail-package-for-you-button = Baixar
mail-package-for-you-reason = Você recebeu este e-mail porque { $sender } informou seu endereço. O link é pessoal. Não o compartilhe.

mail-package-received-subject = { $who } enviou { $files } ({ $size }) para { $portal }: { $name }
mail-package-received-sentence = { $who } enviou { $files } ({ $size }) pelo portal { $portal }.
mail-package-received-button = Baixar
mail-package-received-reason = Você recebeu este e-mail porque é notificado dos envios ao portal { $portal }. O link é pessoal. Não o compartilhe.

mail-upload-receipt-subject = { $portal } recebeu { $files } ({ $size })
mail-upload-receipt-sentence = O portal { $portal } recebeu { $files } ({ $size }).
mail-upload-receipt-reason = Você recebeu este e-mail porque alguém informou seu endereço ao enviar estes arquivos. Se não foi você, ignore este e-mail.

mail-package-sent-subject = { $name } foi enviado: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Seu pacote foi enviado para { $count } destinatário.
   *[other] Seu pacote foi enviado para { $count } destinatários.
}
mail-package-sent-by-link = Seu pacote está pronto. Qualquer pessoa com um link pode baixá-lo.
mail-package-sent-reason = Você recebeu este e-mail porque enviou este pacote.

mail-package-ending-subject = { $name } expira em { $until }
mail-package-ending-sentence = Seu pacote { $name } expira em { $until }. Depois disso, os arquivos serão excluídos.
mail-package-ending-note = Para mantê-lo por mais tempo, altere a expiração antes disso.
mail-package-ending-reason = Você recebeu este e-mail porque enviou este pacote.

mail-download-receipt-subject = { $who } baixou { $name }
mail-download-receipt-sentence = { $who } baixou arquivos do seu pacote { $name }.
mail-download-receipt-reason = Você recebeu este e-mail porque enviou este pacote. Ele é enviado uma vez por link.

## Accounts

mail-invitation-subject = { $who } convidou você para { $team }
mail-invitation-sentence = { $who } convidou você para a equipe { $team }.
mail-invitation-note = O link funciona uma única vez e expira após 7 dias.
mail-invitation-button = Aceitar convite
mail-invitation-reason = Você recebeu este e-mail porque alguém informou seu endereço. Se você não conhece o remetente, ignore este e-mail.

mail-password-reset-subject = Redefina sua senha
mail-password-reset-sentence = Alguém pediu para redefinir a senha da sua conta.
mail-password-reset-note = O link funciona uma única vez e expira após 1 hora.
mail-password-reset-button = Redefinir senha
mail-password-reset-reason = Se não foi você, ignore este e-mail. Nada mudou.

mail-password-changed-subject = Sua senha foi alterada
mail-password-changed-sentence = A senha da sua conta foi alterada. A sessão foi encerrada em todos os dispositivos.
mail-password-changed-reason = Se não foi você, redefina sua senha agora na página de login e avise o proprietário da sua equipe.

mail-otp-guessed-subject = Códigos de verificação incorretos na sua conta
mail-otp-guessed-sentence = Alguém que conhece sua senha digitou muitos códigos de verificação incorretos. Nenhum código é aceito durante uma hora.
mail-otp-guessed-reason = Se não foi você, altere sua senha agora e avise o proprietário da sua equipe.

mail-email-confirmation-subject = Confirme seu endereço de e-mail
mail-email-confirmation-sentence = Alguém quer usar este endereço de e-mail na própria conta.
mail-email-confirmation-note = O link funciona uma única vez e expira após 24 horas.
mail-email-confirmation-button = Confirmar endereço
mail-email-confirmation-reason = Se não foi você, ignore este e-mail. Nada mudou.

mail-email-changed-subject = Seu endereço de e-mail foi alterado
mail-email-changed-sentence = Agora você entra com { $address }. Este endereço não é mais usado.
mail-email-changed-reason = Se não foi você, avise agora o proprietário da sua equipe.

mail-api-key-created-subject = Nova chave de API { $key } em { $team }
mail-api-key-created-sentence = A chave de API { $key } foi criada na equipe { $team } com as suas permissões.
mail-api-key-created-reason = Se não foi você, altere sua senha e peça a exclusão da chave.

## Faults

mail-connection-failing-subject = A conexão { $connection } de { $team } está falhando
mail-connection-failing-sentence = Um pacote não pôde ser transferido pela conexão { $connection }. Todas as tentativas falharam.
mail-connection-failing-note = Corrija a conexão e inicie a transferência novamente.
mail-connection-failing-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }. Ele é enviado no máximo uma vez por dia por conexão.

mail-import-complete-subject = { $name }: importação de { $connection } concluída
mail-import-complete-sentence = Todos os arquivos de { $connection } estão agora no pacote { $name }: { $files }, { $size }.
mail-import-complete-reason = Você recebeu este e-mail porque seu endereço foi informado no início da importação.

mail-import-failed-subject = { $name }: a importação de { $connection } falhou
mail-import-failed-sentence = A importação de { $connection } para o pacote { $name } falhou.
mail-import-failed-note = Os arquivos já importados são mantidos no pacote. Corrija a causa e tente novamente.
mail-import-failed-reason = Você recebeu este e-mail porque seu endereço foi informado no início da importação.

mail-webhook-failing-subject = O webhook { $webhook } de { $team } está falhando
mail-webhook-failing-sentence = { $count ->
    [one] O webhook { $webhook } não aceitou um evento após { $count } tentativa.
   *[other] O webhook { $webhook } não aceitou um evento após { $count } tentativas.
}
mail-webhook-failing-note = O evento não será enviado novamente de forma automática. Corrija o receptor e envie o evento novamente.
mail-webhook-failing-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }. Ele é enviado no máximo uma vez por dia por webhook.

mail-delivery-ending-subject = { $count ->
    [one] { $count } pacote não chegou a { $connection } e será excluído
   *[other] { $count } pacotes não chegaram a { $connection } e serão excluídos
}
mail-delivery-ending-sentence = { $count ->
    [one] { $count } pacote para a conexão { $connection } não foi entregue e será excluído em breve.
   *[other] { $count } pacotes para a conexão { $connection } não foram entregues e serão excluídos em breve.
}
mail-delivery-ending-note = Verifique a conexão ou altere a expiração dos pacotes.
mail-delivery-ending-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }. Ele é enviado no máximo uma vez por dia por conexão.

mail-delivery-lost-subject = { $count ->
    [one] { $count } pacote foi excluído antes de chegar a { $connection }
   *[other] { $count } pacotes foram excluídos antes de chegar a { $connection }
}
mail-delivery-lost-sentence = { $count ->
    [one] { $count } pacote expirou antes de ser entregue à conexão { $connection }. Você pode restaurá-lo no console por mais { $hours } horas.
   *[other] { $count } pacotes expiraram antes de ser entregues à conexão { $connection }. Você pode restaurá-los no console por mais { $hours } horas.
}
mail-delivery-lost-forever = { $count ->
    [one] { $count } pacote expirou antes de ser entregue à conexão { $connection }. O conteúdo não existe mais.
   *[other] { $count } pacotes expiraram antes de ser entregues à conexão { $connection }. O conteúdo não existe mais.
}
mail-delivery-lost-note = Verifique a conexão. Depois de restaurar um pacote, inicie a transferência novamente.
mail-delivery-lost-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }. Ele é enviado no máximo uma vez por hora por conexão.

mail-gateway-silent-subject = O gateway { $connection } de { $team } está offline
mail-gateway-silent-sentence = O gateway de armazenamento { $connection } não contata o servidor há horas. Os pacotes destinados a ele aguardam até que ele volte.
mail-gateway-silent-note = Verifique se o computador está ligado, se o agente está em execução e se ele consegue acessar este servidor.
mail-gateway-silent-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }. Ele não será enviado novamente até o gateway voltar.

mail-files-withheld-subject = { $count ->
    [one] { $count } arquivo não foi enviado a { $connection }
   *[other] { $count } arquivos não foram enviados a { $connection }
}
mail-files-withheld-sentence = { $count ->
    [one] { $count } arquivo de um pacote não foi enviado à conexão { $connection } porque está infectado ou não pôde ser verificado.
   *[other] { $count } arquivos de um pacote não foram enviados à conexão { $connection } porque estão infectados ou não puderam ser verificados.
}
mail-files-withheld-note = Os arquivos continuam no pacote. Verifique-os antes de compartilhá-los. Nas configurações da equipe, você define se os arquivos que não puderam ser verificados são retidos.
mail-files-withheld-reason = Você recebeu este e-mail porque é proprietário ou administrador da equipe { $team }.
