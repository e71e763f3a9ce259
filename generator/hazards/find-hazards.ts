/**
 * Finds hazards: valid but risky content that needs a decision. Each hazard is a warning with a location, unless an `x-allow` entry
 * acknowledges it with a reason.
 */
import { isEnabled, toPolicy } from "@climax-gen/runtime";
import type { CheckedPolicy } from "../check/check-policy.ts";
import type { CheckedConfig } from "../check/config.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { toolPolicies } from "../resolve/describe-policy.ts";
import { dropAcknowledged } from "./acknowledgements.ts";
import { findCommandLineHazards, findSharedHazards } from "./command-lines.ts";
import { findDescriptionHazards } from "./descriptions.ts";
import type { Hazard, EnabledTool } from "./hazard.ts";

import { findOptionInjections } from "./option-injections.ts";
import { findPathPatterns } from "./path-patterns.ts";
import { findExecutedTexts } from "./executed-texts.ts";
import { findUnconfirmedTools } from "./unconfirmed-tools.ts";

export interface HazardInputs {
  /** Configs without errors. */
  readonly configs: readonly CheckedConfig[];
  readonly policy?: CheckedPolicy | undefined;
}

/** Returns the warnings for these inputs. Skips tools that the policy disables or a later file redefines. Never rejects. */
export async function findHazards(inputs: HazardInputs): Promise<readonly Diagnostic[]> {
  const { configs, policy } = inputs;
  const hazards = await collectHazards(inputs);
  // A config can be used with several policies. An entry is not unused if it acknowledges a hazard that this policy removes.
  const elsewhere = policy === undefined ? [] : await collectHazards({ configs });
  const documents = [...configs.map(({ document }) => document), ...(policy === undefined ? [] : [policy.document])];
  return dropAcknowledged({ hazards, elsewhere }, documents);
}

async function collectHazards({ configs, policy }: HazardInputs): Promise<readonly Hazard[]> {
  const tools = listEnabledTools(configs, policy);
  const patterns = await Promise.all(tools.map(findPathPatterns));
  return [
    ...patterns.flat(),
    ...tools.flatMap(findOptionInjections),
    ...tools.flatMap(findUnconfirmedTools),
    ...tools.flatMap(findExecutedTexts),
    ...tools.flatMap(findCommandLineHazards),
    ...[...new Set(tools.map(({ checked }) => checked))].flatMap(findSharedHazards),
    ...findDescriptionHazards(configs, tools, policy),
  ];
}

function listEnabledTools(configs: readonly CheckedConfig[], policy: CheckedPolicy | undefined): readonly EnabledTool[] {
  const last = new Map(configs.flatMap(({ config }) => config.tools.map((tool) => [tool.name, tool] as const)));
  const policies = policy === undefined ? [] : [toPolicy(policy.spec)];
  const rulesByTool = toolPolicies(policy?.spec);
  return configs.flatMap((checked) =>
    checked.config.tools.flatMap((tool, index): readonly EnabledTool[] => {
      if (last.get(tool.name) !== tool || !isEnabled(tool.name, policies)) return [];
      const rules = rulesByTool.get(tool.name) ?? {};
      const constraints = new Map(Object.entries(rules.args ?? {}));
      const endsOptions = tool.end_of_options ?? checked.config.end_of_options ?? false;
      return [{ checked, tool, path: ["tools", index], endsOptions, policy, rules, constraints }];
    }),
  );
}
