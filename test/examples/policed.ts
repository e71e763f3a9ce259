/** Checks calls of the tools of configs under a policy, without running anything. */
import { readInputs } from "../../generator/host/inputs.ts";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { validateArguments, withDefaults } from "../../runtime/arguments/arguments.ts";
import { checkCallPolicy } from "../../runtime/call/policy-stage.ts";
import type { AnyPolicySpec } from "../../runtime/policy/policy-spec.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { findEscape } from "../../runtime/policy/within.ts";
import { policyViolationsReply } from "../../runtime/call/reply.ts";
import type { Tool } from "../../runtime/tool/tool.ts";
import { join } from "node:path";
import { ROOT } from "../imports.ts";

/** Directory of what teaches the language: configs, policies to copy, schemas. */
export const examples = join(ROOT, "examples");

export interface Policed {
  readonly diagnostics: readonly Diagnostic[];
  /** The enabled tools, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
  /** The policies, without globs. */
  readonly policies: readonly AnyPolicySpec[];
  /** Returns the reply to a rejected call, or undefined if it would run. `directory`: its working directory. */
  readonly refuse: (tool: string, given: object, directory?: string) => Promise<string | undefined>;
}

const known = new Map<string, Promise<Policed>>();

/** The tools of configs, named from the root of the repository, under the text of a policy. Checks each combination once. */
export async function police(configs: readonly string[], policyText: string): Promise<Policed> {
  const key = JSON.stringify([configs, policyText]);
  const policed = known.get(key) ?? checkPoliced(configs, policyText);
  known.set(key, policed);
  return await policed;
}

async function checkPoliced(configs: readonly string[], policyText: string): Promise<Policed> {
  const { files } = readInputs(configs.map((path) => join(ROOT, path)));
  const policyFile = { path: "policy.yaml", bytes: new TextEncoder().encode(policyText) };
  const { configs: checked, policies, diagnostics } = await checkInputs(files, { policies: [policyFile] });
  if (policies.length === 0) return { diagnostics, tools: new Map(), policies: [], refuse: () => Promise.resolve("there is no policy") };
  const { clis } = resolveModel(checked, { classic: false, policies: policies.map(({ spec }) => spec) });
  const tools = new Map(clis.flatMap((cli) => cli.tools).map(({ tool }) => [tool.name, tool]));
  return {
    diagnostics,
    tools,
    policies: policies.map(({ spec }) => spec),
    async refuse(name, given, directory = process.cwd()) {
      const tool = tools.get(name);
      if (tool === undefined) return `there is no tool ${name}`;
      const { values, problems } = validateArguments(tool.args, { ...given });
      if (problems.length > 0) return problems.map(({ message }) => message).join("\n");
      const violations = await checkCallPolicy(tool, withDefaults(tool.args, values), {
        given: new Set(values.keys()),
        policies: policies.map(({ spec }) => toPolicy(spec)),
        findEscape,
        workingDirectory: directory,
        policyDirectories: policies.map(() => directory),
      });
      return violations.length === 0 ? undefined : policyViolationsReply(violations).text;
    },
  };
}
