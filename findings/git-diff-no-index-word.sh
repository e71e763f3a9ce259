#!/bin/sh
# `git diff` takes `--no-index` for its option, also after `--end-of-options`.
#
# One would guess an error about the word, as for every other option in this place, and for `git log`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 LC_ALL=C
git -c init.defaultBranch=main init --quiet .
failures=0
check() { # check TEXT WANTED COMMAND…: whether the first line of what the command prints is about this
  text=$1 wanted=$2
  shift 2
  "$@" > output 2>&1 || true
  if sed -n 1p output | grep -q -e "$wanted"; then echo "seen: $text"; else
    echo "CHANGED: not seen any more: $text ($(sed -n 1p output))"
    failures=1
  fi
}

echo "version: $(git --version)"
check "git diff --end-of-options --no-index explains the option" "^usage: git diff --no-index" git diff --end-of-options --no-index
check "another option is an error there" "^fatal: .*--no-other" git diff --end-of-options --no-other
check "it is an error for git log" "^fatal: .*--no-index" git log --end-of-options --no-index
exit "$failures"
