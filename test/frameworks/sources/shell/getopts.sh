#!/bin/sh
# Parses with getopts of the shell, and prints its own help.
usage() {
  cat <<'HELP'
Usage: demo [-hjvy] [-o FILE] [-f FORMAT] [-t TAG] [-r NUMBER] [-w NAME] -i INT SRC...

Add entries to the store

Options:
  -o FILE    Write the result to this file instead of the standard output, and
             create the directories that lead to it
  -f FORMAT  Output format: json, yaml or text (default: text)
  -t TAG     Attach a tag; replaces -l of version 1
  -i INT     Number of the store
  -r NUMBER  Share of the entries to sample (default: 0.5)
  -j         Print JSON
  -y         Print YAML
  -v         Print more
  -w NAME    Owner of the entries
  -h         Show this help
HELP
}
output='' format=text tag='' id='' rate=0.5 json=false yaml=false verbose=0 owner=''
while getopts o:f:t:i:r:jyvw:h option; do
  case $option in
    o) output=$OPTARG ;;
    f) format=$OPTARG ;;
    t) tag=$OPTARG ;;
    i) id=$OPTARG ;;
    r) rate=$OPTARG ;;
    j) json=true ;;
    y) yaml=true ;;
    v) verbose=$((verbose + 1)) ;;
    w) owner=$OPTARG ;;
    h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done
shift $((OPTIND - 1))
src=''
for item; do src=${src:+$src,}\"$item\"; done
printf '{"src":[%s],"output":"%s","format":"%s","tag":"%s","id":"%s","rate":%s,"json":%s,"yaml":%s,"verbose":%s,"owner":"%s"}\n' \
  "$src" "$output" "$format" "$tag" "$id" "$rate" "$json" "$yaml" "$verbose" "$owner"
