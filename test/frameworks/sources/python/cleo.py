import json

from cleo.application import Application
from cleo.commands.command import Command
from cleo.helpers import argument, option

LONG = "Write the result to this file instead of the standard output, and create the directories that lead to it"


class Add(Command):
    name = "add"
    description = "Add entries to the store"
    arguments = [argument("src", "Files to add", multiple=True)]
    options = [
        option("output", "o", LONG, flag=False),
        option("format", None, "Output format", flag=False, default="text"),
        option("tag", "t", "Attach a tag; replaces --label of version 1", flag=False, multiple=True),
        option("no-color", None, "Do not color the output"),
        option("sign", None, "Sign the entries", flag=False, value_required=False),
        option("id", None, "Number of the store", flag=False),
        option("rate", None, "Share of the entries to sample", flag=False, default="0.5"),
        option("json", None, "Print JSON"),
        option("yaml", None, "Print YAML"),
        option("plain", None, ""),
        option("owner", None, "Owner of the entries", flag=False),
    ]

    def handle(self):
        values = {one.name: self.option(one.name) for one in self.options}
        values["color"] = not values.pop("no-color")
        if values["sign"] is None and self.io.input.has_parameter_option("--sign"):
            values["sign"] = "auto"
        print(json.dumps({"src": self.argument("src"), **values}))


class SetUrl(Command):
    name = "remote set-url"
    description = "Change the address of a remote"
    arguments = [argument("name", "Name of the remote"), argument("url", "New address")]
    options = [option("push", None, "Change the address for pushes only")]

    def handle(self):
        print(json.dumps({"name": self.argument("name"), "url": self.argument("url"), "push": self.option("push")}))


application = Application("demo", "1.2.3")
application.add(Add())
application.add(SetUrl())
application.run()
