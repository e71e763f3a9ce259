#!/bin/sh
# `duckdb -readonly` does not keep SQL from writing files, and `-safe` of the package of PyPI does not start.
#
# One would guess that `-readonly` writes nothing. It opens the database read-only: `COPY … TO` writes files.
# `-safe` of duckdb-cli 1.5.6 is an error about a locked setting. `SET enable_external_access=false` denies all files.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check duckdb-cli==1.5.6
PATH="$work/venv/bin:$PATH"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $(duckdb -version)"
duckdb -no-init a.db -c "CREATE TABLE t (n INTEGER)"
duckdb -no-init -readonly a.db -c "COPY (SELECT 1) TO 'written.csv'" > readonly.txt 2>&1 || true
check "-readonly lets COPY write a file" yes "$([ -f written.csv ] && echo yes || echo no)"
duckdb -no-init -readonly a.db -c "SET enable_external_access=false" -c "COPY (SELECT 1) TO 'denied.csv'" > denied.txt 2>&1 || true
check "without external access, it writes none" no "$([ -f denied.csv ] && echo yes || echo no)"
duckdb -no-init -safe -c "SELECT 1" > safe.txt 2>&1 && result=success || result=error
check "-safe is an error" error "$result"
exit "$failures"
