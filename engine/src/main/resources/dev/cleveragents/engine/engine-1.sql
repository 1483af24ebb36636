-- The resources that plans work on. Times are microseconds since 1970 by the store's clock.
CREATE TABLE project_resources (
  name       {text} NOT NULL PRIMARY KEY,
  type       {text} NOT NULL,
  location   TEXT   NOT NULL,
  settings   TEXT   NOT NULL,
  created_at {int}  NOT NULL
){rowless};

CREATE TABLE project_records (
  name       {text} NOT NULL PRIMARY KEY,
  settings   TEXT   NOT NULL,
  created_at {int}  NOT NULL
){rowless};

CREATE TABLE project_members (
  project  {text} NOT NULL,
  resource {text} NOT NULL,
  place    {int}  NOT NULL,
  PRIMARY KEY (project, resource)
){rowless};

-- Actions, actors, validations and automation profiles, as the YAML they were given in.
CREATE TABLE definition_records (
  kind        {text} NOT NULL,
  name        {text} NOT NULL,
  yaml        TEXT   NOT NULL,
  archived_at {int},
  created_at  {int}  NOT NULL,
  PRIMARY KEY (kind, name)
){rowless};

CREATE TABLE plan_records (
  id            {text} NOT NULL PRIMARY KEY,
  root_id       {text} NOT NULL,
  parent_id     {text},
  project       {text} NOT NULL,
  action        TEXT   NOT NULL,
  goal          TEXT   NOT NULL,
  -- Fixed when the plan was made: action, actors, arguments, resources, checks.
  brief         TEXT   NOT NULL,
  profile       TEXT   NOT NULL,
  phase         {text} NOT NULL,
  state         {text} NOT NULL,
  held          {int}  NOT NULL,
  waits_for     TEXT,
  cancel_reason TEXT,
  version       {int}  NOT NULL,
  -- Raised by every move that enqueues a stretch of work: part of that job's idempotency key.
  attempt       {int}  NOT NULL,
  phase_retries {int}  NOT NULL,
  replans       {int}  NOT NULL,
  steps_done    {int}  NOT NULL,
  job_id        {text},
  result        TEXT,
  created_at    {int}  NOT NULL,
  moved_at      {int}  NOT NULL
){rowless};

CREATE INDEX plan_records_by_project ON plan_records (project, id);
CREATE INDEX plan_records_by_root ON plan_records (root_id, id);

CREATE TABLE plan_errors (
  plan_id   {text} NOT NULL,
  number    {int}  NOT NULL,
  phase     {text} NOT NULL,
  category  TEXT   NOT NULL,
  message   TEXT   NOT NULL,
  retriable {int}  NOT NULL,
  hint      TEXT,
  command   TEXT,
  at        {int}  NOT NULL,
  PRIMARY KEY (plan_id, number)
){rowless};

CREATE TABLE plan_decisions (
  id           {text} NOT NULL PRIMARY KEY,
  plan_id      {text} NOT NULL,
  parent_id    {text},
  type         {text} NOT NULL,
  question     TEXT   NOT NULL,
  chosen       TEXT   NOT NULL,
  alternatives TEXT   NOT NULL,
  confidence   {real},
  rationale    TEXT   NOT NULL,
  superseded   {int}  NOT NULL,
  at           {int}  NOT NULL,
  -- The step in which it was made; null before the first step.
  step         {int}
){rowless};

CREATE INDEX plan_decisions_by_plan ON plan_decisions (plan_id, id);

CREATE TABLE plan_validations (
  id       {text} NOT NULL PRIMARY KEY,
  plan_id  {text} NOT NULL,
  name     {text} NOT NULL,
  required {int}  NOT NULL,
  tree     TEXT   NOT NULL,
  passed   {int}  NOT NULL,
  message  TEXT   NOT NULL,
  output   TEXT   NOT NULL,
  millis   {int}  NOT NULL,
  at       {int}  NOT NULL
){rowless};

CREATE INDEX plan_validations_by_plan ON plan_validations (plan_id, id);

CREATE TABLE plan_approvals (
  id       {text} NOT NULL PRIMARY KEY,
  plan_id  {text} NOT NULL,
  gate     TEXT   NOT NULL,
  question TEXT   NOT NULL,
  answer   TEXT,
  asked_at {int}  NOT NULL,
  given_at {int},
  -- A question may be about one step of the work and exactly what that step would do.
  step     {int},
  subject  TEXT,
  detail   TEXT,
  -- Who answered it, why, and for which attempt of the plan.
  given_by TEXT,
  reason   TEXT,
  attempt  {int}
){rowless};

CREATE INDEX plan_approvals_by_plan ON plan_approvals (plan_id, id);
CREATE INDEX plan_approvals_open ON plan_approvals (id) WHERE answer IS NULL;

-- The audit log, in the order of commits, each entry bound to the one before by its hash.
CREATE TABLE audit_events (
  position    {int}  NOT NULL PRIMARY KEY,
  type        {text} NOT NULL,
  plan_id     {text},
  job_id      {text},
  actor       TEXT   NOT NULL,
  correlation TEXT,
  at          {int}  NOT NULL,
  data        TEXT   NOT NULL,
  hash        {text} NOT NULL
);

CREATE INDEX audit_events_by_plan ON audit_events (plan_id, position);

-- The end of the log, always one row: an append locks it until the commit.
CREATE TABLE audit_head (
  id       {int}  NOT NULL PRIMARY KEY,
  position {int}  NOT NULL,
  hash     {text} NOT NULL
);

INSERT INTO audit_head (id, position, hash) VALUES (1, 0, '');

-- Points that a plan can be rolled back to, each over all of its resources at once: the files there are the
-- base with the recorded steps up to it.
CREATE TABLE plan_checkpoints (
  id             {text} NOT NULL PRIMARY KEY,
  plan_id        {text} NOT NULL,
  -- How often the plan had been replanned: checkpoints of earlier rounds have another base.
  round          {int}  NOT NULL,
  -- How many steps were done.
  step           {int}  NOT NULL,
  reason         {text} NOT NULL,
  what           {text} NOT NULL,
  trees          {text} NOT NULL,
  -- The changes of a step that failed, which are no part of the plan.
  changeset_id   {text},
  rolled_back_at {int},
  at             {int}  NOT NULL
){rowless};

CREATE INDEX plan_checkpoints_by_plan ON plan_checkpoints (plan_id, step, id);

-- How plans belong together: one has the unselected rest of another, or undoes another.
CREATE TABLE plan_links (
  plan_id  {text} NOT NULL,
  kind     {text} NOT NULL,
  other_id {text} NOT NULL,
  at       {int}  NOT NULL,
  PRIMARY KEY (plan_id, kind, other_id)
){rowless};

CREATE INDEX plan_links_by_other ON plan_links (other_id, plan_id);

-- The selected part of a plan's result, until it is a result of its own or was refused.
CREATE TABLE plan_selections (
  plan_id   {text} NOT NULL PRIMARY KEY,
  selection TEXT   NOT NULL,
  at        {int}  NOT NULL
){rowless};

