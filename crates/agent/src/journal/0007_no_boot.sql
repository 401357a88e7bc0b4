-- Every resume reads recorded ranges again, so it does not matter whether the machine was rebooted.
ALTER TABLE downloads DROP COLUMN boot;
