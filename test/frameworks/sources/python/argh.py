import json as encoder

import argh
from argh import arg


@arg("src", nargs="+", help="Files to add")
@arg("-o", "--output", metavar="FILE", help="Write the result to this file instead of the standard output, and create the directories that lead to it")
@arg("--format", choices=["json", "yaml", "text"], help="Output format")
@arg("-t", "--tag", action="append", help="Attach a tag; replaces --label of version 1")
@arg("--no-color", dest="no_color", help="Do not color the output")
@arg("--sign", nargs="?", const="auto", metavar="KEY", help="Sign the entries")
@arg("--id", type=int, required=True, metavar="INT", help="Number of the store")
@arg("--rate", type=float, help="Share of the entries to sample")
@arg("--json", help="Print JSON")
@arg("--yaml", help="Print YAML")
@arg("-v", "--verbose", action="count", help="Print more")
@arg("--owner", metavar="NAME", help="Owner of the entries")
def add(
    src, *, output=None, format="text", tag=None, no_color=False, sign=None, id=None, rate=0.5, json=False, yaml=False, plain=False, verbose=0, owner=None
):
    "Add entries to the store"
    values = locals()
    values["color"] = not values.pop("no_color")
    print(encoder.dumps(values))


@argh.named("set-url")
@arg("name", help="Name of the remote")
@arg("url", help="New address")
@arg("--push", help="Change the address for pushes only")
def set_url(name, url, *, push=False):
    "Change the address of a remote"
    print(encoder.dumps(locals()))


parser = argh.ArghParser(prog="demo", description="Keep entries in a store")
parser.add_commands([add])
parser.add_commands([set_url], group_name="remote", group_kwargs={"help": "Manage remotes"})
parser.dispatch()
