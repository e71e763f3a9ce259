/** Finds the arguments that a form still needs, so that an incomplete form is not shown as a rejected call. */
import type { CallExplanation, Tool } from "@climax-gen/runtime/browser";
import { describeRequirements, isListed, isRequired } from "@climax-gen/runtime/browser";
import { joinWords } from "../../../text/wording.ts";

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
