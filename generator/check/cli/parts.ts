/** Splits a document into the parts of a config. Each part is parsed separately, so that one error does not hide others. */
import type { FormKeys, LineForm } from "@climax-gen/runtime/internal/argument/form";
import { toForm } from "@climax-gen/runtime/internal/argument/form";
import { placeholdersOf } from "@climax-gen/runtime/internal/tool/template";
import type * as z from "zod";
import type { YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { argSchema, fileSchema, mapKeysSchema, wordsSchema, type ParsedArg, type ParsedWords } from "../keys/arg-schema.ts";
import { commandChoiceSchema, configHeadSchema, type ParsedConfigHead } from "../keys/config-schema.ts";
import {
  exampleSchema,
  resolverSchema,
  toolHeadSchema,
  type ParsedExample,
  type ParsedResolver,
  type ParsedToolHead,
} from "../keys/tool-schema.ts";
import { factsOf, withoutDefaults } from "../keys/key-facts.ts";
import { omitAbsent } from "../files/omit-absent.ts";
import { toFlow } from "../../load/flow-text.ts";
import { configFormat } from "./config-format.ts";
import type { KeysContext } from "../reporting/check-keys.ts";
import { readPart, type Part } from "../reporting/part.ts";
import type { Report } from "../reporting/report.ts";

/** An argument of a tool, or a global argument. */
export type ArgPart = Part<ParsedArg>;

/** Reports whether a key of an argument has a value other than its default. An empty `flag` is the automatic one. */
export function isKeySet(arg: ArgPart["value"], key: keyof ParsedArg): boolean {
  const value = arg[key];
  return value !== undefined && value !== null && value !== false && (value !== "" || key === "pattern");
}

/** Returns the keys of an argument that decide its form, of those that are valid. Includes other keys, which have no effect on it. */
export function formKeysOf(arg: ArgPart["value"]): FormKeys {
  const { name = "", type = "string", flag, file, repeat = false, join, value } = arg;
  return omitAbsent<FormKeys>({
    ...withoutDefaults<ArgPart["value"]>(argSchema, arg),
    name,
    type,
    flag: flag ?? undefined,
    file: file === true ? {} : file || undefined,
    repeat: repeat || (join !== undefined && type !== "map") || undefined,
    value: typeof value === "string" ? [value] : value,
    // The words of the values do not affect the form.
    enum_words: isMapping(arg.enum) ? {} : undefined,
  });
}

/** Returns how a value becomes words, as far as the keys of its argument are valid. Undefined for a value in another place. */
export function wordsOf(arg: ArgPart["value"]): LineForm["words"] | undefined {
  const form = toForm(formKeysOf(arg));
  return "words" in form ? form.words : undefined;
}

/** Constant words. */
export interface WordsPart extends Part<ParsedWords> {
  readonly kind: "words";
}

/** An item of `args`. */
export type ArgsItem = (ArgPart & { readonly kind: "arg" }) | WordsPart;

/** A tool with the parts that it contains. */
export interface CommandToolPart extends Part<ParsedToolHead> {
  /** The arguments and constant words, as written. */
  readonly items: readonly ArgsItem[];
  /** The arguments alone. */
  readonly args: readonly ArgPart[];
  readonly examples: readonly Part<ParsedExample>[];
  readonly resolvers: readonly ResolverPart[];
  /** False if a group of arguments could not be inserted. */
  readonly hasAllGroups: boolean;
}

/** An entry of `resolve`, with its key. */
export interface ResolverPart extends Part<ParsedResolver> {
  readonly name: string;
}

/** A config with the parts that it contains. */
export interface ConfigPart extends Part<ParsedConfigHead> {
  readonly globalArgs: readonly ArgPart[];
  readonly tools: readonly CommandToolPart[];
}

/**
 * Reads the parts of the config. Reports wrong keys and types, and omits list items that are not mappings.
 * @param incomplete indexes of the tools with a group that could not be inserted
 */
export function readParts(report: Report, incomplete: ReadonlySet<number>): ConfigPart {
  const contextAt = (path: YamlPath): KeysContext => ({ path, format: configFormat, report });
  const readArg = (raw: YamlMapping, path: YamlPath): ArgPart => {
    const isValid = (key: string, schema: typeof fileSchema | typeof mapKeysSchema): boolean => {
      const nested = raw[key];
      return !isMapping(nested) || readPart<z.ZodObject>(schema, nested, contextAt([...path, key])).parsed !== undefined;
    };
    // The faults of nested mappings are reported, so the argument is read without them.
    const { keys, ...rest } = isValid("file", fileSchema) ? raw : { ...raw, file: true };
    return readPart(argSchema, keys !== undefined && isValid("keys", mapKeysSchema) ? { ...rest, keys } : rest, contextAt(path));
  };
  const readChoice = (raw: YamlMapping): boolean => {
    const names = ["any_of", ...(factsOf(commandChoiceSchema, "any_of").aliases ?? [])];
    if (names.some((name) => Object.hasOwn(raw, name)))
      return readPart(commandChoiceSchema, raw, contextAt(["command"])).parsed !== undefined;
    const fix = "write the program and its first arguments, or `{ any_of: [fd, fdfind] }`";
    report.atValue("wrong-type", ["command"], {
      what: "`command`",
      expected: "text or a mapping with `any_of`",
      found: "another mapping",
      fix,
    });
    return false;
  };
  const root = report.document.value;
  const choice = root["command"];
  const isReadable = !isMapping(choice) || readChoice(choice);
  const config = readPart(configHeadSchema, isReadable ? root : { ...root, command: "unreadable" }, contextAt([]));
  const globalArgs = readList(config, "global_args", report, readArg);
  const tools = readList(config, "tools", report, (raw, path): CommandToolPart => {
    const tool = readPart(toolHeadSchema, raw, contextAt(path));
    const items = readList(tool, "args", report, (item, at): ArgsItem =>
      Object.hasOwn(item, "words") && !Object.hasOwn(item, "name")
        ? { kind: "words", ...readPart(wordsSchema, item, contextAt(at)) }
        : { kind: "arg", ...readArg(item, at) },
    );
    const examples = readList(tool, "examples", report, (item, at) => readPart(exampleSchema, item, contextAt(at)));
    const args = items.filter((item) => item.kind === "arg");
    const hasAllGroups = !incomplete.has(Number(path.at(-1)));
    return { ...tool, items, args, examples, resolvers: readResolvers(tool, report), hasAllGroups };
  });
  return { ...config, globalArgs, tools };
}

/**
 * Reports whether the names of all arguments of a tool are known. False if an error in an argument or in a key of the tool can hide a name.
 */
export function hasAllNames({ parsed, raw, items, args, hasAllGroups }: CommandToolPart): boolean {
  const written: YamlValue = raw["args"] ?? [];
  const isComplete = hasAllGroups && parsed !== undefined && Array.isArray(written) && written.length === items.length;
  return isComplete && args.every(({ value: { name } }) => name !== undefined && name === name.trim());
}

/** Returns the names that templates of a tool may contain: its arguments, or any name if an error may hide one of them. */
export function namesIn(tool: CommandToolPart, templates: readonly string[]): readonly string[] {
  const known = tool.args.flatMap(({ value }) => value.name ?? []);
  return hasAllNames(tool) ? known : [...known, ...templates.flatMap(placeholdersOf)];
}

/** Reads the resolvers of a tool. Reports and omits those that are not mappings. */
function readResolvers({ raw, path }: Part<unknown>, report: Report): readonly ResolverPart[] {
  const table = raw["resolve"] ?? null;
  if (!isMapping(table)) return [];
  return Object.entries(table).flatMap(([name, resolver]) => {
    const at = [...path, "resolve", name];
    if (isMapping(resolver)) return [{ name, ...readPart(resolverSchema, resolver, { path: at, format: configFormat, report }) }];
    const fix = `write its keys, such as \`command: ${typeof resolver === "string" && /^[\w -]{1,40}$/.test(resolver) ? resolver : "…"}\``;
    report.atValue("wrong-type", at, { what: "a resolver", expected: "a mapping of keys to values", found: describeValue(resolver), fix });
    return [];
  });
}

/** Reads the items of a list. Reports and omits items that are not mappings. */
export function readList<Item>(
  { path, raw }: Part<unknown>,
  key: "tools" | "args" | "global_args" | "examples",
  report: Report,
  read: (item: YamlMapping, path: YamlPath) => Item,
): readonly Item[] {
  const list: YamlValue = raw[key] ?? null;
  if (!isList(list)) return [];
  return list.flatMap((item, index) => {
    const itemPath = [...path, key, index];
    if (isMapping(item)) return [read(item, itemPath)];
    const what = key === "tools" ? "a tool" : key === "examples" ? "an example" : "an argument";
    const fix = suggestItem(key, item);
    report.atValue("wrong-type", itemPath, { what, expected: "a mapping of keys to values", found: describeValue(item), fix });
    return [];
  });
}

/** Suggests keys for an item that is not a mapping. */
function suggestItem(key: "tools" | "args" | "global_args" | "examples", item: YamlValue): string {
  if (key === "examples") return "write its keys, such as `args: { … }`";
  if (key === "args" && Array.isArray(item) && item.every((word) => typeof word === "string")) return `write \`words: ${toFlow(item)}\``;
  const text = typeof item === "string" ? item : "";
  const [, flag, option] = /^(--?([A-Za-z][\w-]{0,40})(?:=(?=.)|$|(?=\s)))/.exec(text) ?? [];
  if (option !== undefined && key === "global_args") return "move it to `command`, which can contain constant options";
  if (option !== undefined && key === "args") return `write its keys, such as \`name: ${option.replaceAll("-", "_")}, flag: ${flag}\``;
  return `write its keys, such as \`name: ${/^\w{1,40}$/.test(text) ? text : "…"}\``;
}
