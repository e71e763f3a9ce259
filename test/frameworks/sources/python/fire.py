import json

import fire


def show(values):
    print(json.dumps(values))


def add(*src, id, output=None, format="text", tag=None, color=True, rate=0.5, json=False, yaml=False, plain=False, owner=None):
    """Add entries to the store

    Args:
        src: Files to add
        id: Number of the store
        output: Write the result to this file instead of the standard output, and create the directories that lead to it
        format: Output format
        tag: Attach a tag; replaces --label of version 1
        color: Color the output
        rate: Share of the entries to sample
        json: Print JSON
        yaml: Print YAML
        owner: Owner of the entries
    """
    show(locals())


class Remote:
    """Manage remotes"""

    def set_url(self, name, url, push=False):
        """Change the address of a remote

        Args:
            name: Name of the remote
            url: New address
            push: Change the address for pushes only
        """
        show({"name": name, "url": url, "push": push})


class Demo:
    """Keep entries in a store"""

    remote = Remote()
    add = staticmethod(add)


fire.Fire(Demo, name="demo")
