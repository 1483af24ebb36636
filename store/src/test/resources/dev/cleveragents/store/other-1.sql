-- The tables of a module for tests.
CREATE TABLE other_things (
  id {text} NOT NULL PRIMARY KEY
){rowless};
