-- Whether people of the Team can read the file of a stream while it grows.
ALTER TABLE uploads ADD COLUMN stream_followed INTEGER NOT NULL DEFAULT 0;
