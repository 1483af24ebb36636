-- Which plans are the subplans of others, and in which order their results are merged.
CREATE TABLE plan_subplans (
  plan_id    {text} NOT NULL PRIMARY KEY,
  parent_id  {text} NOT NULL,
  -- How often the parent had been replanned: subplans of earlier rounds no longer count.
  round      {int}  NOT NULL,
  number     {int}  NOT NULL,
  name       TEXT   NOT NULL,
  depends_on TEXT   NOT NULL,
  started    {int}  NOT NULL,
  -- When it has to have ended; set at its first start, if there is a limit.
  deadline   {int}
){rowless};

CREATE UNIQUE INDEX plan_subplans_by_parent ON plan_subplans (parent_id, round, number);

-- The paths that the results of subplans leave in conflict. A choice counts for the versions of its fingerprint.
CREATE TABLE plan_conflicts (
  plan_id     {text} NOT NULL,
  round       {int}  NOT NULL,
  resource    {text} NOT NULL,
  path        {text} NOT NULL,
  kind        {text} NOT NULL,
  fingerprint {text} NOT NULL,
  detail      TEXT   NOT NULL,
  choice      TEXT,
  resolved_by TEXT,
  resolved_at {int},
  at          {int}  NOT NULL,
  PRIMARY KEY (plan_id, round, resource, path)
){rowless};
