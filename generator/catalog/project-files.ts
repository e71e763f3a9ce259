/** Plans the files that a project gets from an entry of the catalog. Pure. */
import type { CliFile } from "../check/files/checked-file.ts";
import type { CatalogEntry, CatalogFile } from "./catalog-entry.ts";
import { projectPolicy, surroundingsOf } from "./project-policy.ts";

/** Files of an entry for a project. */
export interface ProjectFiles {
  /** Text by path below the directory of the project: configs, fragments, and the policy of the entry. */
  readonly files: ReadonlyMap<string, string>;
  /** Path of the policy of the entry. */
  readonly policy: string;
}

/** Returns the files of an entry for a project. `program`: the name that the user gave. */
export function planFiles(entry: CatalogEntry, program: string, tools: CliFile["tools"]): ProjectFiles {
  const policy = `policies/${program}.yaml`;
  return {
    policy,
    files: new Map([
      ...entry.configs.map((file) => [`configs/${file.name}`, withSchema(file, "cli")] as const),
      ...entry.fragments.map((file) => [`configs/${file.name}`, withSchema(file, "fragment")] as const),
      [policy, projectPolicy({ ...entry, name: program }, tools)],
    ]),
  };
}

/** Returns the policy of a new project, which includes the policies of entries. */
export function mainPolicy(included: readonly string[], entries: readonly CatalogEntry[]): string {
  const [only, ...others] = entries;
  const own = only !== undefined && others.length === 0 ? surroundingsOf(only) : "";
  return [
    "# yaml-language-server: $schema=schemas/policy.schema.json",
    "# The calls that agents may make. A tool that no included policy enables is disabled.",
    "kind: policy",
    `include: [${included.join(", ")}]`,
    "",
    own.trimEnd() || `${MINIMAL}\n\nlimits:\n  max_timeout: 60`,
    "",
    "default: disabled",
    "",
  ].join("\n");
}

const MINIMAL =
  "# Commands inherit PATH, HOME and the locale. They do not inherit other variables of the server, such as tokens and keys.\n" +
  "env: { inherit: minimal }";

/** Replaces the first line of a file of the catalog by one that names the schema in a project. */
function withSchema({ text }: CatalogFile, kind: "cli" | "fragment"): string {
  return text.replace(/^(?:# yaml-language-server: .*\n)?/, `# yaml-language-server: $schema=../schemas/${kind}.schema.json\n`);
}
