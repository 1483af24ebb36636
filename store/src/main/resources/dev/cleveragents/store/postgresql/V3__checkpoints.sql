-- Points that a plan can be put back to, each over all of its resources at once: the files there are what
-- the base and the steps recorded up to it come to.
CREATE TABLE checkpoints (
  id             TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  plan_id        TEXT COLLATE "C" NOT NULL,
  -- How often the plan had been planned anew: points of earlier rounds have another base.
  round          BIGINT NOT NULL,
  -- How many steps were done.
  step           BIGINT NOT NULL,
  reason         TEXT COLLATE "C" NOT NULL,
  what           TEXT COLLATE "C" NOT NULL,
  trees          TEXT COLLATE "C" NOT NULL,
  -- Of a step that failed: what it had changed until then, which is no part of the plan.
  changeset_id   TEXT COLLATE "C",
  rolled_back_at BIGINT,
  at             BIGINT NOT NULL
);

CREATE INDEX checkpoints_by_plan ON checkpoints (plan_id, step, id);

-- The step in which something was decided; null for what was decided before the first.
ALTER TABLE decisions ADD COLUMN step BIGINT;
