/** Answers `tools/list` and `tools/call` in both modes, knowing nothing of the protocol around them. */
import type { CallFacts } from "../call/call-context.ts";
import type { CallContext } from "../call/call-tool.ts";
import { callTool, unknownToolReply } from "../call/call-tool.ts";
import { forbiddenReply } from "../call/reply.ts";
import type { MethodAnswer } from "../directive/directive-reply.ts";
import { toMethodAnswer } from "../directive/directive-reply.ts";
import { CALL_TOOL, SEARCH_TOOL } from "../meta-tool-names.ts";
import { answerSearch, listMetaTools, readCallRequest } from "./meta-tools.ts";
import type { ToolReply } from "../call/reply.ts";
import type { ToolIndex } from "../tool-index/tool-index.ts";
import type { ToolListings } from "../tool/tool-listing.ts";
import type { Tool } from "../tool/tool-spec.ts";

export interface RequestHandler {
  readonly listTools: () => ToolListings;
  readonly callTool: (name: string, given: Readonly<Record<string, unknown>>, context: CallContext) => Promise<ToolReply>;
  /** Calls the tool that a JSON-RPC method means, in both modes, as a call by its name would. */
  readonly callMethod: (method: string, given: Readonly<Record<string, unknown>>, context: CallContext) => Promise<MethodAnswer>;
  /** The tool that such a call would run; `undefined` where it would run none. */
  readonly findTool: (name: string, given: Readonly<Record<string, unknown>>) => Tool | undefined;
  /** The same of a JSON-RPC method. */
  readonly findMethod: (method: string) => Tool | undefined;
}

/** Progressive mode registers the two meta-tools and nothing else; classic mode every tool and no meta-tool. */
export function createRequestHandler(index: ToolIndex, classic: boolean): RequestHandler {
  const tools = classic ? createClassicHandler(index) : createProgressiveHandler(index);
  return {
    ...tools,
    callMethod: (method, given, context) => callMethod(index, method, given, context),
    findMethod(method) {
      const name = index.methods.get(method);
      return name === undefined ? undefined : index.get(name);
    },
  };
}

type ToolHandler = Omit<RequestHandler, "callMethod" | "findMethod">;

function createProgressiveHandler(index: ToolIndex): ToolHandler {
  return {
    listTools: () => listMetaTools(index.risks()),
    async callTool(name, given, context) {
      switch (name) {
        case SEARCH_TOOL:
          return answerSearch(index, given);
        case CALL_TOOL: {
          const request = readCallRequest(given);
          if (request.kind === "call") return await callByName(index, request.toolName, request.args, context);
          context.onFinished?.({ tool: name, outcome: "invalid_arguments", duration_ms: 0 });
          return request.reply;
        }
        default:
          return refuseUnknown(name, [SEARCH_TOOL, CALL_TOOL], context);
      }
    },
    findTool(name, given) {
      const request = name === CALL_TOOL ? readCallRequest(given) : undefined;
      return request?.kind === "call" ? index.get(request.toolName) : undefined;
    },
  };
}

function createClassicHandler(index: ToolIndex): ToolHandler {
  return {
    listTools: () => index.listings(),
    callTool: (name, given, context) => callByName(index, name, given, context),
    findTool: (name) => index.get(name),
  };
}

async function callByName(
  index: ToolIndex,
  name: string,
  given: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<ToolReply> {
  const tool = index.get(name);
  if (tool === undefined) return refuseUnknown(name, index.names(), context);
  const reason = context.forbid?.(tool);
  if (reason !== undefined) return refuseForbidden({ tool, given }, reason, context);
  const { directive } = tool;
  if (directive === undefined) return await callTool(tool, given, context);
  const { callDirectiveTool } = await import("../directive/call-directive-tool.ts");
  return await callDirectiveTool({ tool, directive, given }, context);
}

async function callMethod(
  index: ToolIndex,
  method: string,
  given: Readonly<Record<string, unknown>>,
  context: CallContext,
): Promise<MethodAnswer> {
  return toMethodAnswer(await callByName(index, index.methods.get(method) ?? method, given, context));
}

function refuseUnknown(name: string, known: readonly string[], { onFinished }: CallContext): ToolReply {
  onFinished?.({ tool: name, outcome: "unknown_tool", duration_ms: 0 });
  return unknownToolReply(name, known);
}

function refuseForbidden(facts: CallFacts, reason: string, { onFinished }: CallContext): ToolReply {
  onFinished?.({ tool: facts.tool.name, outcome: "forbidden", duration_ms: 0 }, facts);
  return forbiddenReply(reason);
}
