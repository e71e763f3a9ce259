#!/bin/sh
# pytest 9.2.0 obeys options after `--`.
#
# One would guess that a word after `--` is the name of a file, as in other programs that use the parser argparse.
# `pytest -q -- --collect-only` only lists the tests. After a first file, `--` ends the options.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check pytest==9.2.0
cd "$work"
printf 'def test_it():\n    pass\n' > test_it.py
failures=0
check() {
  if grep -q "$3" "$2"; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1"
    failures=1
  fi
}

echo "version: $(venv/bin/pytest --version)"
venv/bin/pytest -q -- --collect-only > first.txt 2>&1 || true
check "an option after -- acts" first.txt "1 test collected"
venv/bin/pytest -q test_it.py -- --collect-only > later.txt 2>&1 || true
check "after a file and --, it is the name of a file" later.txt "file or directory not found: --collect-only"
exit "$failures"
