-- Which plans are the subplans of others, and in which order their results are merged.
CREATE TABLE plan_subplans (
  plan_id    {text} NOT NULL PRIMARY KEY,
  parent_id  {text} NOT NULL,
  -- How often the parent had been replanned: subplans of earlier rounds no longer count.
  round      {int}  NOT NULL,
  number     {int}  NOT NULL,
  name       TEXT   NOT NULL,
  depends_on TEXT   NOT NULL,
  started    {int}  NOT NULL
){rowless};

CREATE UNIQUE INDEX plan_subplans_by_parent ON plan_subplans (parent_id, round, number);
