# Said on pages and in mails alike.

language-name = Português (Brasil)
choose-language = Selecionar idioma
cancel = Cancelar
close = Fechar
save = Salvar
delete = Excluir
copy = Copiar
copied = Copiado
try-again = Tentar novamente
try-now = Tentar novamente agora
loading = Carregando
continue = Continuar
back = Voltar
remove = Remover
help = Ajuda
error-network = Não foi possível acessar o servidor. Verifique sua conexão. Nada se perde.
error-reason = Algo deu errado: { $reason }
error-reference = Referência: { $id }
error-pace = Tentativas demais. Tente novamente em { $seconds } s.
made-with = Desenvolvido com Tonnage
show-password = Mostrar senha
hide-password = Ocultar senha
needs-script = Esta página precisa de JavaScript. Ative-o para este site ou peça outro meio ao remetente.
file-count = { $count ->
    [one] { $count } arquivo
   *[other] { $count } arquivos
}
skip-to-content = Ir para o conteúdo
