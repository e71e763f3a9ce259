/** Compiles inputs in memory, for the commands that run tools: `call` and `serve`. */
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { ToolIndex } from "@climax-gen/runtime/internal/tool-index/tool-index";
import { createPartsReader } from "@climax-gen/runtime/internal/tool-index/index-reader";
import { createIndexOver } from "@climax-gen/runtime/internal/tool-index/tool-index";
import type { ServerModel } from "../resolve/model.ts";
import { listTools, toCliTools } from "../resolve/model.ts";
import { count } from "../text/wording.ts";

/** The tools and policies of a server in memory, equal to those of a generated server. */
export interface LiveSetup {
  readonly index: ToolIndex;
  readonly policies: readonly AnyPolicySpec[];
  /** Always true: the index contains only the tools that the policies enable. */
  readonly isNarrowed: true;
}

/** Converts a model. Creates no files and evaluates no generated code. */
export function toLiveSetup({ clis, policies }: ServerModel): LiveSetup {
  return { index: createIndexOver(createPartsReader(toCliTools(clis))), policies, isNarrowed: true };
}

/** Returns a warning that all tools are enabled, or an empty string if there is a policy. */
export function describeMissingPolicy({ clis }: ServerModel, policy: readonly string[] = []): string {
  if (policy.length > 0) return "";
  const tools = listTools(clis).length;
  return `no --policy: ${tools === 1 ? "the tool is" : `all ${count(tools, "tool")} are`} enabled\n`;
}
