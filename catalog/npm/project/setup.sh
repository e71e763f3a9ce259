#!/bin/sh
# Installs the dependencies from a registry on loopback. Afterwards, the cache of npm answers the examples: `offline=true` in .npmrc.
set -eu
npm_config_logs_max=0 npm_config_update_notifier=false npm_config_audit=false npm_config_offline=false node registry.cjs '
npm cache add demo-left@1.0.0 demo-left@1.1.0 demo-left@2.0.0 demo-right@1.0.0 demo-base@1.0.0
npm install demo-left@1.0.0
npm install --save-dev demo-right
for command in "view @demo/greet" "dist-tag ls demo-left" "search demo" "access list packages demo" "access list collaborators demo-left" \
  "access get status demo-left" "org ls demo" "team ls @demo" "token list" "profile get"; do npm $command; done
' >setup.log 2>&1 || { cat setup.log; exit 1; }
rm setup.log
