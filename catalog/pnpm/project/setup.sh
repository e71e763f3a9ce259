#!/bin/sh
# Installs the dependencies from a registry on loopback. Afterwards, `offline=true` in .npmrc makes pnpm use its store.
set -eu
echo "registry=http://127.0.0.1:4873/" >.npmrc
node registry.cjs '
pnpm add --workspace-root demo-left@1.0.0
pnpm add --workspace-root --save-dev demo-right
' >setup.log 2>&1 || { cat setup.log; exit 1; }
rm setup.log
echo "offline: true" >>pnpm-workspace.yaml
