#!/bin/sh
# Claude Code writes a text of more than 50,000 characters to a file, unless the tool raises the limit.
#
# One would guess an error that names a limit in tokens.
# The model receives the path of a file and the first 2,000 characters. `_meta` of the tool in the list raises the limit.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "claude-code",
  "calls": [
    {
      "tool": "below",
      "args": {}
    },
    {
      "tool": "above",
      "args": {}
    },
    {
      "tool": "raised",
      "args": {}
    }
  ],
  "server": {
    "tools": [
      {
        "name": "below",
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
                "repeat": 49000
              }
            }
          ]
        }
      },
      {
        "name": "above",
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
                "repeat": 51000
              }
            }
          ]
        }
      },
      {
        "name": "raised",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {}
        },
        "_meta": {
          "anthropic/maxResultSizeChars": 200000
        },
        "reply": {
          "content": [
            {
              "type": "text",
              "text": {
                "repeat": 60000
              }
            }
          ]
        }
      }
    ]
  }
}
JSON
show '"characters of the three results: " + seen.results.map((text) => text.length).join(", ")'
check '49,000 characters arrive whole' 'seen.results[0].length >= 49000'
check 'of 51,000 characters, about 2,000 arrive, and a path' 'seen.results[1].length < 3500 && /saved to/.test(seen.results[1])'
check 'with "anthropic/maxResultSizeChars", 60,000 characters arrive whole' 'seen.results[2].length >= 60000'
finish
