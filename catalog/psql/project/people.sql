CREATE TABLE people (id integer PRIMARY KEY, name text NOT NULL);
