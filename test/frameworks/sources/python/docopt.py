"""Keep entries in a store

Usage:
  demo add [options] [--tag=TAG]... [-v]... [--json | --yaml] --id=INT <src>...
  demo remote set-url [--push] <name> <url>
  demo -h | --help

Options:
  -h --help          Show this help
  -o FILE --output=FILE  Write the result to this file instead of the standard
                     output, and create the directories that lead to it
  --format=FORMAT    Output format: json, yaml or text [default: text]
  -t TAG --tag=TAG   Attach a tag; replaces --label of version 1
  --no-color         Do not color the output
  --id=INT           Number of the store
  --rate=NUMBER      Share of the entries to sample [default: 0.5]
  --json             Print JSON
  --yaml             Print YAML
  --plain
  -v --verbose       Print more
  --owner=NAME       Owner of the entries
  --push             Change the address for pushes only
"""
import json

from docopt import docopt

values = {name.strip("<>-"): value for name, value in docopt(__doc__).items()}
values["color"] = not values.pop("no-color")
print(json.dumps(values))
