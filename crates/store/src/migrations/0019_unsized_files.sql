-- serves 18
-- Visitors have one file of unknown size in a package at a time; finding it must not read all files. Files from before
-- sizes were recorded as announced have a size of more than 0.
CREATE INDEX files_unsized ON files (package_id) WHERE sized = 0 AND size = 0 AND state = 'new' AND kind = 'file';
