#!/bin/sh
# `helm template` follows symbolic links of a chart, also out of its folder.
#
# One would guess that a template can read only the files of its chart. A link in the chart gives it any
# file that the user can read: helm prints one line of warning and exits with 0.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/chart/templates"
echo outside > "$work/other.txt"
cd "$work/chart"
printf 'apiVersion: v2\nname: demo\nversion: 0.1.0\n' > Chart.yaml
printf 'text: {{ .Files.Get "data.txt" }}\n' > templates/a.yaml
ln -s "$work/other.txt" data.txt
failures=0
check() { # check TEXT COMMAND…
  text=$1
  shift
  if "$@"; then echo "seen: $text"; else
    echo "CHANGED: not seen any more: $text"
    failures=1
  fi
}

helm version --short
helm template demo . > "$work/output" 2> "$work/warning"
check "the output has the text of a file outside of the chart" grep -q 'text: outside' "$work/output"
check "a warning names the link" grep -q 'symbolic link' "$work/warning"
exit $failures
