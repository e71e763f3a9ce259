import json as encoder
from typing import List, Literal, Optional

from radicli import Arg, Radicli

cli = Radicli(prog="demo", help="Keep entries in a store", version="1.2.3")


@cli.command(
    "add",
    src=Arg(help="Files to add"),
    id=Arg("--id", help="Number of the store"),
    output=Arg("--output", "-o", help="Write the result to this file instead of the standard output, and create the directories that lead to it"),
    format=Arg("--format", help="Output format"),
    tag=Arg("--tag", "-t", help="Attach a tag; replaces --label of version 1"),
    no_color=Arg("--no-color", help="Do not color the output"),
    rate=Arg("--rate", help="Share of the entries to sample"),
    json=Arg("--json", help="Print JSON"),
    yaml=Arg("--yaml", help="Print YAML"),
    plain=Arg("--plain"),
    verbose=Arg("--verbose", "-v", count=True, help="Print more"),
    owner=Arg("--owner", help="Owner of the entries"),
)
def add(
    src: List[str],
    id: int,
    output: Optional[str] = None,
    format: Literal["json", "yaml", "text"] = "text",
    tag: List[str] = [],
    no_color: bool = False,
    rate: float = 0.5,
    json: bool = False,
    yaml: bool = False,
    plain: bool = False,
    verbose: int = 0,
    owner: Optional[str] = None,
):
    """Add entries to the store"""
    values = locals()
    print(encoder.dumps({**values, "color": not no_color}))



@cli.subcommand(
    "remote",
    "set-url",
    name=Arg(help="Name of the remote"),
    url=Arg(help="New address"),
    push=Arg("--push", help="Change the address for pushes only"),
)
def set_url(name: str, url: str, push: bool = False):
    """Change the address of a remote"""
    print(encoder.dumps(locals()))


cli.placeholder("remote", description="Manage remotes")
cli.run()
