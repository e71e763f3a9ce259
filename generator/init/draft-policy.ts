/** Writes the policy of a new project for a drafted config: agents can call what only reads. */
import { flowText } from "../import/draft/yaml-text.ts";

/** A tool of a draft. */
export interface PolicyTool {
  readonly name: string;
  /** Omitted if a person must decide. */
  readonly risk?: "read" | "write" | "destructive";
  /** Names of the arguments that are paths of files or directories. Defaults to none. */
  readonly paths?: readonly string[];
}

/** The tools of a draft, by what the policy does with them. */
export interface PolicyGroups {
  readonly enabled: readonly string[];
  /** Enabled, and confirmed by the user. */
  readonly confirmed: readonly string[];
  readonly destructive: readonly string[];
  readonly unrated: readonly string[];
}

/** Groups the tools of a draft by their risk. */
export function groupTools(tools: readonly PolicyTool[]): PolicyGroups {
  const namesOf = (risk: PolicyTool["risk"]): readonly string[] => tools.filter((tool) => tool.risk === risk).map(({ name }) => name);
  return { enabled: namesOf("read"), confirmed: namesOf("write"), destructive: namesOf("destructive"), unrated: namesOf(undefined) };
}

/**
 * Limit of a path: the directory in which the server starts. Without the pattern, programs could read a value with such a sign as something
 * else: `host:path`, a pattern of paths such as `:(top)` of git, or `|command`.
 */
const INSIDE = '{ within: ., pattern: "[^:@|]*" }';

/** Returns the lines below `tools` of a policy. `pathLimit`: the constraint of paths, as YAML. */
export function toolRules(tools: readonly PolicyTool[], pathLimit: string = INSIDE): readonly string[] {
  const { enabled, confirmed, destructive, unrated } = groupTools(tools);
  const group = (comment: string, names: readonly string[], print: (name: string) => string): readonly string[] =>
    names.length === 0 ? [] : [`  # ${comment}`, ...names.map(print)];
  const paths = new Map(tools.map((tool) => [tool.name, tool.paths ?? []]));
  const rule = (name: string, keys: readonly string[]): string => {
    const limits = (paths.get(name) ?? []).map((arg) => `${flowText(arg)}: ${pathLimit}`);
    const all = [...keys, ...(limits.length === 0 ? [] : [`args: { ${limits.join(", ")} }`])];
    return all.length === 0 ? `${name}: {}` : `${name}: { ${all.join(", ")} }`;
  };
  const confirm = (name: string): string => rule(name, ["confirm: true"]);
  const disabled = (name: string): string => `  # ${confirm(name)}`;
  return [
    ...group("These tools only read.", enabled, (name) => `  ${rule(name, [])}`),
    ...group("These tools change something. The user confirms each call.", confirmed, (name) => `  ${confirm(name)}`),
    ...group("Disabled: these tools destroy, or run programs. To enable one, remove the number sign.", destructive, disabled),
    ...group("Disabled: set the `risk` of these tools in the config first.", unrated, disabled),
  ];
}

/** Returns the policy of a project with one drafted config. */
export function draftPolicy(tools: readonly PolicyTool[]): string {
  const rules = toolRules(tools, "*paths");
  const hasRule = rules.some((line) => !line.startsWith("  #"));
  return [
    "# yaml-language-server: $schema=schemas/policy.schema.json",
    "# The calls that agents may make. A tool that is not listed is disabled.",
    "kind: policy",
    "",
    "# Commands inherit PATH, HOME and the locale. They do not inherit other variables of the server, such as tokens and keys.",
    "env: { inherit: minimal }",
    "",
    ...(rules.some((line) => line.includes("*paths"))
      ? ["# Paths must be inside the directory in which the server starts.", `x-paths: &paths ${INSIDE}`, ""]
      : []),
    "limits:",
    "  max_timeout: 60",
    "",
    "default: disabled",
    hasRule ? "tools:" : "tools: {}",
    ...rules,
    "",
  ].join("\n");
}
