/** Compares the arguments of one tool. */
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgType } from "@climax-gen/runtime/internal/tool/tool-spec";
import { isNegatable, placeOf } from "@climax-gen/runtime/internal/argument/form";
import { maskDefault } from "@climax-gen/runtime/internal/command-line/shown-line";
import { canStandAlone, commandOf, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { toForm, variableOf, writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { readingOf } from "@climax-gen/runtime/internal/tool/tool";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { compareEnums } from "./compare-enums.ts";
import { compareLeadingDashes } from "./compare-leading-dashes.ts";
import { compareLimits } from "./compare-constraints.ts";
import type { ToolPair } from "./finding.ts";
import { findDifference, findEffects, findSwitch, quoteLong } from "./finding.ts";
import type { ArgMode, Pairing } from "./pairing.ts";
import { modeOf, pairArgs } from "./pairing.ts";

/** Returns all changes of the arguments of a paired tool, which is the `subject`. */
export function compareArgs(old: Tool, now: Tool, subject: Subject): readonly Finding[] {
  const pairing = pairArgs(old.args, now.args);
  return [
    ...pairing.removed.flatMap((arg) => findRemoved(arg, [old, now], { ...subject, arg: { old: arg.name } })),
    ...pairing.added.flatMap((arg) => findAdded(arg, now, { ...subject, arg: { new: arg.name } })),
    ...pairing.pairs.flatMap(([oldArg, newArg]) =>
      compareArg(oldArg, newArg, {
        subject: { ...subject, arg: { old: oldArg.name, new: newArg.name } },
        tools: [old, now],
      }),
    ),
    ...compareOrder(pairing, old, now).map((finding) => ({ ...finding, subject })),
  ];
}

/** Also reports a removed default, because calls without the argument no longer have its words on the command line. */
function findRemoved(arg: ToolArg, tools: ToolPair, subject: Subject): readonly Finding[] {
  return [
    { code: "argument-removed", subject, message: "the argument was removed" },
    ...(arg.required === true ? [{ code: codeOfDropped(tools), subject, message: "calls no longer need the argument" }] : []),
    ...(hasNoEffect(arg) ? [] : compareDefaults(arg, undefined, subject)),
  ];
}

function findAdded(arg: ToolArg, tool: Tool, subject: Subject): readonly Finding[] {
  const described = describeArg(arg, tool);
  const ways: readonly Finding[] =
    arg.required === true
      ? [
          { code: "required-argument-added", subject, message: `a required argument was added: ${described}` },
          { code: "argument-added", subject, message: "calls can pass another argument" },
        ]
      : [{ code: "argument-added", subject, message: `an optional argument was added: ${described}` }];
  return [...ways, ...(hasNoEffect(arg) ? [] : compareDefaults(undefined, arg, subject))];
}

function describeArg(arg: ToolArg, tool: Tool): string {
  const mode = modeOf(arg);
  const variable = variableOf(arg);
  const values = arg.enum === undefined ? arg.type : `${arg.type}, ${arg.enum.length} values`;
  if (commandOf(tool) === undefined) return values;
  if (variable !== undefined) return `${values}, variable ${variable}`;
  return [values, mode === "flag" ? describeFlag(arg) : mode, ...describeWords(arg)].join(", ");
}

/** Returns the words that the author of the config chose for the values. */
function describeWords({ value, enum_words }: ToolArg): readonly string[] {
  const words = enum_words === undefined ? value : Object.values(enum_words).flat();
  return words === undefined || words.length === 0 ? [] : [`words ${quoteLong(words.join(" "))}`];
}

function describeFlag(arg: ToolArg): string {
  const flag = writtenFlagOf(arg);
  return flag === undefined ? "without a flag" : quote(flag);
}

interface ArgContext {
  readonly subject: Subject;
  readonly tools: ToolPair;
}

/** Reports whether a JSON schema checks the arguments of a side. */
function hasSchema(tools: ToolPair): boolean {
  return tools.some((tool) => readingOf(tool) !== undefined);
}

/** Returns the code of a requirement that was dropped. In a tool that only reads, more calls are not a risk. */
function codeOfDropped(tools: ToolPair): ChangeCode {
  return tools.every(({ risk }) => risk === "read") ? "argument-optional" : "requirement-dropped";
}

function compareArg(old: ToolArg, now: ToolArg, { subject, tools }: ArgContext): readonly Finding[] {
  return [
    ...findEffects({ subject, old: old.name, new: now.name }, [["argument-renamed", old.name !== now.name && `was ${quote(old.name)}`]]),
    ...compareTypes([old.type, now.type], tools, subject),
    ...compareEnums([old, now], tools, subject),
    ...findSwitch(["argument-required", codeOfDropped(tools)], subject, { key: "required", old: old.required, new: now.required }),
    ...compareDefaults(old, now, subject),
    ...compareModes(modeOf(old), modeOf(now), subject),
    ...compareLeadingDashes([old, tools[0]], [now, tools[1]], subject),
    ...findSwitch(["secret-added", "secret-removed"], subject, { key: "secret", old: old.secret, new: now.secret }),
    ...compareLimits(old, now, subject),
    ...KEYS.flatMap((rule) => [...compareAccepted(rule, [old, now], { subject, tools }), ...compareValues(rule, [old, now], subject)]),
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
  if (placeOf(arg) === "variable") return false;
  if (typeof arg.default === "object") return Object.keys(arg.default).length === 0;
  return arg.default === false && !writesFalse(arg);
}

function writesFalse(arg: ToolArg): boolean {
  const form = toForm(arg);
  if (!("words" in form)) return true;
  switch (form.words.kind) {
    case "switch":
      return form.words.negation !== undefined;
    case "optional":
      return false;
    case "mapped":
      return Object.hasOwn(form.words.table, "false");
    case "templates":
      return true;
  }
}

function compareModes(old: ArgMode, now: ArgMode, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  // A flag has no key for its mode, so the change is located at the removed key.
  const keys = [now === "flag" ? old : now];
  return [{ code: "mode-changed", subject, keys, message: `the value was passed as ${old} and is passed as ${now}`, old, new: now }];
}

/** Compares types. A string accepts the values of every other type, but passes them in a different form. */
function compareTypes([old, now]: readonly [ArgType, ArgType], tools: ToolPair, subject: Subject): readonly Finding[] {
  if (old === now) return [];
  const isNumeric = [old, now].every((type) => type === "integer" || type === "number");
  // A JSON schema converts no values.
  const isDisjoint = old === "map" || now === "map" || (!isNumeric && hasSchema(tools));
  const isWider = isDisjoint || TYPES.indexOf(now) > TYPES.indexOf(old);
  const codes: readonly ChangeCode[] = [
    ...(isNumeric ? [] : ["type-changed" as const]),
    ...(isWider && !isDisjoint ? [] : ["type-narrowed" as const]),
    ...(isWider ? ["type-widened" as const] : []),
  ];
  return codes.map((code): Finding => ({ code, subject, keys: ["type"], message: `the type was ${old} and is ${now}`, old, new: now }));
}

/** The comparison of a key that decides what a call can pass, or how the value becomes words. */
interface KeyRule {
  readonly key: keyof ToolArg;
  /** The code of another value. Omitted if only the calls are compared. */
  readonly code?: ChangeCode;
  /** Returns the value as its default is written. Defaults to the value of the key. */
  readonly read?: (arg: ToolArg) => unknown;
  /** Set if the value has a meaning only in this mode. */
  readonly mode?: ArgMode;
  /** Returns whether calls can pass, in addition to a value of the type, what `accepted` names. */
  readonly accepts?: (arg: ToolArg, pair: readonly ToolArg[]) => boolean;
  readonly accepted?: string;
}

const KEYS: readonly KeyRule[] = [
  { key: "description", code: "description-changed" },
  { key: "repeat", code: "repeat-changed", read: ({ repeat = false }) => repeat, accepts: isListArg, accepted: "a list" },
  { key: "flag", code: "flag-changed", read: writtenFlagOf, mode: "flag" },
  { key: "spellings", code: "spellings-changed" },
  { key: "env", code: "variable-changed", mode: "env" },
  { key: "file", code: "file-changed", read: ({ file }) => (file !== undefined && Object.keys(file).length === 0 ? true : file) },
  { key: "join", code: "join-changed" },
  { key: "value", code: "template-changed" },
  // Relative paths of other arguments are resolved against this directory.
  { key: "cwd", accepts: (arg) => placeOf(arg) === "directory", accepted: "the working directory" },
  {
    key: "negatable",
    code: "negatable-changed",
    read: isNegatable,
    accepts: (arg, pair) => pair.some(({ type }) => type !== "boolean") || writesFalse(arg),
    accepted: "words for `false`",
  },
  {
    key: "optional_value",
    code: "optional-value-changed",
    read: canStandAlone,
    accepts: canStandAlone,
    accepted: "the flag without a value",
  },
];

/** Compares the values of a key. */
function compareValues({ key, code, read, mode }: KeyRule, pair: readonly [ToolArg, ToolArg], subject: Subject): readonly Finding[] {
  if (code === undefined || (mode !== undefined && pair.some((arg) => modeOf(arg) !== mode))) return [];
  const [old, now] = pair.map((arg) => (read === undefined ? arg[key] : read(arg)));
  return findDifference(code, subject, { key, old, new: now });
}

/** Compares the calls that a key allows. */
function compareAccepted(
  { key, accepts, accepted = "" }: KeyRule,
  pair: readonly [ToolArg, ToolArg],
  { subject, tools }: ArgContext,
): readonly Finding[] {
  const [before, after] = pair.map((arg) => accepts?.(arg, pair) === true);
  if (before === after) return [];
  const shared = { subject, keys: [key], old: before, new: after };
  const gain = (what: string): Finding => ({ ...shared, code: "type-widened", message: `calls can pass ${what}` });
  const lose = (what: string): Finding => ({ ...shared, code: "type-narrowed", message: `calls can no longer pass ${what}` });
  // A JSON schema does not convert a value to a list.
  if (key === "repeat" && hasSchema(tools))
    return after ? [gain(accepted), lose("a single value")] : [gain("a single value"), lose(accepted)];
  return [after ? gain(accepted) : lose(accepted)];
}

/** Types by the values that a program can receive, the fewest first. Those of a map are different from all others. */
const TYPES: readonly ArgType[] = ["boolean", "integer", "number", "string"];

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
