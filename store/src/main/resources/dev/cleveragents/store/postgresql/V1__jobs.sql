-- Jobs that have not ended. Times are microseconds since 1970 by the store's clock, durations nanoseconds.
CREATE TABLE jobs (
  id              TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  type            TEXT COLLATE "C"    NOT NULL,
  payload         TEXT    NOT NULL,
  keys            TEXT COLLATE "C",
  priority        BIGINT NOT NULL,
  delay           TEXT,
  idempotency_key TEXT COLLATE "C",
  job_group       TEXT COLLATE "C",
  max_attempts    BIGINT NOT NULL,
  first_wait      BIGINT NOT NULL,
  max_wait        BIGINT NOT NULL,
  rank            BIGINT NOT NULL,
  status          TEXT    NOT NULL,
  attempts        BIGINT NOT NULL,
  leases          BIGINT NOT NULL,
  owner           TEXT COLLATE "C",
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     BIGINT NOT NULL,
  due_at          BIGINT NOT NULL,
  started_at      BIGINT,
  ended_at        BIGINT,
  -- Where a queued job stands: R ready, D delayed until due_at, P parked at a key that is taken.
  stand           TEXT,
  parked_at       TEXT COLLATE "C"
);

CREATE INDEX jobs_ready         ON jobs (type, rank, id)            WHERE stand = 'R';
CREATE INDEX jobs_ready_group   ON jobs (job_group, type, rank, id) WHERE stand = 'R' AND job_group IS NOT NULL;
CREATE INDEX jobs_delayed       ON jobs (due_at)                    WHERE stand = 'D';
CREATE INDEX jobs_parked        ON jobs (parked_at, rank, id)       WHERE stand = 'P';
CREATE INDEX jobs_running       ON jobs (owner, started_at)         WHERE owner IS NOT NULL;
CREATE INDEX jobs_cancelling    ON jobs (owner)                     WHERE owner IS NOT NULL AND cancel_reason IS NOT NULL;

-- Jobs that have ended, apart from the others so that history costs a claim nothing.
CREATE TABLE ended_jobs (
  id              TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  type            TEXT COLLATE "C"    NOT NULL,
  payload         TEXT    NOT NULL,
  keys            TEXT COLLATE "C",
  priority        BIGINT NOT NULL,
  delay           TEXT,
  idempotency_key TEXT COLLATE "C",
  job_group       TEXT COLLATE "C",
  max_attempts    BIGINT NOT NULL,
  first_wait      BIGINT NOT NULL,
  max_wait        BIGINT NOT NULL,
  rank            BIGINT NOT NULL,
  status          TEXT    NOT NULL,
  attempts        BIGINT NOT NULL,
  leases          BIGINT NOT NULL,
  owner           TEXT COLLATE "C",
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     BIGINT NOT NULL,
  due_at          BIGINT NOT NULL,
  started_at      BIGINT,
  ended_at        BIGINT NOT NULL
);

CREATE INDEX ended_jobs_by_end  ON ended_jobs (ended_at, id);
-- Most jobs succeed; an index of the others is small.
CREATE INDEX ended_jobs_failing ON ended_jobs (status, id) WHERE status <> 'SUCCEEDED';

CREATE TABLE idempotency_keys (
  key    TEXT COLLATE "C" NOT NULL PRIMARY KEY,
  job_id TEXT COLLATE "C" NOT NULL
);

-- One row per key that a running job holds or a queued one waits for.
CREATE TABLE job_keys (
  key         TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  held        BIGINT NOT NULL,
  called      TEXT COLLATE "C",
  called_rank BIGINT
);

CREATE TABLE sessions (
  id            TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
  worker        TEXT    NOT NULL,
  capacity      BIGINT NOT NULL,
  host          TEXT    NOT NULL,
  pid           BIGINT NOT NULL,
  started_after BIGINT,
  beat          BIGINT NOT NULL,
  over          BIGINT NOT NULL,
  opened_at     BIGINT NOT NULL
);

-- Runs that did not end well, and what programs printed.
CREATE TABLE attempts (
  job_id     TEXT COLLATE "C"    NOT NULL,
  lease      BIGINT NOT NULL,
  worker     TEXT,
  started_at BIGINT,
  ended_at   BIGINT,
  outcome    TEXT,
  message    TEXT,
  output     TEXT,
  PRIMARY KEY (job_id, lease)
);

-- The last transaction of each writer, looked up when the answer to its commit was lost.
CREATE TABLE commits (
  id TEXT COLLATE "C" NOT NULL PRIMARY KEY
);
