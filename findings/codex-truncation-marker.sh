#!/bin/sh
# Codex with a model of the gpt-5 family cuts a text, and its mark gives a wrong number.
#
# One would guess that the mark between the two kept parts tells how much is missing.
# Of 54,000 characters the model receives the first and the last 6,000; the mark says that 8 tokens are missing.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "codex",
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
              "text": {
                "repeat": 54000
              }
            }
          ]
        }
      }
    ]
  }
}
JSON
show 'seen.results[0].length + " characters: " + seen.results[0].slice(6000, 6120)'
check 'about 12,000 of 54,000 characters' 'seen.results[0].length > 11500 && seen.results[0].length < 12500'
check 'the mark says "8 tokens truncated"' '/8 tokens truncated/.test(seen.results[0])'
finish
