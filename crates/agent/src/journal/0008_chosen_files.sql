-- JSON: the patterns of the files that a download was started for; empty for all.
ALTER TABLE downloads ADD COLUMN only_files TEXT NOT NULL DEFAULT '[]';
