# What mails say.
