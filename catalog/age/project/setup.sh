#!/bin/sh
# Makes the key and the encrypted file of the examples.
set -eu
age-keygen -o key.txt 2>/dev/null
age-keygen -y key.txt > recipients.txt
age -R recipients.txt -o demo.age notes.txt
