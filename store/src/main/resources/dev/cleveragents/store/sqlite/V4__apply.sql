-- How plans belong together: one is what was not chosen of another, or takes another back.
CREATE TABLE plan_links (
  plan_id  TEXT    NOT NULL,
  kind     TEXT    NOT NULL,
  other_id TEXT    NOT NULL,
  at       INTEGER NOT NULL,
  PRIMARY KEY (plan_id, kind, other_id)
) WITHOUT ROWID;

CREATE INDEX plan_links_by_other ON plan_links (other_id, plan_id);

-- What a person has chosen of a plan's result, until that is a result of its own or was refused.
CREATE TABLE plan_selections (
  plan_id   TEXT    NOT NULL PRIMARY KEY,
  selection TEXT    NOT NULL,
  at        INTEGER NOT NULL
) WITHOUT ROWID;
