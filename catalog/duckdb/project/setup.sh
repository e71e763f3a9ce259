#!/bin/sh
# Unpacks the database of the examples, which has the table `people` with the rows of people.csv.
set -eu
gunzip demo.duckdb.gz
