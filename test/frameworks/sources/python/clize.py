import json as encoder

from clize import parser, run
from clize.parameters import multi, one_of


def add(
    *src,
    id: int,
    output: "o" = None,
    format: one_of("json", "yaml", "text") = "text",
    tag: (multi(), "t"),
    no_color=False,
    rate=0.5,
    json=False,
    yaml=False,
    plain=False,
    owner=None,
):
    """
    Add entries to the store

    :param src: Files to add
    :param id: Number of the store
    :param output: Write the result to this file instead of the standard output, and create the directories that lead to it
    :param format: Output format
    :param tag: Attach a tag; replaces --label of version 1
    :param no_color: Do not color the output
    :param rate: Share of the entries to sample
    :param json: Print JSON
    :param yaml: Print YAML
    :param owner: Owner of the entries
    """
    values = locals()
    values["color"] = not values.pop("no_color")
    print(encoder.dumps(values))


def set_url(name, url, *, push=False):
    """
    Change the address of a remote

    :param name: Name of the remote
    :param url: New address
    :param push: Change the address for pushes only
    """
    print(encoder.dumps(locals()))


run({"add": add, "remote-set-url": set_url}, description="Keep entries in a store")
