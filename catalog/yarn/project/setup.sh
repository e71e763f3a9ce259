#!/bin/sh
# Installs the dependencies from a registry on loopback.
set -eu
echo 'registry "http://127.0.0.1:4873/"' >.yarnrc
echo 'cache-folder "./.cache"' >>.yarnrc
node registry.cjs '
yarn --non-interactive add --ignore-workspace-root-check demo-left@1.0.0
yarn --non-interactive add --ignore-workspace-root-check --dev demo-right
' >setup.log 2>&1 || { cat setup.log; exit 1; }
rm setup.log
