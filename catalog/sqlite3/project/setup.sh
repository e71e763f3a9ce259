#!/bin/sh
# Makes the database of the examples.
set -eu
sqlite3 shop.db "CREATE TABLE product (name TEXT, price INTEGER); INSERT INTO product VALUES ('pen', 2), ('ink', 9);"
