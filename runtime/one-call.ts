/** Runs one call in this process, as a server would: the same policies, confirmation, limits, log and audit. */
import { startProgress } from "./protocol/progress.ts";
import { toToolResult } from "./protocol/protocol-result.ts";
import { readServerEnvironment } from "./server/server-environment.ts";
import type { SetupOptions } from "./server/setup.ts";
import { setUp } from "./server/setup.ts";
import { useServer } from "./server/use-server.ts";
import { callCaptured } from "./shell/call-through.ts";
import { defined } from "./text/defined.ts";

/** One call of a tool, outside a server. */
export interface OneCall {
  /** The tools and policies. */
  readonly setup: SetupOptions;
  /** Name and version of the server, for telemetry. */
  readonly info: { readonly name: string; readonly version: string };
  /** Name and version of the client, for the audit. */
  readonly client: { readonly name: string; readonly version: string };
  readonly tool: string;
  readonly given: Readonly<Record<string, unknown>>;
  /** Directory that contains the directories of Directive definitions. Defaults to the working directory. */
  readonly directory?: string;
  /** Cancels the call. */
  readonly signal: AbortSignal;
  /** Asks the user. Omitted if there is no user to ask: calls that require confirmation are then rejected. */
  readonly confirm?: (question: string) => Promise<boolean>;
  /** Called with a description of the progress, every second or when the tool reports it. */
  readonly onProgress: (text: string) => void;
}

/** The outcome of the call. */
export type CallResult =
  /** `result`: the result of MCP's `tools/call`. `texts`: its content as text; content of other types is replaced by its type. */
  | { readonly kind: "done"; readonly result: object; readonly texts: readonly string[]; readonly isError: boolean }
  /** Nothing ran: the policies cannot be applied, or the audit cannot be opened. */
  | { readonly kind: "refused"; readonly problem: string };

/** Runs the call. Resolves when all processes have exited and all records are written. */
export async function runOneCall(call: OneCall): Promise<CallResult> {
  const { info, tool, given, client, signal, confirm } = call;
  const { env } = readServerEnvironment(process.env);
  const setup = await setUp({ ...call.setup, calledTool: tool }, [], env);
  if (setup.kind === "refused") return { kind: "refused", problem: setup.text };
  const directory = call.directory === undefined ? {} : { directory: call.directory };
  // The process ends with the call, so that there is nothing to read later.
  const launch = { classic: true, spool: false, auditValues: false, logLevel: "warn", ...directory } as const;
  const used = await useServer({ info, launch, setup, env }, async (server) => {
    const isFunction = (): boolean => server.tools().handler.findTool(tool, given)?.handler.kind === "function";
    const progress = startProgress(toProgressRequest(call.onProgress), isFunction);
    try {
      return (await callCaptured(server, { tool, given, client, signal, ...defined({ progress, confirm }) })).reply;
    } finally {
      progress?.stop();
    }
  });
  if (used.kind === "failed") return { kind: "refused", problem: used.problem };
  const result = toToolResult(used.result);
  return { kind: "done", result, texts: toTexts(result), isError: used.result.isError };
}

function toTexts({ content }: ReturnType<typeof toToolResult>): readonly string[] {
  const blocks = (content ?? []) as readonly { readonly type: string; readonly text?: string }[];
  // A text after the first starts with a line feed, which separates it from the text before.
  return blocks.map(({ type, text }, index) => (index === 0 ? text : text?.replace(/^\n/, "")) ?? `[${type}]`);
}

/** Returns a request whose progress notifications go to a function. */
function toProgressRequest(onProgress: (text: string) => void): Parameters<typeof startProgress>[0] {
  return {
    _meta: { progressToken: 0 },
    notify: ({ params }) => {
      const { message, progress } = (params ?? {}) as { readonly message?: string; readonly progress?: number };
      onProgress(message ?? `${progress}`);
      return Promise.resolve();
    },
  };
}
