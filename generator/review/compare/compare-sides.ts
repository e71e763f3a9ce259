/** Finds every change between two versions of a server. Pure: the sides are read elsewhere. */
import type { Tool } from "@climax-gen/runtime/internal/tool/tool";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import { estimateListTokens, MAX_DIRECT_TOKENS } from "@climax-gen/runtime/internal/tool/tool-listing";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { omitAbsent } from "../../check/files/omit-absent.ts";
import { combineSurroundings } from "../../describe/combine-surroundings.ts";
import { describeChoices } from "../../describe/describe-action.ts";
import { describeFacts } from "../../describe/describe-facts.ts";
import type { Change, Finding, LocateOptions, Names, Sides, Subject } from "../change.ts";
import { toChange } from "../change.ts";
import { compareClis, compareProgramVersions } from "./compare-clis.ts";
import { comparePolicies, compareUnknownArgs } from "./compare-policies.ts";
import { compareToolExecutors } from "./compare-executors.ts";
import { compareRules, createRulesReader } from "./compare-rules.ts";
import { compareTools } from "./compare-tools.ts";
import type { ToolPair } from "./finding.ts";
import { quoteLong } from "./finding.ts";
import { pairArgs, pairTools } from "./pairing.ts";
import type { Renaming } from "../new-hazards.ts";
import { CHANGE_CLASSES } from "../rule.ts";
import type { Side } from "../side.ts";

/**
 * Returns all changes, sorted by class (most severe first), CLI, tool, argument and code. Ignores tools that are unavailable on both sides.
 */
export function compareSides(sides: Sides, options: LocateOptions = {}): readonly Change[] {
  const pairing = pairTools(Array.from(sides.old.tools.values()), Array.from(sides.new.tools.values()));
  const rulesOf = { old: createRulesReader(sides.old.policies), new: createRulesReader(sides.new.policies) };
  const surroundings = { old: combineSurroundings(sides.old.policies), new: combineSurroundings(sides.new.policies) };
  const oldNames = new Map(pairing.pairs.map(([old, now]) => [now.name, old.name]));
  const findings: readonly Finding[] = [
    ...comparePolicies(sides.old.policies, sides.new.policies, oldNames),
    ...compareUnknownArgs(pairing.pairs, { old: sides.old.policies, new: sides.new.policies }),
    ...(options.isAuto === true || sides.old.isAuto || sides.new.isAuto ? compareModes(sides) : []),
    ...pairing.removed.map((tool) => findRemoved(tool, sides.new)),
    ...pairing.added.map((tool) => findAdded(tool, sides.old)),
    ...groupByClis(pairing.pairs).flatMap(([first, ...others]) =>
      first === undefined ? [] : [...compareClis(first, others), ...compareProgramVersions(first, sides)],
    ),
    ...pairing.pairs.flatMap(([old, now]) => {
      const subject: Subject = { cli: { old: old.cli.name, new: now.cli.name }, tool: { old: old.name, new: now.name } };
      const rules = { old: rulesOf.old(old), new: rulesOf.new(now) };
      return [
        ...compareTools(old, now, subject),
        ...compareRules([old, now], rules, subject),
        ...compareToolExecutors([old, now], surroundings, subject),
      ];
    }),
  ];
  return sortChanges(findings.map((finding) => toChange(finding, sides, options)));
}

/** Returns the renamed tools, and the renamed arguments of all tools. */
export function listRenamings(sides: Sides): readonly Renaming[] {
  const { pairs } = pairTools(Array.from(sides.old.tools.values()), Array.from(sides.new.tools.values()));
  return pairs.flatMap(([old, now]) => {
    const tool = { old: old.name, new: now.name };
    const args = pairArgs(old.args, now.args).pairs.filter(([before, after]) => before.name !== after.name);
    return [
      ...args.map(([before, after]) => ({ tool, arg: { old: before.name, new: after.name } })),
      ...(tool.old === tool.new ? [] : [{ tool }]),
    ];
  });
}

