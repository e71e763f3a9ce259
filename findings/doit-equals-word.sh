#!/bin/sh
# doit 0.36.0 takes a word with `=` for a variable, also after `--`, and then runs all tasks.
#
# One would guess that `doit run -- one=1` fails, because no task has this name, as `doit run nosuch` does. The word sets a variable for the
# file of tasks instead. No name of a task is left, so every task runs, and the exit status is 0.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check doit==0.36.0
cd "$work"
printf 'def task_one():\n    return {"actions": ["true"]}\n\ndef task_two():\n    return {"actions": ["true"]}\n' > dodo.py
failures=0
check() {
  if grep -q "$3" "$2"; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1"
    failures=1
  fi
}

venv/bin/doit --version > version.txt
echo "version: doit $(head -n 1 version.txt)"
{ venv/bin/doit run nosuch 2>&1 && echo "exit 0"; } > unknown.txt || true
check "an unknown name is an error" unknown.txt 'invalid parameter: "nosuch"'
{ venv/bin/doit run -- one=1 2>&1 && echo "exit 0"; } > variable.txt || true
check "a word with = runs the first task" variable.txt '\.  one'
check "and the other one" variable.txt '\.  two'
check "and exits with 0" variable.txt '^exit 0'
exit "$failures"
