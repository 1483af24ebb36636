-- What the agents of a plan were told, replied and did, one row for each step. A conversation with a model is
-- derived from these rows.
CREATE TABLE plan_conversations (
  id             {text} NOT NULL PRIMARY KEY,
  plan_id        {text} NOT NULL,
  -- How often the plan had been replanned.
  round          {int}  NOT NULL,
  role           {text} NOT NULL,
  step           {int}  NOT NULL,
  body           TEXT   NOT NULL,
  rolled_back_at {int},
  at             {int}  NOT NULL
){rowless};

CREATE INDEX plan_conversations_by_plan ON plan_conversations (plan_id, round, role, step, id);

-- Guidance of users that no agent has been told yet has no step.
CREATE TABLE plan_guidance (
  id      {text} NOT NULL PRIMARY KEY,
  plan_id {text} NOT NULL,
  text    TEXT   NOT NULL,
  step    {int},
  at      {int}  NOT NULL
){rowless};

CREATE INDEX plan_guidance_by_plan ON plan_guidance (plan_id, id);

-- What may be spent, was spent and is reserved for calls under way: of a plan ('plan:<id>') or a day
-- ('day:<date>'). Money is in picodollars. A cap that is null does not limit.
CREATE TABLE budget_accounts (
  name           {text} NOT NULL PRIMARY KEY,
  money_cap      {int},
  tokens_cap     {int},
  money_spent    {int}  NOT NULL,
  tokens_spent   {int}  NOT NULL,
  money_reserved {int}  NOT NULL,
  tokens_reserved {int} NOT NULL
){rowless};

-- The calls of models: reserved at their worst case, then settled at what they cost. A call whose worker died
-- stays counted in full.
CREATE TABLE budget_calls (
  id          {text} NOT NULL PRIMARY KEY,
  plan_id     {text} NOT NULL,
  root_id     {text} NOT NULL,
  project     {text} NOT NULL,
  actor       TEXT   NOT NULL,
  role        {text} NOT NULL,
  model       {text} NOT NULL,
  day         {text} NOT NULL,
  state       {text} NOT NULL,
  priced      {int}  NOT NULL,
  money       {int}  NOT NULL,
  tokens      {int}  NOT NULL,
  input       {int}  NOT NULL,
  cache_read  {int}  NOT NULL,
  cache_write {int}  NOT NULL,
  output      {int}  NOT NULL,
  at          {int}  NOT NULL
){rowless};

CREATE INDEX budget_calls_by_plan ON budget_calls (plan_id, id);
CREATE INDEX budget_calls_by_root ON budget_calls (root_id, id);
CREATE INDEX budget_calls_by_day ON budget_calls (day, id);
