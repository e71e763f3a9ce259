/** Checks the policies that projects get from entries of the catalog: paths of tools that run after confirmation stay inside the project. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { CatalogEntry } from "../../generator/catalog/catalog-entry.ts";
import { listEntryTools } from "../../generator/catalog/check-entry.ts";
import { projectPolicy } from "../../generator/catalog/project-policy.ts";
import { checkInputs } from "../../generator/check-inputs.ts";
import { readCatalog } from "../../generator/host/catalog-folder.ts";
import { compileLanguage, findInIntersection } from "../../generator/patterns/language.ts";
import { ROOT } from "../imports.ts";

/** Words of descriptions of paths. */
const PLACE = /\b(?:files?|folders?|director(?:y|ies)|paths?|repository to publish)\b/i;

/** Texts that name a place outside of the directory of the server. */
const OUTSIDE = compileLanguage(String.raw`/srv/notes\.txt|\.\./notes\.txt`);

/** Descriptions of arguments that are no paths of this machine. */
const NO_PATHS = [
  // They select from what the program finds in the project, or on a server.
  /^Only (?:these workspaces|these packages of the workspace|files that match)\b/,
  /^Patterns of paths to leave out\b/,
  /^Name, number, or file such as ci\.yml$/,
  // Names, whose text mentions a directory.
  /^Repository as owner\/name; by default that of the working directory$/,
  /^Branch or commit; without it a branch with the name of the folder$/,
  /^(?:Module paths?\b|New path of this module$)/,
  // Paths of requests to a server.
  /^Rules as host\/path=service:port\b/,
];

interface Rules {
  readonly tools?: Readonly<Record<string, { readonly args?: Readonly<Record<string, unknown>> } | null>>;
}

/** Returns the arguments that are described as paths, accept a place outside, and have no rule. */
async function findOpenPaths(entry: CatalogEntry): Promise<readonly string[]> {
  const tools = listEntryTools(await checkInputs(entry.configs.map(({ input }) => input)));
  const { tools: rules = {} } = parse(projectPolicy(entry, tools), { merge: true }) as Rules;
  return tools
    .filter(({ name, risk }) => risk === "write" && name in rules)
    .flatMap(({ name, args }) =>
      args
        .filter(({ type, enum: values, stdin, cwd }) => type === "string" && values === undefined && stdin !== true && cwd !== true)
        .filter(({ description = "", pattern }) => PLACE.test(description) && accepts(pattern))
        .filter((arg) => !(arg.name in (rules[name]?.args ?? {})))
        .filter(({ description = "" }) => !NO_PATHS.some((text) => text.test(description)))
        .map((arg) => `${name} ${arg.name}: ${arg.description ?? ""}`),
    );
}

/** Reports whether a pattern accepts a place outside. */
function accepts(pattern: string | undefined): boolean {
  return pattern === undefined || findInIntersection(compileLanguage(pattern), OUTSIDE).kind !== "none";
}

describe("the policy that a project gets from the catalog", () => {
  it.each(readCatalog(join(ROOT, "catalog/")))("limits the paths of the tools of $name that write", async (entry) => {
    expect(await findOpenPaths(entry)).toEqual([]);
  });

  it("enables the tools that write if the user confirms, also if no tool only reads", async () => {
    const entry = readCatalog(join(ROOT, "catalog/")).find(({ name }) => name === "make");
    if (entry === undefined) throw new Error("the catalog has no entry make");
    const tools = listEntryTools(await checkInputs(entry.configs.map(({ input }) => input)));
    const written = tools.filter(({ risk }) => risk === "write").map(({ name }) => name);
    const { tools: rules = {} } = parse(projectPolicy(entry, tools)) as Rules;
    expect(written.length).toBeGreaterThan(0);
    expect(rules).toMatchObject(Object.fromEntries(written.map((name) => [name, { confirm: true }])));
    expect(Object.keys(rules)).toEqual(written);
  });
});
