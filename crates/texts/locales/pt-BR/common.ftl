# Said on pages and in mails alike.

language-name = Português (Brasil)
