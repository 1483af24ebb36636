-- A script that fails.
CREATE TABLE other_more (
  id {int} NOT NULL PRIMARY KEY
);

INSERT INTO other_nowhere (id) VALUES (1);
