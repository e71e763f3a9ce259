/** Compares the arguments of one tool. */
import type { ArgType, Tool, ToolArg } from "@climax-gen/runtime";
import { commandOf, flagOf, maskDefault, readingOf } from "@climax-gen/runtime";
import { quote } from "../../diagnostics/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { findDifference, findSwitch, listValues } from "./finding.ts";
import type { ArgMode, Pairing } from "./pairing.ts";
import { modeOf, pairArgs } from "./pairing.ts";

/** Every change of the arguments of two tools that are one; `subject` is the tool. */
export function compareArgs(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const pairing = pairArgs(old.args, now.args);
  return [
    ...pairing.removed.flatMap((arg) => findRemoved(arg, { ...subject, arg: { old: arg.name } })),
    ...pairing.added.flatMap((arg) => findAdded(arg, now, { ...subject, arg: { new: arg.name } })),
    ...pairing.pairs.flatMap(([oldArg, newArg]) =>
      compareArg(oldArg, newArg, {
        subject: { ...subject, arg: { old: oldArg.name, new: newArg.name } },
        isReadOnly: readsOnly(old) && readsOnly(now),
      }),
    ),
    ...compareOrder(pairing, old, now).map((finding) => ({ ...finding, subject })),
  ];
}

/** A default is words of every call that leaves the argument out: those come and go with the argument. */
function findRemoved(arg: ToolArg, subject: Subject): readonly Finding[] {
  return [
    { code: "argument-removed", subject, message: "the argument is gone" },
    ...(isIdle(arg) ? [] : compareDefaults(arg, undefined, subject)),
  ];
}

function findAdded(arg: ToolArg, tool: Tool, subject: Subject): readonly Finding[] {
  const way = arg.required === true ? "is new, and every call must give it" : "is new";
  return [
    {
      code: arg.required === true ? "required-argument-added" : "argument-added",
      subject,
      message: `the argument ${way}: ${describeArg(arg, tool)}`,
    },
    ...(isIdle(arg) ? [] : compareDefaults(undefined, arg, subject)),
  ];
}

function describeArg(arg: ToolArg, tool: Tool): string {
  const mode = modeOf(arg);
  const values = arg.enum === undefined ? arg.type : `${arg.type}, ${arg.enum.length} values`;
  if (commandOf(tool) === undefined) return values;
  return `${values}, ${mode === "flag" ? quote(flagOf(arg)) : mode}`;
}

/** Directive tools read, whatever they say of their risk. */
function readsOnly(tool: Tool): boolean {
  return readingOf(tool) !== undefined || tool.risk === "read";
}

interface ArgContext {
  readonly subject: Subject;
  /** Whether the tool changes nothing on both sides. */
  readonly isReadOnly: boolean;
}

function compareArg(old: ToolArg, now: ToolArg, { subject, isReadOnly }: ArgContext): readonly Finding[] {
  const renamed: readonly Finding[] =
    old.name === now.name ? [] : [{ code: "argument-renamed", subject, message: `was ${quote(old.name)}`, old: old.name, new: now.name }];
  const dropped = isReadOnly ? "argument-optional" : "requirement-dropped";
  const hasFlag = modeOf(old) === "flag" && modeOf(now) === "flag";
  return [
    ...renamed,
    ...compareTypes(old.type, now.type, subject),
    ...compareEnums(old.enum, now.enum, subject),
    ...findSwitch(["argument-required", dropped], subject, { key: "required", old: old.required, new: now.required }),
    ...compareDefaults(old, now, subject),
    ...compareModes(modeOf(old), modeOf(now), subject),
    ...findDifference("repeat-changed", subject, { key: "repeat", old: old.repeat === true, new: now.repeat === true }),
    ...(hasFlag ? findDifference("flag-changed", subject, { key: "flag", old: flagOf(old), new: flagOf(now) }) : []),
    ...findSwitch(["leading-dash-allowed", "leading-dash-refused"], subject, {
      key: "allow_leading_dash",
      old: old.allow_leading_dash,
      new: now.allow_leading_dash,
    }),
    ...findSwitch(["secret-added", "secret-removed"], subject, { key: "secret", old: old.secret, new: now.secret }),
    ...findDifference("description-changed", subject, { key: "description", old: old.description, new: now.description }),
  ];
}

/** What is secret on either side is shown of neither: it may be what was meant to be hidden, or still is. */
function compareDefaults(old: ToolArg | undefined, now: ToolArg | undefined, subject: Subject): readonly Finding[] {
  const secret = old?.secret === true || now?.secret === true;
  const show = (arg: ToolArg | undefined): unknown => arg && maskDefault({ ...arg, secret }).default;
  const code = [old, now].every((arg) => arg === undefined || isIdle(arg)) ? "default-stated" : "default-changed";
  return findDifference(code, subject, { key: "default", old: old?.default, new: now?.default, shown: [show(old), show(now)] });
}

/** Whether calls that leave it out get no words for it: a flag that is off by default and an empty list write none. */
function isIdle(arg: ToolArg): boolean {
  if (arg.default === undefined) return true;
  if (typeof arg.default === "object") return arg.default.length === 0;
  return arg.type === "boolean" && arg.default === false && modeOf(arg) === "flag";
}

function compareModes(old: ArgMode, now: ArgMode, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  // A flag has no key that says so: then the key that is gone tells the place.
  const keys = [now === "flag" ? old : now];
  return [{ code: "mode-changed", subject, keys, message: `the value was given as ${old} and is given as ${now}`, old, new: now }];
}

/** Every value has a text, so that a text accepts whatever another type does, and passes it on in another form. */
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
  if (now === undefined) return [{ ...shared, code: "enum-widened", message: "every value is accepted, not only those of `enum`" }];
  const gone = old.filter((value) => !now.includes(value));
  const fresh = now.filter((value) => !old.includes(value));
  if (gone.length === 0 && fresh.length === 0 && old.join("\0") !== now.join("\0")) {
    return [{ ...shared, code: "argument-order-changed", message: "the values of `enum` stand in another order" }];
  }
  return [
    ...(gone.length > 0 ? [{ ...shared, code: "enum-narrowed" as const, message: `refuses ${listValues(gone)}` }] : []),
    ...(fresh.length > 0 ? [{ ...shared, code: "enum-widened" as const, message: `accepts ${listValues(fresh)}` }] : []),
  ];
}

/** The gravest change of order: arguments that are new or gone leave the order of the others alone. */
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
  if (isMoved("positional")) return [{ ...shared, code: "position-changed", message: "positional arguments stand in another order" }];
  // Arguments of a Directive tool reach no program.
  if (commandOf(now) !== undefined && isMoved("flag"))
    return [{ ...shared, code: "flag-order-changed", message: "flags stand in another order" }];
  if (namesOf(before) === namesOf(after)) return [];
  return [{ ...shared, code: "argument-order-changed", message: "arguments are listed in another order" }];
}

function oldMode(now: ToolArg, pairs: Pairing<ToolArg>["pairs"]): string {
  const old = pairs.find(([, arg]) => arg === now)?.[0];
  return old === undefined ? "" : modeOf(old);
}

function namesOf(args: readonly ToolArg[]): string {
  return JSON.stringify(args.map(({ name }) => name));
}
