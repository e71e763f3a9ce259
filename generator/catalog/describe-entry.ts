/** Says in words what an entry adds to a project, and what the policy of the project must contain. Pure. */
import { isInherited } from "@climax-gen/runtime/internal/policy/inherited-environment";
import type { EnvInherit } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { CliFile } from "../check/files/checked-file.ts";
import { describeAccess } from "../init/access-summary.ts";
import type { LoadedDocument } from "../load/document.ts";
import { isList, isMapping, type YamlValue } from "../load/values.ts";
import { count } from "../text/wording.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { readFacts } from "./catalog-entry.ts";
import { toPolicyTool } from "./check-entry.ts";
import { groupAccess, variablesOf } from "./project-policy.ts";

/** Returns one line about the origin of an entry: `git: 17 tools from the catalog, tested with git 2.39.5`. */
export function describeOrigin(entry: CatalogEntry, program: string, tools: CliFile["tools"]): string {
  const { tested, needs } = readFacts(entry);
  return [
    `${program}: ${count(tools.length, "tool")} from the catalog`,
    tested.length === 0 ? "without a record of tested versions" : `tested with version ${tested.join(", ")}`,
    ...(needs.length === 0 ? [] : [`needs ${needs.map((need) => NEEDS.get(need) ?? need).join(", ")}`]),
    ...(entry.policy === undefined ? ["without a read-only policy: its arguments are not limited"] : []),
  ].join("; ");
}

const NEEDS: ReadonlyMap<string, string> = new Map([
  ["network", "the network"],
  ["account", "an account"],
  ["daemon", "a daemon"],
  ["display", "a display"],
]);

/** Returns one line for each group of tools that the policy of a new project treats alike. */
export function describeEntryAccess(entry: CatalogEntry, tools: CliFile["tools"]): readonly string[] {
  const { enabled, withheld, others } = groupAccess(entry, tools);
  const left = withheld.length === 0 ? [] : [`disabled: ${count(withheld.length, "tool")} that the read-only policy leaves out`];
  return [...describeAccess([...enabled, ...others].map(toPolicyTool)), ...left];
}

/** An entry, and the path of its policy in a project. */
export interface AddedEntry {
  readonly entry: CatalogEntry;
  readonly policy: string;
}

/** Returns what to add to an existing policy of a project, so that agents can call the tools of entries. */
export function describeInclusion(added: readonly AddedEntry[], existing: LoadedDocument | undefined): readonly string[] {
  const { include, env } = existing?.value ?? {};
  const included: readonly YamlValue[] = Array.isArray(include) ? include : [];
  const open = added.map(({ policy }) => policy).filter((policy) => !included.includes(policy));
  const inherit = isMapping(env) ? env["inherit"] : undefined;
  const needed = new Set(added.flatMap(({ entry }) => variablesOf(entry) ?? []));
  const missing = [...needed].filter((name) => !isInherited(name, toInherit(inherit)));
  return [
    ...(open.length === 0
      ? []
      : [
          "policy.yaml exists, so it enables none of the new tools unless its default does",
          `help: add ${open.join(", ")} to its \`include\``,
        ]),
    ...(missing.length === 0 ? [] : [`policy.yaml does not pass ${missing.join(", ")} to programs`, "help: add them to its `env.inherit`"]),
  ];
}

function toInherit(value: YamlValue | undefined): EnvInherit {
  if (value === "minimal") return value;
  return isList(value) ? value.map(String) : "all";
}
