-- People.
-- All of them.
CREATE TABLE IF NOT EXISTS shop.people (
  id int PRIMARY KEY, -- a; semicolon
  boss int REFERENCES people(id),
  name text DEFAULT 'a;b'
);

CREATE OR REPLACE FUNCTION pay(x int) RETURNS int AS $$
BEGIN
  INSERT INTO orders VALUES (1);
  RETURN 1;
END
$$ LANGUAGE plpgsql;

CREATE UNIQUE INDEX by_name ON shop.people (name);
SELECT * FROM orders o JOIN "lines" l ON o.id = l.id;
