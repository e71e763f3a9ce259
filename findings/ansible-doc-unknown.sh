#!/bin/sh
# `ansible-doc` with the name of a module that does not exist prints a warning, and exits with 0.
#
# One would guess a failure, as `man` and `pydoc` exit with another status for an unknown name. With `--json`, the reply is `{}`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check ansible-core==2.19.4
export LC_ALL=C.UTF-8 ANSIBLE_HOME="$work/home"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $(python/bin/ansible-doc --version | sed -n 1p)"
status=0
python/bin/ansible-doc no_such_module > text.txt 2> log.txt || status=$?
check "an unknown module exits with 0" 0 "$status"
check "it prints nothing but a warning" "0 1" "$(wc -c < text.txt | tr -d ' ') $(grep -c 'no_such_module was not found' log.txt)"
status=0
python/bin/ansible-doc --json no_such_module > json.txt 2> log.txt || status=$?
check "with --json, it exits with 0 and prints an empty object" "0 {}" "$status $(cat json.txt)"
exit "$failures"
