#!/bin/sh
# Genkit drops the part of a tool's name before a slash.
#
# One would guess that the name is kept, or that the slash is replaced.
# The model gets the tool `repo/list` as `list`, so the tools `repo/list` and `user/list` have the same name.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "genkit",
  "calls": [],
  "server": {
    "tools": [
      {
        "name": "repo/list",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        }
      }
    ]
  }
}
JSON
show '"tools of the first request: " + seen.names.join(" ")'
check 'the name is `list`' 'seen.names.includes("list") && !seen.names.some((name) => name.includes("repo"))'
finish
