import json
from optparse import SUPPRESS_HELP, OptionParser

parser = OptionParser(prog="demo", usage="%prog [options] --id=INT SRC...", description="Add entries to the store", version="%prog 1.2.3")
parser.add_option(
    "-o",
    "--output",
    metavar="FILE",
    help="Write the result to this file instead of the standard output, and create the directories that lead to it",
)
parser.add_option("--format", type="choice", choices=["json", "yaml", "text"], default="text", help="Output format: json, yaml or text [default: %default]")
parser.add_option("-t", "--tag", action="append", help="Attach a tag; replaces --label of version 1")
parser.add_option("--no-color", dest="color", action="store_false", default=True, help="Do not color the output")
parser.add_option("--id", type="int", metavar="INT", help="Number of the store")
parser.add_option("--rate", type="float", default=0.5, metavar="NUMBER", help="Share of the entries to sample [default: %default]")
parser.add_option("--json", action="store_true", help="Print JSON")
parser.add_option("--yaml", action="store_true", help="Print YAML")
parser.add_option("--plain", action="store_true")
parser.add_option("-v", "--verbose", action="count", default=0, help="Print more")
parser.add_option("--owner", metavar="NAME", help="Owner of the entries")
parser.add_option("--secret", help=SUPPRESS_HELP)
options, src = parser.parse_args()
print(json.dumps({"src": src, **vars(options)}))
