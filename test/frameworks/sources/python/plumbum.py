import json

from plumbum import cli


class Demo(cli.Application):
    """Keep entries in a store"""

    PROGNAME = "demo"
    VERSION = "1.2.3"

    def main(self):
        return 0


@Demo.subcommand("add")
class Add(cli.Application):
    """Add entries to the store"""

    output = cli.SwitchAttr(
        ["o", "output"],
        str,
        argname="FILE",
        help="Write the result to this file instead of the standard output, and create the directories that lead to it",
    )
    format = cli.SwitchAttr("format", cli.Set("json", "yaml", "text"), default="text", help="Output format")
    tag = cli.SwitchAttr(["t", "tag"], str, list=True, argname="TAG", help="Attach a tag; replaces --label of version 1")
    no_color = cli.Flag("no-color", help="Do not color the output")
    id = cli.SwitchAttr("id", int, mandatory=True, argname="INT", help="Number of the store")
    rate = cli.SwitchAttr("rate", float, default=0.5, argname="NUMBER", help="Share of the entries to sample")
    json = cli.Flag("json", excludes=["--yaml"], help="Print JSON")
    yaml = cli.Flag("yaml", excludes=["--json"], help="Print YAML")
    plain = cli.Flag("plain")
    verbose = cli.CountOf(["v", "verbose"], help="Print more")
    owner = cli.SwitchAttr("owner", str, argname="NAME", envname="DEMO_OWNER", help="Owner of the entries")

    def main(self, *src):
        names = ["output", "format", "tag", "id", "rate", "json", "yaml", "plain", "verbose", "owner"]
        print(json.dumps({"src": src, "color": not self.no_color, **{name: getattr(self, name) for name in names}}))


@Demo.subcommand("remote")
class Remote(cli.Application):
    """Manage remotes"""

    def main(self):
        return 0


@Remote.subcommand("set-url")
class SetUrl(cli.Application):
    """Change the address of a remote"""

    push = cli.Flag("push", help="Change the address for pushes only")

    def main(self, name, url):
        print(json.dumps({"name": name, "url": url, "push": self.push}))


Demo.run()
