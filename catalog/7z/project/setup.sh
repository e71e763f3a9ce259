#!/bin/sh
# Makes the archive that the examples read.
set -eu
7z a -bd demo.7z notes.txt sub >/dev/null
