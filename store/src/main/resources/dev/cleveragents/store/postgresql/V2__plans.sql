-- What plans work on. Times are microseconds since 1970 by the store's clock.
CREATE TABLE resources (
  name       TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  type       TEXT COLLATE "C"    NOT NULL,
  location   TEXT    NOT NULL,
  settings   TEXT    NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE projects (
  name       TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  settings   TEXT    NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE project_resources (
  project  TEXT COLLATE "C"    NOT NULL,
  resource TEXT COLLATE "C"    NOT NULL,
  place    BIGINT NOT NULL,
  PRIMARY KEY (project, resource)
);

-- Actions, actors, validations and automation profiles, as the YAML they were given in.
CREATE TABLE definitions (
  kind        TEXT COLLATE "C"    NOT NULL,
  name        TEXT COLLATE "C"    NOT NULL,
  yaml        TEXT    NOT NULL,
  archived_at BIGINT,
  created_at  BIGINT NOT NULL,
  PRIMARY KEY (kind, name)
);

CREATE TABLE plans (
  id            TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  root_id       TEXT COLLATE "C"    NOT NULL,
  parent_id     TEXT COLLATE "C",
  project       TEXT COLLATE "C"    NOT NULL,
  action        TEXT    NOT NULL,
  goal          TEXT    NOT NULL,
  -- What was settled when the plan was made, for good: action, actors, arguments, resources, checks.
  brief         TEXT    NOT NULL,
  profile       TEXT    NOT NULL,
  phase         TEXT COLLATE "C"    NOT NULL,
  state         TEXT COLLATE "C"    NOT NULL,
  held          BIGINT NOT NULL,
  waits_for     TEXT,
  cancel_reason TEXT,
  version       BIGINT NOT NULL,
  -- Raised by every move that enqueues a stretch of work: part of that job's idempotency key.
  attempt       BIGINT NOT NULL,
  phase_retries BIGINT NOT NULL,
  replans       BIGINT NOT NULL,
  steps_done    BIGINT NOT NULL,
  job_id        TEXT COLLATE "C",
  result        TEXT,
  created_at    BIGINT NOT NULL,
  moved_at      BIGINT NOT NULL
);

CREATE INDEX plans_by_project ON plans (project, id);
CREATE INDEX plans_by_root    ON plans (root_id, id);

CREATE TABLE plan_errors (
  plan_id   TEXT COLLATE "C"    NOT NULL,
  number    BIGINT NOT NULL,
  phase     TEXT COLLATE "C"    NOT NULL,
  category  TEXT    NOT NULL,
  message   TEXT    NOT NULL,
  retriable BIGINT NOT NULL,
  hint      TEXT,
  command   TEXT,
  at        BIGINT NOT NULL,
  PRIMARY KEY (plan_id, number)
);

CREATE TABLE decisions (
  id           TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id      TEXT COLLATE "C"    NOT NULL,
  parent_id    TEXT COLLATE "C",
  type         TEXT COLLATE "C"    NOT NULL,
  question     TEXT    NOT NULL,
  chosen       TEXT    NOT NULL,
  alternatives TEXT    NOT NULL,
  confidence   DOUBLE PRECISION,
  rationale    TEXT    NOT NULL,
  superseded   BIGINT NOT NULL,
  at           BIGINT NOT NULL
);

CREATE INDEX decisions_by_plan ON decisions (plan_id, id);

-- What a plan did to its sandboxes: each entry belongs to the changeset whose handle recorded it.
CREATE TABLE changesets (
  id         TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id    TEXT COLLATE "C"    NOT NULL,
  job_id     TEXT COLLATE "C"    NOT NULL,
  lease      BIGINT NOT NULL,
  step       BIGINT NOT NULL,
  status     TEXT COLLATE "C"    NOT NULL,
  entries    BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  ended_at   BIGINT
);

CREATE INDEX changesets_by_plan ON changesets (plan_id, id);

CREATE TABLE change_entries (
  changeset_id TEXT COLLATE "C"    NOT NULL,
  sequence     BIGINT NOT NULL,
  resource     TEXT COLLATE "C"    NOT NULL,
  path         TEXT COLLATE "C"    NOT NULL,
  operation    TEXT    NOT NULL,
  moved_from   TEXT COLLATE "C",
  before_hash  TEXT COLLATE "C",
  before_mode  TEXT,
  before_size  BIGINT,
  after_hash   TEXT COLLATE "C",
  after_mode   TEXT,
  after_size   BIGINT,
  tool         TEXT    NOT NULL,
  call_id      TEXT    NOT NULL,
  actor        TEXT    NOT NULL,
  at           BIGINT NOT NULL,
  PRIMARY KEY (changeset_id, sequence)
);

-- The exact bytes that entries name, stored in the same transaction as the first entry that does.
CREATE TABLE contents (
  hash  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  bytes BYTEA NOT NULL
);

-- The isolated copies in which plans work, wherever they are; a directory belongs to one lease.
CREATE TABLE sandboxes (
  id         TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id    TEXT COLLATE "C"    NOT NULL,
  resource   TEXT COLLATE "C"    NOT NULL,
  job_id     TEXT COLLATE "C"    NOT NULL,
  lease      BIGINT NOT NULL,
  host       TEXT    NOT NULL,
  directory  TEXT    NOT NULL,
  base       TEXT    NOT NULL,
  state      TEXT COLLATE "C"    NOT NULL,
  created_at BIGINT NOT NULL,
  moved_at   BIGINT NOT NULL
);

CREATE INDEX sandboxes_by_plan ON sandboxes (plan_id, resource, id);

CREATE TABLE validation_runs (
  id       TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id  TEXT COLLATE "C"    NOT NULL,
  name     TEXT COLLATE "C"    NOT NULL,
  required BIGINT NOT NULL,
  tree     TEXT    NOT NULL,
  passed   BIGINT NOT NULL,
  message  TEXT    NOT NULL,
  output   TEXT    NOT NULL,
  millis   BIGINT NOT NULL,
  at       BIGINT NOT NULL
);

CREATE INDEX validation_runs_by_plan ON validation_runs (plan_id, id);

CREATE TABLE approvals (
  id       TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id  TEXT COLLATE "C"    NOT NULL,
  gate     TEXT    NOT NULL,
  question TEXT    NOT NULL,
  answer   TEXT,
  asked_at BIGINT NOT NULL,
  given_at BIGINT
);

CREATE INDEX approvals_by_plan ON approvals (plan_id, id);

-- Applies under way: before COMMITTED they are undone after a crash, from then on finished.
CREATE TABLE apply_journals (
  id         TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  plan_id    TEXT COLLATE "C"    NOT NULL,
  job_id     TEXT COLLATE "C"    NOT NULL,
  lease      BIGINT NOT NULL,
  host       TEXT    NOT NULL,
  state      TEXT COLLATE "C"    NOT NULL,
  targets    TEXT    NOT NULL,
  created_at BIGINT NOT NULL,
  moved_at   BIGINT NOT NULL
);

CREATE INDEX apply_journals_by_plan ON apply_journals (plan_id, id);
CREATE INDEX apply_journals_open    ON apply_journals (id) WHERE state NOT IN ('DONE', 'UNDONE');

-- The audit log: what happened, in the order of commits, each entry bound to the one before by its hash.
CREATE TABLE events (
  position    BIGINT NOT NULL PRIMARY KEY,
  type        TEXT COLLATE "C"    NOT NULL,
  plan_id     TEXT COLLATE "C",
  job_id      TEXT COLLATE "C",
  actor       TEXT    NOT NULL,
  correlation TEXT,
  at          BIGINT NOT NULL,
  data        TEXT    NOT NULL,
  hash        TEXT COLLATE "C"    NOT NULL
);

CREATE INDEX events_by_plan ON events (plan_id, position);

-- Where the log ends, always one row: whoever appends keeps it until the commit.
CREATE TABLE audit_head (
  id       BIGINT NOT NULL PRIMARY KEY,
  position BIGINT NOT NULL,
  hash     TEXT COLLATE "C"    NOT NULL
);

INSERT INTO audit_head (id, position, hash) VALUES (1, 0, '');
