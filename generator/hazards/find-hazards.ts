/**
 * Hazards of what is written, not of a change: things that are valid, and that somebody should have decided. Warnings, each with
 * a place, other than those that an `x-allow` acknowledges with a reason.
 */
import { isEnabled, toPolicy } from "@climax-gen/runtime";
import type { CheckedPolicy } from "../check/check-policy.ts";
import type { CheckedConfig } from "../check/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { dropAcknowledged } from "./acknowledgements.ts";
import { findCommandLineHazards, findSharedHazards } from "./command-lines.ts";
import { findDescriptionHazards } from "./descriptions.ts";
import type { Hazard, PolicyRules, ToolInForce } from "./hazard.ts";
import { findHollowConstraints, findHollowExecutors } from "./hollow-policies.ts";
import { findOptionInjections } from "./option-injections.ts";
import { findPathPatterns } from "./path-patterns.ts";
import { findRunTexts } from "./run-texts.ts";
import { findUnconfirmedTools } from "./unconfirmed-tools.ts";

export interface HazardInputs {
  /** Without an error. */
  readonly configs: readonly CheckedConfig[];
  readonly policies: readonly CheckedPolicy[];
}

/** The warnings of these inputs; never rejects. Tools that a policy disables, or a later file redefines, have no hazards. */
export async function findHazards(inputs: HazardInputs): Promise<readonly Diagnostic[]> {
  const { configs, policies } = inputs;
  const hazards = await collectHazards(inputs);
  // A config is used with several policies: what one of them settles may stay acknowledged for the others.
  const elsewhere = policies.length === 0 ? [] : await collectHazards({ configs, policies: [] });
  const documents = [...configs.map(({ document }) => document), ...policies.map(({ document }) => document)];
  return dropAcknowledged({ hazards, elsewhere }, documents);
}

async function collectHazards({ configs, policies }: HazardInputs): Promise<readonly Hazard[]> {
  const tools = listToolsInForce(configs, policies);
  const patterns = await Promise.all(tools.map(findPathPatterns));
  const hollow = await Promise.all(tools.map(findHollowConstraints));
  return [
    ...policies.flatMap(findHollowExecutors),
    ...hollow.flat(),
    ...patterns.flat(),
    ...tools.flatMap(findOptionInjections),
    ...tools.flatMap(findUnconfirmedTools),
    ...tools.flatMap(findRunTexts),
    ...tools.flatMap(findCommandLineHazards),
    ...[...new Set(tools.map(({ checked }) => checked))].flatMap(findSharedHazards),
    ...findDescriptionHazards(configs, tools),
  ];
}

function listToolsInForce(configs: readonly CheckedConfig[], policies: readonly CheckedPolicy[]): readonly ToolInForce[] {
  const last = new Map(configs.flatMap(({ config }) => config.tools.map((tool) => [tool.name, tool] as const)));
  const read = policies.map(({ spec }) => toPolicy(spec));
  const readers = policies.map((policy) => createRulesReader(policy));
  return configs.flatMap((checked) =>
    checked.config.tools.flatMap((tool, index): readonly ToolInForce[] => {
      if (last.get(tool.name) !== tool || !isEnabled(tool.name, read)) return [];
      const endsOptions = tool.end_of_options ?? checked.config.end_of_options ?? false;
      return [{ checked, tool, path: ["tools", index], endsOptions, policies: readers.map((rulesOf) => rulesOf(tool.name)) }];
    }),
  );
}

function createRulesReader(policy: CheckedPolicy): (tool: string) => PolicyRules {
  const byTool = new Map(Object.entries(policy.spec.tools));
  return (tool) => {
    const rules = byTool.get(tool) ?? {};
    return { policy, rules, constraints: new Map(Object.entries(rules.args ?? {})) };
  };
}
