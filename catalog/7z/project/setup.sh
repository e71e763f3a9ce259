#!/bin/sh
# Makes the archive that the examples read.
set -eu
"$(command -v 7z || command -v 7zz)" a -bd demo.7z notes.txt sub >/dev/null
