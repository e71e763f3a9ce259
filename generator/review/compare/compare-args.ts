/** Compares the arguments of one tool. */
import type { ArgType, Tool, ToolArg } from "@climax-gen/runtime/compiler";
import { canStandAlone, commandOf, isListArg, maskDefault, placeOf } from "@climax-gen/runtime/compiler";
import { readingOf, toForm, variableOf, writtenFlagOf } from "@climax-gen/runtime/compiler";
import { quote } from "../../text/wording.ts";
import type { Finding, Subject } from "../change.ts";
import type { ChangeCode } from "../rules.ts";
import { compareEnums } from "./compare-enums.ts";
import { compareLeadingDashes } from "./compare-leading-dashes.ts";
import { compareLimits } from "./compare-limits.ts";
import { compareValueWords } from "./compare-value-words.ts";
import { findDifference, findSwitch, quoteLong } from "./finding.ts";
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

/** The tool on each side. */
type ToolPair = readonly [old: Tool, new: Tool];

/** Reports whether a JSON schema checks the arguments of a side. */
function hasSchema(tools: ToolPair): boolean {
  return tools.some((tool) => readingOf(tool) !== undefined);
}

/** Returns the code of a requirement that was dropped. In a tool that only reads, more calls are not a risk. */
function codeOfDropped(tools: ToolPair): ChangeCode {
  return tools.every(({ risk }) => risk === "read") ? "argument-optional" : "requirement-dropped";
}

function compareArg(old: ToolArg, now: ToolArg, { subject, tools }: ArgContext): readonly Finding[] {
  const renamed: readonly Finding[] =
    old.name === now.name ? [] : [{ code: "argument-renamed", subject, message: `was ${quote(old.name)}`, old: old.name, new: now.name }];
  return [
    ...renamed,
    ...compareTypes([old.type, now.type], tools, subject),
    ...compareForms([old, now], tools, subject),
    ...compareEnums([old, now], tools, subject),
    ...findSwitch(["argument-required", codeOfDropped(tools)], subject, { key: "required", old: old.required, new: now.required }),
    ...compareDefaults(old, now, subject),
    ...compareModes(modeOf(old), modeOf(now), subject),
    ...compareValueWords(old, now, subject),
    ...compareLeadingDashes([old, tools[0]], [now, tools[1]], subject),
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

/** Compares whether calls can pass a list, the flag alone, the working directory, or `false` as a word, in addition to a value of the type. */
function compareForms([old, now]: readonly [ToolArg, ToolArg], tools: ToolPair, subject: Subject): readonly Finding[] {
  const forms = [
    { key: "repeat", has: isListArg, what: "a list" },
    { key: "optional_value", has: canStandAlone, what: "the flag without a value" },
    // Relative paths of other arguments are resolved against this directory.
    { key: "cwd", has: (arg: ToolArg) => placeOf(arg) === "directory", what: "the working directory" },
    {
      key: "negatable",
      has: (arg: ToolArg) => old.type !== "boolean" || now.type !== "boolean" || writesFalse(arg),
      what: "words for `false`",
    },
  ];
  return forms.flatMap(({ key, has, what }): readonly Finding[] => {
    const [before, after] = [has(old), has(now)];
    if (before === after) return [];
    const shared = { subject, keys: [key], old: before, new: after };
    const [on, off]: readonly [Finding, Finding] = [
      { ...shared, code: "type-widened", message: `calls can pass ${what}` },
      { ...shared, code: "type-narrowed", message: `calls can no longer pass ${what}` },
    ];
    // A JSON schema does not convert a value to a list.
    if (key === "repeat" && hasSchema(tools)) {
      const [gained, lost] = after ? [what, "a single value"] : ["a single value", what];
      return [
        { ...on, message: `calls can pass ${gained}` },
        { ...off, message: `calls can no longer pass ${lost}` },
      ];
    }
    return after ? [on] : [off];
  });
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
