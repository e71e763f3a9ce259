/** The script of a model: calls one tool after the other, and records the result of each as the model receives it. */
import type { Answer, ModelRequest, OfferedTool } from "./dialect.ts";

/** A call that the model makes. */
export interface Step {
  readonly id: string;
  /** Name of the tool in the server, for example `climax_call`. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The first request that offers tools. */
export interface FirstRequest {
  readonly tools: readonly OfferedTool[];
  readonly prompt: string;
}

/** Requests and results that the model received. A step without a result has no key. */
export interface Heard {
  first: FirstRequest | undefined;
  readonly results: Map<string, string>;
  /** The steps that were called, and the time of the call in milliseconds. */
  readonly called: Map<string, number>;
  /** Duration of each step that has a result, in seconds. */
  readonly seconds: Map<string, number>;
}

/** Returns the form of a call that a host accepts for a tool that its requests do not list. */
export type HiddenCall = (step: Step) => Omit<Answer & { kind: "call" }, "kind" | "id">;

/** A script, and what it heard so far. */
export interface Script {
  readonly heard: Heard;
  readonly answer: (request: ModelRequest) => Answer;
}

/** Creates a script. A request without tools, such as one for a title, gets a short text. */
export function createScript(steps: readonly Step[], hiddenCall: HiddenCall): Script {
  const heard: Heard = { first: undefined, results: new Map(), called: new Map(), seconds: new Map() };
  let next = 0;
  return {
    heard,
    answer(request) {
      if (request.tools.length === 0) return { kind: "text", text: "Title" };
      heard.first ??= { tools: request.tools, prompt: request.prompt };
      const pending = steps[next - 1];
      const [result] = request.results;
      if (pending !== undefined && result !== undefined && !heard.results.has(pending.id)) {
        heard.results.set(pending.id, result);
        heard.seconds.set(pending.id, (Date.now() - (heard.called.get(pending.id) ?? 0)) / 1000);
      }
      const step = steps[next];
      if (step === undefined) return { kind: "text", text: "Done." };
      next += 1;
      heard.called.set(step.id, Date.now());
      return { kind: "call", id: `call_${next}`, ...toCall(step, request.tools, hiddenCall) };
    },
  };
}

function toCall(step: Step, tools: readonly OfferedTool[], hiddenCall: HiddenCall): Omit<Answer & { kind: "call" }, "kind" | "id"> {
  const found = findTool(tools, step.tool);
  if (found === undefined) return hiddenCall(step);
  return { name: found.name, args: step.args, ...(found.namespace !== undefined && { namespace: found.namespace }) };
}

/** Finds a tool of the server by the end of its name, because hosts add the server's name before it. */
export function findTool(tools: readonly OfferedTool[], name: string): OfferedTool | undefined {
  return tools.find((tool) => new RegExp(`(?:^|[^a-z])${name}$`).test(tool.name));
}
