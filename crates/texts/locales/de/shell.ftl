# What the first HTML of a page says, before and without its script.
