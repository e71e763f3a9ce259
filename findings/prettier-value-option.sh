#!/bin/sh
# Prettier reads the word after an option with a value as another option, if it starts with a dash.
#
# One would guess that the word after `--parser` is its value or an error, as in most programs.
# `prettier --parser --write a.js` formats the file in place. `--parser=--write` is an error.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --prefix "$work/npm" --silent --no-audit --no-fund prettier@3.10.1
PATH="$work/npm/node_modules/.bin:$PATH"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: prettier $(prettier --version)"
printf 'a  =  1' > a.js
prettier --parser=--write a.js > joined.txt 2>&1 && result=success || result=error
check "--parser=--write is an error" error "$result"
check "it does not change the file" "a  =  1" "$(cat a.js)"
prettier --parser --write a.js > separate.txt 2>&1 && result=success || result=error
check "--parser --write succeeds" success "$result"
check "it formats the file in place" "a = 1;" "$(cat a.js)"
exit "$failures"
