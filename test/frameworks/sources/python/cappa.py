import json as encoder
from dataclasses import dataclass, field
from typing import Annotated, List, Literal, Optional

import cappa
from cappa import Arg, ArgAction, Env, Subcommands


form = cappa.Group(name="Form", exclusive="form")


@cappa.command(name="add", help="Add entries to the store")
@dataclass
class Add:
    src: Annotated[List[str], Arg(num_args=-1, required=True, help="Files to add")]
    id: Annotated[int, Arg(long=True, help="Number of the store")]
    output: Annotated[Optional[str], Arg(short=True, long=True, value_name="FILE", help="Write the result to this file instead of the standard output, and create the directories that lead to it")] = None
    format: Annotated[Literal["json", "yaml", "text"], Arg(long=True, help="Output format")] = "text"
    tag: Annotated[List[str], Arg(short="-t", long=True, help="Attach a tag; replaces --label of version 1")] = field(default_factory=list)
    color: Annotated[bool, Arg(long="--color/--no-color", help="Color the output")] = True
    rate: Annotated[float, Arg(long=True, help="Share of the entries to sample")] = 0.5
    json: Annotated[bool, Arg(long=True, group=form, help="Print JSON")] = False
    yaml: Annotated[bool, Arg(long=True, group=form, help="Print YAML")] = False
    plain: Annotated[bool, Arg(long=True)] = False
    verbose: Annotated[int, Arg(short="-v", long=True, action=ArgAction.count, help="Print more")] = 0
    owner: Annotated[Optional[str], Arg(long=True, default=Env("DEMO_OWNER"), help="Owner of the entries")] = None
    secret: Annotated[Optional[str], Arg(long=True, hidden=True)] = None

    def __call__(self):
        print(encoder.dumps(self.__dict__))


@cappa.command(name="set-url", help="Change the address of a remote")
@dataclass
class SetUrl:
    name: Annotated[str, Arg(help="Name of the remote")]
    url: Annotated[str, Arg(help="New address")]
    push: Annotated[bool, Arg(long=True, help="Change the address for pushes only")] = False

    def __call__(self):
        print(encoder.dumps(self.__dict__))


@cappa.command(name="remote", help="Manage remotes")
@dataclass
class Remote:
    action: Subcommands[SetUrl]


@cappa.command(name="demo", help="Keep entries in a store")
@dataclass
class Demo:
    command: Subcommands[Add | Remote]


cappa.invoke(Demo, version="1.2.3")
