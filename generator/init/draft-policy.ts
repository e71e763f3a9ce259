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

/** Options of `toolRules`. */
interface RuleOptions {
  readonly limits?: PlaceLimits;
  readonly isAppended?: boolean;
}

/** The key `tools` of a policy in which every rule is a comment: `tools:` alone would be an error. */
export const NO_TOOLS = "tools: {}";

/** Reports whether a line of `toolRules` enables a tool. The others are comments. */
export function isRule(line: string): boolean {
  return !line.startsWith("  #");
}

/**
 * Returns the lines below `tools` of a policy. `limits`: the constraints as YAML, written out by default. If no line is a rule, the comments
 * say to remove the braces of `NO_TOOLS`, unless `isAppended` says that the lines follow other rules.
 */
export function toolRules(
  tools: readonly PolicyTool[],
  { limits = { paths: INSIDE, addresses: NOT_LOCAL }, isAppended = false }: RuleOptions = {},
): readonly string[] {
  const { enabled, confirmed, destructive, unrated } = groupTools(tools);
  const uncomment =
    isAppended || enabled.length + confirmed.length > 0 ? "the number sign" : "the number sign, and the braces after `tools`";
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
    ...group(`Disabled: these tools destroy, or run programs. To enable one, remove ${uncomment}.`, destructive, disabled),
    ...group(
      `Disabled: these tools have no risk. To enable one, set its \`risk\` in the config. Then remove ${uncomment}.`,
      unrated,
      disabled,
    ),
  ];
}

/** Returns the policy of a project with one drafted config. */
export function draftPolicy(tools: readonly PolicyTool[]): string {
  const { enabled, confirmed } = groupTools(tools);
  const active = new Set([...enabled, ...confirmed]);
  // An anchor that only comments use is a warning, so these have the constraint itself.
  const isShared = (kind: keyof PlaceLimits): boolean => tools.some((tool) => active.has(tool.name) && (tool[kind] ?? []).length > 0);
  const shared = { paths: isShared("paths"), addresses: isShared("addresses") };
  const limits = { paths: shared.paths ? "*paths" : INSIDE, addresses: shared.addresses ? "*addresses" : NOT_LOCAL };
  const rules = toolRules(tools, { limits });
  return [
    "# yaml-language-server: $schema=schemas/policy.schema.json",
    "# The calls that agents may make. A tool that is not listed is disabled.",
    "kind: policy",
    "",
    "# Commands inherit PATH, HOME and the locale. They do not inherit other variables of the server, such as tokens and keys.",
    "env: { inherit: minimal }",
    "",
    ...(shared.paths ? ["# Paths must be inside the directory in which the server starts.", `x-paths: &paths ${INSIDE}`, ""] : []),
    ...(shared.addresses ? ["# Addresses must not be local files outside of it.", `x-addresses: &addresses ${NOT_LOCAL}`, ""] : []),
    "limits:",
    "  max_timeout: 60",
    "",
    "default: disabled",
    rules.some(isRule) ? "tools:" : NO_TOOLS,
    ...rules,
    "",
  ].join("\n");
}
