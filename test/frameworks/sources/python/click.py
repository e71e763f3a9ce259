import json

import click


@click.group()
def demo():
    """Keep entries in a store"""


@demo.command()
@click.argument("src", nargs=-1, required=True)
@click.option("-o", "--output", metavar="FILE", help="Write the result to this file instead of the standard output, and create the directories that lead to it")
@click.option("--format", type=click.Choice(["json", "yaml", "text"]), default="text", show_default=True, help="Output format")
@click.option("-t", "--tag", multiple=True, help="Attach a tag; replaces --label of version 1")
@click.option("--color/--no-color", default=True, help="Color the output")
@click.option("--sign", is_flag=False, flag_value="auto", metavar="KEY", help="Sign the entries")
@click.option("--id", type=int, required=True, help="Number of the store")
@click.option("--rate", type=float, default=0.5, show_default=True, help="Share of the entries to sample")
@click.option("--json", is_flag=True, help="Print JSON")
@click.option("--yaml", is_flag=True, help="Print YAML")
@click.option("--plain", is_flag=True)
@click.option("-v", "--verbose", count=True, help="Print more")
@click.option("--owner", metavar="NAME", envvar="DEMO_OWNER", show_envvar=True, help="Owner of the entries")
@click.option("--secret", hidden=True)
def add(**values):
    """Add entries to the store"""
    click.echo(json.dumps(values))


@demo.group()
def remote():
    """Manage remotes"""


@remote.command("set-url")
@click.argument("name")
@click.argument("url")
@click.option("--push", is_flag=True, help="Change the address for pushes only")
def set_url(**values):
    """Change the address of a remote"""
    click.echo(json.dumps(values))


demo(prog_name="demo")
