# The console: filters.

filters-title = Filtros
filters-lead = Um filtro decide pelo nome quais arquivos recebidos seguem para uma conexão de nuvem.
filters-create = Criar um filtro
filters-none = Ainda não há filtros
filters-none-help = Sem filtro, tudo o que um portal recebe segue para as conexões dele.
filters-name = Nome
filters-name-missing = Dê um nome ao filtro.
filters-effect = Efeito
filters-changed = Alterado
filters-include-short = Só nomes que coincidem
filters-exclude-short = Todos menos os que coincidem
filters-more-patterns = { $count ->
    [one] e mais { $count }
   *[other] e mais { $count }
}
filters-which = Quais arquivos seguem?
filters-include = Só os arquivos que coincidem
filters-include-help = Todo o resto fica aqui.
filters-exclude = Todos os arquivos menos os que coincidem
filters-exclude-help = O que coincide fica aqui.
filters-patterns = Padrões
filters-patterns-help = Expressões regulares na sintaxe RE2. Um arquivo coincide quando uma delas aparece em qualquer parte do nome.
filters-pattern = Padrão { $number }
filters-add-pattern = Adicionar um padrão
filters-remove-pattern = Remover o padrão { $number }
filters-endings = Escrever um padrão para extensões
filters-endings-help = Para quem não escreve expressões regulares.
filters-endings-add = Adicionar como padrão
filters-saved = O filtro { $name } foi salvo.
filters-delete-title = Excluir o filtro { $name }?
filters-delete-body = Não é possível desfazer. Um filtro usado por um portal não pode ser excluído: retire-o de lá primeiro.
filters-deleted = O filtro { $name } foi excluído.
filters-try = Testar com nomes de arquivo
filters-try-names = Nomes de arquivo
filters-try-help = Um nome por linha, no máximo { $most }. Nada é salvo.
filters-try-result = { $passing } de { $all } nomes seguem.
filters-try-broken = O padrão { $number } ainda não serve: { $reason }
filters-passes = Segue
filters-held-back = Fica aqui
