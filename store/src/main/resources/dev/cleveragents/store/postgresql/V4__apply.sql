-- How plans belong together: one is what was not chosen of another, or takes another back.
CREATE TABLE plan_links (
  plan_id  TEXT COLLATE "C" NOT NULL,
  kind     TEXT COLLATE "C" NOT NULL,
  other_id TEXT COLLATE "C" NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (plan_id, kind, other_id)
);

CREATE INDEX plan_links_by_other ON plan_links (other_id, plan_id);

-- What a person has chosen of a plan's result, until that is a result of its own or was refused.
CREATE TABLE plan_selections (
  plan_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  selection TEXT NOT NULL,
  at        BIGINT NOT NULL
);
