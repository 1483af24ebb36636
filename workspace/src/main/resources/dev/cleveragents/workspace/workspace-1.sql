-- The changes of a plan to its sandboxes: each entry belongs to the changeset whose handle recorded it.
-- Times are microseconds since 1970 by the store's clock.
CREATE TABLE changeset_records (
  id         {text} NOT NULL PRIMARY KEY,
  plan_id    {text} NOT NULL,
  job_id     {text} NOT NULL,
  lease      {int}  NOT NULL,
  step       {int}  NOT NULL,
  status     {text} NOT NULL,
  entries    {int}  NOT NULL,
  started_at {int}  NOT NULL,
  ended_at   {int}
){rowless};

CREATE INDEX changeset_records_by_plan ON changeset_records (plan_id, id);

CREATE TABLE changeset_entries (
  changeset_id {text} NOT NULL,
  sequence     {int}  NOT NULL,
  resource     {text} NOT NULL,
  path         {text} NOT NULL,
  operation    TEXT   NOT NULL,
  moved_from   {text},
  before_hash  {text},
  before_mode  TEXT,
  before_size  {int},
  after_hash   {text},
  after_mode   TEXT,
  after_size   {int},
  tool         TEXT   NOT NULL,
  call_id      TEXT   NOT NULL,
  actor        TEXT   NOT NULL,
  at           {int}  NOT NULL,
  PRIMARY KEY (changeset_id, sequence)
){rowless};

-- The exact bytes that entries name, stored in the same transaction as the first entry that does.
CREATE TABLE changeset_contents (
  hash  {text}  NOT NULL PRIMARY KEY,
  bytes {bytes} NOT NULL
);

-- The isolated copies in which plans work, wherever they are; a directory belongs to one lease.
CREATE TABLE sandbox_records (
  id         {text} NOT NULL PRIMARY KEY,
  plan_id    {text} NOT NULL,
  resource   {text} NOT NULL,
  job_id     {text} NOT NULL,
  lease      {int}  NOT NULL,
  host       TEXT   NOT NULL,
  directory  TEXT   NOT NULL,
  base       TEXT   NOT NULL,
  state      {text} NOT NULL,
  created_at {int}  NOT NULL,
  moved_at   {int}  NOT NULL
){rowless};

CREATE INDEX sandbox_records_by_plan ON sandbox_records (plan_id, resource, id);

-- Applies under way: before COMMITTED they are undone after a crash, from then on finished.
CREATE TABLE apply_journals (
  id         {text} NOT NULL PRIMARY KEY,
  plan_id    {text} NOT NULL,
  job_id     {text} NOT NULL,
  lease      {int}  NOT NULL,
  host       TEXT   NOT NULL,
  state      {text} NOT NULL,
  targets    TEXT   NOT NULL,
  created_at {int}  NOT NULL,
  moved_at   {int}  NOT NULL
){rowless};

CREATE INDEX apply_journals_by_plan ON apply_journals (plan_id, id);
CREATE INDEX apply_journals_open ON apply_journals (id) WHERE state NOT IN ('DONE', 'UNDONE');
