#!/bin/sh
# Codex removes limits and defaults from the input schema of a tool.
#
# One would guess that a model receives the input schema of a tool as the server sends it.
# Codex removes minimum, maximum, default, pattern and maxItems, so the model does not know the limits before its first wrong call.
. "$(dirname "$0")/lib/finding.sh"

run << 'JSON'
{
  "host": "codex",
  "calls": [],
  "server": {
    "tools": [
      {
        "name": "list_rows",
        "description": "List rows",
        "inputSchema": {
          "type": "object",
          "properties": {
            "count": { "type": "integer", "description": "Rows", "minimum": 1, "maximum": 50, "default": 7 },
            "name": { "type": "string", "description": "Name", "pattern": "^[a-z]+$" },
            "ids": { "type": "array", "items": { "type": "string" }, "maxItems": 3 }
          }
        }
      }
    ]
  }
}
JSON
show 'JSON.stringify(seen.tools.find(({ name }) => name === "list_rows").parameters)'
for key in minimum maximum default pattern maxItems; do
  check "no \"$key\" in the schema" "!JSON.stringify(seen.tools.find(({ name }) => name === 'list_rows')).includes('\"$key\"')"
done
check "the descriptions are kept" "JSON.stringify(seen.tools).includes('\"Rows\"')"
finish
