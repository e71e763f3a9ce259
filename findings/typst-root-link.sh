#!/bin/sh
# typst keeps a document in its root directory, and follows symbolic links out of it.
#
# One would guess that a link is checked like `../`, which is an error, because the root is described as the place that a document can read.
# A document reads any file to which a link in its directory points.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "${TYPST:-}" ]; then typst=$TYPST; else
  cargo install --quiet --root "$work/cargo" --locked typst-cli@0.15.1
  typst=$work/cargo/bin/typst
fi
mkdir "$work/project"
cd "$work/project"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $("$typst" --version)"
echo outside > ../outside.txt
"$typst" eval 'read("../outside.txt")' > direct.txt 2>&1 && result=success || result=error
check "a path out of the root is an error" error "$result"
ln -s ../outside.txt link.txt
"$typst" eval 'read("link.txt")' > link-result.txt 2>&1 && result=success || result=error
check "a link out of the root is read" success "$result"
check "its text is that of the file outside" '"outside\n"' "$(cat link-result.txt)"
exit "$failures"
