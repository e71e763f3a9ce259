import json as encoder
from typing import Annotated, Literal, Optional

from cyclopts import App, Group, Parameter, validators

app = App(name="demo", help="Keep entries in a store", version="1.2.3")
remote = App(name="remote", help="Manage remotes")
app.command(remote)
forms = Group("Forms", validator=validators.MutuallyExclusive())


@app.command
def add(
    *src: str,
    id: int,
    output: Annotated[Optional[str], Parameter(name=["--output", "-o"])] = None,
    format: Literal["json", "yaml", "text"] = "text",
    tag: Annotated[Optional[list[str]], Parameter(name=["--tag", "-t"], negative="")] = None,
    color: bool = True,
    rate: float = 0.5,
    json: Annotated[bool, Parameter(negative="", group=forms)] = False,
    yaml: Annotated[bool, Parameter(negative="", group=forms)] = False,
    plain: Annotated[bool, Parameter(negative="")] = False,
    verbose: Annotated[int, Parameter(name=["--verbose", "-v"], count=True)] = 0,
    owner: Annotated[Optional[str], Parameter(env_var="DEMO_OWNER")] = None,
    secret: Annotated[Optional[str], Parameter(show=False)] = None,
):
    """Add entries to the store

    Parameters
    ----------
    src
        Files to add
    id
        Number of the store
    output
        Write the result to this file instead of the standard output, and create the directories that lead to it
    format
        Output format
    tag
        Attach a tag; replaces --label of version 1
    color
        Color the output
    rate
        Share of the entries to sample
    json
        Print JSON
    yaml
        Print YAML
    verbose
        Print more
    owner
        Owner of the entries
    """
    print(encoder.dumps(locals()))


@remote.command(name="set-url")
def set_url(name: str, url: str, /, *, push: Annotated[bool, Parameter(negative="")] = False):
    """Change the address of a remote

    Parameters
    ----------
    name
        Name of the remote
    url
        New address
    push
        Change the address for pushes only
    """
    print(encoder.dumps(locals()))


app()
