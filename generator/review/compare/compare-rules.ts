/** Compares the rules of the policies for one tool. */
import type { ArgConstraint, Tool, ToolArg, ToolPolicy } from "@climax-gen/runtime/compiler";
import { argConstraints } from "../../describe/describe-policy.ts";
import type { Finding, Subject } from "../change.ts";
import { compareAllConstraints } from "./compare-all-constraints.ts";
import { findDifference, findSwitch } from "./finding.ts";
import { pairArgs } from "./pairing.ts";

interface Rules {
  readonly old: readonly ToolPolicy[];
  readonly new: readonly ToolPolicy[];
}

/** Compares the policies of a tool, and the description that they can replace. */
export function compareRules([old, now]: readonly [Tool, Tool], rules: Rules, subject: Subject): readonly Finding[] {
  const values = { key: "confirm", old: asksFirst(rules.old), new: asksFirst(rules.new) };
  // A level of `approval` can include another risk.
  const policyKeys =
    old.risk === now.risk
      ? [
          ["approval", "tools", now.name],
          ["approval", "global"],
        ]
      : [];
  const confirm = findSwitch(["confirm-added", "confirm-removed"], subject, values).map((finding) => ({
    ...finding,
    isPolicy: true,
    policyKeys,
  }));
  const descriptions = { key: "description", old: old.description, new: now.description };
  const isReplaced = [...rules.old, ...rules.new].some(({ description }) => description);
  const ofTool = [
    ...confirm,
    ...findDifference("description-changed", subject, descriptions).map((finding) => ({ ...finding, isPolicy: isReplaced })),
  ];
  const constraints = { old: argConstraints(rules.old), new: argConstraints(rules.new) };
  if (constraints.old.size === 0 && constraints.new.size === 0) return ofTool;
  const { pairs, removed, added } = pairArgs(old.args, now.args);
  return [
    ...ofTool,
    ...pairs.flatMap(([before, after]) => {
      const ofArg: Subject = { ...subject, arg: { old: before.name, new: after.name } };
      const [left, right] = [constraints.old.get(before.name) ?? [], constraints.new.get(after.name) ?? []];
      return [...compareAllConstraints(left, right, ofArg), ...compareRejectedDefaults([before, left], [after, right], ofArg)];
    }),
    // For an argument on one side only, `required` is the only constraint that affects calls without it.
    ...removed.flatMap(({ name }) => compareAllConstraints(requiredBy(constraints.old.get(name)), [], { ...subject, arg: { old: name } })),
    ...added.flatMap(({ name }) => compareAllConstraints([], requiredBy(constraints.new.get(name)), { ...subject, arg: { new: name } })),
  ];
}

function asksFirst(rules: readonly ToolPolicy[]): boolean | undefined {
  return rules.some(({ confirm }) => confirm) || undefined;
}

function requiredBy(constraints: readonly ArgConstraint[] = []): readonly ArgConstraint[] {
  return constraints.some(({ required }) => required) ? [{ required: true }] : [];
}

type Constrained = readonly [arg: ToolArg, constraints: readonly ArgConstraint[]];

/** Compares whether `equals` rejects a default `false`, which is checked although it writes no word. */
function compareRejectedDefaults(old: Constrained, now: Constrained, subject: Subject): readonly Finding[] {
  const [before, after] = [old, now].map(
    ([arg, constraints]) => arg.default === false && constraints.some(({ equals }) => equals !== undefined && String(equals) !== "false"),
  );
  if (old[0].default === now[0].default || before === after) return [];
  const [code, effect] = after ? (["equals-tightened", "rejects"] as const) : (["equals-loosened", "no longer rejects"] as const);
  return [{ code, subject, keys: ["default"], message: `\`equals\` ${effect} calls without the argument` }];
}
