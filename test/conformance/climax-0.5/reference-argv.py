"""Prints the command lines that CLImax 0.5.0 builds: one JSON list for each line of standard input.

Each line of the input is an object with the path of a config, the name of a tool, and arguments.
"""
import json
import sys

from climax_mcp import build_command, load_config

configs = {}
for line in sys.stdin:
    call = json.loads(line)
    path = call["config"]
    if path not in configs:
        configs[path] = load_config(path)
    config = configs[path]
    tool = next(tool for tool in config.tools if tool.name == call["tool"])
    print(json.dumps(build_command(config.command, tool, call["args"], config.global_args)))
