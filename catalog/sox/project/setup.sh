#!/bin/sh
# Makes the sound of the examples.
set -eu
sox -n -r 8000 tone.wav synth 1 sine 440 vol 0.5
