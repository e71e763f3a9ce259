#!/bin/sh
# Codex does not wait for a server that starts slowly, unless the server is required.
#
# One would guess that the first request contains the tools of every server that starts within the documented limit of 10 seconds.
# A server that needs 3 seconds is missing in the first request, and nothing tells the model. With `required = true`, Codex waits.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "codex",
  "replace": [["required = true\n", ""]],
  "calls": [],
  "server": {
    "delay": 3000,
    "tools": [
      {
        "name": "show",
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
check 'the first request has no tool of the server' '!seen.names.includes("show")'

run << 'JSON'
{
  "host": "codex",
  "calls": [],
  "server": {
    "delay": 3000,
    "tools": [
      {
        "name": "show",
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
check 'with `required = true`, the first request has the tool' 'seen.names.includes("show")'
finish
