# Said on pages and in mails alike.

language-name = 日本語
