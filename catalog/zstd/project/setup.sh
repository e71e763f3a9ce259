#!/bin/sh
# Makes the compressed file that the examples read.
set -eu
zstd -q notes.txt -o demo.zst
