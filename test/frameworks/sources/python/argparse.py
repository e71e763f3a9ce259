import argparse
import json
import os

parser = argparse.ArgumentParser(prog="demo", description="Keep entries in a store")
commands = parser.add_subparsers(dest="command", required=True)

add = commands.add_parser("add", help="Add entries to the store", description="Add entries to the store")
add.add_argument("src", nargs="+", help="Files to add")
add.add_argument(
    "-o",
    "--output",
    metavar="FILE",
    help="Write the result to this file instead of the standard output, and create the directories that lead to it",
)
add.add_argument("--format", choices=["json", "yaml", "text"], default="text", help="Output format (default: %(default)s)")
add.add_argument("-t", "--tag", action="append", help="Attach a tag; replaces --label of version 1")
add.add_argument("--color", action=argparse.BooleanOptionalAction, default=True, help="Color the output")
add.add_argument("--sign", nargs="?", const="auto", metavar="KEY", help="Sign the entries")
add.add_argument("--id", type=int, required=True, metavar="INT", help="Number of the store")
add.add_argument("--rate", type=float, default=0.5, metavar="NUMBER", help="Share of the entries to sample (default: %(default)s)")
form = add.add_mutually_exclusive_group()
form.add_argument("--json", action="store_true", help="Print JSON")
form.add_argument("--yaml", action="store_true", help="Print YAML")
add.add_argument("--plain", action="store_true")
add.add_argument("-v", "--verbose", action="count", default=0, help="Print more")
add.add_argument("--owner", metavar="NAME", default=os.environ.get("DEMO_OWNER"), help="Owner of the entries [env: DEMO_OWNER]")
add.add_argument("--secret", help=argparse.SUPPRESS)

remote = commands.add_parser("remote", help="Manage remotes").add_subparsers(dest="action", required=True)
set_url = remote.add_parser("set-url", help="Change the address of a remote", description="Change the address of a remote")
set_url.add_argument("--push", action="store_true", help="Change the address for pushes only")
set_url.add_argument("name", help="Name of the remote")
set_url.add_argument("url", help="New address")

print(json.dumps(vars(parser.parse_args())))
