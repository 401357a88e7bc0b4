# The console: filters.

filters-title = Filters
filters-lead = A filter selects by file name which received files are forwarded to a cloud connection.
filters-create = Create filter
filters-none = No filters yet
filters-none-help = Without a filter, all files that a Portal receives are forwarded to its connections.
filters-name = Name
filters-name-missing = Enter a name.
filters-effect = Action
filters-changed = Modified
filters-include-short = Only matching files
filters-exclude-short = All except matching files
filters-more-patterns = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
filters-which = Which files are forwarded?
filters-include = Only matching files
filters-include-help = Other files are skipped.
filters-exclude = All except matching files
filters-exclude-help = Matching files are skipped.
filters-patterns = Patterns
filters-patterns-help = Regular expressions in RE2 syntax. A file matches if a pattern is found anywhere in its name.
filters-pattern = Pattern { $number }
filters-add-pattern = Add pattern
filters-remove-pattern = Remove pattern { $number }
filters-endings = Create a pattern for file extensions
filters-endings-help = No regular expressions needed.
filters-endings-add = Add pattern for extensions
filters-saved = Filter { $name } saved.
filters-delete-title = Delete the filter { $name }?
filters-delete-body = This cannot be undone. If a Portal uses this filter, remove it there first.
filters-deleted = Filter { $name } deleted.
filters-try = Test with file names
filters-try-names = File names
filters-try-help = One name per line, up to { $most }. Nothing is saved.
filters-try-result = { $passing } of { $all } files are forwarded.
filters-try-broken = Pattern { $number } is invalid: { $reason }
filters-passes = Forwarded
filters-held-back = Skipped
