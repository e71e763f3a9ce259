/**
 * Expands a config: inserts the arguments of groups, and the defaults of tools. The result is a document whose parts keep the locations
 * where a person wrote them, so that all later checks, `explain` and `diff` point there.
 */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { hasError } from "../../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../../load/document.ts";
import type { ValueLocation, YamlPath } from "../../load/locate.ts";
import { isList, describeValue, isMapping, type YamlMapping, type YamlValue } from "../../load/values.ts";
import { configFormat } from "../cli/config-format.ts";
import { useSchema } from "../keys/arg-schema.ts";
import { configSchema, fragmentHeadSchema } from "../keys/config-schema.ts";
import { defaultsSchema, inheritanceOf } from "../keys/tool-schema.ts";
import { factFields } from "../keys/fact-schema.ts";
import { fieldsOf, hasOnlyKeysOf } from "../keys/key-facts.ts";
import { suggestFix } from "../reporting/fixes.ts";
import type { Format } from "../reporting/format.ts";
import { readPart } from "../reporting/part.ts";
import type { IncludingFile } from "../reporting/includes.ts";
import type { Report } from "../reporting/report.ts";
import { loadIncluded } from "./included-files.ts";

/** A config after its includes and groups have been replaced by their contents. */
export interface ExpandedConfig {
  readonly document: LoadedDocument;
  readonly diagnostics: readonly Diagnostic[];
  /** Indexes of the tools that use a group that does not exist or could not be read. */
  readonly incomplete: ReadonlySet<number>;
  /** Warnings about groups of the config that no tool uses. */
  readonly unusedGroups: readonly Diagnostic[];
  /** Paths of the files that the config includes. */
  readonly included: readonly string[];
}

/** A value in a file. */
interface Origin {
  readonly report: Report;
  readonly path: YamlPath;
}

interface Group extends Origin {
  /** Undefined if it is not a list. */
  readonly args: readonly YamlValue[] | undefined;
}

/** The groups and defaults that apply to a config. */
interface Shared {
  readonly groups: ReadonlyMap<string, Group>;
  readonly defaults: ReadonlyMap<string, Origin & { readonly value: YamlValue }>;
}

/** Expands a config. Returns the document itself if it has nothing to expand. */
export function expandConfig(report: Report, file: IncludingFile): ExpandedConfig {
  const { document } = report;
  const keys = ["include", "arg_groups", "defaults", ...Object.keys(factFields)];
  const tools = isList(document.value["tools"]) ? document.value["tools"] : [];
  if (!keys.some((key) => key in document.value) && !tools.some(usesGroup))
    return { document, diagnostics: [], incomplete: new Set(), unusedGroups: [], included: [] };
  const { reports: fragments, paths, diagnostics } = loadIncluded(report, file);
  for (const fragment of fragments) checkFragment(fragment);
  const reports = [report, ...fragments];
  const isRead = [diagnostics, ...reports.map((each) => each.diagnostics)].every((found) => !hasError(found));
  const shared = collectShared(reports);
  const used = new Set<string>();
  const hasAllGroups = reports.every(({ document: { value } }) => value["arg_groups"] === undefined || isMapping(value["arg_groups"]));
  const isComplete = hasAllGroups && hasOnlyKeysOf(configSchema, document.value) && isRead;
  const incomplete = new Set<number>();
  const expanded = tools.map((tool, index) => expandTool(tool, { report, index, shared, used, incomplete, isComplete }));
  const unused = [...shared.groups].filter(([name, group]) => group.report === report && !used.has(name));
  return {
    document: toDocument(document, expanded, shared),
    diagnostics: [...diagnostics, ...fragments.flatMap((fragment) => fragment.diagnostics)],
    incomplete,
    unusedGroups: unused.map(([name, { path }]) => diagnose("unused-group", report.locateKey(path), { name })),
    included: paths,
  };
}

function usesGroup(tool: YamlValue): boolean {
  const args = isMapping(tool) ? tool["args"] : undefined;
  return isList(args) && args.some(isUse);
}

function isUse(item: YamlValue): item is YamlMapping {
  return isMapping(item) && "use" in item && !("name" in item);
}

/** Format of a fragment: it suggests moving a key of a config to the files that include the fragment. */
const fragmentFormat: Format = {
  ...configFormat,
  suggestMove: (key, at) => {
    if (fieldsOf(configSchema).has(key)) return "move it to the configs that include this file";
    return key === "cwd" ? "write `working_dir` instead, in the configs that include this file" : configFormat.suggestMove(key, at);
  },
};

/** The key that acknowledges hazards. */
const ALLOW = "x-allow";

