/**
 * Reads JSON descriptions of a command line: fig specs, OpenCLI, the JSON of `usage`, and CLI Schema. The formats differ in the names of
 * their keys, so one reader accepts all of them.
 */
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { oneLine } from "../../text/wording.ts";
import type { CliDescription, CommandFacts, OptionFacts, OptionKind, PositionalFacts, Source } from "../description.ts";
import type { SourceFile } from "./source-file.ts";

type Json = Readonly<Record<string, unknown>>;

/** Reads a JSON value as a description. Returns undefined if the value is not an object. */
export function readJsonSpec(
  value: unknown,
  { program, path, label }: Pick<SourceFile, "program" | "path" | "label">,
): CliDescription | undefined {
  if (!isJsonObject(value)) return undefined;
  const source: Source = { from: "file", page: label, line: 1 };
  const info = isJsonObject(value["info"]) ? value["info"] : value;
  const root = isJsonObject(value["cmd"]) ? value["cmd"] : value;
  const summary = textOf(info, "summary", "description") ?? textOf(root, "description", "help", "summary");
  const version = textOf(info, "version");
  const command = readCommand(root, path, source);
  const described = summary === undefined ? command : { ...command, summary: { ...source, value: summary } };
  return { program, ...(version !== undefined && /^\d+\.\d+/.test(version) && { version }), root: wrap(described, path) };
}

/** Adds empty parents to a command, so that it keeps its path. */
function wrap(command: CommandFacts, path: readonly string[]): CommandFacts {
  return path.reduceRight<CommandFacts>((child, _word, index) => ({ ...EMPTY, path: path.slice(0, index), commands: [child] }), command);
}

const EMPTY: Omit<CommandFacts, "path" | "commands"> = { usage: [], options: [], positionals: [], exits: [], hasEndOfOptions: false };

function readCommand(value: Json, path: readonly string[], source: Source): CommandFacts {
  const summary = textOf(value, "description", "summary", "help", "about");
  const parameters = listOf(value, "parameters");
  const isFlag = (one: Json): boolean =>
    !/^positional|argument$/.test(textOf(one, "role", "kind", "in") ?? "flag") && one["positional"] !== true;
  const options = [...listOf(value, "options", "flags"), ...parameters.filter(isFlag)];
  const positionals = [...listOf(value, "args", "arguments"), ...parameters.filter((one) => !isFlag(one))];
  const commands = listOf(value, "subcommands", "commands", "namespaces", "segments");
  return {
    ...EMPTY,
    path,
    ...(summary !== undefined && { summary: { ...source, value: oneLine(summary) } }),
    options: options.flatMap((one) => (one["hidden"] === true || one["hide"] === true ? [] : readOption(one, source))),
    positionals: positionals.flatMap((one) => readPositional(one, source)),
    exits: listOf(value, "exitCodes").flatMap((one) => {
      const [code, meaning] = [one["code"], textOf(one, "description")];
      return typeof code === "number" && code > 0 && code < 256 && meaning !== undefined
        ? [{ ...source, value: { code, meaning: oneLine(meaning) } }]
        : [];
    }),
    commands: commands.flatMap((one) => {
      const [name] = namesOf(one["name"]);
      return name === undefined || one["hidden"] === true || one["hide"] === true ? [] : [readCommand(one, [...path, name], source)];
    }),
  };
}

