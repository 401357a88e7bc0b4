# The console: filters.

filters-title = Filtros
filters-lead = Um filtro seleciona pelo nome quais arquivos recebidos são encaminhados para uma conexão de nuvem.
filters-create = Criar filtro
filters-none = Ainda não há filtros
filters-none-help = Sem filtro, todos os arquivos que um portal recebe são encaminhados para as conexões dele.
filters-name = Nome
filters-name-missing = Digite um nome.
filters-effect = Ação
filters-changed = Modificado
filters-include-short = Somente arquivos correspondentes
filters-exclude-short = Todos, exceto os correspondentes
filters-more-patterns = { $count ->
    [one] e mais { $count }
   *[other] e mais { $count }
}
filters-which = Quais arquivos são encaminhados?
filters-include = Somente arquivos correspondentes
filters-include-help = Os outros arquivos são ignorados.
filters-exclude = Todos, exceto os correspondentes
filters-exclude-help = Os arquivos correspondentes são ignorados.
filters-patterns = Padrões
filters-patterns-help = Expressões regulares na sintaxe RE2. Um arquivo corresponde se um padrão aparecer em qualquer parte do nome.
filters-pattern = Padrão { $number }
filters-add-pattern = Adicionar padrão
filters-remove-pattern = Remover padrão { $number }
filters-endings = Criar um padrão para extensões
filters-endings-help = Não são necessárias expressões regulares.
filters-endings-add = Adicionar padrão para extensões
filters-saved = Filtro { $name } salvo.
filters-delete-title = Excluir o filtro { $name }?
filters-delete-body = Isso não pode ser desfeito. Se um portal usa este filtro, remova-o do portal primeiro.
filters-deleted = Filtro { $name } excluído.
filters-try = Testar com nomes de arquivo
filters-try-names = Nomes de arquivo
filters-try-help = Um nome por linha, até { $most }. Nada é salvo.
filters-try-result = { $passing } de { $all } arquivos são encaminhados.
filters-try-broken = O padrão { $number } é inválido: { $reason }
filters-passes = Encaminhado
filters-held-back = Ignorado
