-- Points that a plan can be put back to, each over all of its resources at once: the files there are what
-- the base and the steps recorded up to it come to.
CREATE TABLE checkpoints (
  id             TEXT    NOT NULL PRIMARY KEY,
  plan_id        TEXT    NOT NULL,
  -- How often the plan had been planned anew: points of earlier rounds have another base.
  round          INTEGER NOT NULL,
  -- How many steps were done.
  step           INTEGER NOT NULL,
  reason         TEXT    NOT NULL,
  what           TEXT    NOT NULL,
  trees          TEXT    NOT NULL,
  -- Of a step that failed: what it had changed until then, which is no part of the plan.
  changeset_id   TEXT,
  rolled_back_at INTEGER,
  at             INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX checkpoints_by_plan ON checkpoints (plan_id, step, id);

-- The step in which something was decided; null for what was decided before the first.
ALTER TABLE decisions ADD COLUMN step INTEGER;