function checkFragment(report: Report): void {
  const { value } = report.document;
  readPart(fragmentHeadSchema, value, { path: [], format: { ...fragmentFormat, describeOwner: () => "the fragment" }, report });
  // The items of a group become arguments of a config, with their acknowledgements. Nothing else of a fragment does.
  if (ALLOW in value) report.atKey("allow-in-fragment", [ALLOW]);
  if (isMapping(value["defaults"]) && ALLOW in value["defaults"]) report.atKey("allow-in-fragment", ["defaults", ALLOW]);
}

/** Collects groups and defaults, and reports names that are defined twice. */
function collectShared(reports: readonly Report[]): Shared {
  const groups = new Map<string, Group>();
  const defaults = new Map<string, Origin & { readonly value: YamlValue }>();
  for (const report of reports) {
    for (const [name, args] of readGroups(report)) {
      const path = ["arg_groups", name];
      const first = groups.get(name);
      if (first === undefined) groups.set(name, { report, path, args });
      else addDuplicate(diagnose("duplicate-group", report.locateKey(path), { name }), first, report);
    }
    for (const [path, value] of [...readDefaults(report), ...readFacts(report)]) {
      const key = String(path.at(-1));
      const first = defaults.get(key);
      if (first === undefined) defaults.set(key, { report, path, value });
      else addDuplicate(diagnose("duplicate-default", report.locateKey(path), { key }), first, report);
    }
  }
  return { groups, defaults };
}

function addDuplicate(diagnostic: Diagnostic, first: Origin, report: Report): void {
  report.add(withRelated(diagnostic, "first defined here", first.report.locateKey(first.path)));
}

/** The value of a default, and its path in the file. */
type ValueAtPath = readonly [path: YamlPath, value: YamlValue];

function readGroups(report: Report): readonly (readonly [string, Group["args"]])[] {
  const written = report.document.value["arg_groups"] ?? null;
  if (!isMapping(written)) return [];
  return Object.entries(written).map(([name, args]) => {
    if (isList(args)) return [name, args] as const;
    const fix = typeof args === "object" ? suggestFix("list", args, "", "args") : undefined;
    const details = { what: "each group of `arg_groups`", expected: "a list of arguments", found: describeValue(args) };
    report.atValue("wrong-type", ["arg_groups", name], { ...details, fix });
    return [name, undefined] as const;
  });
}

function readDefaults(report: Report): readonly ValueAtPath[] {
  const written = report.document.value["defaults"] ?? null;
  if (!isMapping(written)) return [];
  const format = report.document.value["kind"] === "fragment" ? fragmentFormat : configFormat;
  if (ALLOW in written && format === configFormat) report.atKey("allow-in-defaults", ["defaults", ALLOW]);
  const { value } = readPart(defaultsSchema, written, { path: ["defaults"], format, report });
  // Only the valid keys are inserted, so that an error is reported once, at its location in the fragment.
  return Object.keys(value).flatMap((key) => (key in written ? [[["defaults", key], written[key] ?? null] as const] : []));
}

/** Returns the facts that a config states for all of its tools. The check of its other keys reports those of another type. */
function readFacts({ document: { value } }: Report): readonly ValueAtPath[] {
  if (value["kind"] === "fragment") return [];
  return Object.keys(factFields).flatMap((key) => (typeof value[key] === "boolean" ? [[[key], value[key]] as const] : []));
}

