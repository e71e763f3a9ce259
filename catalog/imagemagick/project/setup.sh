#!/bin/sh
# Makes the images of the examples.
set -eu
convert -size 40x30 xc:red red.png
convert -size 40x30 xc:blue blue.png
