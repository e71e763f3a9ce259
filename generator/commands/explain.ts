/** `climax-gen explain`: what a call of a tool would run, and why; runs nothing. */
import { isEnabled, toPolicy, unknownToolReply } from "@climax-gen/runtime/compiler";
import type { CheckedPolicy } from "../check/files/checked-file.ts";
import { findDefinitions } from "../check/files/definitions.ts";
import { joinWords, quote } from "../text/wording.ts";
import type { Explanation } from "../explain/explanation.ts";
import { explain } from "../explain/explanation.ts";
import { formatExplanation } from "../explain/format-explanation.ts";
import { listTools } from "../resolve/model.ts";
import type { InputFlags } from "./checked-inputs.ts";
import { readModel } from "./checked-inputs.ts";
import type { Terminal } from "./terminal.ts";

/** Parsed command-line arguments: the inputs, the tool, and the arguments of the call, which are optional. */
export type CallRequest =
  | { readonly kind: "call"; readonly inputs: readonly string[]; readonly tool: string; readonly given: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly problem: string; readonly help: string };

const JSON_HELP = 'write a JSON object, such as \'{"argument": "value"}\'';

/** Parses `<inputs…> TOOL ['{json}']`. */
export function readCallRequest(words: readonly string[]): CallRequest {
  const last = words.at(-1)?.trimStart() ?? "";
  if (/^(?:\[|"|\w+=)/.test(last)) return { kind: "refused", problem: "the arguments are not a JSON object", help: JSON_HELP };
  const hasJson = last.startsWith("{");
  const names = hasJson ? words.slice(0, -1) : words;
  const tool = names.at(-1);
  const inputs = names.slice(0, -1);
  if (tool === undefined || inputs.length === 0)
    return {
      kind: "refused",
      problem: "the inputs or the tool are missing",
      help: "name the inputs, then the tool, then its arguments as JSON",
    };
  const given = hasJson ? parseObject(words.at(-1) ?? "") : {};
  if (typeof given === "string") return { kind: "refused", problem: `the arguments are not valid JSON (${given})`, help: JSON_HELP };
  return { kind: "call", inputs, tool, given };
}

/** Parses a JSON object. Returns the error message of the JSON parser if the text is not valid JSON. */
function parseObject(text: string): Readonly<Record<string, unknown>> | string {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch (error) {
    // JSON.parse throws on a user's error. Its message contains the location.
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs the command. Returns the exit status: 0 if the call would run, 1 if it would be rejected or the inputs have errors. */
export async function runExplain(request: CallRequest & { kind: "call" }, flags: InputFlags, terminal: Terminal): Promise<number> {
  const read = await readModel(request.inputs, flags, terminal);
  if (typeof read === "number") return read;
  const { model, configs, policies } = read;
  const tools = listTools(model.clis);
  const tool = tools.find(({ name }) => name === request.tool);
  const definition = findDefinitions(configs).get(request.tool);
  if (tool === undefined || definition === undefined) {
    const { text } = unknownToolReply(
      request.tool,
      tools.map(({ name }) => name),
    );
    const note = definition === undefined ? "" : `${describeDisabling(policies, request.tool)}\n`;
    terminal.err(note);
    return print({ tool: request.tool, outcome: "refused", reply: text, ...NOTHING }, flags, terminal);
  }
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined));
  return print(await explain({ tool, given: request.given, definition, policies, env }), flags, terminal);
}

/** Returns the policies that disable the tool, as a sentence. */
export function describeDisabling(policies: readonly CheckedPolicy[], tool: string): string {
  const disabling = policies.filter(({ spec }) => !isEnabled(tool, [toPolicy(spec)])).map(({ document }) => quote(document.source.path));
  const [subject, verb] = disabling.length > 1 ? ["policies", "do"] : ["policy", "does"];
  return `the ${subject} ${joinWords(disabling, "and")} ${verb} not enable ${quote(tool)}`;
}

const NOTHING = { arguments: [], ignored: [], limits: [], constraints: [], confirm: false } as const;

function print(explanation: Explanation, { json }: InputFlags, terminal: Terminal): number {
  const ok = explanation.outcome !== "refused";
  terminal.out(json ? `${JSON.stringify({ ok, ...explanation }, null, 2)}\n` : formatExplanation(explanation));
  return ok ? 0 : 1;
}
