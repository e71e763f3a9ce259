/** Types and constructors shared by the hazard checks. */
import type { ArgConstraint, ToolPolicy } from "@climax-gen/runtime/compiler";
import type { CheckedPolicy } from "../check/policy/check-policy.ts";
import type { CheckedConfig, RawTool } from "../check/cli/config.ts";
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { DetailsOf } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";

/** Part of a file: the whole file, a tool, an argument or a constraint. */
export interface Part {
  readonly document: LoadedDocument;
  readonly path: YamlPath;
}

export interface Hazard {
  readonly diagnostic: Diagnostic;
  /** Parts whose `x-allow` can acknowledge the hazard. */
  readonly parts: readonly Part[];
}

/** A tool that the server has: the last one of its name, enabled by every policy. */
export interface EnabledTool {
  readonly checked: CheckedConfig;
  readonly tool: RawTool;
  /** Path of the tool in its file. */
  readonly path: YamlPath;
  readonly endsOptions: boolean;
  readonly policies: readonly PolicyRules[];
}

/** The rules of one policy for a tool. */
export interface PolicyRules {
  readonly policy: CheckedPolicy;
  readonly rules: ToolPolicy;
  readonly constraints: ReadonlyMap<string, ArgConstraint>;
}

/** The constraints of an argument in all policies. */
export function constraintsOf({ policies }: EnabledTool, arg: string): readonly ArgConstraint[] {
  return policies.flatMap(({ constraints }) => constraints.get(arg) ?? []);
}

/** A hazard at a value of a file. */
export function hazardAt<Code extends HazardCode>(code: Code, part: Part, parts: readonly Part[], ...details: DetailsOf<Code>): Hazard {
  const { document, path } = part;
  const span = document.locate(path)?.value ?? document.locate(path.slice(0, -1))?.value ?? { start: 0, end: 0 };
  return { diagnostic: diagnose(code, { source: document.source, span }, ...details), parts };
}

/** Returns the enclosing parts of a tool, or of one of its arguments, in the config and in the policy. */
export function partsOf(owner: EnabledTool, arg?: string): readonly Part[] {
  const { checked, tool, path } = owner;
  const index = tool.args.findIndex(({ name }) => name === arg);
  const own = [[], path, ...(index === -1 ? [] : [[...path, "args", index]])];
  return [...own.map((part): Part => ({ document: checked.document, path: part })), ...policyPartsOf(owner, arg)];
}

/** The parts of the policies alone: for what only a policy says, as configs are used with several. */
export function policyPartsOf({ tool, policies }: EnabledTool, arg?: string): readonly Part[] {
  const paths = [[], ["tools", tool.name], ...(arg === undefined ? [] : [["tools", tool.name, "args", arg]])];
  return policies.flatMap(({ policy }) => paths.map((path): Part => ({ document: policy.document, path })));
}
