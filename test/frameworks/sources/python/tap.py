import json
from typing import List, Literal, Optional

from tap import Tap


class Add(Tap):
    """Add entries to the store"""

    src: List[str]  # Files to add
    id: int  # Number of the store
    output: Optional[str] = None  # Write the result to this file instead of the standard output, and create the directories that lead to it
    format: Literal["json", "yaml", "text"] = "text"  # Output format
    tag: List[str] = []  # Attach a tag; replaces --label of version 1
    no_color: bool = False  # Do not color the output
    rate: float = 0.5  # Share of the entries to sample
    json: bool = False  # Print JSON
    yaml: bool = False  # Print YAML
    plain: bool = False
    owner: Optional[str] = None  # Owner of the entries

    def configure(self):
        self.add_argument("src", nargs="+")
        self.add_argument("-o", "--output")
        self.add_argument("-t", "--tag")
        self.set_defaults(path="add")


class SetUrl(Tap):
    """Change the address of a remote"""

    name: str  # Name of the remote
    url: str  # New address
    push: bool = False  # Change the address for pushes only

    def configure(self):
        self.add_argument("name")
        self.add_argument("url")


class Remote(Tap):
    """Manage remotes"""

    def configure(self):
        self.add_subparsers(dest="action", required=True)
        self.add_subparser("set-url", SetUrl, help="Change the address of a remote")


class Demo(Tap):
    """Keep entries in a store"""

    def configure(self):
        self.add_subparsers(dest="command", required=True)
        self.add_subparser("add", Add, help="Add entries to the store")
        self.add_subparser("remote", Remote, help="Manage remotes")


values = Demo(underscores_to_dashes=True).parse_args()
result = {key: value for key, value in values.as_dict().items() if not callable(value)}
if "no_color" in result:
    result["color"] = not result["no_color"]
print(json.dumps(result))
