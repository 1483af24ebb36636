-- Jobs that have not ended. Times are microseconds since 1970 by the store's clock, durations nanoseconds.
CREATE TABLE job_active (
  id              {text} NOT NULL PRIMARY KEY,
  type            {text} NOT NULL,
  payload         TEXT   NOT NULL,
  keys            {text},
  priority        {int}  NOT NULL,
  delay           TEXT,
  idempotency_key {text},
  job_group       {text},
  max_attempts    {int}  NOT NULL,
  first_wait      {int}  NOT NULL,
  max_wait        {int}  NOT NULL,
  rank            {int}  NOT NULL,
  status          TEXT   NOT NULL,
  attempts        {int}  NOT NULL,
  leases          {int}  NOT NULL,
  owner           {text},
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     {int}  NOT NULL,
  due_at          {int}  NOT NULL,
  started_at      {int},
  ended_at        {int},
  -- State of a queued job: R ready, D delayed until due_at, P parked at a key that is taken.
  stand           TEXT,
  parked_at       {text}
){rowless};

CREATE INDEX job_active_ready ON job_active (type, rank, id) WHERE stand = 'R';
CREATE INDEX job_active_ready_group ON job_active (job_group, type, rank, id) WHERE stand = 'R' AND job_group IS NOT NULL;
CREATE INDEX job_active_delayed ON job_active (due_at) WHERE stand = 'D';
CREATE INDEX job_active_parked ON job_active (parked_at, rank, id) WHERE stand = 'P';
CREATE INDEX job_active_running ON job_active (owner, started_at) WHERE owner IS NOT NULL;
CREATE INDEX job_active_cancelling ON job_active (owner) WHERE owner IS NOT NULL AND cancel_reason IS NOT NULL;

-- Jobs that have ended, apart from the others so that history costs a claim nothing.
CREATE TABLE job_ended (
  id              {text} NOT NULL PRIMARY KEY,
  type            {text} NOT NULL,
  payload         TEXT   NOT NULL,
  keys            {text},
  priority        {int}  NOT NULL,
  delay           TEXT,
  idempotency_key {text},
  job_group       {text},
  max_attempts    {int}  NOT NULL,
  first_wait      {int}  NOT NULL,
  max_wait        {int}  NOT NULL,
  rank            {int}  NOT NULL,
  status          TEXT   NOT NULL,
  attempts        {int}  NOT NULL,
  leases          {int}  NOT NULL,
  owner           {text},
  cancel_reason   TEXT,
  message         TEXT,
  enqueued_at     {int}  NOT NULL,
  due_at          {int}  NOT NULL,
  started_at      {int},
  ended_at        {int}  NOT NULL
){rowless};

CREATE INDEX job_ended_by_end ON job_ended (ended_at, id);

-- Most jobs succeed; an index of the others is small.
CREATE INDEX job_ended_failing ON job_ended (status, id) WHERE status <> 'SUCCEEDED';

CREATE TABLE job_idempotency_keys (
  key    {text} NOT NULL PRIMARY KEY,
  job_id {text} NOT NULL
){rowless};

-- One row per key that a running job holds or a queued one waits for.
CREATE TABLE job_keys (
  key         {text} NOT NULL PRIMARY KEY,
  held        {int}  NOT NULL,
  called      {text},
  called_rank {int}
){rowless};

CREATE TABLE job_sessions (
  id            {text} NOT NULL PRIMARY KEY,
  worker        TEXT   NOT NULL,
  capacity      {int}  NOT NULL,
  host          TEXT   NOT NULL,
  pid           {int}  NOT NULL,
  started_after {int},
  beat          {int}  NOT NULL,
  over          {int}  NOT NULL,
  opened_at     {int}  NOT NULL
){rowless};

-- Runs that did not succeed, and the output of programs.
CREATE TABLE job_attempts (
  job_id     {text} NOT NULL,
  lease      {int}  NOT NULL,
  worker     TEXT,
  started_at {int},
  ended_at   {int},
  outcome    TEXT,
  message    TEXT,
  output     TEXT,
  PRIMARY KEY (job_id, lease)
);

-- The last transaction of each writer, looked up when the answer to its commit was lost.
CREATE TABLE job_commits (
  id {text} NOT NULL PRIMARY KEY
){rowless};

-- The store's clock when this machine was first seen after its boot; unused where the server has the clock.
CREATE TABLE job_clock (
  boot   {text} NOT NULL PRIMARY KEY,
  wall   {int}  NOT NULL,
  uptime {int}  NOT NULL
){rowless};
