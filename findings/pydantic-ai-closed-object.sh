#!/bin/sh
# Pydantic AI closes an argument of type object, so that it can only be empty.
#
# One would guess that the schema `{"type": "object"}` of an argument is sent as it is, and allows any object.
# The model receives it with `additionalProperties: false` and no properties. With `additionalProperties: true`, it stays open.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "pydantic-ai",
  "calls": [],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {
            "closed": {
              "type": "object"
            },
            "open": {
              "type": "object",
              "additionalProperties": true
            }
          }
        }
      }
    ]
  }
}
JSON
show 'JSON.stringify(seen.tools[0].function.parameters.properties)'
check '`closed` allows no property' 'seen.tools[0].function.parameters.properties.closed.additionalProperties === false'
check '`open` allows any' 'seen.tools[0].function.parameters.properties.open.additionalProperties === true'
finish
