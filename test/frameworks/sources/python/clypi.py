import json as encoder
from typing import Literal

from clypi import Command, Positional, arg


class Add(Command):
    """Add entries to the store"""

    src: Positional[list[str]] = arg(help="Files to add")
    id: int = arg(help="Number of the store")
    output: str | None = arg(None, short="o", help="Write the result to this file instead of the standard output, and create the directories that lead to it")
    format: Literal["json", "yaml", "text"] = arg("text", help="Output format")
    tag: list[str] = arg(default_factory=list, short="t", help="Attach a tag; replaces --label of version 1")
    color: bool = arg(True, negative="no-color", help="Color the output")
    rate: float = arg(0.5, help="Share of the entries to sample")
    json: bool = arg(False, help="Print JSON")
    yaml: bool = arg(False, help="Print YAML")
    plain: bool = False
    owner: str | None = arg(None, env="DEMO_OWNER", help="Owner of the entries")
    secret: str | None = arg(None, hidden=True)

    async def run(self) -> None:
        names = ["src", "output", "format", "tag", "color", "id", "rate", "json", "yaml", "plain", "owner"]
        print(encoder.dumps({name: getattr(self, name) for name in names}))


class SetUrl(Command):
    """Change the address of a remote"""

    name: Positional[str] = arg(help="Name of the remote")
    url: Positional[str] = arg(help="New address")
    push: bool = arg(False, help="Change the address for pushes only")

    async def run(self) -> None:
        print(encoder.dumps({name: getattr(self, name) for name in ["name", "url", "push"]}))


class Remote(Command):
    """Manage remotes"""

    subcommand: SetUrl


class Demo(Command):
    """Keep entries in a store"""

    subcommand: Add | Remote


Demo.parse().start()
