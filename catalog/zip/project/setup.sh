#!/bin/sh
# Makes the archive that the examples read.
set -eu
zip -q -r demo.zip notes.txt sub
