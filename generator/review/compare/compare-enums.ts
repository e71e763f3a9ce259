/** Compares the values of an argument's `enum`, and the words that they stand for. */
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { isNegatable } from "@climax-gen/runtime/internal/argument/form";
import { shellWords } from "../../text/shell-word.ts";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import { isOption } from "./compare-leading-dashes.ts";
import { findEffects, listValues, quoteLong } from "./finding.ts";

/**
 * Compares the values of `enum`. Without one, all values are accepted except for those that the program would read as an option; an `enum`
 * can contain them.
 */
export function compareEnums(
  [oldArg, newArg]: readonly [ToolArg, ToolArg],
  tools: readonly [Tool, Tool],
  subject: Subject,
): readonly Finding[] {
  return [...compareMembers([oldArg, newArg], tools, subject), ...compareEnumWords(oldArg, newArg, subject)];
}

function compareMembers([oldArg, newArg]: readonly [ToolArg, ToolArg], tools: readonly [Tool, Tool], subject: Subject): readonly Finding[] {
  const [old, now] = [oldArg.enum?.map(String), newArg.enum?.map(String)];
  const shared = { subject, keys: ["enum"], old, new: now };
  const narrowed = (values: readonly string[]) => ["enum-narrowed", values.length > 0 && `rejects ${listValues(values)}`] as const;
  const widened = (values: readonly string[]) => ["enum-widened", values.length > 0 && `accepts ${listValues(values)}`] as const;
  if (old === undefined && now === undefined) return [];
  if (old === undefined) {
    const options = now?.filter((value) => isOption(value, [oldArg, tools[0]])) ?? [];
    return findEffects(shared, [["enum-narrowed", "only the values of `enum` are accepted"], widened(options)]);
  }
  if (now === undefined) {
    const options = old.filter((value) => isOption(value, [newArg, tools[1]]));
    return findEffects(shared, [["enum-widened", "all values are accepted, not only those of `enum`"], narrowed(options)]);
  }
  const removed = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  const isReordered = removed.length === 0 && added.length === 0 && old.join("\0") !== now.join("\0");
  const reordered = isReordered && "the values of `enum` are in a different order";
  return findEffects(shared, [["argument-order-changed", reordered], narrowed(removed), widened(added)]);
}

/** Compares the words of the values that both sides accept. Added and removed values are changes of the `enum`. */
function compareEnumWords(old: ToolArg, now: ToolArg, subject: Subject): readonly Finding[] {
  if (old.enum_words === undefined && now.enum_words === undefined) return [];
  const [before, after] = [membersOf(old), membersOf(now)];
  const values = (before ?? after ?? []).filter((value) => after === undefined || after.includes(value));
  const changed = values.filter((value) => JSON.stringify(wordsOf(old, value)) !== JSON.stringify(wordsOf(now, value)));
  if (changed.length === 0) return [];
  const words = changed.map((value) => `${quote(value)} stood for ${showWords(old, value)} and stands for ${showWords(now, value)}`);
  const message = words.join("; ");
  return [{ code: "enum-words-changed", subject, keys: ["enum"], message, old: old.enum_words, new: now.enum_words }];
}

/** Returns the accepted values as text. Undefined if they are not listed. */
function membersOf({ type, enum: members }: ToolArg): readonly string[] | undefined {
  return members?.map(String) ?? (type === "boolean" ? ["true", "false"] : undefined);
}

/** Returns the words of a value, without the flag before it. `null`: the flag stands for it. */
function wordsOf(arg: ToolArg, value: string): readonly string[] | null {
  const { type, enum_words, value: template } = arg;
  if (enum_words !== undefined) return Object.hasOwn(enum_words, value) ? (enum_words[value] ?? []) : [];
  if (type !== "boolean") return [value];
  return value === "false" && !isNegatable(arg) && template === undefined ? [] : null;
}

function showWords(arg: ToolArg, value: string): string {
  const words = wordsOf(arg, value);
  return words === null ? "the flag" : words.length === 0 ? "nothing" : quoteLong(shellWords(words));
}
