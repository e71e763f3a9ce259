#!/bin/sh
# `git diff` writes the index and starts the hook post-index-change, also with GIT_OPTIONAL_LOCKS=0.
#
# One would guess that a command that shows differences only reads, and that the variable keeps it from taking the lock, as it does for
# `git status`. After the time of an unchanged file has changed, `git diff` and `git describe --dirty` store the new time.
# `diff.autoRefreshIndex=false` prevents it for `git diff`, whose output stays the same.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_OPTIONAL_LOCKS=0
git -c init.defaultBranch=main init --quiet .
git config user.name Dev
git config user.email dev@example.com
echo a > a
git add a
git commit --quiet --message one
git tag one
printf '#!/bin/sh\necho started >> "%s/started"\n' "$work" > .git/hooks/post-index-change
chmod +x .git/hooks/post-index-change
failures=0
check() { # check TEXT yes|no HOUR COMMAND…: whether the command starts the hook
  text=$1 want=$2
  touch -d "2026-01-01 $3:00" a
  shift 3
  rm -f started
  "$@" > output
  got=no
  if [ -e started ]; then got=yes; fi
  if [ "$got" = "$want" ]; then echo "seen: $text"; else
    echo "CHANGED: not seen any more: $text"
    failures=1
  fi
}

git --version
check "git status does not write the index" no 01 git status --short
check "git diff writes it and starts the hook" yes 02 git diff
check "with diff.autoRefreshIndex=false it does not" no 03 git -c diff.autoRefreshIndex=false diff
check "git describe --dirty writes it and starts the hook" yes 04 git describe --tags --dirty
exit "$failures"
