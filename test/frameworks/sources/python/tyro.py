import json as encoder
from typing import Annotated, List, Literal, Optional

import tyro
from tyro.conf import FlagCreatePairsOff, Positional, UseAppendAction, UseCounterAction, arg
from tyro.extras import SubcommandApp

app = SubcommandApp()


@app.command
def add(
    src: Positional[Annotated[List[str], arg(help="Files to add")]],
    id: Annotated[int, arg(help="Number of the store")],
    output: Annotated[
        Optional[str],
        arg(aliases=["-o"], help="Write the result to this file instead of the standard output, and create the directories that lead to it"),
    ] = None,
    format: Annotated[Literal["json", "yaml", "text"], arg(help="Output format")] = "text",
    tag: UseAppendAction[Annotated[List[str], arg(aliases=["-t"], help="Attach a tag; replaces --label of version 1")]] = [],
    color: Annotated[bool, arg(help="Color the output")] = True,
    rate: Annotated[float, arg(help="Share of the entries to sample")] = 0.5,
    json: FlagCreatePairsOff[Annotated[bool, arg(help="Print JSON")]] = False,
    yaml: FlagCreatePairsOff[Annotated[bool, arg(help="Print YAML")]] = False,
    plain: FlagCreatePairsOff[bool] = False,
    verbose: UseCounterAction[Annotated[int, arg(aliases=["-v"], help="Print more")]] = 0,
    owner: Annotated[Optional[str], arg(help="Owner of the entries")] = None,
):
    """Add entries to the store"""
    print(encoder.dumps(locals()))


@app.command(name="remote-set-url")
def set_url(
    name: Positional[Annotated[str, arg(help="Name of the remote")]],
    url: Positional[Annotated[str, arg(help="New address")]],
    push: FlagCreatePairsOff[Annotated[bool, arg(help="Change the address for pushes only")]] = False,
):
    """Change the address of a remote"""
    print(encoder.dumps(locals()))


app.cli(prog="demo", description="Keep entries in a store")
