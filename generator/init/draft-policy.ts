/** Writes the policy of a new project for a drafted config: agents can call what only reads. */
import { flowText } from "../import/draft/yaml-text.ts";

/** A tool of a draft. */
export interface PolicyTool {
  readonly name: string;
  /** Omitted if a person must decide. */
  readonly risk?: "read" | "write" | "destructive";
  /** Names of the arguments that are paths of files or directories. Defaults to none. */
  readonly paths?: readonly string[];
  /** Names of the arguments that are addresses, or paths. Defaults to none. */
  readonly addresses?: readonly string[];
  /** Further constraints as YAML, by argument. Defaults to none. */
  readonly limits?: ReadonlyMap<string, string>;
}

/** The tools of a draft, by their treatment in the policy. */
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

/** Returns the number of hazards that are only about tools that the policy disables. `hazardTools`: the tools of each hazard. */
export function countDisabled(tools: readonly PolicyTool[], hazardTools: readonly (readonly string[])[]): number {
  const { destructive, unrated } = groupTools(tools);
  const disabled = new Set([...destructive, ...unrated]);
  return hazardTools.filter((names) => names.length > 0 && names.every((name) => disabled.has(name))).length;
}

/**
 * Limit of a path: the directory in which the server starts. Without the pattern, programs could read a value with such a sign as something
 * else: `host:path`, a pattern of paths such as `:(top)` of git, `user@host` or `|command`. A directory can have a name such as `@types`.
 */
const INSIDE = '{ within: ., pattern: "([^:@|]|/@)*" }';

/** Limit of an address: no local file, for programs such as rclone that read one there. */
const NOT_LOCAL = "{ deny_pattern: '^[/~:]|^(ext|fd)::|^[Ff][Ii][Ll][Ee]:|(^|/)[.][.](/|$)' }";

/** The constraints of arguments that take any path or address. */
interface PlaceLimits {
  readonly paths: string;
  readonly addresses: string;
}

/** Returns the lines below `tools` of a policy. `limits`: the constraints as YAML, written out by default. */
export function toolRules(tools: readonly PolicyTool[], limits: PlaceLimits = { paths: INSIDE, addresses: NOT_LOCAL }): readonly string[] {
  const { enabled, confirmed, destructive, unrated } = groupTools(tools);
  const group = (comment: string, names: readonly string[], print: (name: string) => string): readonly string[] =>
    names.length === 0 ? [] : [`  # ${comment}`, ...names.map(print)];
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const rule = (name: string, keys: readonly string[]): string => {
    const { paths = [], addresses = [], limits: further = [] } = byName.get(name) ?? {};
    const constraints = [
      ...Array.from(further, ([arg, limit]) => `${flowText(arg)}: ${limit}`),
      ...paths.map((arg) => `${flowText(arg)}: ${limits.paths}`),
      ...addresses.map((arg) => `${flowText(arg)}: ${limits.addresses}`),
    ];
    const all = [...keys, ...(constraints.length === 0 ? [] : [`args: { ${constraints.join(", ")} }`])];
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
  const rules = toolRules(tools, { paths: "*paths", addresses: "*addresses" });
  const hasRule = rules.some((line) => !line.startsWith("  #"));
  return [
    "# yaml-language-server: $schema=schemas/policy.schema.json",
    "# The calls that agents may make. A tool that is not listed is disabled.",
    "kind: policy",
    "",
    "# Commands inherit PATH, HOME and the locale. They do not inherit other variables of the server, such as tokens and keys.",
    "env: { inherit: minimal }",
    "",
    ...define(rules, "paths", INSIDE, "Paths must be inside the directory in which the server starts."),
    ...define(rules, "addresses", NOT_LOCAL, "Addresses must not be local files outside of it."),
    "limits:",
    "  max_timeout: 60",
    "",
    "default: disabled",
    hasRule ? "tools:" : "tools: {}",
    ...rules,
    "",
  ].join("\n");
}

/** Returns the definition of a constraint, if a rule uses it. */
function define(rules: readonly string[], name: keyof PlaceLimits, limit: string, comment: string): readonly string[] {
  return rules.some((line) => line.includes(`*${name}`)) ? [`# ${comment}`, `x-${name}: &${name} ${limit}`, ""] : [];
}
