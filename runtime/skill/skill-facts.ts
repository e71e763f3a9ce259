/** The facts about a server that its skill states. They are computed under the policies, so a skill names no tool that a policy removes. */
import type { Policy } from "../policy/policy.ts";
import { needsConfirmation } from "../policy/policy.ts";
import { toSlug } from "../text/slug.ts";
import type { DiscoveryOptions } from "../tool/discovery-options.ts";
import type { Tool, ToolArg } from "../tool/tool.ts";
import { isListed, isRequired } from "../tool/tool.ts";
import type { Risk } from "../tool/tool-spec.ts";
import { groupEntries } from "../text/group-entries.ts";

/** A server, as its skill describes it. */
export interface SkillFacts {
  /** Name of the skill; see `toSkillName`. */
  readonly name: string;
  /** Name of the server, as the config states it. */
  readonly title: string;
  /** Whether the server lists every tool, instead of `climax_search` and `climax_call`. */
  readonly classic: boolean;
  readonly splitCalls: boolean;
  /** The CLIs with their tools, in index order. */
  readonly clis: readonly SkillCli[];
}

/** A CLI with its enabled tools. */
export interface SkillCli {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly SkillTool[];
}

/** A tool, as the reference of a skill describes it. */
export interface SkillTool {
  readonly name: string;
  readonly description: string;
  readonly risk: Risk | undefined;
  /** Whether the user must confirm each call. */
  readonly asks: boolean;
  readonly args: readonly SkillArgument[];
}

/** An argument that a caller can pass. */
export interface SkillArgument {
  readonly name: string;
  readonly required: boolean;
}

/** The server of a skill. */
export interface SkillSource extends DiscoveryOptions {
  readonly name: string;
  readonly classic: boolean;
  /** The tools that the policies enable, in index order. */
  readonly tools: readonly Tool[];
  /** The policies without globs. */
  readonly policies: readonly Policy[];
}

/** Maximum length of a skill's name, in characters (Agent Skills specification). */
const MAX_NAME = 64;

/**
 * Converts the name of a server to the name of a skill: lower-case ASCII letters, digits and single inner hyphens, at most 64 characters.
 * Returns `cli-tools` for a name without letters or digits.
 */
export function toSkillName(name: string): string {
  return toSlug(name, MAX_NAME) || "cli-tools";
}

/** Returns the facts that the skill of a server states. */
export function toSkillFacts(source: SkillSource): SkillFacts {
  const clis = groupEntries(source.tools.map((tool) => [tool.cli, describeTool(tool, source.policies)]));
  return {
    name: toSkillName(source.name),
    title: source.name,
    classic: source.classic,
    splitCalls: source.splitCalls === true,
    clis: Array.from(clis, ([{ name, description }, tools]) => ({ name, description, tools })),
  };
}

function describeTool(tool: Tool, policies: readonly Policy[]): SkillTool {
  const { name, description, risk } = tool;
  const args = tool.args.filter(isListed).map((arg: ToolArg) => ({ name: arg.name, required: isRequired(arg) }));
  return { name, description, risk, asks: needsConfirmation(name, policies), args };
}
