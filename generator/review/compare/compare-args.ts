/** Compares the arguments of one tool. */
import type { ArgType, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import { commandOf, maskDefault } from "@climax-gen/runtime/compiler";
import { listQuoted, quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareValueWords } from "./compare-value-words.ts";
import { findDifference, findSwitch } from "./finding.ts";
import type { ArgMode, Pairing } from "./pairing.ts";
import { modeOf, pairArgs, writtenFlag } from "./pairing.ts";

/** Returns all changes of the arguments of a paired tool, which is the `subject`. */
export function compareArgs(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const pairing = pairArgs(old.args, now.args);
  return [
    ...pairing.removed.flatMap((arg) => findRemoved(arg, { ...subject, arg: { old: arg.name } })),
    ...pairing.added.flatMap((arg) => findAdded(arg, now, { ...subject, arg: { new: arg.name } })),
    ...pairing.pairs.flatMap(([oldArg, newArg]) =>
      compareArg(oldArg, newArg, {
        subject: { ...subject, arg: { old: oldArg.name, new: newArg.name } },
        isReadOnly: old.risk === "read" && now.risk === "read",
      }),
    ),
    ...compareOrder(pairing, old, now).map((finding) => ({ ...finding, subject })),
  ];
}

/** Also reports a removed default, because calls without the argument no longer have its words on the command line. */
function findRemoved(arg: ToolArg, subject: Subject): readonly Finding[] {
  return [
    { code: "argument-removed", subject, message: "the argument was removed" },
    ...(hasNoEffect(arg) ? [] : compareDefaults(arg, undefined, subject)),
  ];
}

function findAdded(arg: ToolArg, tool: Tool, subject: Subject): readonly Finding[] {
  const way = arg.required === true ? "a required argument was added" : "an optional argument was added";
  return [
    {
      code: arg.required === true ? "required-argument-added" : "argument-added",
      subject,
      message: `${way}: ${describeArg(arg, tool)}`,
    },
    ...(hasNoEffect(arg) ? [] : compareDefaults(undefined, arg, subject)),
  ];
}

function describeArg(arg: ToolArg, tool: Tool): string {
  const mode = modeOf(arg);
  const values = arg.enum === undefined ? arg.type : `${arg.type}, ${arg.enum.length} values`;
  if (commandOf(tool) === undefined) return values;
  if (mode === "env") return `${values}, variable ${arg.env ?? ""}`;
  return `${values}, ${mode === "flag" ? describeFlag(arg) : mode}`;
}

function describeFlag(arg: ToolArg): string {
  const flag = writtenFlag(arg);
  return flag === undefined ? "without a flag" : quote(flag);
}

interface ArgContext {
  readonly subject: Subject;
  /** True if the tool has `risk: read` on both sides. */
  readonly isReadOnly: boolean;
}

function compareArg(old: ToolArg, now: ToolArg, { subject, isReadOnly }: ArgContext): readonly Finding[] {
  const renamed: readonly Finding[] =
    old.name === now.name ? [] : [{ code: "argument-renamed", subject, message: `was ${quote(old.name)}`, old: old.name, new: now.name }];
  const dropped = isReadOnly ? "argument-optional" : "requirement-dropped";
  return [
    ...renamed,
    ...compareTypes(old.type, now.type, subject),
    ...compareEnums(old.enum?.map(String), now.enum?.map(String), subject),
    ...findSwitch(["argument-required", dropped], subject, { key: "required", old: old.required, new: now.required }),
    ...compareDefaults(old, now, subject),
    ...compareModes(modeOf(old), modeOf(now), subject),
    ...compareValueWords(old, now, subject),
    ...findSwitch(["leading-dash-allowed", "leading-dash-refused"], subject, {
      key: "allow_leading_dash",
      old: old.allow_leading_dash,
      new: now.allow_leading_dash,
    }),
    ...findSwitch(["secret-added", "secret-removed"], subject, { key: "secret", old: old.secret, new: now.secret }),
    ...compareLimits(old, now, subject),
    ...findDifference("description-changed", subject, { key: "description", old: old.description, new: now.description }),
  ];
}

/** Compares defaults. If the argument is secret on either side, both values are masked, so they can look equal. */
function compareDefaults(old: ToolArg | undefined, now: ToolArg | undefined, subject: Subject): readonly Finding[] {
  const secret = old?.secret === true || now?.secret === true;
  const show = (arg: ToolArg | undefined): unknown => arg && maskDefault({ ...arg, secret }).default;
  const code = [old, now].every((arg) => arg === undefined || hasNoEffect(arg)) ? "default-stated" : "default-changed";
  return findDifference(code, subject, { key: "default", old: old?.default, new: now?.default, shown: [show(old), show(now)] });
}

/** Reports whether the default adds nothing to the command line, like `false` for a flag or an empty list. */
function hasNoEffect(arg: ToolArg): boolean {
  if (arg.default === undefined) return true;
  // Even an empty value sets a variable.
  if (modeOf(arg) === "env") return false;
  if (typeof arg.default === "object") return Object.keys(arg.default).length === 0;
  return arg.default === false && !writesFalse(arg);
}

function writesFalse(arg: ToolArg): boolean {
  if (arg.optional_value === true) return false;
  if (arg.enum_words !== undefined) return Object.hasOwn(arg.enum_words, "false");
  return arg.type !== "boolean" || modeOf(arg) !== "flag" || arg.negatable === true || arg.value !== undefined;
}

function compareModes(old: ArgMode, now: ArgMode, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  // A flag has no key for its mode, so the change is located at the removed key.
  const keys = [now === "flag" ? old : now];
  return [{ code: "mode-changed", subject, keys, message: `the value was passed as ${old} and is passed as ${now}`, old, new: now }];
}

/** Compares types. A string accepts the values of every other type, but passes them in a different form. */
function compareTypes(old: ArgType, now: ArgType, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const codes = typeCodes(old, now);
  return codes.map((code): Finding => ({ code, subject, keys: ["type"], message: `the type was ${old} and is ${now}`, old, new: now }));
}

function typeCodes(old: ArgType, now: ArgType): readonly ChangeCode[] {
  if (old === "integer" && now === "number") return ["type-widened"];
  if (old === "number" && now === "integer") return ["type-narrowed"];
  if (now === "string") return ["type-changed", "type-widened"];
  return old === "string" ? ["type-changed", "type-narrowed"] : ["type-changed"];
}

function compareEnums(old: readonly string[] | undefined, now: readonly string[] | undefined, subject: Subject): readonly Finding[] {
  const shared = { subject, keys: ["enum"], old, new: now };
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [{ ...shared, code: "enum-narrowed", message: "only the values of `enum` are accepted" }];
  if (now === undefined) return [{ ...shared, code: "enum-widened", message: "all values are accepted, not only those of `enum`" }];
  const removed = old.filter((value) => !now.includes(value));
  const added = now.filter((value) => !old.includes(value));
  if (removed.length === 0 && added.length === 0 && old.join("\0") !== now.join("\0")) {
    return [{ ...shared, code: "argument-order-changed", message: "the values of `enum` are in a different order" }];
  }
  return [
    ...(removed.length > 0 ? [{ ...shared, code: "enum-narrowed" as const, message: `rejects ${listQuoted(removed)}` }] : []),
    ...(added.length > 0 ? [{ ...shared, code: "enum-widened" as const, message: `accepts ${listQuoted(added)}` }] : []),
  ];
}

/** Returns the most severe change of order. Added and removed arguments do not affect the order of the others. */
function compareOrder({ pairs }: Pairing<ToolArg>, old: Tool, now: Tool): readonly Omit<Finding, "subject">[] {
  const newOf = new Map(pairs);
  const kept = new Set(newOf.values());
  const before = old.args.flatMap((arg) => newOf.get(arg) ?? []);
  const after = now.args.filter((arg) => kept.has(arg));
  const isMoved = (mode: "positional" | "flag"): boolean => {
    const inMode = (arg: ToolArg): boolean => modeOf(arg) === mode && oldMode(arg, pairs) === mode;
    return namesOf(before.filter(inMode)) !== namesOf(after.filter(inMode));
  };
  const names = (args: readonly ToolArg[]): readonly string[] => args.map(({ name }) => name);
  const shared = { keys: ["args"], old: names(before), new: names(after) };
  if (isMoved("positional")) return [{ ...shared, code: "position-changed", message: "positional arguments are in a different order" }];
  // A Directive tool has no command line.
  if (commandOf(now) !== undefined && isMoved("flag"))
    return [{ ...shared, code: "flag-order-changed", message: "flags are in a different order" }];
  if (namesOf(before) === namesOf(after)) return [];
  return [{ ...shared, code: "argument-order-changed", message: "arguments are listed in a different order" }];
}

function oldMode(now: ToolArg, pairs: Pairing<ToolArg>["pairs"]): string {
  const old = pairs.find(([, arg]) => arg === now)?.[0];
  return old === undefined ? "" : modeOf(old);
}

function namesOf(args: readonly ToolArg[]): string {
  return JSON.stringify(args.map(({ name }) => name));
}
