/** The values that the recorded calls of each tool passed: a summary that a policy can be derived from. */
import { coerceScalar } from "@climax-gen/runtime/internal/tool/coerce";
import { isJsonObject, parseJson } from "@climax-gen/runtime/internal/text/json";
import type { ScalarValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { canStandAlone, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import type { RecordedCall } from "./read-audit.ts";

/** The calls of one tool. */
export interface ToolCalls {
  readonly tool: Tool;
  readonly calls: number;
  /** The use of each argument of the tool that a call passed, by name. */
  readonly args: ReadonlyMap<string, ArgUse>;
}

/** The values that calls passed for one argument: the items of lists, and the values of maps. */
export interface ArgUse {
  /** Number of calls that passed the argument. */
  readonly calls: number;
  /** The different values, in the order of their first use. */
  readonly values: readonly ScalarValue[];
  /** Lengths of strings whose value was not recorded. */
  readonly lengths: readonly number[];
  /** Whether a value is missing whose length is unknown, too: a secret, or a number in an audit without values. */
  readonly hasUnknown: boolean;
}

/** The use of each tool, and the calls of tools that the configs do not have. */
export interface AuditUse {
  /** In the order of the configs. */
  readonly tools: readonly ToolCalls[];
  /** Number of calls by the name of the tool. */
  readonly unknownTools: ReadonlyMap<string, number>;
  /** Arguments of recorded calls that the tool no longer has, as `tool.argument`. */
  readonly unknownArgs: ReadonlySet<string>;
  /** False if the audit has strings, but no value of one. */
  readonly hasValues: boolean;
}

/** Summarizes calls. `tools` are those of the configs, without a policy. */
export function summarizeUse(calls: readonly RecordedCall[], tools: readonly Tool[]): AuditUse {
  const byTool = groupEntries(calls.map((call) => [call.tool, call]));
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const used = [...known.values()].flatMap((tool): readonly ToolCalls[] => {
    const own = byTool.get(tool.name);
    return own === undefined ? [] : [{ tool, calls: own.length, args: summarizeArgs(tool, own) }];
  });
  const uses = used.flatMap(({ args }) => [...args.values()]);
  const unknown = [...byTool].filter(([name]) => !known.has(name));
  return {
    tools: used,
    unknownTools: new Map(unknown.map(([name, own]) => [name, own.length])),
    unknownArgs: new Set(used.flatMap(({ tool }) => (byTool.get(tool.name) ?? []).flatMap((call) => nameUnknownArgs(tool, call)))),
    hasValues:
      uses.every(({ lengths }) => lengths.length === 0) || uses.some(({ values }) => values.some((value) => typeof value === "string")),
  };
}

function nameUnknownArgs({ name, args, handler }: Tool, call: RecordedCall): readonly string[] {
  if (handler.kind !== "command") return [];
  return Object.keys(call.args)
    .filter((arg) => !args.some((known) => known.name === arg))
    .map((arg) => `${name}.${arg}`);
}

function summarizeArgs({ args }: Tool, calls: readonly RecordedCall[]): ReadonlyMap<string, ArgUse> {
  return new Map(
    args.flatMap((arg) => {
      const given = calls.filter((call) => Object.hasOwn(call.args, arg.name) && call.args[arg.name] !== "null");
      return given.length === 0 ? [] : [[arg.name, summarizeArg(arg, given)] as const];
    }),
  );
}

function summarizeArg(arg: ToolArg, calls: readonly RecordedCall[]): ArgUse {
  const seen = calls.flatMap((call) => itemsOf(arg, call.args[arg.name])).map((item) => readItem(arg, item));
  return {
    calls: calls.length,
    values: [...new Set(seen.flatMap((item) => (item.kind === "value" ? [item.value] : [])))],
    lengths: seen.flatMap((item) => (item.kind === "length" ? [item.length] : [])),
    hasUnknown: seen.some(({ kind }) => kind === "unknown"),
  };
}

/** Returns the items of a list, the values of a map, or the value. Both can be recorded as JSON text, which calls may pass. */
function itemsOf(arg: ToolArg, recorded: unknown): readonly unknown[] {
  const isNested = isListArg(arg) || arg.type === "map";
  const value = isNested && typeof recorded === "string" ? (parseJson(recorded) ?? recorded) : recorded;
  if (Array.isArray(value)) return value;
  return arg.type === "map" && isJsonObject(value) ? Object.values(value) : [value];
}

type RecordedItem =
  | { readonly kind: "value"; readonly value: ScalarValue }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "unknown" };

/** A text of which the audit has only the length: its shape, or the beginning of a long text. */
const LENGTH = /^string\((\d+)\)$|… \((\d+) characters\)$/;

/** The shape of a value that is not text. */
const SHAPE = /^(?:number|boolean|list|object|null|map\(\d+\))$/;

/** Reads one recorded value. A text that looks like a shape counts as one. */
function readItem(arg: ToolArg, item: unknown): RecordedItem {
  if (arg.secret === true) return { kind: "unknown" };
  if (canStandAlone(arg) && typeof item === "boolean") return { kind: "value", value: item };
  if (typeof item === "string") {
    const [, shape, cut] = LENGTH.exec(item) ?? [];
    if (shape !== undefined || cut !== undefined) return { kind: "length", length: Number(shape ?? cut) };
    if (SHAPE.test(item)) return { kind: "unknown" };
  }
  const value = coerceScalar(arg.type === "map" ? "string" : arg.type, item);
  return value === undefined ? { kind: "unknown" } : { kind: "value", value };
}
