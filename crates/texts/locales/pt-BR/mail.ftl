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
mail-answers-to-sender = As respostas a esta mensagem vão para { $address }.
mail-answers-to-server = As respostas a esta mensagem vão para os responsáveis por este servidor.

mail-fact-package = Pacote
mail-fact-files = Arquivos
mail-fact-size = Tamanho
mail-fact-until = Disponível até
mail-fact-downloads = Downloads restantes
mail-fact-password = Senha
mail-fact-received = Recebido
mail-fact-reason = Motivo
mail-password-from-sender = Você precisa de uma; o remetente a informa separadamente.
mail-password-of-portal = Você precisa da senha de download do portal.

## Packages

mail-package-for-you-subject = { $who } enviou { $files } ({ $size }) para você: { $name }
mail-package-for-you-sentence = { $sender } enviou { $files } para você, { $size } no total.
mail-package-for-you-button = Baixar
mail-package-for-you-reason = Você recebe esta mensagem porque { $sender } informou o seu endereço. O link é só seu: não o repasse.

mail-package-received-subject = { $who } enviou { $files } ({ $size }) para { $portal }: { $name }
mail-package-received-sentence = { $who } enviou { $files }, { $size } no total, pelo portal { $portal }.
mail-package-received-button = Baixar
mail-package-received-reason = Você recebe esta mensagem porque o portal { $portal } avisa você dos envios. O link é só seu: não o repasse.

mail-upload-receipt-subject = { $portal } recebeu { $files } ({ $size })
mail-upload-receipt-sentence = O portal { $portal } recebeu { $files }, { $size } no total. Não é preciso fazer mais nada.
mail-upload-receipt-reason = Você recebe esta mensagem porque alguém informou o seu endereço ao enviar estes arquivos. Se não foi você, não é preciso responder.

mail-package-sent-subject = { $name } está a caminho: { $files } ({ $size })
mail-package-sent-to-people = { $count ->
    [one] Seu pacote está completo e a caminho de { $count } destinatário.
   *[other] Seu pacote está completo e a caminho de { $count } destinatários.
}
mail-package-sent-by-link = Seu pacote está completo. Quem tiver um link pode baixá-lo.
mail-package-sent-reason = Você recebe esta mensagem porque enviou este pacote.

mail-package-ending-subject = { $name } será excluído em { $until }
mail-package-ending-sentence = Seu pacote { $name } será excluído em { $until }. Depois disso, ninguém poderá baixá-lo.
mail-package-ending-note = Para mantê-lo por mais tempo, altere a validade antes disso.
mail-package-ending-reason = Você recebe esta mensagem porque enviou este pacote.

mail-download-receipt-subject = { $who } baixou { $name }
mail-download-receipt-sentence = { $who } baixou arquivos do seu pacote { $name }.
mail-download-receipt-reason = Você recebe esta mensagem porque enviou este pacote. Ela é enviada uma vez por link.

## Accounts

mail-invitation-subject = { $who } convida você para { $team }
mail-invitation-sentence = { $who } convida você para a equipe { $team }.
mail-invitation-note = O link funciona uma única vez, por 7 dias.
mail-invitation-button = Aceitar o convite
mail-invitation-reason = Você recebe esta mensagem porque alguém informou o seu endereço. Se você não conhece o remetente, ignore-a.

mail-password-reset-subject = Escolha uma nova senha
mail-password-reset-sentence = Alguém pediu uma nova senha para a sua conta.
mail-password-reset-note = O link funciona uma única vez, por 1 hora.
mail-password-reset-button = Escolher uma nova senha
mail-password-reset-reason = Se não foi você, ignore esta mensagem: nada mudou.

mail-password-changed-subject = Sua senha foi alterada
mail-password-changed-sentence = A senha da sua conta foi alterada e todas as sessões foram encerradas.
mail-password-changed-reason = Se não foi você, peça imediatamente uma nova senha na página de acesso e avise o proprietário da sua equipe.

mail-otp-guessed-subject = Senhas de uso único incorretas para sua conta
mail-otp-guessed-sentence = Alguém que conhece sua senha digitou muitas senhas de uso único incorretas. Por uma hora, nenhuma senha de uso único será aceita.
mail-otp-guessed-reason = Se não foi você, altere imediatamente sua senha e avise o proprietário da sua equipe.

mail-email-confirmation-subject = Confirme seu endereço de e-mail
mail-email-confirmation-sentence = Alguém quer usar este endereço na própria conta.
mail-email-confirmation-note = O link funciona uma única vez, por 24 horas.
mail-email-confirmation-button = Confirmar endereço
mail-email-confirmation-reason = Se não foi você, ignore esta mensagem: nada mudou.

mail-email-changed-subject = Seu endereço de e-mail foi alterado
mail-email-changed-sentence = Sua conta agora entra com { $address }. Este endereço não é mais usado.
mail-email-changed-reason = Se não foi você, avise imediatamente o proprietário da sua equipe.

mail-api-key-created-subject = A chave de API { $key } foi criada em { $team }
mail-api-key-created-sentence = A chave de API { $key } foi criada na equipe { $team } com as suas permissões.
mail-api-key-created-reason = Se não foi você, altere a sua senha e mande excluir a chave.

## Faults

mail-connection-failing-subject = A conexão { $connection } de { $team } está falhando
mail-connection-failing-sentence = Um pacote não pôde ser transferido pela conexão { $connection }, e todas as tentativas se esgotaram.
mail-connection-failing-note = Corrija a conexão e inicie a transferência novamente.
mail-connection-failing-reason = Você recebe esta mensagem porque é proprietário ou administrador da equipe { $team }. Ela é enviada no máximo uma vez por dia para cada conexão.

mail-webhook-failing-subject = O webhook { $webhook } de { $team } está falhando
mail-webhook-failing-sentence = { $count ->
    [one] O webhook { $webhook } não aceitou um evento em { $count } tentativa.
   *[other] O webhook { $webhook } não aceitou um evento em { $count } tentativas.
}
mail-webhook-failing-note = O evento não será reenviado automaticamente. Corrija o receptor e peça uma nova entrega.
mail-webhook-failing-reason = Você recebe esta mensagem porque é proprietário ou administrador da equipe { $team }. Ela é enviada no máximo uma vez por dia para cada webhook.