/** Finds a change of the mode that `--discovery auto` chooses: agents see other tools, and call them in another way. */
function compareModes(sides: Sides): readonly Finding[] {
  const [old, now] = [sides.old, sides.new].map(({ tools }) => {
    const tokens = estimateListTokens([...tools.values()]);
    return { mode: tokens <= MAX_DIRECT_TOKENS ? "classic" : "progressive", tokens };
  });
  if (old === undefined || now === undefined || old.mode === now.mode) return [];
  const [oldMember] = sides.old.tools.keys();
  const [newMember] = sides.new.tools.keys();
  const grown = `the list of tools grew from about ${old.tokens} to ${now.tokens} tokens`;
  const message = `${now.tokens > old.tokens ? grown : grown.replace("grew", "shrank")}, so \`--discovery auto\` registers ${now.mode === "classic" ? "every tool directly" : "climax_search and climax_call"}`;
  const subject: Subject = { member: omitAbsent<Names>({ old: oldMember, new: newMember }) };
  return [{ code: "discovery-changed", subject, message, old: old.mode, new: now.mode }];
}

function findRemoved({ name, cli }: Tool, side: Side): Finding {
  const subject: Subject = { cli: { old: cli.name }, tool: { old: name } };
  if (!side.disabled.has(name)) return { code: "tool-removed", subject, message: "the tool was removed" };
  return {
    code: "tool-disabled",
    subject: { ...subject, tool: { old: name, new: name } },
    isPolicy: true,
    keys: ["enabled"],
    message: "the policy disables the tool",
  };
}

function findAdded(tool: Tool, side: Side): Finding {
  const { name, cli } = tool;
  const subject: Subject = { cli: { new: cli.name }, tool: { new: name } };
  if (!side.disabled.has(name)) return { code: "tool-added", subject, message: `the tool was added: ${describeTool(tool)}` };
  return {
    code: "tool-enabled",
    subject: { ...subject, tool: { old: name, new: name } },
    isPolicy: true,
    keys: ["enabled"],
    message: `the policy no longer disables the tool: ${describeTool(tool)}`,
  };
}

/** Describes an added tool to reviewers, who decide whether to allow it: its command with its constant words, its risk and its facts. */
function describeTool(tool: Tool): string {
  const command = commandOf(tool);
  const constants = (command?.order ?? []).flatMap((item) => (typeof item === "string" ? [] : item));
  const action =
    command === undefined ? "reads files" : `runs ${quoteLong(describeChoices(command.program, [...command.command, ...constants]))}`;
  const facts = describeFacts(tool);
  return [action, tool.risk === undefined ? "no declared risk" : `risk ${tool.risk}`, ...facts].join(", ");
}

/**
 * Groups the pairs by their two CLIs, so that changes shared by all tools of a CLI are reported once. CLIs are compared by identity,
 * because several can have the same name.
 */
function groupByClis(pairs: readonly ToolPair[]): readonly (readonly ToolPair[])[] {
  const byOld = groupEntries(pairs.map((pair) => [pair[0].cli, pair]));
  return [...byOld.values()].flatMap((same) => [...groupEntries(same.map((pair) => [pair[1].cli, pair])).values()]);
}

function sortChanges(changes: readonly Change[]): readonly Change[] {
  const keysOf = (change: Change): readonly (string | number)[] => [
    CHANGE_CLASSES.indexOf(change.class),
    change.cli ?? "",
    change.tool ?? "",
    change.arg ?? "",
    change.code,
    change.message,
  ];
  return changes
    .map((change) => ({ change, keys: keysOf(change) }))
    .toSorted((left, right) => compareKeys(left.keys, right.keys))
    .map(({ change }) => change);
}

function compareKeys(left: readonly (string | number)[], right: readonly (string | number)[]): number {
  const at = left.findIndex((key, index) => key !== right[index]);
  if (at === -1) return 0;
  return (left[at] ?? "") < (right[at] ?? "") ? -1 : 1;
}
