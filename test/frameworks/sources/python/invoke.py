import json

from invoke import Collection, Program, task

HELP = {
    "src": "Files to add",
    "output": "Write the result to this file instead of the standard output, and create the directories that lead to it",
    "format": "Output format: json, yaml or text",
    "tag": "Attach a tag; replaces --label of version 1",
    "color": "Color the output",
    "sign": "Sign the entries",
    "id": "Number of the store",
    "rate": "Share of the entries to sample",
    "json": "Print JSON",
    "yaml": "Print YAML",
    "verbose": "Print more",
    "owner": "Owner of the entries",
}


@task(name="add", positional=["src"], iterable=["src", "tag"], optional=["sign"], incrementable=["verbose"], auto_shortflags=False, help=HELP)
def add(context, src, id=0, output="", format="text", tag=(), color=True, sign="", rate=0.5, json=False, yaml=False, plain=False, verbose=0, owner=""):
    """Add entries to the store"""
    values = dict(locals())
    del values["context"]
    show(values)


@task(name="set-url", positional=[], auto_shortflags=False, help={"push": "Change the address for pushes only", "name": "Name of the remote", "url": "New address"})
def set_url(context, name, url, push=False):
    """Change the address of a remote"""
    show({"name": name, "url": url, "push": push})


def show(values):
    print(json.dumps(values))


remote = Collection("remote", set_url)
Program(name="demo", binary="demo", version="1.2.3", namespace=Collection(add, remote)).run()
