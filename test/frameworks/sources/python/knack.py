import json
import sys
from collections import OrderedDict

from knack import CLI, ArgumentsContext, CLICommandsLoader
from knack.commands import CommandGroup
from knack.help_files import helps

helps["add"] = "type: command\nshort-summary: Add entries to the store\n"
helps["remote"] = "type: group\nshort-summary: Manage remotes\n"
helps["remote set-url"] = "type: command\nshort-summary: Change the address of a remote\n"


def add(src, id, output=None, format="text", tag=None, no_color=False, rate=0.5, json_form=False, yaml_form=False, plain=False, owner=None, secret=None):
    show({"src": src, "id": id, "output": output, "format": format, "tag": tag, "color": not no_color, "rate": rate,
            "json": json_form, "yaml": yaml_form, "plain": plain, "owner": owner})


def set_url(name, url, push=False):
    show({"name": name, "url": url, "push": push})


def show(values):
    print(json.dumps(values))


class Commands(CLICommandsLoader):
    def load_command_table(self, args):
        with CommandGroup(self, "", "__main__#{}") as group:
            group.command("add", "add")
        with CommandGroup(self, "remote", "__main__#{}") as group:
            group.command("set-url", "set_url")
        return OrderedDict(self.command_table)

    def load_arguments(self, command):
        with ArgumentsContext(self, "add") as context:
            context.positional("src", nargs="+", help="Files to add")
            context.argument("id", type=int, help="Number of the store")
            context.argument("output", options_list=["--output-file", "-f"], help="Write the result to this file instead of the standard output, and create the directories that lead to it")
            context.argument("format", choices=["json", "yaml", "text"], help="Output format")
            context.argument("tag", options_list=["--tag", "-t"], action="append", help="Attach a tag; replaces --label of version 1")
            context.argument("no_color", action="store_true", help="Do not color the output")
            context.argument("rate", type=float, help="Share of the entries to sample")
            context.argument("json_form", options_list=["--json"], action="store_true", help="Print JSON")
            context.argument("yaml_form", options_list=["--yaml"], action="store_true", help="Print YAML")
            context.argument("plain", action="store_true")
            context.argument("owner", help="Owner of the entries")
            context.ignore("secret")
        with ArgumentsContext(self, "remote set-url") as context:
            context.argument("name", help="Name of the remote")
            context.argument("url", help="New address")
            
            context.argument("push", action="store_true", help="Change the address for pushes only")
        super().load_arguments(command)


demo = CLI(cli_name="demo", config_dir="/nonexistent", commands_loader_cls=Commands)
sys.exit(demo.invoke(sys.argv[1:]))
