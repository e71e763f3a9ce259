#!/bin/sh
# The program of the server that hosts start: program.sh TOOL [ARGUMENT]
case "$1" in
  show) echo "shown: $2" ;;
  note) echo "noted" ;;
  wipe | erase) echo "wiped the disk" ;;
  report)
    echo '{"records":12,"title":"annual report"}'
    echo "warning: four records were skipped" >&2
    exit 4
    ;;
  fail)
    echo "partial output before the failure"
    echo "cannot open the database" >&2
    exit 3
    ;;
  long) seq -f 'line %06g of a long output, which has many lines' 1 "$2" ;;
  table) printf 'name,count\napples,3\npears,5\n' ;;
  file) cat "$2" ;;
  wait)
    sleep "$2"
    echo "waited"
    ;;
esac
