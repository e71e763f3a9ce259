#!/bin/sh
# A server of the Python SDK reads the text of an optional string argument as JSON.
#
# One would guess that a parameter `text: str | None` receives the string that the client sends.
# The text `null` becomes None, and the text `["a"]` is an error. A parameter `text: str` receives both.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check mcp==2.3.0
python="$work/python/bin/python"
cd "$work"
failures=0
check() {
  if [ "$2" = "$3" ]; then echo "seen: $1"; else
    echo "CHANGED: not seen any more: $1 ($3)"
    failures=1
  fi
}

echo "version: mcp $("$python" -c 'import importlib.metadata; print(importlib.metadata.version("mcp"))')"
cat > server.py << 'PYTHON'
from mcp.server.mcpserver import MCPServer

server = MCPServer("bare")


@server.tool()
def optional(text: str | None = "nothing") -> str:
    return f"{text!r}"


@server.tool()
def required(text: str) -> str:
    return f"{text!r}"


server.run()
PYTHON
cat > client.py << 'PYTHON'
import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def call(tool, text):
    async with stdio_client(StdioServerParameters(command=sys.executable, args=["server.py"])) as (read, write):
        async with ClientSession(read, write) as session:
            await session.initialize()
            result = await session.call_tool(tool, {"text": text})
            print("error" if result.is_error else result.content[0].text)


asyncio.run(call(sys.argv[1], sys.argv[2]))
PYTHON
reply() { "$python" client.py "$1" "$2" 2> log.txt; }
check "an optional string receives the text hello" "'hello'" "$(reply optional hello)"
check "an optional string receives None for the text null" "None" "$(reply optional null)"
check 'an optional string rejects the text ["a"]' "error" "$(reply optional '["a"]')"
check "a required string receives the text null" "'null'" "$(reply required null)"
check 'a required string receives the text ["a"]' "'[\"a\"]'" "$(reply required '["a"]')"
exit "$failures"
