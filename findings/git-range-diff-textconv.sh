#!/bin/sh
# `git range-diff --no-textconv` starts the textconv programs of the configuration.
#
# One would guess that the option has the effect that it has for `git diff`, since range-diff accepts the options of diff. It does not reach the
# `git log` that range-diff runs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
git -c init.defaultBranch=main init --quiet .
git config user.name Dev
git config user.email dev@example.com
for text in one two three; do
  echo "$text" >> a
  git add a
  git commit --quiet --message "$text"
done
printf '#!/bin/sh\necho started >> "%s/started"\ncat "$1"\n' "$work" > convert
chmod +x convert
git config diff.convert.textconv "$work/convert"
echo '* diff=convert' > .git/info/attributes
failures=0
check() { # check TEXT yes|no COMMAND…: whether the command starts the program
  text=$1 want=$2
  shift 2
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
check "git log --patch --no-textconv does not start the program" no git log --patch --no-textconv
check "git range-diff --no-textconv starts it" yes git range-diff --no-textconv --no-ext-diff HEAD~2..HEAD~1 HEAD~1..HEAD
exit "$failures"
