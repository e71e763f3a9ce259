#!/bin/sh
# Claude Code gives the model only the structured content of a result.
#
# One would guess that the model receives the texts, or the texts and the structured value.
# A result with two texts and structured content arrives as the structured value. Both texts are lost.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "claude-code",
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
              "text": "first text"
            },
            {
              "type": "text",
              "text": "second text"
            }
          ],
          "structuredContent": {
            "rows": 12
          }
        }
      }
    ]
  }
}
JSON
show 'seen.results[0]'
check 'the structured value arrives' 'seen.results[0].includes("rows")'
check 'both texts are lost' '!/first text|second text/.test(seen.results[0])'
finish
