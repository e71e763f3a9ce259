/** Creates findings, and formats values in messages. */
import { isDeepStrictEqual } from "node:util";
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { joinWords, quote, quoteUpTo } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";

/** The same tool on both sides. */
export type ToolPair = readonly [old: Tool, new: Tool];

/** Old and new value of a key. */
export interface KeyChange {
  readonly key: string;
  readonly old: unknown;
  readonly new: unknown;
  /** Masked values to show instead, if they contain secrets. */
  readonly shown?: readonly [old: unknown, new: unknown];
}

/** Returns a finding if the values of a key differ (deep comparison), otherwise an empty list. */
export function findDifference(code: ChangeCode, subject: Subject, { key, shown, ...values }: KeyChange): readonly Finding[] {
  if (isDeepStrictEqual(values.old, values.new)) return [];
  const [old, now] = shown ?? [values.old, values.new];
  const change = isDeepStrictEqual(old, now) ? "has another value, which is secret" : describeChange(old, now);
  return [{ code, subject, keys: [key], message: `\`${key}\` ${change}`, old, new: now }];
}

/** The parts that all findings of one change have. */
export type SharedParts = Omit<Finding, "code" | "message">;

/** Returns a finding for each effect with a message. The message of an effect that a change does not have is `false`. */
export function findEffects(
  shared: SharedParts,
  effects: readonly (readonly [code: ChangeCode, message: string | false])[],
): readonly Finding[] {
  return effects.flatMap(([code, message]) => (message === false ? [] : [{ ...shared, code, message }]));
}

/** Returns a finding if the two names of a tool or a CLI differ. */
export function findRename(code: ChangeCode, subject: Subject, old: string, now: string): readonly Finding[] {
  return findEffects({ subject, keys: ["name"], old, new: now }, [[code, old !== now && `was ${quote(old)}`]]);
}

interface SwitchChange {
  readonly key: string;
  readonly old: boolean | undefined;
  readonly new: boolean | undefined;
}

/** Returns a finding if a boolean key changed: the first code if it was set, the second if it was cleared. */
export function findSwitch(
  [on, off]: readonly [ChangeCode, ChangeCode],
  subject: Subject,
  { key, ...values }: SwitchChange,
): readonly Finding[] {
  const [old, now] = [values.old === true, values.new === true];
  if (old === now) return [];
  return [{ code: now ? on : off, subject, keys: [key], message: now ? `\`${key}\` is on` : `\`${key}\` is off`, old, new: now }];
}

/**
 * Describes a change: `was 10 and is 20`. Strings, lists and mappings are shown from shortly before their first difference to shortly after
 * their last one.
 */
export function describeChange(old: unknown, now: unknown): string {
  if (typeof old === "string" && typeof now === "string") return describeDifference(old, now, quoteLong);
  if (typeof old === "object" && typeof now === "object") return describeDifference(JSON.stringify(old), JSON.stringify(now), quoteJson);
  if (old === undefined) return `was absent and is ${showValue(now)}`;
  return now === undefined ? `was ${showValue(old)} and is absent` : `was ${showValue(old)} and is ${showValue(now)}`;
}

/** Formats a value for a message, escaped for terminals and shortened. */
export function showValue(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "string") return quoteLong(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : quoteJson(JSON.stringify(value));
}

function quoteJson(text: string): string {
  return quoteLong(text).slice(1, -1);
}

/** Maximum number of values in a message. It is large, too. */
const MAX_VALUES = 50;

/** Lists values in quotes, as `"a", "b" and "c"`. */
export function listValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, MAX_VALUES).map((value) => quoteLong(String(value)));
  return values.length > shown.length ? `${shown.join(", ")} and ${values.length - shown.length} more` : joinWords(shown, "and");
}

/** Number of code units shown before the first difference, and after the last one. */
const CONTEXT = 20;

/** Maximum number of code units of a value in a message. It is large, so that no part of a command is hidden from a reviewer. */
const MAX_SHOWN = 400;

/** Quotes a text that a reviewer must see completely, such as a command. */
export function quoteLong(text: string): string {
  return quoteUpTo(MAX_SHOWN, text);
}

/** Shows the part of each text that differs, with a little context on both sides. */
function describeDifference(old: string, now: string, show: (text: string) => string): string {
  const start = Math.max(0, commonLength(old, now, (text, at) => text[at]) - CONTEXT);
  const shared = Math.min(old.length, now.length) - start;
  const end = Math.max(
    0,
    Math.min(
      shared,
      commonLength(old, now, (text, at) => text[text.length - 1 - at]),
    ) - CONTEXT,
  );
  const showPart = (text: string): string => {
    // Keeps surrogate pairs whole.
    const from = isInsidePair(text, start) ? start - 1 : start;
    const to = isInsidePair(text, text.length - end) ? text.length - end + 1 : text.length - end;
    return show(`${from === 0 ? "" : "…"}${text.slice(from, to)}${to === text.length ? "" : "…"}`);
  };
  return `was ${showPart(old)} and is ${showPart(now)}`;
}

/** Returns the number of equal characters, in the sequence in which `read` returns them. */
function commonLength(left: string, right: string, read: (text: string, at: number) => string | undefined): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at < length && read(left, at) === read(right, at)) at += 1;
  return at;
}

function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}
