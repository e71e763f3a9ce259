#!/bin/sh
# ruff replaces a word that begins with `@` by the lines of a file, also after `--`, unless a file has the word as its name.
#
# One would guess that `ruff check -- @list` checks the path `@list`, because `--` ends the options.
# ruff reads the words of its command line from the file `list`. If there is a file `@list`, ruff checks it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check ruff==0.17.6
ruff="$work/python/bin/ruff"
mkdir "$work/project"
cd "$work/project"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $("$ruff" --version)"
echo 'import os' > unused.py
echo 'unused.py' > list
status() {
  "$ruff" check --no-cache --isolated -- "$1" > log.txt 2>&1 && echo 0 || echo "$?"
}
check "ruff check -- @list checks the file that the file list names" "1" "$(status @list)"
check "ruff check -- @missing is an error" "2" "$(status @missing)"
echo 'print(1)' > @list
check "ruff check -- @list checks the file @list if there is one" "0" "$(status @list)"
exit "$failures"
