#!/bin/sh
# Makes the keys of the examples, a certificate and a file of known hosts.
set -eu
ssh-keygen -q -t ed25519 -N "" -C demo -f demo
ssh-keygen -q -s demo -I demo -n demo demo.pub
printf "example.org %s\n" "$(cut -d " " -f 1,2 demo.pub)" > known_hosts
