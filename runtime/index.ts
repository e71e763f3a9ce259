/** The package `@climax-gen/runtime`: servers inside other programs, the index of tools, and the types of both. */
export type { CloseOptions, Connection, ConnectOptions, FetchOptions, McpServer, SenderInfo, ServerOptions } from "./create-server.ts";
export { createServer } from "./create-server.ts";
export { ServerSetupError } from "./server/server-setup-error.ts";
export type { ServerTransport } from "./protocol/server-transport.ts";
export type { ArgumentsOf, FunctionArg, FunctionArgs, FunctionTool, ToolDefinition } from "./tool/define-tool.ts";
export { defineTool } from "./tool/define-tool.ts";
export { ToolError } from "./tool/tool-error.ts";
export type { CallerInfo, CallLog, ProgressUpdate, ToolCall } from "./tool/tool-call.ts";
export type { Tool } from "./tool/tool.ts";
export type { CallHooks, HookDecision, HookedCall, HookedResult } from "./server/call-hooks.ts";
export type { CallOutcome } from "./call/call-context.ts";
export type { AnyPolicySpec, PolicySpec } from "./policy/policy-spec.ts";
export type {
  AnyToolSpec,
  ArgSpec,
  ArgType,
  ArgValue,
  CliSpec,
  ExactlyOne,
  MapValue,
  Risk,
  ScalarValue,
  ToolSpec,
} from "./tool/tool-spec.ts";
export type { DirectiveSpec, DirectiveToolSpec } from "./tool/directive-spec.ts";
export type { CliPart, ToolPart } from "./tool-index/index-reader.ts";
export type { ToolIndexEntry } from "./tool-index/search-result.ts";
export type { CliSummary, ToolIndex, ToolPage } from "./tool-index/tool-index.ts";
export { createToolIndex } from "./tool-index/tool-index.ts";