function readOption(value: Json, source: Source): readonly OptionFacts[] {
  const words = [
    ...namesOf(value["short"]).map((name) => dashed(name, "-")),
    ...namesOf(value["shortName"]).map((name) => dashed(name, "-")),
    ...namesOf(value["long"]).map((name) => dashed(name, "--")),
    ...(value["long"] === undefined || value["short"] === undefined ? namesOf(value["name"]) : [])
      .filter(() => !value["long"])
      .map(dashedByLength),
    ...namesOf(value["aliases"]).map(dashedByLength),
  ];
  const names = [...new Set(words)].filter((name) => /^(?:-|\+)/.test(name));
  if (names.length === 0) return [];
  const args = [...objectsOf(value["args"]), ...objectsOf(value["arguments"]), ...objectsOf(value["arg"])];
  const [first] = args;
  const type = textOf(value, "type");
  const kind = kindOf(first, type);
  const values = valuesOf(first ?? value);
  const description = textOf(value, "description", "help", "summary");
  const negation = textOf(value, "negate");
  return [
    {
      names,
      source,
      kind,
      valueForm: "glued",
      ...(negation !== undefined && { negation: dashedByLength(negation) }),
      ...(first && textOf(first, "name") !== undefined && { placeholder: textOf(first, "name") ?? "" }),
      ...(first === undefined && type !== undefined && kind === "value" && { placeholder: type }),
      ...(kind !== "switch" && values.length > 1 && { values: { ...source, value: { words: values, strength: "closed" as const } } }),
      ...(kind !== "switch" && isRepeated(value, first) && { repeat: true }),
      ...(description !== undefined && { description: { ...source, value: oneLine(description) } }),
      section: "",
      ...((value["isPersistent"] === true || value["recursive"] === true || value["global"] === true) && { isInherited: true }),
      ...((value["deprecated"] ?? false) !== false && { isDeprecated: true }),
      mentions: 1,
    },
  ];
}

function kindOf(arg: Json | undefined, type: string | undefined): OptionKind {
  if (arg !== undefined) return arg["isOptional"] === true || arg["required"] === false ? "optional" : "value";
  return type === undefined || /^bool(?:ean)?$|^flag$|^switch$|^count$/i.test(type) ? "switch" : "value";
}

function isRepeated(option: Json, arg: Json | undefined): boolean {
  return ["isRepeatable", "repeatable", "var", "variadic"].some((key) => (option[key] ?? false) !== false) || arg?.["isVariadic"] === true;
}

function readPositional(value: Json, source: Source): readonly PositionalFacts[] {
  const name = textOf(value, "name")
    ?.toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "arg_");
  if (!name) return [];
  const arity = isJsonObject(value["arity"]) ? value["arity"] : {};
  const values = valuesOf(value);
  const description = textOf(value, "description", "help", "summary");
  const most = arity["maximum"];
  return [
    {
      name,
      source,
      isRequired: value["required"] === true || (value["isOptional"] !== true && value["required"] === undefined && arity["minimum"] !== 0),
      repeat:
        value["isVariadic"] === true ||
        value["var"] === true ||
        value["variadic"] === true ||
        value["repeatable"] === true ||
        (typeof most === "number" && most > 1) ||
        (isJsonObject(value["arity"]) && most === undefined),
      ...(values.length > 1 && { values }),
      ...(description !== undefined && { description: oneLine(description) }),
    },
  ];
}

/** Returns the allowed values. Ignores suggestions of fig, which are only examples. */
function valuesOf(value: Json): readonly string[] {
  const choices = isJsonObject(value["choices"]) ? value["choices"]["choices"] : value["choices"];
  const list = [choices, value["acceptedValues"], value["enum"], value["enumValues"], value["allowedValues"]].find(Array.isArray);
  return Array.isArray(list) ? list.filter((word): word is string => typeof word === "string" && word !== "") : [];
}

function objectsOf(value: unknown): readonly Json[] {
  return (Array.isArray(value) ? value : [value]).filter(isJsonObject);
}

/** Returns the objects at these keys. Each value can be a list, or a mapping of objects by name. */
function listOf(value: Json, ...keys: readonly string[]): readonly Json[] {
  return keys.flatMap((key) => {
    const found = value[key];
    if (isJsonObject(found) && found["name"] === undefined) {
      return Object.entries(found).flatMap(([name, one]) => (isJsonObject(one) ? [{ name, ...one }] : []));
    }
    return objectsOf(found);
  });
}

function textOf(value: Json, ...keys: readonly string[]): string | undefined {
  return keys.map((key) => value[key]).find((one): one is string => typeof one === "string" && one.trim() !== "");
}

function namesOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((name): name is string => typeof name === "string" && /^[^\s]+$/.test(name));
}

const dashed = (name: string, dashes: string): string => (name.startsWith("-") ? name : `${dashes}${name}`);

const dashedByLength = (name: string): string => (/^[-+]/.test(name) ? name : dashed(name, name.length === 1 ? "-" : "--"));
