/**
 * Locates the parts of checked files. An address names a part as users do; its location is a file and a span. Only this module
 * converts an address to a YAML path.
 */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { matchesGlob, mostSpecific } from "@climax-gen/runtime/internal/policy/expand-policy";
import type { SourceLocation, SourceText } from "../../diagnostics/diagnostic.ts";
import { locateNearest } from "../../load/document.ts";
import type { ValueLocation, YamlPath } from "../../load/locate.ts";
import { findLineStarts, positionAt, type LineStarts, type Position } from "../../text/lines.ts";
import type { CheckedFile, CheckedPolicy } from "./checked-file.ts";

/** A part of a file, by the names of tools and arguments. Keys inside it are passed separately. */
export type Address =
  | { readonly kind: "file" }
  | { readonly kind: "tool"; readonly tool: string }
  | { readonly kind: "arg"; readonly tool: string; readonly arg: string }
  /** An item of `args` by its position: an argument or constant words. */
  | { readonly kind: "item"; readonly tool: string; readonly item: number }
  | { readonly kind: "global_arg"; readonly arg: string };

/** The whole file; with keys, a key of a config or policy. */
export const WHOLE_FILE: Address = { kind: "file" };

/** Returns the address of a tool, or of one of its arguments. */
export function addressOf(tool: string, arg?: string): Address {
  return arg === undefined ? { kind: "tool", tool } : { kind: "arg", tool, arg };
}

/** A file whose parts have addresses. */
export type AddressedFile = CheckedFile | CheckedPolicy;

/** A position in a file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface FilePosition extends Position {
  readonly path: string;
}

/** Returns the YAML path of a part, or of the keys inside it. Returns undefined if the file has no part of this name. */
export function pathOf(file: AddressedFile, address: Address, keys: YamlPath = []): YamlPath | undefined {
  if (file.kind === "policy") return pathOfRule(file, address, keys);
  const path = pathOfPart(file, address);
  return path && [...path, ...keys];
}

/**
 * Returns the path of a rule for a tool: in the tool's own entry, or in that of a glob which matches the tool. If several entries have the
 * keys, the layer of the policy selects one.
 */
function pathOfRule(policy: CheckedPolicy, address: Address, keys: YamlPath): YamlPath | undefined {
  const path = pathOfPart(policy, address);
  if (path === undefined || address.kind === "file" || address.kind === "global_arg") return path && [...path, ...keys];
  const [, , ...inside] = path;
  const isWritten = (candidate: YamlPath): boolean => policy.document.locate(candidate) !== undefined;
  const matching = policy.globs.filter((glob) => matchesGlob(glob, address.tool));
  const globs = keys[0] === "executor" ? mostSpecific(matching.filter((glob) => isWritten(["tools", glob, "executor"]))) : matching;
  const candidates = [address.tool, ...globs].map((entry): YamlPath => ["tools", entry, ...inside, ...keys]);
  const written = globs.length === 0 ? [] : candidates.filter(isWritten);
  return written[policy.layer ?? 0] ?? written[0] ?? candidates[0];
}

function pathOfPart(file: AddressedFile, address: Address): YamlPath | undefined {
  switch (address.kind) {
    case "file":
      return [];
    case "tool":
      return pathOfTool(file, address.tool);
    case "arg": {
      const path = pathOfTool(file, address.tool);
      const inside = path && pathOfArg(file, address);
      return inside && [...path, ...inside];
    }
    case "item": {
      const path = pathOfTool(file, address.tool);
      return path && [...path, "args", address.item];
    }
    case "global_arg": {
      const index = file.kind === "cli" ? file.global_args.findIndex(({ name }) => name === address.arg) : -1;
      return index === -1 ? undefined : ["global_args", index];
    }
  }
}

function pathOfTool(file: AddressedFile, tool: string): YamlPath | undefined {
  if (file.kind === "policy") return ["tools", tool];
  const index = toolIndexes(file).get(tool);
  return index === undefined ? undefined : ["tools", index];
}

