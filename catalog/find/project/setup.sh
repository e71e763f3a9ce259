#!/bin/sh
# Makes an empty folder, an old log and a large log.
set -eu
mkdir -p empty
echo old > logs/old.log
touch -d "40 days ago" logs/old.log
head -c 1100000 /dev/zero > logs/big.log
