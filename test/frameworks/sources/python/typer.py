import json
from enum import Enum
from typing import Annotated, List, Optional

import typer

app = typer.Typer(help="Keep entries in a store", add_completion=False)
remote = typer.Typer(help="Manage remotes")
app.add_typer(remote, name="remote")


class Format(str, Enum):
    json = "json"
    yaml = "yaml"
    text = "text"


@app.command()
def add(
    src: Annotated[List[str], typer.Argument(help="Files to add")],
    id: Annotated[int, typer.Option(help="Number of the store")],
    output: Annotated[
        Optional[str],
        typer.Option("--output", "-o", help="Write the result to this file instead of the standard output, and create the directories that lead to it"),
    ] = None,
    format: Annotated[Format, typer.Option(help="Output format")] = Format.text,
    tag: Annotated[Optional[List[str]], typer.Option("--tag", "-t", help="Attach a tag; replaces --label of version 1")] = None,
    color: Annotated[bool, typer.Option(help="Color the output")] = True,
    rate: Annotated[float, typer.Option(help="Share of the entries to sample")] = 0.5,
    json_: Annotated[bool, typer.Option("--json", help="Print JSON")] = False,
    yaml: Annotated[bool, typer.Option("--yaml", help="Print YAML")] = False,
    plain: Annotated[bool, typer.Option("--plain")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="Print more")] = 0,
    owner: Annotated[Optional[str], typer.Option(envvar="DEMO_OWNER", help="Owner of the entries")] = None,
    secret: Annotated[Optional[str], typer.Option(hidden=True)] = None,
):
    """Add entries to the store"""
    values = {**locals(), "format": format.value, "json": json_}
    del values["json_"]
    print(json.dumps(values))


@remote.callback()
def manage():
    """Manage remotes"""


@remote.command("set-url")
def set_url(
    name: Annotated[str, typer.Argument(help="Name of the remote")],
    url: Annotated[str, typer.Argument(help="New address")],
    push: Annotated[bool, typer.Option("--push", help="Change the address for pushes only")] = False,
):
    """Change the address of a remote"""
    print(json.dumps(locals()))


app(prog_name="demo")
