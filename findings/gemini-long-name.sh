#!/bin/sh
# Gemini CLI replaces the middle of a long tool name by three dots.
#
# One would guess that a name of 60 letters is cut at its end, to the limit of 64 characters.
# The model gets the start and the end of the name, with `...` between them. A call with this name reaches the right tool.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "gemini",
  "calls": [],
  "server": {
    "tools": [
      {
        "name": "first_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx_last",
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
show '"the name: " + seen.names.find((name) => name.startsWith("mcp_demo"))'
check 'the middle is three dots' 'seen.names.some((name) => /^mcp_demo_first_x+\.\.\.[x_]*_last$/.test(name))'
finish
