/** Checks constant words between the arguments of a tool, and the templates of words. */
import { placeholdersOf, readTemplate, wholePlaceholderOf } from "@climax-gen/runtime/internal/tool/template";
import { isMapping, type YamlValue } from "../../load/values.ts";
import { checkSpaces, checkTypography } from "./text-rules.ts";
import { readEnum } from "./enum-rules.ts";
import { keysWith, type ParsedArg } from "../keys/arg-schema.ts";
import type { ArgPart, ConfigPart, CommandToolPart, WordsPart } from "./parts.ts";
import { isKeySet, namesIn } from "./parts.ts";
import type { Report } from "../reporting/report.ts";
import type { YamlPath } from "../../load/locate.ts";

/**
 * Keys that an argument inside constant words cannot have, because it writes no separate words. `value` is the template of a joined item.
 */
const OWN_WORDS = keysWith(({ isForWords }) => !isForWords);

/** Checks constant words, and that the tool writes its words in order. */
export function checkWords(tool: CommandToolPart, config: ConfigPart, report: Report): void {
  const { value, parsed, path, args, items } = tool;
  const words = items.filter((item): item is WordsPart => item.kind === "words");
  if (value.order !== undefined && value.end_of_options === true)
    report.atKey("conflicting-keys", [...path, "order"], { key: "order", other: "end_of_options" });
  else if (value.order !== undefined && value.end_of_options !== false && config.value.end_of_options === true)
    report.atKey("order-with-end", [...path, "order"], { key: "end_of_options" });
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
  for (const arg of args) if (placed.has(arg.value.name ?? "")) checkPlaced(arg, words, report);
}

/** Reports whether `--` precedes the operands of a tool: as the tool sets it, or else the config. False with `order`. */
export function writesDashDash({ value: tool }: CommandToolPart, { value: config }: ConfigPart): boolean {
  return tool.order === undefined && (tool.end_of_options ?? config.end_of_options) === true;
}

/** Returns the key of a checked tool that records `writesDashDash`. Its value is `undefined` if the result is false. */
export function keyOfDashDash(tool: CommandToolPart, config: ConfigPart): { readonly end_of_options: true | undefined } {
  return { end_of_options: writesDashDash(tool, config) || undefined };
}

/** Returns the names of the arguments whose values are part of constant words. */
export function placedArguments({ items }: Pick<CommandToolPart, "items">): ReadonlySet<string> {
  return new Set(items.flatMap((item) => (item.kind === "words" ? (item.value.words ?? []).flatMap(placeholdersOf) : [])));
}

/** Returns the names of the arguments whose values are in constant words that have other text, too. */
export function insertedArguments({ items }: Pick<CommandToolPart, "items">): ReadonlySet<string> {
  const words = items.flatMap((item) => (item.kind === "words" ? (item.value.words ?? []) : []));
  return new Set(words.filter((word) => wholePlaceholderOf(word) === undefined).flatMap(placeholdersOf));
}

function checkPlaced({ value: arg, raw, path }: ArgPart, words: readonly WordsPart[], report: Report): void {
  const { name = "", type } = arg;
  const isJoined = arg.join !== undefined;
  const isOwn = (key: keyof ParsedArg): boolean => arg[key] !== undefined && arg[key] !== false && arg[key] !== null;
  const key = OWN_WORDS.find((candidate) => isOwn(candidate) && !(candidate === "value" && isJoined));
  if (key !== undefined) report.atKey("words-argument", [...path, key], { name, key });
  else if (isMapping(raw["enum"])) checkInserted(arg, path, words, report);
  else if (type === "boolean" || (type === "map" && !isJoined))
    report.atKey("words-argument", [...path, "type"], { name, key: `type: ${type}` });
}

/** Reports values of an `enum` that stand for no word or several, if a word has other text beside the placeholder. */
function checkInserted(arg: ArgPart["value"], path: YamlPath, words: readonly WordsPart[], report: Report): void {
  const { name = "", type = "string" } = arg;
  const templates = words.flatMap((item) => item.value.words ?? []);
  const word = templates.find((template) => placeholdersOf(template).includes(name) && wholePlaceholderOf(template) === undefined);
  if (word === undefined) return;
  for (const [value, texts] of Object.entries(readEnum(arg.enum as YamlValue, type).enum_words ?? {}))
    if (texts.length !== 1) report.atKey("words-enum", [...path, "enum", value], { value, count: texts.length, name, word });
}

