#!/bin/sh
# Copilot CLI joins the texts of a result without a separator.
#
# One would guess that each text starts on a line of its own.
# The texts "exit code 3" and "5 rows read" arrive as "exit code 35 rows read".
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "copilot",
  "calls": [
    {
      "tool": "show",
      "args": {}
    }
  ],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        },
        "reply": {
          "content": [
            {
              "type": "text",
              "text": "exit code 3"
            },
            {
              "type": "text",
              "text": "5 rows read"
            }
          ]
        }
      }
    ]
  }
}
JSON
show 'seen.results[0]'
check 'the two texts are joined' 'seen.results[0].includes("exit code 35 rows read")'
finish
