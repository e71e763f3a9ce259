"""Drivers of Python frameworks: `python python.py NAME` runs an agent with the tools of an MCP server and a model with the API of OpenAI.

Environment: MODEL_URL is the base URL of the model, and SERVER the command of the server as a JSON list.
"""

import asyncio
import json
import os
import sys

URL = os.environ["MODEL_URL"]
COMMAND, *ARGS = json.loads(os.environ["SERVER"])
KEY = "scripted"
MODEL = "gpt-4o"
PROMPT = "Call the tools."
TURNS = 30


async def openai_agents():
    from agents import Agent, ModelSettings, Runner, set_tracing_disabled
    from agents.mcp import MCPServerStdio
    from agents.models.openai_responses import OpenAIResponsesModel
    from openai import AsyncOpenAI

    set_tracing_disabled(True)
    async with MCPServerStdio(params={"command": COMMAND, "args": ARGS}, client_session_timeout_seconds=60) as server:
        model = OpenAIResponsesModel(MODEL, AsyncOpenAI(base_url=URL, api_key=KEY))
        agent = Agent(name="agent", model=model, mcp_servers=[server], model_settings=ModelSettings())
        await Runner.run(agent, PROMPT, max_turns=TURNS)


async def pydantic_ai():
    from pydantic_ai import Agent
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from fastmcp.client.transports import StdioTransport
    from pydantic_ai.mcp import MCPToolset

    server = MCPToolset(StdioTransport(COMMAND, ARGS))
    model = OpenAIChatModel(MODEL, provider=OpenAIProvider(base_url=URL, api_key=KEY))
    agent = Agent(model, toolsets=[server], retries=9)
    async with agent:
        await agent.run(PROMPT)


async def langchain():
    from langchain.agents import create_agent
    from langchain_mcp_adapters.client import MultiServerMCPClient
    from langchain_openai import ChatOpenAI

    client = MultiServerMCPClient({"demo": {"command": COMMAND, "args": ARGS, "transport": "stdio"}})
    from langchain_mcp_adapters.tools import load_mcp_tools

    async with client.session("demo") as session:
        tools = await load_mcp_tools(session)
        agent = create_agent(ChatOpenAI(model=MODEL, base_url=URL, api_key=KEY), tools)
        await agent.ainvoke({"messages": [{"role": "user", "content": PROMPT}]}, {"recursion_limit": 100})


async def google_adk():
    from google.adk.agents import LlmAgent
    from google.adk.models.lite_llm import LiteLlm
    from google.adk.runners import InMemoryRunner
    from google.adk.tools.mcp_tool.mcp_session_manager import StdioConnectionParams
    from google.adk.tools.mcp_tool.mcp_toolset import McpToolset
    from google.genai import types
    from mcp import StdioServerParameters

    params = StdioConnectionParams(server_params=StdioServerParameters(command=COMMAND, args=ARGS), timeout=60)
    toolset = McpToolset(connection_params=params)
    agent = LlmAgent(name="agent", model=LiteLlm(model=f"openai/{MODEL}", api_base=URL, api_key=KEY), tools=[toolset])
    runner = InMemoryRunner(agent=agent, app_name="app")
    session = await runner.session_service.create_session(app_name="app", user_id="user")
    content = types.Content(role="user", parts=[types.Part(text=PROMPT)])
    async for _ in runner.run_async(user_id="user", session_id=session.id, new_message=content):
        pass
    await toolset.close()


async def llama_index():
    from llama_index.core.agent.workflow import FunctionAgent
    from llama_index.llms.openai_like import OpenAILike
    from llama_index.tools.mcp import BasicMCPClient, McpToolSpec

    tools = await McpToolSpec(client=BasicMCPClient(COMMAND, args=ARGS, timeout=60)).to_tool_list_async()
    llm = OpenAILike(model=MODEL, api_base=URL, api_key=KEY, is_chat_model=True, is_function_calling_model=True)
    await FunctionAgent(tools=tools, llm=llm).run(PROMPT, max_iterations=TURNS)


async def smolagents():
    from mcp import StdioServerParameters
    from smolagents import OpenAIServerModel, ToolCallingAgent, ToolCollection

    params = StdioServerParameters(command=COMMAND, args=ARGS)
    with ToolCollection.from_mcp(params, trust_remote_code=True, structured_output=False) as tools:
        model = OpenAIServerModel(MODEL, api_base=URL, api_key=KEY)
        ToolCallingAgent(tools=[*tools.tools], model=model).run(PROMPT, max_steps=TURNS)


async def strands():
    from mcp import StdioServerParameters, stdio_client
    from strands import Agent
    from strands.models.openai import OpenAIModel
    from strands.tools.mcp import MCPClient

    client = MCPClient(lambda: stdio_client(StdioServerParameters(command=COMMAND, args=ARGS)))
    with client:
        model = OpenAIModel(client_args={"base_url": URL, "api_key": KEY}, model_id=MODEL)
        Agent(model=model, tools=client.list_tools_sync())(PROMPT)


async def agno():
    from agno.agent import Agent
    from agno.models.openai.like import OpenAILike
    from agno.tools.mcp import MCPTools
    from mcp import StdioServerParameters

    async with MCPTools(server_params=StdioServerParameters(command=COMMAND, args=ARGS), timeout_seconds=60) as tools:
        agent = Agent(model=OpenAILike(id=MODEL, base_url=URL, api_key=KEY), tools=[tools], telemetry=False)
        await agent.arun(PROMPT)


async def crewai():
    from crewai import LLM, Agent, Crew, Task
    from crewai_tools import MCPServerAdapter
    from mcp import StdioServerParameters

    with MCPServerAdapter(StdioServerParameters(command=COMMAND, args=ARGS), connect_timeout=60) as tools:
        llm = LLM(model=f"openai/{MODEL}", base_url=URL, api_key=KEY)
        agent = Agent(role="agent", goal="Call the tools.", backstory="None.", tools=list(tools), llm=llm, max_iter=TURNS)
        task = Task(description=PROMPT, expected_output="A text.", agent=agent)
        await asyncio.to_thread(Crew(agents=[agent], tasks=[task]).kickoff)


DRIVERS = {
    "openai-agents": openai_agents,
    "pydantic-ai": pydantic_ai,
    "langchain": langchain,
    "google-adk": google_adk,
    "llama-index": llama_index,
    "smolagents": smolagents,
    "strands": strands,
    "agno": agno,
    "crewai": crewai,
}

asyncio.run(DRIVERS[sys.argv[1]]())
