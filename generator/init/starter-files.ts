/** Creates the files of a new project: a working config, a policy, scripts, schemas for editors, and a workflow for CI. */
import { configJsonSchema, fragmentJsonSchema, policyJsonSchema } from "../check/keys/json-schema.ts";
import { toPackageName } from "../emit/package-name.ts";
import type { Templates } from "../emit/fill-template.ts";
import { fillTemplate } from "../emit/fill-template.ts";
import { formatJson } from "../text/json.ts";
import { draftPolicy, type PolicyTool } from "./draft-policy.ts";

const CONFIG = "configs/git.yaml";
/** Path of the policy, below the directory of the project. */
export const POLICY = "policy.yaml";

/** Template → path in the project. npm excludes files called `.gitignore` from packages. */
const TEMPLATE_PATHS = [
  ["init/git.yaml", CONFIG],
  ["init/policy.yaml", POLICY],
  ["init/package.json", "package.json"],
  ["init/gitignore", ".gitignore"],
  ["init/workflow.yml", ".github/workflows/climax-gen.yml"],
] as const;

/** The policy for existing configs. It names no tool. */
const POLICY_OF_ANY = "init/policy-enabled.yaml";

/** The names of the templates of a new project. */
export const starterTemplates: readonly string[] = [...TEMPLATE_PATHS.map(([template]) => template), POLICY_OF_ANY];

/** Options of a new project. */
export interface StarterOptions {
  /** Name of the project. The name of the package is derived from it. */
  readonly name: string;
  /** True if the project has configs. No sample is then added. */
  readonly hasConfigs: boolean;
  /** A config that replaces the sample. */
  readonly draft?: { readonly program: string; readonly text: string; readonly tools: readonly PolicyTool[] };
  /** Files of the catalog, by path, that replace the sample, and the policy of the project. */
  readonly copied?: { readonly files: ReadonlyMap<string, string>; readonly policy: string; readonly hasFragments: boolean };
  readonly templates: Templates;
}

/** The first line of a config of a new project. It names the schema for editors. */
export const SCHEMA_COMMENT = "# yaml-language-server: $schema=../schemas/cli.schema.json\n";

/** Returns the path of the draft for a program, below the directory of the project. */
export function draftPath(program: string): string {
  return `configs/${program}.yaml`;
}

/** Returns text by path below the directory of the project. */
export function starterFiles({ name, hasConfigs, draft, copied, templates }: StarterOptions): ReadonlyMap<string, string> {
  const values = new Map([["name", toPackageName(name)]]);
  const hasSample = !hasConfigs && draft === undefined && copied === undefined;
  const files = TEMPLATE_PATHS.filter(([, path]) => path !== CONFIG || hasSample).map(([template, path]) => {
    if (path === POLICY && copied !== undefined) return [path, copied.policy] as const;
    if (path === POLICY && draft !== undefined) return [path, draftPolicy(draft.tools)] as const;
    return [path, fillTemplate(templates, path === POLICY && !hasSample ? POLICY_OF_ANY : template, values)] as const;
  });
  return new Map([
    ...(copied?.files ?? []),
    ...(draft === undefined ? [] : [[draftPath(draft.program), draft.text] as const]),
    ...files,
    ...schemaFiles(copied?.hasFragments ?? false),
  ]);
}

/** Returns the schemas that the first lines of a project's files name, by path. */
export function schemaFiles(hasFragments: boolean): ReadonlyMap<string, string> {
  return new Map([
    ["schemas/cli.schema.json", formatJson(configJsonSchema())],
    ["schemas/policy.schema.json", formatJson(policyJsonSchema())],
    ...(hasFragments ? [["schemas/fragment.schema.json", formatJson(fragmentJsonSchema())] as const] : []),
  ]);
}
