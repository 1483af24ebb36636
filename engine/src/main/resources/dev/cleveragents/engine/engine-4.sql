-- The seal of an entry: its hash under the key of the log; null for entries from before there was a key.
ALTER TABLE audit_events ADD COLUMN seal {text};

-- The id of this database, and the id of the key in force. Homes keep files about both.
ALTER TABLE audit_head ADD COLUMN store {text};
ALTER TABLE audit_head ADD COLUMN key_id {text};
