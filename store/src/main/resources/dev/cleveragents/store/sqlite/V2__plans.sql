-- What plans work on. Times are microseconds since 1970 by the store's clock.
CREATE TABLE resources (
  name       TEXT    NOT NULL PRIMARY KEY,
  type       TEXT    NOT NULL,
  location   TEXT    NOT NULL,
  settings   TEXT    NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE projects (
  name       TEXT    NOT NULL PRIMARY KEY,
  settings   TEXT    NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE project_resources (
  project  TEXT    NOT NULL,
  resource TEXT    NOT NULL,
  place    INTEGER NOT NULL,
  PRIMARY KEY (project, resource)
) WITHOUT ROWID;

-- Actions, actors, validations and automation profiles, as the YAML they were given in.
CREATE TABLE definitions (
  kind        TEXT    NOT NULL,
  name        TEXT    NOT NULL,
  yaml        TEXT    NOT NULL,
  archived_at INTEGER,
  created_at  INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) WITHOUT ROWID;

CREATE TABLE plans (
  id            TEXT    NOT NULL PRIMARY KEY,
  root_id       TEXT    NOT NULL,
  parent_id     TEXT,
  project       TEXT    NOT NULL,
  action        TEXT    NOT NULL,
  goal          TEXT    NOT NULL,
  -- What was settled when the plan was made, for good: action, actors, arguments, resources, checks.
  brief         TEXT    NOT NULL,
  profile       TEXT    NOT NULL,
  phase         TEXT    NOT NULL,
  state         TEXT    NOT NULL,
  held          INTEGER NOT NULL,
  waits_for     TEXT,
  cancel_reason TEXT,
  version       INTEGER NOT NULL,
  -- Raised by every move that enqueues a stretch of work: part of that job's idempotency key.
  attempt       INTEGER NOT NULL,
  phase_retries INTEGER NOT NULL,
  replans       INTEGER NOT NULL,
  steps_done    INTEGER NOT NULL,
  job_id        TEXT,
  result        TEXT,
  created_at    INTEGER NOT NULL,
  moved_at      INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX plans_by_project ON plans (project, id);
CREATE INDEX plans_by_root    ON plans (root_id, id);

CREATE TABLE plan_errors (
  plan_id   TEXT    NOT NULL,
  number    INTEGER NOT NULL,
  phase     TEXT    NOT NULL,
  category  TEXT    NOT NULL,
  message   TEXT    NOT NULL,
  retriable INTEGER NOT NULL,
  hint      TEXT,
  command   TEXT,
  at        INTEGER NOT NULL,
  PRIMARY KEY (plan_id, number)
) WITHOUT ROWID;

CREATE TABLE decisions (
  id           TEXT    NOT NULL PRIMARY KEY,
  plan_id      TEXT    NOT NULL,
  parent_id    TEXT,
  type         TEXT    NOT NULL,
  question     TEXT    NOT NULL,
  chosen       TEXT    NOT NULL,
  alternatives TEXT    NOT NULL,
  confidence   REAL,
  rationale    TEXT    NOT NULL,
  superseded   INTEGER NOT NULL,
  at           INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX decisions_by_plan ON decisions (plan_id, id);

-- What a plan did to its sandboxes: each entry belongs to the changeset whose handle recorded it.
CREATE TABLE changesets (
  id         TEXT    NOT NULL PRIMARY KEY,
  plan_id    TEXT    NOT NULL,
  job_id     TEXT    NOT NULL,
  lease      INTEGER NOT NULL,
  step       INTEGER NOT NULL,
  status     TEXT    NOT NULL,
  entries    INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  ended_at   INTEGER
) WITHOUT ROWID;

CREATE INDEX changesets_by_plan ON changesets (plan_id, id);

CREATE TABLE change_entries (
  changeset_id TEXT    NOT NULL,
  sequence     INTEGER NOT NULL,
  resource     TEXT    NOT NULL,
  path         TEXT    NOT NULL,
  operation    TEXT    NOT NULL,
  moved_from   TEXT,
  before_hash  TEXT,
  before_mode  TEXT,
  before_size  INTEGER,
  after_hash   TEXT,
  after_mode   TEXT,
  after_size   INTEGER,
  tool         TEXT    NOT NULL,
  call_id      TEXT    NOT NULL,
  actor        TEXT    NOT NULL,
  at           INTEGER NOT NULL,
  PRIMARY KEY (changeset_id, sequence)
) WITHOUT ROWID;

-- The exact bytes that entries name, stored in the same transaction as the first entry that does.
CREATE TABLE contents (
  hash  TEXT NOT NULL PRIMARY KEY,
  bytes BLOB NOT NULL
);

-- The isolated copies in which plans work, wherever they are; a directory belongs to one lease.
CREATE TABLE sandboxes (
  id         TEXT    NOT NULL PRIMARY KEY,
  plan_id    TEXT    NOT NULL,
  resource   TEXT    NOT NULL,
  job_id     TEXT    NOT NULL,
  lease      INTEGER NOT NULL,
  host       TEXT    NOT NULL,
  directory  TEXT    NOT NULL,
  base       TEXT    NOT NULL,
  state      TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  moved_at   INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX sandboxes_by_plan ON sandboxes (plan_id, resource, id);

CREATE TABLE validation_runs (
  id       TEXT    NOT NULL PRIMARY KEY,
  plan_id  TEXT    NOT NULL,
  name     TEXT    NOT NULL,
  required INTEGER NOT NULL,
  tree     TEXT    NOT NULL,
  passed   INTEGER NOT NULL,
  message  TEXT    NOT NULL,
  output   TEXT    NOT NULL,
  millis   INTEGER NOT NULL,
  at       INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX validation_runs_by_plan ON validation_runs (plan_id, id);

CREATE TABLE approvals (
  id       TEXT    NOT NULL PRIMARY KEY,
  plan_id  TEXT    NOT NULL,
  gate     TEXT    NOT NULL,
  question TEXT    NOT NULL,
  answer   TEXT,
  asked_at INTEGER NOT NULL,
  given_at INTEGER
) WITHOUT ROWID;

CREATE INDEX approvals_by_plan ON approvals (plan_id, id);

-- Applies under way: before COMMITTED they are undone after a crash, from then on finished.
CREATE TABLE apply_journals (
  id         TEXT    NOT NULL PRIMARY KEY,
  plan_id    TEXT    NOT NULL,
  job_id     TEXT    NOT NULL,
  lease      INTEGER NOT NULL,
  host       TEXT    NOT NULL,
  state      TEXT    NOT NULL,
  targets    TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  moved_at   INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX apply_journals_by_plan ON apply_journals (plan_id, id);
CREATE INDEX apply_journals_open    ON apply_journals (id) WHERE state NOT IN ('DONE', 'UNDONE');

-- The audit log: what happened, in the order of commits, each entry bound to the one before by its hash.
CREATE TABLE events (
  position    INTEGER NOT NULL PRIMARY KEY,
  type        TEXT    NOT NULL,
  plan_id     TEXT,
  job_id      TEXT,
  actor       TEXT    NOT NULL,
  correlation TEXT,
  at          INTEGER NOT NULL,
  data        TEXT    NOT NULL,
  hash        TEXT    NOT NULL
);

CREATE INDEX events_by_plan ON events (plan_id, position);

-- Where the log ends, always one row: whoever appends keeps it until the commit.
CREATE TABLE audit_head (
  id       INTEGER NOT NULL PRIMARY KEY,
  position INTEGER NOT NULL,
  hash     TEXT    NOT NULL
);

INSERT INTO audit_head (id, position, hash) VALUES (1, 0, '');
