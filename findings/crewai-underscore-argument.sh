#!/bin/sh
# CrewAI loads no tool of a server if one argument has a name that starts with an underscore.
#
# One would guess that the argument is renamed, or that one tool is missing.
# The adapter fails, so the model gets none of the tools.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "crewai",
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
        "name": "odd",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {
            "_name": {
              "type": "string"
            }
          }
        }
      }
    ]
  }
}
JSON
show 'seen.output.trim().split("\n").at(-1)'
check 'no request is made, and the program fails' 'seen.names.length === 0 && seen.status !== 0'

run << 'JSON'
{
  "host": "crewai",
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
        "name": "odd",
        "description": "Show a text",
        "inputSchema": {
          "type": "object",
          "properties": {
            "name": {
              "type": "string"
            }
          }
        }
      }
    ]
  }
}
JSON
check 'without the underscore, both tools are offered' 'seen.names.includes("plain") && seen.names.includes("odd")'
finish
