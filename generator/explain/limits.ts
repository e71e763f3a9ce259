/** Lists the limits and relations that a config sets, with their verdicts on a call. */
import type { Relation } from "@climax-gen/runtime/internal/tool/relations";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { checkArguments } from "@climax-gen/runtime/internal/arguments/check-arguments";
import { LIMIT_KEYS } from "@climax-gen/runtime/internal/arguments/value-limits";
import { buildCommandLine } from "@climax-gen/runtime/internal/command-line/command-line";
import { findLeadingDashes } from "@climax-gen/runtime/internal/command-line/dash-guard";
import { listRelations } from "@climax-gen/runtime/internal/tool/relations";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { addressOf, positionOf } from "../check/files/locations.ts";
import type { ExplainedConstraint } from "./explanation.ts";
import type { CommandDefinition } from "./positions.ts";

/** A call, and the definition that limits it. */
export interface LimitedCall {
  readonly tool: Tool;
  readonly definition: CommandDefinition;
  readonly given: Readonly<Record<string, unknown>>;
}

/** Returns the limits of the arguments, rejected leading dashes, then the relations between them, each in the order of the config. */
export async function listLimits(call: LimitedCall): Promise<readonly ExplainedConstraint[]> {
  const { tool, definition } = call;
  // `tool` also has the limits of policies, so the limits of the config are read from its definition.
  const limits = definition.tool.args.flatMap((arg) => LIMIT_KEYS.flatMap((key) => (arg[key] === undefined ? [] : [{ arg, key }])));
  const ofLimits = await Promise.all(
    limits.map(async ({ arg, key }): Promise<ExplainedConstraint> => {
      const only = withOnly(arg, key);
      return {
        arg: arg.name,
        constraint: key,
        limit: key === "keys" ? arg.keys?.pattern : arg[key],
        verdict: await judge(toAlone(tool, [only]), call.given, [arg.name]),
        place: positionOf(definition.file, addressOf(tool.name, arg.name), [key], "key"),
      };
    }),
  );
  const ofRelations = await Promise.all(
    listRelations(definition.tool).map(async (relation): Promise<ExplainedConstraint> => {
      const names = relation.kind === "requires" ? [relation.name] : relation.names;
      return {
        arg: names.join(", "),
        constraint: relation.kind,
        limit: relation.kind === "requires" ? toRequires(relation) : relation.names,
        verdict: await judge(toRelated(tool, definition, relation), call.given, relation.kind === "requires" ? names : []),
        place: placeOfRelation(call, relation),
      };
    }),
  );
  return [...ofLimits, ...(await listLeadingDashes(call)), ...ofRelations];
}

/** Returns the arguments whose values are rejected because they start with a dash. */
async function listLeadingDashes({ tool, definition, given }: LimitedCall): Promise<readonly ExplainedConstraint[]> {
  const handler = commandOf(tool);
  if (handler === undefined) return [];
  const { values } = await checkArguments(tool, given);
  const { words } = buildCommandLine(tool, handler, { values, env: {} });
  const names = [...new Set(findLeadingDashes(words).map(({ arg }) => arg))];
  return names.map((arg) => ({
    arg,
    constraint: "allow_leading_dash",
    limit: false,
    verdict: "refuses",
    place: positionOf(definition.file, addressOf(tool.name, arg)),
  }));
}

function placeOfRelation({ tool, definition }: LimitedCall, relation: Relation): ExplainedConstraint["place"] {
  if (relation.kind === "requires") {
    const path = relation.value === undefined ? ["requires"] : ["requires", relation.value];
    return positionOf(definition.file, addressOf(tool.name, relation.name), path, "key");
  }
  const index = (definition.tool[relation.kind] ?? []).indexOf(relation.names);
  return positionOf(definition.file, addressOf(tool.name), [relation.kind, index]);
}

/** Returns the tool with these arguments and without relations between several of them. */
function toAlone(tool: Tool, args: readonly ToolArg[]): Tool {
  return { ...tool, args, at_most_one: [], exactly_one: [], at_least_one: [] };
}

/** Returns the argument without checks other than `kept`. */
function withOnly(arg: ToolArg, kept?: (typeof LIMIT_KEYS)[number]): ToolArg {
  const omitted = new Set<string>([...LIMIT_KEYS.filter((key) => key !== kept), "requires", "required"]);
  // Safe cast: all omitted keys are optional.
  return Object.fromEntries(Object.entries(arg).filter(([key]) => !omitted.has(key))) as unknown as ToolArg;
}

/** Returns the tool with this relation as its only check. */
function toRelated(tool: Tool, { tool: { args } }: CommandDefinition, relation: Relation): Tool {
  const free = args.map((arg): ToolArg => {
    const isOwner = relation.kind === "requires" && arg.name === relation.name;
    return isOwner ? { ...withOnly(arg), requires: toRequires(relation) } : withOnly(arg);
  });
  return relation.kind === "requires" ? toAlone(tool, free) : { ...toAlone(tool, free), [relation.kind]: [relation.names] };
}

/** Returns the key `requires` with this relation only. */
function toRequires({ value, names }: Extract<Relation, { kind: "requires" }>): NonNullable<ToolArg["requires"]> {
  return value === undefined ? names : { [value]: names };
}

/** Checks a call against a tool with one limit or relation. Returns `not_asked` if the call passes none of `asked`. */
async function judge(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  asked: readonly string[],
): Promise<ExplainedConstraint["verdict"]> {
  const names = new Set(tool.args.map(({ name }) => name));
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
  if (asked.length > 0 && !asked.some((name) => known[name] !== undefined && known[name] !== null)) return "not_asked";
  const { problems } = await checkArguments(tool, known);
  return problems.some(({ kind }) => kind === "limit" || kind === "relation") ? "refuses" : "holds";
}
