# The console: filters.

filters-title = Filters
filters-lead = A filter decides by file name which received files go on to a cloud connection.
filters-create = Create a filter
filters-none = No filters yet
filters-none-help = Without a filter, everything that a Portal receives goes on to its connections.
filters-name = Name
filters-name-missing = Give the filter a name.
filters-effect = Effect
filters-changed = Changed
filters-include-short = Only matching names
filters-exclude-short = All but matching names
filters-more-patterns = { $count ->
    [one] and { $count } more
   *[other] and { $count } more
}
filters-which = Which files go on?
filters-include = Only files that match
filters-include-help = Everything else stays here.
filters-exclude = All files but those that match
filters-exclude-help = What matches stays here.
filters-patterns = Patterns
filters-patterns-help = Regular expressions in RE2 syntax. A file matches when one of them is found anywhere in its name.
filters-pattern = Pattern { $number }
filters-add-pattern = Add a pattern
filters-remove-pattern = Remove pattern { $number }
filters-endings = Write a pattern for file endings
filters-endings-help = For those who do not write regular expressions.
filters-endings-add = Add as a pattern
filters-saved = The filter { $name } is saved.
filters-delete-title = Delete the filter { $name }?
filters-delete-body = This cannot be undone. A filter that a Portal uses cannot be deleted: take it off there first.
filters-deleted = The filter { $name } is deleted.
filters-try = Try on file names
filters-try-names = File names
filters-try-help = One name on each line, up to { $most }. Nothing is saved.
filters-try-result = { $passing } of { $all } names go on.
filters-try-broken = Pattern { $number } cannot be used yet: { $reason }
filters-passes = Goes on
filters-held-back = Stays here