/** Returns the path of an argument below its tool: an item of a list, a property of an input schema, or a constraint. */
function pathOfArg(file: AddressedFile, { tool, arg }: { readonly tool: string; readonly arg: string }): YamlPath | undefined {
  switch (file.kind) {
    case "cli": {
      const { args = [], order } = file.tools[toolIndexes(file).get(tool) ?? -1] ?? {};
      // Constant words are items of `args`, too.
      const index = order === undefined ? argIndexes(args).get(arg) : order.indexOf(arg);
      return index === undefined || index === -1 ? undefined : ["args", index];
    }
    case "directive":
      return ["inputSchema", "properties", arg];
    case "policy":
      return ["args", arg];
  }
}

/** Cache: hazards and diffs locate every tool of large files. */
const indexesOfFiles = new WeakMap<CheckedFile, ReadonlyMap<string, number>>();

function toolIndexes(file: CheckedFile): ReadonlyMap<string, number> {
  const known = indexesOfFiles.get(file);
  if (known !== undefined) return known;
  const indexes = new Map(file.tools.map(({ name }, index) => [name, index]));
  indexesOfFiles.set(file, indexes);
  return indexes;
}

/** Cache: a tool can have thousands of arguments, and a hazard at each. */
const indexesOfArgs = new WeakMap<readonly ToolArg[], ReadonlyMap<string, number>>();

/** Returns the position of each argument by its name: the first one, if several have the name. */
function argIndexes(args: readonly ToolArg[]): ReadonlyMap<string, number> {
  const known = indexesOfArgs.get(args);
  if (known !== undefined) return known;
  const indexes = new Map(args.map(({ name }, index) => [name, index] as const).toReversed());
  indexesOfArgs.set(args, indexes);
  return indexes;
}

/** The key or the value of an entry. */
type KeyOrValue = "key" | "value";

/** Returns the location of a part, or of the keys inside it. Returns undefined if nothing is written there. */
export function locate(file: AddressedFile, address: Address, keys: YamlPath = [], side: KeyOrValue = "value"): SourceLocation | undefined {
  const path = pathOf(file, address, keys);
  const found = path && file.document.locate(path);
  return found && locationOf(found, side);
}

/** Returns the location of a part, or of the keys inside it, or of the nearest enclosing part that is written. */
export function locateClosest(file: AddressedFile, address: Address, keys: YamlPath = [], side: KeyOrValue = "value"): SourceLocation {
  return locationOf(locateNearest(file.document, pathOf(file, address, keys) ?? []), side);
}

/** Path of the key that decides whether the command line of a tool has `--`, in the tool or the config. */
export const DASH_DASH_KEYS: YamlPath = ["end_of_options"];

/** Returns the part whose key decides whether the command line of a tool has `--`, which is the tool or the config, and the path of the key. */
export function addressOfDashDash(file: AddressedFile, tool: string): readonly [owner: Address, keys: YamlPath] {
  const own = addressOf(tool);
  return [locate(file, own, DASH_DASH_KEYS) === undefined ? WHOLE_FILE : own, DASH_DASH_KEYS];
}

/** Returns the location of a key, or of the value if it has no key: an item of a list. */
export function locationOf(found: ValueLocation, side: KeyOrValue = "value"): SourceLocation {
  return { source: found.source, span: (side === "key" ? found.key : undefined) ?? found.value };
}

/** Cache: all parts of a file are located one after the other. */
const linesOfSources = new WeakMap<SourceText, LineStarts>();

/** Returns the position at which a location starts. */
export function toFilePosition({ source, span }: SourceLocation): FilePosition {
  const starts = linesOfSources.get(source) ?? findLineStarts(source.text);
  linesOfSources.set(source, starts);
  return { path: source.path, ...positionAt(starts, span.start) };
}

/** Returns the position of a part, or of the keys inside it, or of the nearest enclosing part that is written. */
export function positionOf(file: AddressedFile, address: Address, keys: YamlPath = [], side: KeyOrValue = "value"): FilePosition {
  return toFilePosition(locateClosest(file, address, keys, side));
}
