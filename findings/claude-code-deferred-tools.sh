#!/bin/sh
# Claude Code does not list the tools of a server in its requests, unless a tool asks for that.
#
# One would guess that two small tools are part of the prompt.
# The first request has a search for tools instead. `_meta` of a tool in the list makes Claude Code list it.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "claude-code",
  "calls": [],
  "server": {
    "tools": [
      {
        "name": "plain",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        }
      },
      {
        "name": "loaded",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        },
        "_meta": {
          "anthropic/alwaysLoad": true
        }
      }
    ]
  }
}
JSON
show '"tools of the first request: " + seen.names.join(" ")'
check 'a plain tool is not listed' '!seen.names.includes("mcp__demo__plain")'
check 'a tool with "anthropic/alwaysLoad" is listed' 'seen.names.includes("mcp__demo__loaded")'
finish
