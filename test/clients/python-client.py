"""Runs clients of the Python SDK and of FastMCP. Reads requests as JSON lines on standard input, and writes a JSON line for each answer.

A connection is named by the id of the request that opens it. These requests are accepted:
{"id", "op": "open", "client": "mcp" or "fastmcp", "target": {"url", "token"} or {"command", "args", "env"}, "mode"}: connects; the answer
  has the protocol version
{"id", "op": "list", "connection"}: the tools
{"id", "op": "call", "connection", "name", "args"}: a call; lines {"id", "progress"} precede the answer if the server reports progress
{"id", "op": "cancel", "connection", "call"}: cancels the call with this id
{"id", "op": "close", "connection"}: disconnects
The process ends when standard input ends. All connections share it, since importing both packages takes longer than using them.
"""

import asyncio
import json
import sys


def write(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def wait_for_servers():
    """Without this, clients speak the earlier protocol to a server that takes more than 10 seconds to start, as on a busy machine."""
    import mcp.client.session

    mcp.client.session.DISCOVER_TIMEOUT_SECONDS = 600


class SdkClient:
    """The client of the Python SDK."""

    def __init__(self, target, mode, ask):
        import httpx2
        from mcp import Client, StdioServerParameters
        from mcp.client.streamable_http import streamable_http_client
        from mcp.types import ElicitResult

        async def on_elicitation(_context, params):
            ask(params.message)
            return ElicitResult(action="accept", content={"run": True})

        if "url" in target:
            http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {target['token']}"}, timeout=60)
            server = streamable_http_client(target["url"], http_client=http)
        else:
            server = StdioServerParameters(command=target["command"], args=target["args"], env=target["env"])
        wait_for_servers()
        self.client = Client(server, mode=mode, elicitation_callback=on_elicitation)

    def protocol(self):
        return self.client.protocol_version

    async def call(self, name, args, on_progress):
        result = await self.client.call_tool(name, args, progress_callback=on_progress)
        return result.content, result.structured_content, result.is_error

    async def list(self):
        return (await self.client.list_tools()).tools


class FastmcpClient:
    """The client of FastMCP."""

    def __init__(self, target, mode, ask):
        from fastmcp import Client
        from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

        async def on_elicitation(message, _type, _params, _context):
            ask(message)
            return {"run": True}

        if "url" in target:
            server = StreamableHttpTransport(target["url"], headers={"Authorization": f"Bearer {target['token']}"})
        else:
            server = StdioTransport(target["command"], target["args"], env=target["env"], keep_alive=False)
        wait_for_servers()
        self.client = Client(server, mode=mode, elicitation_handler=on_elicitation)

    def protocol(self):
        return self.client.protocol_version

    async def call(self, name, args, on_progress):
        result = await self.client.call_tool(name, args, progress_handler=on_progress, raise_on_error=False)
        return result.content, result.structured_content, result.is_error

    async def list(self):
        return await self.client.list_tools()


CLIENTS = {"mcp": SdkClient, "fastmcp": FastmcpClient}


async def serve():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=2**24)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    queues = {}
    connections = set()
    while line := await reader.readline():
        request = json.loads(line)
        if request["op"] == "open":
            queue = queues[request["id"]] = asyncio.Queue()
            connection = asyncio.create_task(hold_connection(request, queue))
            connections.add(connection)
            connection.add_done_callback(connections.discard)
        else:
            queues[request["connection"]].put_nowait(request)


async def hold_connection(request, queue):
    """Connects, answers requests until the one that closes the connection, and disconnects. One task does all, as the packages require."""
    questions = []
    try:
        connection = CLIENTS[request["client"]](request["target"], request["mode"], questions.append)
        async with connection.client:
            write({"id": request["id"], "result": {"protocol": connection.protocol()}})
            request = await serve_connection(connection, queue, questions)
        write({"id": request["id"], "result": None})
    except Exception as error:
        write({"id": request["id"], "error": describe(error)})


async def serve_connection(connection, queue, questions):
    """Answers requests until the one that closes the connection, which it returns."""
    calls = {}
    while True:
        request = await queue.get()
        match request["op"]:
            case "close":
                return request
            case "cancel":
                calls[request["call"]].cancel()
                write({"id": request["id"], "result": None})
            case _:
                calls[request["id"]] = asyncio.create_task(answer(connection, request, questions))


async def answer(connection, request, questions):
    async def on_progress(_progress, _total, message):
        write({"id": request["id"], "progress": message})

    try:
        if request["op"] == "list":
            result = [tool.name for tool in await connection.list()]
        else:
            questions.clear()
            content, structured, is_error = await connection.call(request["name"], request["args"], on_progress)
            blocks = [block.model_dump(mode="json", by_alias=True, exclude_none=True) for block in content]
            result = {"content": blocks, "structuredContent": structured, "isError": is_error, "questions": list(questions)}
        write({"id": request["id"], "result": result})
    except asyncio.CancelledError:
        write({"id": request["id"], "error": "cancelled"})
    except Exception as error:
        write({"id": request["id"], "error": describe(error)})


def describe(error):
    causes = getattr(error, "exceptions", ())
    return "; ".join(describe(cause) for cause in causes) if causes else f"{type(error).__name__}: {error}"


if __name__ == "__main__":
    asyncio.run(serve())
