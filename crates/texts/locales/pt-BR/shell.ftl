# What the first HTML of a page says, before and without its script.

shell-logo-of = Logotipo de { $name }
shell-logo = Logotipo
shell-console-title = Tonnage
shell-portal-title = Enviar arquivos para { $name }
shell-download-title = Arquivos de { $sender }
shell-download-title-plain = Arquivos para você
shell-password-needed = Estes arquivos estão protegidos por senha. O remetente a informa separadamente.
shell-password = Senha
shell-password-wrong = Senha incorreta. Confira e tente novamente.
shell-download = Baixar
shell-more-files = { $count ->
    [one] Mais { $count } arquivo: ative o JavaScript para vê-lo.
   *[other] Mais { $count } arquivos: ative o JavaScript para vê-los.
}
shell-pages-missing = Este programa foi compilado sem as páginas web. Instale o Node.js 20.19 ou mais recente, compile-o novamente e inicie-o com:
shell-api-works = A API funciona sem elas. A documentação está em
shell-portal-unknown-title = Esta página de envio não está disponível
shell-portal-unknown = Não há página de envio aberta neste endereço. Confira o endereço ou fale com a pessoa que o passou.
shell-link-unknown-title = Este link não funciona
shell-link-unknown = O link está incompleto ou foi substituído. Copie o link inteiro do e-mail ou peça um novo ao remetente.
shell-link-expired-title = Estes arquivos não estão mais disponíveis
shell-link-expired = Os arquivos expiraram e foram excluídos. Peça ao remetente que os envie novamente.
shell-link-inactive-title = Estes arquivos não estão prontos
shell-link-inactive = O remetente ainda está enviando ou desativou o link. Tente mais tarde ou fale com o remetente.
shell-link-locked-title = Limite de downloads atingido
shell-link-locked = Este link foi usado tantas vezes quanto o remetente permitiu. Peça um novo ao remetente.
shell-agent-title = Agente Tonnage
