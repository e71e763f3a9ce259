/**
 * Writes the policy of a catalog's program for a project: the rules of its read-only policy, and rules for the tools that write, which the
 * user confirms. Tools that destroy are comments. Pure.
 */
import type { ConstraintForm } from "@climax-gen/runtime/internal/constraint/constraint";
import { CONSTRAINT_KEYS, formOfConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { matchesGlob } from "@climax-gen/runtime/internal/policy/expand-policy";
import { isRule, NO_TOOLS, toolRules } from "../init/draft-policy.ts";
import type { CliFile } from "../check/files/checked-file.ts";
import { toFlow } from "../load/flow-text.ts";
import { isList, isMapping, type YamlValue } from "../load/values.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { loadFile } from "./catalog-entry.ts";
import { compileLanguage, findInIntersection } from "../patterns/language.ts";
import { toPolicyTool } from "./check-entry.ts";
import { appendLines, joinBlocks, splitBlocks } from "./yaml-blocks.ts";

/** Keys of a read-only policy that the policy of the whole project has instead, because programs need other variables and limits. */
const OF_PROJECT: readonly string[] = ["env", "limits"];
/** Keys that an included policy does not have. */
const LEFT_OUT: ReadonlySet<string> = new Set([...OF_PROJECT, "default"]);

const SCHEMA = "# yaml-language-server: $schema=../schemas/policy.schema.json";

/** The tools of an entry, by what the policy of a project does with them. */
export interface EntryAccess {
  /** Tools that the read-only policy enables, or all tools that only read if there is none. */
  readonly enabled: CliFile["tools"];
  /** Tools that only read, and that the read-only policy leaves out. */
  readonly withheld: CliFile["tools"];
  /** Tools that write, destroy, or have no risk. */
  readonly others: CliFile["tools"];
}

/** Groups the tools of an entry. */
export function groupAccess({ policy }: CatalogEntry, tools: CliFile["tools"]): EntryAccess {
  const rules = policy === undefined ? undefined : readRules(policy);
  const isNamed = (name: string): boolean => rules === undefined || rules.some(([rule]) => rule === name || matchesGlob(rule, name));
  const reading = tools.filter(({ risk }) => risk === "read");
  return {
    enabled: reading.filter(({ name }) => isNamed(name)),
    withheld: reading.filter(({ name }) => !isNamed(name)),
    others: tools.filter(({ risk }) => risk !== "read"),
  };
}

/** Returns the text of `policies/PROGRAM.yaml`, which the policy of a project includes. */
export function projectPolicy(entry: CatalogEntry, tools: CliFile["tools"]): string {
  const { policy, name } = entry;
  const { others, withheld } = groupAccess(entry, tools);
  if (policy === undefined) {
    const rules = toolRules(tools.map(toPolicyTool));
    const header = [SCHEMA, `# Rules for ${name}. The policy of the project includes this file.`, "kind: policy"];
    return [...header, "", rules.some(isRule) ? "tools:" : NO_TOOLS, ...rules, ""].join("\n");
  }
  const limits = sharedLimits(readRules(policy));
  const rules = toolRules(
    others.map((tool) => ({ ...toPolicyTool(tool), limits: limitArgs(tool, limits), addresses: listAddresses(tool) })),
    { isAppended: readRules(policy).length > 0 },
  );
  const left = withheld.map(({ name: tool }) => `  # Disabled by the read-only policy of the catalog: ${tool}.`);
  const blocks = splitBlocks(policy.text).filter(({ key }) => !LEFT_OUT.has(key));
  // A program whose tools all write or run code has a read-only policy without tools.
  const withTools = blocks.some(({ key }) => key === "tools")
    ? blocks
    : [...blocks, { key: "tools", lines: ["", rules.some(isRule) ? "tools:" : NO_TOOLS] }];
  const text = joinBlocks(withTools.map((block) => (block.key === "tools" ? appendLines(block, [...rules, ...left]) : block)))
    .replace(/^#(?: yaml-language-server:|\s*climax-gen ).*\n/gm, "")
    .replace(/(?:^#\n)+(?=\n*kind:)/m, "");
  return `${SCHEMA}\n# Rules for ${name}, from the catalog of climax-gen. The policy of the project includes this file.\n#\n${text}`;
}

/** Returns the blocks of a read-only policy that belong to the policy of the project: its environment and its limits. */
export function surroundingsOf({ policy }: CatalogEntry): string {
  if (policy === undefined) return "";
  return joinBlocks(splitBlocks(policy.text).filter(({ key }) => OF_PROJECT.includes(key)));
}

/** Returns the variables that a read-only policy passes on. Returns undefined if it does not list them. */
export function variablesOf({ policy }: CatalogEntry): readonly string[] | undefined {
  const env = policy === undefined ? undefined : loadFile(policy)?.value["env"];
  const inherit = isMapping(env) ? env["inherit"] : undefined;
  return isList(inherit) ? inherit.map(String) : undefined;
}

type NamedRules = readonly (readonly [name: string, rule: Readonly<Record<string, YamlValue>>])[];

function readRules(policy: NonNullable<CatalogEntry["policy"]>): NamedRules {
  const tools = loadFile(policy)?.value["tools"];
  if (!isMapping(tools)) return [];
  return Object.entries(tools).map(([name, rule]) => [name, isMapping(rule) ? rule : {}] as const);
}

/** The forms of constraints that say where an argument points to. Other limits depend on the tool. */
const FORMS_OF_PLACE: ReadonlySet<ConstraintForm> = new Set(["directory", "pattern", "denied pattern", "values"]);

/** The constraints that say where an argument points to, and `required`. */
const OF_PLACE: ReadonlySet<string> = new Set(
  CONSTRAINT_KEYS.filter((key) => key === "required" || FORMS_OF_PLACE.has(formOfConstraint(key))),
);

/** Returns the constraint of each argument that all rules with the argument limit alike, as YAML, if it says where the argument points to. */
function sharedLimits(rules: NamedRules): ReadonlyMap<string, string> {
  const found = new Map<string, Set<string>>();
  for (const [, { args }] of rules) {
    if (args === undefined || !isMapping(args)) continue;
    for (const [arg, limit] of Object.entries(args)) {
      const isPlace = isMapping(limit) && Object.keys(limit).every((key) => OF_PLACE.has(key));
      if (isPlace) found.set(arg, (found.get(arg) ?? new Set()).add(toFlow(limit)));
    }
  }
  return new Map([...found].flatMap(([arg, [limit = "", ...others]]) => (others.length === 0 ? [[arg, limit] as const] : [])));
}

/** Names of arguments that are paths. */
const PATH_NAME = /(?:^|_)(?:director(?:y|ies)|dir|folders?|files?|filename|paths?|destination|output)$/;

/**
 * Descriptions of arguments that are paths: `File on the host`, `Configuration file`, `Path of the sound file`, but neither
 * `Folders or packages of the registry` nor `Only files that match`.
 */
const PATH_TEXT = new RegExp(
  [
    String.raw`^(?:two or more )?(?!only\b)(?:\w+ )?(?:files?|folders?|director(?:y|ies))(?: or (?:files?|folders?|director(?:y|ies)))?\b(?! or )`,
    String.raw`^(?:path of|local repository)\b`,
    String.raw`\b(?:in)?to this (?:file|folder)\b`,
    String.raw`, or an existing folder$`,
  ].join("|"),
  "i",
);

/**
 * Descriptions of arguments that are paths, or addresses or names of packages: `Address such as https://example.com/a.git, or a folder`,
 * `Packages, such as ./...`.
 */
const ADDRESS_TEXT = /\baddress\b.*\ba folder\b|\ba folder\b.*\baddress\b|\bpackages?\b.*`\.\/|^folders or packages\b/i;

/**
 * Returns the limits that a tool's arguments share with tools that read. Other arguments that are named or described as paths are limited to
 * the directory in which the server starts. An argument with an `enum` has its own values, and one that is always an address has no limit.
 */
function limitArgs({ args }: CliFile["tools"][number], limits: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    args.flatMap(({ name, enum: values, cwd, type, description = "", pattern }) => {
      if (ADDRESS_TEXT.test(description)) return [];
      const own = type === "string" && (PATH_NAME.test(name) || PATH_TEXT.test(description)) ? '{ within: "." }' : undefined;
      const limit = values === undefined && !isAddress(pattern) ? (limits.get(name) ?? own) : undefined;
      return limit === undefined ? [] : [[name, cwd ? limit : excludeAddresses(limit)] as const];
    }),
  );
}

/** Returns the names of the arguments that can be addresses, names of packages, or paths of this machine. */
function listAddresses({ args }: CliFile["tools"][number]): readonly string[] {
  return args.filter(({ description = "" }) => ADDRESS_TEXT.test(description)).map(({ name }) => name);
}

/** Texts of files of this machine, as writing tools read them: `packages/@types`, but not `user@host`. */
const NO_ADDRESS = "([^:@|]|/@)*";

/** Reports whether a pattern matches only addresses: `host:path`. */
function isAddress(pattern: string | undefined): boolean {
  return pattern !== undefined && findInIntersection(compileLanguage(pattern), compileLanguage(NO_ADDRESS)).kind === "none";
}

/** Adds a pattern to `{ within: DIRECTORY }`, because a writing tool may read `host:path` or `https://…` as an address. */
function excludeAddresses(limit: string): string {
  return limit.replace(/^(\{ within: (?:"[^"]*"|[^ ,]+)) \}$/, `$1, pattern: "${NO_ADDRESS}" }`);
}
