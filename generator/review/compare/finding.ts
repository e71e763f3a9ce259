/** Creates findings, and formats values in messages. */
import { isDeepStrictEqual } from "node:util";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";

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

/** Describes a change: `was 10 and is 20`. Strings, lists and mappings start shortly before their first difference. */
export function describeChange(old: unknown, now: unknown): string {
  if (typeof old === "string" && typeof now === "string") return describeDifference(old, now, quote);
  if (typeof old === "object" && typeof now === "object") return describeDifference(JSON.stringify(old), JSON.stringify(now), quoteJson);
  if (old === undefined) return `was absent and is ${showValue(now)}`;
  return now === undefined ? `was ${showValue(old)} and is absent` : `was ${showValue(old)} and is ${showValue(now)}`;
}

/** Formats a value for a message, escaped for terminals and shortened. */
export function showValue(value: unknown): string {
  if (value === undefined) return "absent";
  if (typeof value === "string") return quote(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : quoteJson(JSON.stringify(value));
}

function quoteJson(text: string): string {
  return quote(text).slice(1, -1);
}

/** Number of code units shown before the first difference. */
const CONTEXT = 20;

function describeDifference(old: string, now: string, show: (text: string) => string): string {
  const start = Math.max(0, firstDifference(old, now) - CONTEXT);
  // Keeps surrogate pairs whole.
  const cut = (old.codePointAt(start - 1) ?? 0) > 0xffff ? start - 1 : start;
  const showEnd = (text: string): string => show(cut === 0 ? text : `…${text.slice(cut)}`);
  return `was ${showEnd(old)} and is ${showEnd(now)}`;
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}
