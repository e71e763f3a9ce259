/** Explains the call of a form while a reader fills it in. */
import type { Tool, CallExplanation } from "@climax-gen/runtime/browser";
import { useEffect, useState } from "preact/hooks";
import type { PageCall, PageMachine } from "./page-call.ts";
import { explainPageCall } from "./page-call.ts";
import type { ServerStore } from "./page-server.ts";
import { describeRequirements, isListed, isRequired } from "@climax-gen/runtime/browser";
import { joinWords } from "../../../text/wording.ts";

/** Pause after the last key before the call is explained, in milliseconds. */
const PAUSE_MS = 120;

/** The explanation of a call. */
export interface ExplainedForm {
  readonly call: PageCall;
  /** Describes the arguments that the call still needs. Omitted if it is complete, or has other problems. */
  readonly missing?: string;
}

/** Explains the call after a pause. Returns undefined before the first explanation, and if `given` is undefined. */
export function useExplainedCall(
  store: Pick<ServerStore, "policies">,
  tool: Tool,
  given: Readonly<Record<string, unknown>> | undefined,
  machine: PageMachine,
): ExplainedForm | undefined {
  const [explained, setExplained] = useState<ExplainedForm | undefined>(undefined);
  // Each rendering creates new arguments. Their JSON differs if they changed.
  const json = given && JSON.stringify(given);
  useEffect(() => {
    if (json === undefined) return setExplained(undefined);
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const found = await explain(store, tool, JSON.parse(json) as Readonly<Record<string, unknown>>, machine);
      if (isCurrent) setExplained(found);
    };
    const timer = setTimeout(() => void show(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, tool, json, machine]);
  return explained;
}

async function explain(...parts: Parameters<typeof explainPageCall>): Promise<ExplainedForm> {
  const [, tool, given] = parts;
  const call = await explainPageCall(...parts);
  const missing = call.kind === "explained" ? describeMissing(tool, given, call.explanation) : undefined;
  return { call, ...(missing !== undefined && { missing }) };
}

/** The keys of a tool that require arguments. */
type RequiringTool = Pick<Tool, "args" | "exactly_one" | "at_least_one">;

/** Describes the missing arguments in sentences. Returns undefined if the call is complete, or if it has other problems. */
export function describeMissing(
  tool: RequiringTool,
  given: Readonly<Record<string, unknown>>,
  explanation: CallExplanation,
): string | undefined {
  if (explanation.kind !== "refused") return undefined;
  const { problems, violations } = explanation;
  const isGiven = (name: string): boolean => Object.hasOwn(given, name);
  const names = tool.args.filter((arg) => isListed(arg) && isRequired(arg) && !isGiven(arg.name)).map(({ name }) => name);
  const exactly_one = (tool.exactly_one ?? []).filter((group) => !group.some(isGiven));
  const at_least_one = (tool.at_least_one ?? []).filter((group) => !group.some(isGiven));
  const relations = problems.filter(({ kind }) => kind === "relation").length;
  // A Directive tool reports one problem per missing argument, and does not name the argument.
  const unnamed = problems.filter(({ kind }) => kind === undefined).length;
  const isIncomplete =
    problems.length + violations.length > 0 &&
    (relations === 0 || relations === exactly_one.length + at_least_one.length) &&
    (unnamed === 0 || unnamed === names.length) &&
    problems.every(({ kind }) => kind === undefined || kind === "missing" || kind === "relation") &&
    violations.every(({ arg, constraint }) => constraint === "required" && names.includes(arg));
  return isIncomplete ? writeSentences({ names, exactly_one, at_least_one }) : undefined;
}

function writeSentences({ names, ...groups }: { readonly names: readonly string[] } & Pick<Tool, "exactly_one" | "at_least_one">): string {
  const quoted = names.map((name) => `'${name}'`);
  const needed = names.length === 0 ? "" : `A call needs ${joinWords(quoted, "and")}.`;
  return [needed, describeRequirements({ args: [], ...groups })].filter(Boolean).join(" ");
}
