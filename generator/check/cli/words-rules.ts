/** Checks constant words between the arguments of a tool, and the arguments that they contain. */
import { placeholdersOf } from "@climax-gen/runtime/compiler";
import { isMapping } from "../../load/values.ts";
import { checkTypography, checkSpaces } from "./unread-options.ts";
import { keysWith } from "../keys/arg-rules.ts";
import type { ParsedArg } from "../keys/arg-schema.ts";
import { type ArgPart, type ConfigPart, namesIn, type ToolPart, type WordsPart } from "./parts.ts";
import type { Report } from "../reporting/report.ts";
import { checkTemplate } from "./template-rules.ts";

/**
 * Keys that an argument inside constant words cannot have, because it writes no separate words. `value` is the template of a joined item.
 */
const OWN_WORDS = keysWith(({ isForWords }) => !isForWords);

/** Checks constant words, and that the tool writes its words in order. */
export function checkWords(tool: ToolPart, config: ConfigPart, report: Report): void {
  const { value, parsed, path, args, items } = tool;
  const words = items.filter((item): item is WordsPart => item.kind === "words");
  if (value.order !== undefined && value.end_of_options === true)
    report.atKey("conflicting-keys", [...path, "order"], { key: "order", other: "end_of_options" });
  else if (value.order !== undefined && value.end_of_options !== false && config.value.end_of_options === true)
    report.atKey("order-with-end", [...path, "order"]);
  const names = namesIn(
    tool,
    words.flatMap((item) => item.value.words ?? []),
  );
  for (const item of words) {
    // An unknown key may be a misspelled `order`.
    if (value.order === undefined && parsed !== undefined) report.atKey("words-without-order", [...item.path, "words"]);
    checkSpaces(item.value.words ?? [], [...item.path, "words"], { isList: true, report });
    for (const [index, word] of (item.value.words ?? []).entries()) {
      const at = [...item.path, "words", index];
      checkTypography([word], at, report);
      checkTemplate(word, at, { names, report });
    }
  }
  const placed = placedArguments({ items });
  for (const arg of args) if (placed.has(arg.value.name ?? "")) checkPlaced(arg, report);
}

/** Reports whether `--` precedes the operands of a tool: as the tool sets it, or else the config. False with `order`. */
export function writesDashDash({ value: tool }: ToolPart, { value: config }: ConfigPart): boolean {
  return tool.order === undefined && (tool.end_of_options ?? config.end_of_options) === true;
}

/** Returns the names of the arguments whose values are part of constant words. */
export function placedArguments({ items }: Pick<ToolPart, "items">): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (item.kind === "words" ? (item.value.words ?? []).flatMap(placeholdersOf) : [])));
}

function checkPlaced({ value: arg, path }: ArgPart, report: Report): void {
  const { name = "", type } = arg;
  const isJoined = arg.join !== undefined;
  const isOwn = (key: keyof ParsedArg): boolean => arg[key] !== undefined && arg[key] !== false && arg[key] !== null;
  const key = OWN_WORDS.find((candidate) => isOwn(candidate) && !(candidate === "value" && isJoined));
  if (key !== undefined) report.atKey("words-argument", [...path, key], { name, key });
  else if (isMapping(arg.enum)) report.atKey("words-argument", [...path, "enum"], { name, key: "enum: { … }" });
  else if (type === "boolean" || (type === "map" && !isJoined))
    report.atKey("words-argument", [...path, "type"], { name, key: `type: ${type}` });
}
