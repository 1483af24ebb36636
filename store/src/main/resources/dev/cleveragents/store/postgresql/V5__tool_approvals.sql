-- A question may be about one step of the work and exactly what that would do.
ALTER TABLE approvals ADD COLUMN step     BIGINT;
ALTER TABLE approvals ADD COLUMN subject  TEXT;
ALTER TABLE approvals ADD COLUMN detail   TEXT;

-- Who answered it, why, and for which attempt of the plan.
ALTER TABLE approvals ADD COLUMN given_by TEXT;
ALTER TABLE approvals ADD COLUMN reason   TEXT;
ALTER TABLE approvals ADD COLUMN attempt  BIGINT;

CREATE INDEX approvals_open ON approvals (id) WHERE answer IS NULL;
