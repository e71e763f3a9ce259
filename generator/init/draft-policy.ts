/** Writes the policy of a new project for a drafted config: agents can call what only reads. */

/** A tool of a draft. */
export interface PolicyTool {
  readonly name: string;
  /** Omitted if a person must decide. */
  readonly risk?: "read" | "write" | "destructive";
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

/** Returns the lines below `tools` of a policy. */
export function toolRules(tools: readonly PolicyTool[]): readonly string[] {
  const { enabled, confirmed, destructive, unrated } = groupTools(tools);
  const group = (comment: string, names: readonly string[], print: (name: string) => string): readonly string[] =>
    names.length === 0 ? [] : [`  # ${comment}`, ...names.map(print)];
  const disabled = (name: string): string => `  # ${name}: { confirm: true }`;
  return [
    ...group("These tools only read.", enabled, (name) => `  ${name}: {}`),
    ...group("These tools change something. The user confirms each call.", confirmed, (name) => `  ${name}: { confirm: true }`),
    ...group("Disabled: these tools destroy, or run programs. To enable one, remove the number sign.", destructive, disabled),
    ...group("Disabled: set the `risk` of these tools in the config first.", unrated, disabled),
  ];
}

/** Returns the policy of a project with one drafted config. */
export function draftPolicy(tools: readonly PolicyTool[]): string {
  const rules = toolRules(tools);
  const hasRule = rules.some((line) => !line.startsWith("  #"));
  return [
    "# yaml-language-server: $schema=schemas/policy.schema.json",
    "# The calls that agents may make. A tool that is not listed is disabled.",
    "kind: policy",
    "",
    "# Commands inherit PATH, HOME and the locale. They do not inherit other variables of the server, such as tokens and keys.",
    "env: { inherit: minimal }",
    "",
    "limits:",
    "  max_timeout: 60",
    "",
    "default: disabled",
    hasRule ? "tools:" : "tools: {}",
    ...rules,
    "",
  ].join("\n");
}
