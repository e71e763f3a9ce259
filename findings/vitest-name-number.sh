#!/bin/sh
# Vitest reads a pattern of test names as a number if it looks like one.
#
# One would guess that `-t 007` runs the tests with "007" in their names.
# The pattern becomes the number 7, so that a test named "room 17" runs, too. `-t 1e3` runs tests with "1000" in their names.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund vitest@4.1.12
PATH="$work/node_modules/.bin:$PATH"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: $(vitest --version)"
cat > names.test.mjs << 'JAVASCRIPT'
import { test } from "vitest";

test("agent 007", () => {});
test("room 17", () => {});
test("exponent 1e3", () => {});
test("limit 1000", () => {});
JAVASCRIPT
passed() {
  vitest run -t "$1" --reporter=json --outputFile=report.json > log.txt 2>&1 || true
  node -p 'JSON.parse(require("fs").readFileSync("report.json", "utf8")).testResults[0].assertionResults
    .filter(({ status }) => status === "passed").map(({ title }) => title).join(", ")'
}
check "-t 007 also runs room 17" "agent 007, room 17" "$(passed 007)"
check "-t 1e3 runs limit 1000 instead of exponent 1e3" "limit 1000" "$(passed 1e3)"
check "-t agent runs agent 007" "agent 007" "$(passed agent)"
exit "$failures"
