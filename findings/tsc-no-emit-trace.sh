#!/bin/sh
# `tsc --noEmit` writes files if the project's tsconfig.json has `generateTrace`.
#
# One would guess that a check with `--noEmit` writes nothing. It creates the directory that `generateTrace` names, also outside the project.
# `--generateTrace null` on the command line removes the setting.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/project"
cd "$work/project"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund typescript@7.0.2
tsc=node_modules/.bin/tsc
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $("$tsc" --version)"
echo 'export const one = 1;' > one.ts
echo '{ "compilerOptions": { "generateTrace": "../trace" }, "files": ["one.ts"] }' > tsconfig.json
written() {
  rm -rf ../trace
  "$tsc" --noEmit "$@" > log.txt || true
  if [ -d ../trace ]; then echo written; else echo "not written"; fi
}
check "tsc --noEmit writes the trace of tsconfig.json" "written" "$(written)"
check "tsc --noEmit --generateTrace null writes none" "not written" "$(written --generateTrace null)"
exit "$failures"
