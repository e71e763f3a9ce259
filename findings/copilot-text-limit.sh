#!/bin/sh
# Copilot CLI writes a text of more than 20 KiB to a file.
#
# One would guess a limit of about 50 KB, as in comparable programs.
# 20,000 characters arrive whole. Of 21,000 characters, the model receives the first 500 and the path of a file.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "copilot",
  "calls": [
    {
      "tool": "below",
      "args": {}
    },
    {
      "tool": "above",
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
                "repeat": 20000
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
                "repeat": 21000
              }
            }
          ]
        }
      }
    ]
  }
}
JSON
show '"characters of the two results: " + seen.results.map((text) => text.length).join(", ")'
check '20,000 characters arrive whole' 'seen.results[0].length >= 20000'
check 'of 21,000 characters, fewer than 1,500 arrive' 'seen.results[1].length < 1500'
finish
