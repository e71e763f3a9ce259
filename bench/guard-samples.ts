/** Completes command lines without values, such as the lines of a manual, with sample values of a tool's arguments. */
import { toLineForm } from "../runtime/argument/form.ts";
import { argumentWords } from "../runtime/command-line/argument-words.ts";
import type { OperandEntry, OptionShape } from "../runtime/guard/line-entry.ts";
import type { LinePlan } from "../runtime/guard/line-plan.ts";
import type { ArgValue } from "../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../runtime/tool/tool.ts";

/** Returns the words with a value after each option that ends the line without one or precedes another option, and the required operands. */
export function completeWords(words: readonly string[], plan: LinePlan): readonly (readonly string[])[] {
  const filled = words.flatMap((word, index): readonly string[] => {
    const next = words[index + 1];
    const shape = plan.flags.get(word)?.[0];
    const isBare =
      shape !== undefined && shape.values.length > 0 && shape.style !== "optional" && (next === undefined || next.startsWith("-"));
    return isBare ? [word, ...sampleValues(plan.tool, shape)] : [word];
  });
  const required = plan.operands.filter((entry) => entry.kind === "arg" && entry.isRequired);
  const written = words.filter((word) => !word.startsWith("-")).length - plan.path.length;
  // A word without a dash is an operand, or the value of an option.
  const counts = new Set([0, Math.max(written, 0)]);
  return Array.from(counts, (count) => [...filled, ...required.slice(count).flatMap((entry) => sampleOperand(plan.tool, entry))]);
}

function sampleOperand(tool: Tool, entry: OperandEntry): readonly string[] {
  if (entry.kind !== "arg") return [];
  const { arg } = entry;
  return argumentWords({ arg, kind: "arg", isGuarded: false, takesDashes: true }, sampleValue(tool, arg)).map(({ text }) => text);
}

function sampleValues(tool: Tool, { values, fill }: OptionShape): readonly string[] {
  const arg = "arg" in fill ? fill.arg : undefined;
  return values.map(({ parts }) => parts.map((part) => (part.kind === "text" ? part.text : sampleText(tool, arg, part.name))).join(""));
}

function sampleText(tool: Tool, arg: ToolArg | undefined, name: string): string {
  if (arg === undefined) return "main";
  if (name === "key") return "key";
  const value = sampleValue(tool, arg);
  return typeof value === "object" ? String(Array.isArray(value) ? value[0] : Object.values(value)[0]) : String(value);
}

/** Returns a value of an argument: that of an example, a member of its `enum`, or a text of its type. */
function sampleValue(tool: Tool, arg: ToolArg): ArgValue {
  const example = (tool.examples ?? []).map(({ args }) => args[arg.name] as ArgValue | undefined).find((value) => value !== undefined);
  if (example !== undefined && example !== false) return example;
  const [member] = arg.enum ?? (toLineForm(arg).words.kind === "mapped" ? Object.keys(arg.enum_words ?? {}) : []);
  const one = member ?? (arg.type === "integer" || arg.type === "number" ? 1 : "main");
  if (arg.type === "map") return { key: String(one) };
  return arg.type === "boolean" ? true : arg.repeat === true || arg.join !== undefined ? [one] : one;
}
