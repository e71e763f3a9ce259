#!/bin/sh
# jsonargparse 4.53.0 rejects a plain value for an option that is a list of texts, and collects values only after a plus sign.
#
# One would guess that `--tag one --tag two` gives a list of two texts, or that the last one wins, as with other parsers in Python. The value of
# `--tag` must be a whole list in JSON or YAML. Only the other spelling of the help, `--tag+`, takes one item, and can be repeated.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check "jsonargparse[signatures]==4.53.0"
cd "$work"
cat > demo.py <<'PYTHON'
from typing import List

from jsonargparse import auto_cli


def add(tag: List[str]):
    """Add an entry

    Args:
        tag: Attach a tag
    """
    print("tags:", *tag)


auto_cli(add, as_positional=False)
PYTHON
failures=0
check() {
  if grep -q -e "$3" "$2"; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1"
    failures=1
  fi
}

echo "version: jsonargparse $(venv/bin/python -c 'from importlib.metadata import version; print(version("jsonargparse"))')"
venv/bin/python demo.py --help > help.txt 2>&1
check "the help shows two spellings" help.txt '--tag \[ITEM,\.\.\.\], --tag+ \[ITEM,\.\.\.\]'
{ venv/bin/python demo.py --tag one --tag two 2>&1 || echo "exit $?"; } > repeated.txt
cat repeated.txt
check "a repeated text is no list" repeated.txt 'Got value: one'
check "and the exit status is 2" repeated.txt '^exit 2$'
venv/bin/python demo.py --tag+ one --tag+ two > plus.txt 2>&1
cat plus.txt
check "after a plus sign, both values are collected" plus.txt '^tags: one two$'
exit "$failures"
