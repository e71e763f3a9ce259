#!/bin/sh
# The MCP adapters of LangChain drop an argument with the name `config`.
#
# One would guess that every argument of the schema reaches the server.
# The value of an argument named `config` is dropped without a message, because LangChain uses the name itself.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "langchain",
  "calls": [
    {
      "tool": "show",
      "args": {
        "config": "a.yaml",
        "depth": "3"
      }
    }
  ],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {
            "config": {
              "type": "string"
            },
            "depth": {
              "type": "string"
            }
          }
        }
      }
    ]
  }
}
JSON
show '"the server receives: " + JSON.stringify(seen.received[0].arguments)'
check '`depth` arrives' 'seen.received[0].arguments.depth === "3"'
check '`config` is dropped' '!("config" in seen.received[0].arguments)'
finish
