#!/bin/sh
# Cline cuts the JSON of a result to 8,000 characters and drops the middle.
#
# One would guess that a text of 9,000 characters has no limit.
# The model receives the whole result as JSON, cut to its first and last 4,000 characters.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "cline",
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
                "repeat": 7000
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
                "repeat": 9000
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
check '7,000 characters arrive whole, inside JSON' 'seen.results[0].includes("line 140 ") && seen.results[0].startsWith("{")'
check 'of 9,000 characters, about 8,000 arrive' 'seen.results[1].length > 7000 && seen.results[1].length < 8500'
check 'the middle is missing' '!seen.results[1].includes("line 90 ") && seen.results[1].includes("line 180 ")'
finish
