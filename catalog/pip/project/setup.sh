#!/bin/sh
# Makes a folder of wheels, so that the examples need no package index.
set -eu
pip wheel --quiet --no-index --no-build-isolation --no-deps --wheel-dir wheels ./package
