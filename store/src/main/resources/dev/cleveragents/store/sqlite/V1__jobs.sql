-- Jobs that have not ended. Times are microseconds since 1970 by the store's clock, durations nanoseconds.
CREATE TABLE jobs (
  id              TEXT    NOT NULL PRIMARY KEY,
  type            TEXT    NOT NULL,
  payload         TEXT    NOT NULL,
  keys            TEXT,
  priority        INTEGER NOT NULL,
  delay           TEXT,
  idempotency_key TEXT,
  job_group       TEXT,
  max_attempts    INTEGER NOT NULL,
  first_wait      INTEGER NOT NULL,
  max_wait        INTEGER NOT NULL,
  rank            INTEGER NOT NULL,
  status          TEXT    NOT NULL,
  attempts        INTEGER NOT NULL,
  leases          INTEGER NOT NULL,
  owner           TEXT,
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     INTEGER NOT NULL,
  due_at          INTEGER NOT NULL,
  started_at      INTEGER,
  ended_at        INTEGER,
  -- Where a queued job stands: R ready, D delayed until due_at, P parked at a key that is taken.
  stand           TEXT,
  parked_at       TEXT
) WITHOUT ROWID;

CREATE INDEX jobs_ready         ON jobs (type, rank, id)            WHERE stand = 'R';
CREATE INDEX jobs_ready_group   ON jobs (job_group, type, rank, id) WHERE stand = 'R' AND job_group IS NOT NULL;
CREATE INDEX jobs_delayed       ON jobs (due_at)                    WHERE stand = 'D';
CREATE INDEX jobs_parked        ON jobs (parked_at, rank, id)       WHERE stand = 'P';
CREATE INDEX jobs_running       ON jobs (owner, started_at)         WHERE owner IS NOT NULL;
CREATE INDEX jobs_cancelling    ON jobs (owner)                     WHERE owner IS NOT NULL AND cancel_reason IS NOT NULL;

-- Jobs that have ended, apart from the others so that history costs a claim nothing.
CREATE TABLE ended_jobs (
  id              TEXT    NOT NULL PRIMARY KEY,
  type            TEXT    NOT NULL,
  payload         TEXT    NOT NULL,
  keys            TEXT,
  priority        INTEGER NOT NULL,
  delay           TEXT,
  idempotency_key TEXT,
  job_group       TEXT,
  max_attempts    INTEGER NOT NULL,
  first_wait      INTEGER NOT NULL,
  max_wait        INTEGER NOT NULL,
  rank            INTEGER NOT NULL,
  status          TEXT    NOT NULL,
  attempts        INTEGER NOT NULL,
  leases          INTEGER NOT NULL,
  owner           TEXT,
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     INTEGER NOT NULL,
  due_at          INTEGER NOT NULL,
  started_at      INTEGER,
  ended_at        INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX ended_jobs_by_end  ON ended_jobs (ended_at, id);
-- Most jobs succeed; an index of the others is small.
CREATE INDEX ended_jobs_failing ON ended_jobs (status, id) WHERE status <> 'SUCCEEDED';

CREATE TABLE idempotency_keys (
  key    TEXT NOT NULL PRIMARY KEY,
  job_id TEXT NOT NULL
) WITHOUT ROWID;

-- One row per key that a running job holds or a queued one waits for.
CREATE TABLE job_keys (
  key         TEXT    NOT NULL PRIMARY KEY,
  held        INTEGER NOT NULL,
  called      TEXT,
  called_rank INTEGER
) WITHOUT ROWID;

CREATE TABLE sessions (
  id            TEXT    NOT NULL PRIMARY KEY,
  worker        TEXT    NOT NULL,
  capacity      INTEGER NOT NULL,
  host          TEXT    NOT NULL,
  pid           INTEGER NOT NULL,
  started_after INTEGER,
  beat          INTEGER NOT NULL,
  over          INTEGER NOT NULL,
  opened_at     INTEGER NOT NULL
) WITHOUT ROWID;

-- Runs that did not end well, and what programs printed.
CREATE TABLE attempts (
  job_id     TEXT    NOT NULL,
  lease      INTEGER NOT NULL,
  worker     TEXT,
  started_at INTEGER,
  ended_at   INTEGER,
  outcome    TEXT,
  message    TEXT,
  output     TEXT,
  PRIMARY KEY (job_id, lease)
);

-- The last transaction of each writer, looked up when the answer to its commit was lost.
CREATE TABLE commits (
  id TEXT NOT NULL PRIMARY KEY
) WITHOUT ROWID;

-- What the store's clock showed when this machine was first seen after its start.
CREATE TABLE clock (
  boot   TEXT    NOT NULL PRIMARY KEY,
  wall   INTEGER NOT NULL,
  uptime INTEGER NOT NULL
) WITHOUT ROWID;
