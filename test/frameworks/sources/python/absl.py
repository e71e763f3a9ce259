"""Add entries to the store"""
import json

from absl import app, flags

flags.DEFINE_string("output", None, "Write the result to this file instead of the standard output, and create the directories that lead to it", short_name="o")
flags.DEFINE_enum("format", "text", ["json", "yaml", "text"], "Output format")
flags.DEFINE_multi_string("tag", [], "Attach a tag; replaces --label of version 1", short_name="t")
flags.DEFINE_boolean("color", True, "Color the output")
flags.DEFINE_integer("id", None, "Number of the store", required=True)
flags.DEFINE_float("rate", 0.5, "Share of the entries to sample")
flags.DEFINE_boolean("json", False, "Print JSON")
flags.DEFINE_boolean("yaml", False, "Print YAML")
flags.DEFINE_boolean("plain", False, "")
flags.DEFINE_string("owner", None, "Owner of the entries")


def main(argv):
    names = ["output", "format", "tag", "color", "id", "rate", "json", "yaml", "plain", "owner"]
    print(json.dumps({"src": argv[1:], **{name: flags.FLAGS[name].value for name in names}}))


app.run(main)
