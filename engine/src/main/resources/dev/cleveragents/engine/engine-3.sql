-- What the commands of a plan's steps printed, without recognised secrets; of long output, head and tail.
CREATE TABLE plan_outputs (
  id        {text} NOT NULL PRIMARY KEY,
  plan_id   {text} NOT NULL,
  step      {int}  NOT NULL,
  what      TEXT   NOT NULL,
  succeeded {int}  NOT NULL,
  message   TEXT   NOT NULL,
  output    TEXT   NOT NULL,
  millis    {int}  NOT NULL,
  at        {int}  NOT NULL
){rowless};

CREATE INDEX plan_outputs_by_plan ON plan_outputs (plan_id, id);
