#!/bin/sh
# Codex runs a tool whose own setting is `approval_mode = "prompt"`, if its options are `approval_policy = "never"` and full access.
#
# One would guess that the setting of one tool wins over the general one, or that a question which may not be asked is a refusal: without
# full access, Codex refuses such a tool where it cannot ask.
. "$(dirname "$0")/lib/finding.sh"

# call OLD NEW: runs Codex, after a line of its general settings is replaced.
call() {
  run << JSON
{
  "host": "codex",
  "calls": [{ "tool": "show", "args": {} }],
  "replace": [
    ["$1", "$2"],
    ["required = true", "required = true\n\n[mcp_servers.demo.tools.show]\napproval_mode = \"prompt\""]
  ],
  "server": {
    "tools": [
      {
        "name": "show",
        "description": "Show a text",
        "inputSchema": { "type": "object" },
        "reply": { "content": [{ "type": "text", "text": "the tool ran" }] }
      }
    ]
  }
}
JSON
  show '"result for the model: " + seen.results[0]'
}

call danger-full-access danger-full-access
check 'with full access, the server received the call' 'seen.received.length === 1 && seen.results[0].includes("the tool ran")'
call danger-full-access workspace-write
check 'without full access, it did not' 'seen.received.length === 0'
finish