interface ExpandedTool {
  readonly value: YamlValue;
  /** Paths of the items of `args` in the file. Omitted if the tool uses no group. */
  readonly args?: readonly Origin[];
  /** Keys that defaults supply. */
  readonly supplied: ReadonlySet<string>;
  /** Names that the tool writes under keys whose other names defaults supply. */
  readonly merged: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ToolContext {
  readonly report: Report;
  readonly index: number;
  readonly shared: Shared;
  /** Names of the groups that tools use. */
  readonly used: Set<string>;
  /** Receives the indexes of tools with a group that could not be inserted. */
  readonly incomplete: Set<number>;
  /** False if an included file or a section of groups could not be read, and could define any group. */
  readonly isComplete: boolean;
}

function expandTool(tool: YamlValue, context: ToolContext): ExpandedTool {
  if (!isMapping(tool)) return { value: tool, supplied: new Set(), merged: new Map() };
  const { defaults } = context.shared;
  const supplied = [...defaults].filter(([key]) => !(key in tool));
  const merged = [...defaults].flatMap(([key, { value }]) => mergeEntries(key, value, tool[key] ?? null));
  const written = usesGroup(tool) && isList(tool["args"]) ? tool["args"] : undefined;
  const uses = written?.map((item) => (isUse(item) ? item["use"] : undefined)) ?? [];
  const items = written?.flatMap((item, index) => expandItem({ item, index, uses }, context));
  const value = withKeys(tool, [
    ...supplied.map(([key, origin]) => [key, origin.value] as const),
    ...merged.map(({ key, entries }) => [key, entries] as const),
    ...(items === undefined ? [] : [["args", items.map((item) => item.value)] as const]),
  ]);
  return {
    value,
    ...(items && { args: items }),
    supplied: new Set(supplied.map(([key]) => key)),
    merged: new Map(merged.map(({ key, own }) => [key, own])),
  };
}

interface MergedEntries {
  readonly key: string;
  readonly entries: YamlMapping;
  /** Names that the tool writes. */
  readonly own: ReadonlySet<string>;
}

/** Adds the entries of a default to those of the tool, if both are mappings and the key is merged. */
function mergeEntries(key: string, inherited: YamlValue, written: YamlValue): readonly MergedEntries[] {
  if (inheritanceOf(key) !== "merged" || !isMapping(inherited) || !isMapping(written)) return [];
  return [{ key, entries: withKeys(inherited, Object.entries(written)), own: new Set(Object.keys(written)) }];
}

type PlacedItem = Origin & { readonly value: YamlValue };

interface ListedItem {
  readonly item: YamlValue;
  readonly index: number;
  /** Name of the group that each item of the list uses. Undefined for other items. */
  readonly uses: readonly (YamlValue | undefined)[];
}

function expandItem(
  { item, index, uses }: ListedItem,
  { report, index: tool, shared, used, incomplete, isComplete }: ToolContext,
): readonly PlacedItem[] {
  const path = ["tools", tool, "args", index];
  if (!isUse(item)) return [{ report, path, value: item }];
  readPart(useSchema, item, { path, format: configFormat, report });
  const name = item["use"];
  const known = [...shared.groups.keys()];
  if (typeof name !== "string") {
    // The item may use any group.
    for (const group of known) used.add(group);
    incomplete.add(tool);
    return [];
  }
  if (!shared.groups.has(name)) {
    incomplete.add(tool);
    if (!isComplete) return [];
    report.atValue("unknown-group", [...path, "use"], { name, near: nearNames(name, known, 2), known: known.slice(0, 5) });
  }
  // Inserts the group whose name is most similar to a misspelled name. Otherwise its arguments would be reported as unknown, or the group
  // as unused.
  const [meant = name] = shared.groups.has(name) ? [name] : nearNames(name, known, 1).filter((near) => !uses.includes(near));
  const group = shared.groups.get(meant);
  if (group === undefined) return [];
  used.add(meant);
  const first = uses.indexOf(name);
  if (first < index) {
    const diagnostic = diagnose("repeated-group", report.locateValue([...path, "use"]), { name });
    report.add(withRelated(diagnostic, "first used here", report.locateValue(["tools", tool, "args", first, "use"])));
    return [];
  }
  if (group.args === undefined) incomplete.add(tool);
  return (group.args ?? []).map((value, position) => ({ report: group.report, path: [...group.path, position], value }));
}

/** Returns the document with the expanded tools. Locations are those of the parts before the expansion. */
function toDocument(document: LoadedDocument, tools: readonly ExpandedTool[], { defaults }: Shared): LoadedDocument {
  const locate = (path: YamlPath): ValueLocation | undefined => {
    const [list, index, key, item, ...rest] = path;
    const tool = list === "tools" && typeof index === "number" ? tools[index] : undefined;
    if (key === "args" && typeof item === "number" && tool?.args !== undefined) {
      const origin = tool.args[item];
      return origin?.report.document.locate([...origin.path, ...rest]);
    }
    const own = typeof key === "string" ? tool?.merged.get(key) : undefined;
    const isInherited = typeof key === "string" && (tool?.supplied.has(key) || (own && item !== undefined && !own.has(String(item))));
    const origin = isInherited === true ? defaults.get(key) : undefined;
    return origin === undefined ? document.locate(path) : origin.report.document.locate([...origin.path, ...path.slice(3)]);
  };
  // `tools` that is missing, or not a list, is reported later.
  if (!isList(document.value["tools"])) return { ...document, locate };
  return { ...document, value: withKeys(document.value, [["tools", tools.map(({ value }) => value)]]), locate };
}

/** Returns the mapping with further entries. Like every mapping of a document, it has no prototype. */
function withKeys(mapping: YamlMapping, entries: readonly (readonly [string, YamlValue])[]): YamlMapping {
  const copy = Object.assign(Object.create(null) as Record<string, YamlValue>, mapping);
  for (const [key, value] of entries) copy[key] = value;
  return copy;
}
