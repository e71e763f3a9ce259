/** Types and constructors shared by the hazard checks. */
import type { ArgConstraint, ToolPolicy } from "@climax-gen/runtime";
import type { CheckedPolicy } from "../check/check-policy.ts";
import type { CheckedConfig, RawTool } from "../check/config.ts";
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

/** Tool that the server offers: the last definition of its name, if the policy does not disable it. */
export interface EnabledTool {
  readonly checked: CheckedConfig;
  readonly tool: RawTool;
  /** Path of the tool in its file. */
  readonly path: YamlPath;
  readonly endsOptions: boolean;
  readonly policy?: CheckedPolicy | undefined;
  /** Policy of the tool. */
  readonly rules: ToolPolicy;
  readonly constraints: ReadonlyMap<string, ArgConstraint>;
}

/** Creates a hazard at a value of a file, or at the parent if the value is missing. */
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

/** Returns the enclosing parts in the policy only. A hazard of the policy is acknowledged there, because a config can have several policies. */
export function policyPartsOf({ tool, policy }: EnabledTool, arg?: string): readonly Part[] {
  if (policy === undefined) return [];
  const paths = [[], ["tools", tool.name], ...(arg === undefined ? [] : [["tools", tool.name, "args", arg]])];
  return paths.map((path): Part => ({ document: policy.document, path }));
}
