/** Calls of the examples' tools under a policy, without running anything. */
import { commandOf } from "../fixtures/tools.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { validateArguments, withDefaults } from "../../runtime/arguments/arguments.ts";
import { checkPolicy } from "../../runtime/policy/check.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { policyViolationsReply } from "../../runtime/call/reply.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { fileURLToPath } from "node:url";

export const examples = fileURLToPath(new URL("../../examples", import.meta.url));

export interface Policed {
  readonly diagnostics: readonly Diagnostic[];
  /** What the policy leaves, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** What a call is refused with; undefined where it would run. `directory`: where it would. */
  readonly refuse: (tool: string, given: object, directory?: string) => Promise<string | undefined>;
}

/** The tools of configs, named from the folder of the examples, under the text of a policy. */
export async function police(configs: readonly string[], policyText: string): Promise<Policed> {
  const { files } = readInputs(configs.map((path) => `${examples}/${path}`));
  const policyFile = { path: "policy.yaml", bytes: new TextEncoder().encode(policyText) };
  const {
    configs: checked,
    policies: [policy],
    diagnostics,
  } = await checkInputs(files, { policies: [policyFile] });
  if (policy === undefined) return { diagnostics, tools: new Map(), refuse: () => Promise.resolve("there is no policy") };
  const { clis } = resolveModel(checked, { classic: false, policies: [policy.spec] });
  const tools = new Map(clis.flatMap((cli) => cli.tools).map(({ tool }) => [tool.name, tool]));
  return {
    diagnostics,
    tools,
    async refuse(name, given, directory = process.cwd()) {
      const tool = tools.get(name);
      if (tool === undefined) return `there is no tool ${name}`;
      const { values, problems } = validateArguments(tool.args, { ...given }, commandOf(tool).end_of_options);
      if (problems.length > 0) return problems.map(({ message }) => message).join("\n");
      const violations = await checkPolicy(tool, withDefaults(tool.args, values), [toPolicy(policy.spec)], directory);
      return violations.length === 0 ? undefined : policyViolationsReply(violations).text;
    },
  };
}
