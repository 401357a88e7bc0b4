# What the first HTML of a page says, before and without its script.

shell-logo-of = Logotipo de { $name }
shell-logo = Logotipo
shell-console-title = Tonnage
shell-portal-title = Enviar arquivos para { $name }
shell-download-title = Arquivos de { $sender }
shell-download-title-plain = Arquivos para você
shell-password-needed = Estes arquivos estão protegidos por senha. O remetente a informa separadamente.
shell-password = Senha
shell-password-wrong = Essa não é a senha. Confira e tente novamente.
shell-download = Baixar
shell-more-files = { $count ->
    [one] Mais um arquivo: permita scripts nesta página para vê-lo.
   *[other] Mais { $count } arquivos: permita scripts nesta página para vê-los.
}
shell-pages-missing = As páginas não fazem parte deste programa. Instale o Node.js 20.19 ou mais novo e inicie-o de novo com:
shell-api-works = A API funciona sem elas e está descrita em
shell-portal-unknown-title = Esta página não recebe arquivos
shell-portal-unknown = Não há página de envio aberta neste endereço. Confira o endereço ou pergunte a quem o passou.
shell-link-unknown-title = Este link não funciona
shell-link-unknown = O link está incompleto ou foi substituído. Copie o endereço inteiro do e-mail ou peça um novo ao remetente.
shell-link-expired-title = Estes arquivos não estão mais disponíveis
shell-link-expired = O prazo acabou e eles foram excluídos. Peça ao remetente que os envie de novo.
shell-link-inactive-title = Estes arquivos não estão prontos
shell-link-inactive = O remetente não terminou de enviar ou retirou o link. Tente mais tarde ou pergunte a ele.
shell-link-locked-title = O limite de downloads foi atingido
shell-link-locked = Este link foi usado tantas vezes quanto o remetente permitiu. Peça um novo.
shell-agent-title = Agente Tonnage
