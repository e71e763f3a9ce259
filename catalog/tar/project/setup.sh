#!/bin/sh
# Makes the archive of the examples.
set -eu
tar -czf backup.tar.gz project
