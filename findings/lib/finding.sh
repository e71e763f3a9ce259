# Functions of the scripts in this directory. A script sources this file.
set -eu
lib=$(cd "$(dirname "$0")/lib" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# Runs a host with the JSON on standard input, and keeps what the model received.
run() {
  node "$lib/run.mjs" > "$work/seen.json"
  echo "version: $(show seen.version)"
}

# Prints a JavaScript expression over `seen`.
show() {
  node -e 'const seen = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); console.log(eval(process.argv[2]))' "$work/seen.json" "$1"
}

# check TEXT EXPRESSION: prints whether a JavaScript expression over `seen` is true, which is the behavior that was seen.
check() {
  if [ "$(show "$2")" = true ]; then
    echo "seen: $1"
  else
    echo "CHANGED: not seen any more: $1"
    failures=$((failures + 1))
  fi
}

# Ends the script: 0 if all was seen, 1 if the behavior has changed.
finish() {
  [ "$failures" -eq 0 ]
}