/** Checks the `value` of an argument. */
export function checkTemplates(arg: ArgPart["value"], path: YamlPath, report: Report): void {
  const { value, type } = arg;
  // Without a valid type, the placeholders are not known.
  if (value === undefined || type === undefined) return;
  const at = [...path, "value"];
  const isList = typeof value !== "string";
  const templates = isList ? value : [value];
  if (type !== "map" && isForMap(templates)) return report.atValue("template-for-map", at, { type });
  const names = type === "map" ? MAP_NAMES : [""];
  for (const [index, template] of templates.entries()) checkTemplate(template, isList ? [...at, index] : at, { names, report });
  const isAfterFlag = arg.positional !== true && isKeySet(arg, "flag");
  // The first template is the value of the flag, and can contain options.
  const words = isAfterFlag ? templates.map((template, index) => (index === 0 ? "" : template)) : templates;
  checkSpaces(words, at, { isList, report });
  checkMissing(templates, at, { names, report });
  if (templates.length > 1 && arg.join !== undefined) report.atKey("conflicting-keys", [...path, "join"], { key: "join", other: "value" });
}

/** Placeholders of the templates of a map. */
const MAP_NAMES: readonly string[] = ["key", "value"];

function isForMap(templates: readonly string[]): boolean {
  return MAP_NAMES.every((name) => templates.some((template) => placeholdersOf(template).includes(name)));
}

interface TemplateContext {
  /** Names of the allowed placeholders. The empty name is `{}`. */
  readonly names: readonly string[];
  readonly report: Report;
}

/** Reports the first placeholder that no template contains, unless a template has another fault. */
function checkMissing(templates: readonly string[], path: YamlPath, { names, report }: TemplateContext): void {
  if (templates.length === 0 || templates.some((template) => findTemplateFault(template, names) !== undefined)) return;
  const missing = names.find((name) => !templates.some((template) => placeholdersOf(template).includes(name)));
  if (missing === undefined) return;
  const [template = ""] = templates;
  const meant = templates.length === 1 && names[0] === "" ? readForeign(template) : undefined;
  report.atValue("template-without-value", path, { placeholder: missing, meant });
}

/** Reports the first single brace of a template, or its first unknown placeholder. */
function checkTemplate(template: string, path: YamlPath, { names, report }: TemplateContext): void {
  const fault = findTemplateFault(template, names);
  if (fault?.kind === "brace") report.atValue("template-brace", path, { brace: fault.text });
  else if (fault !== undefined) {
    const meant = names[0] === "" && template.includes(`\${${fault.text}}`) ? readForeign(template) : undefined;
    report.atValue("template-placeholder", path, { name: fault.text, allowed: names.slice(0, 3), meant });
  }
}

/** Placeholders of shells, manuals, `printf` and other template languages: `${x}`, `<x>`, `%s`, `{{x}}`. */
const FOREIGN = /\$\{\w+\}|\{\{\s*\w*\s*\}\}|\$[A-Za-z_]\w*|<[\w-]+>|%[sd]/g;

/** Returns a template whose only placeholder is replaced by `{}`. Undefined if it has none or several. */
function readForeign(template: string): string | undefined {
  return template.match(FOREIGN)?.length === 1 ? template.replace(FOREIGN, "{}") : undefined;
}

interface WordFault {
  readonly kind: "brace" | "placeholder";
  readonly text: string;
}

function findTemplateFault(template: string, names: readonly string[]): WordFault | undefined {
  const { fault } = readTemplate(template);
  if (fault !== undefined) return { kind: "brace", text: fault.brace };
  const name = placeholdersOf(template).find((placeholder) => !names.includes(placeholder));
  return name === undefined ? undefined : { kind: "placeholder", text: name };
}
