#!/bin/sh
# `pip list --outdated` starts the program `rustc`, whose version is part of what pip tells the index.
#
# One would guess that a list of packages starts no compiler. `pip list` alone, which asks no index, does not start it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check pip==26.0
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $(python/bin/pip --version | cut -d ' ' -f 1-2)"
mkdir bin
# A compiler that notes its arguments.
printf '#!/bin/sh\necho "rustc $*" >> "%s/starts.txt"\necho "rustc 1.0.0"\n' "$work" > bin/rustc
chmod +x bin/rustc
# An empty index in a directory, so that no server is asked.
mkdir index
starts() {
  rm -f starts.txt
  PATH="$work/bin:$PATH" python/bin/pip list --disable-pip-version-check "$@" > list.txt 2> log.txt || true
  if [ -e starts.txt ]; then cat starts.txt; else echo "not started"; fi
}
check "pip list --outdated starts rustc --version" "rustc --version" "$(starts --outdated --no-index --find-links "$work/index")"
check "pip list does not start it" "not started" "$(starts)"
exit "$failures"
