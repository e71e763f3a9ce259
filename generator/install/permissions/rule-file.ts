/** The files with the rules of a client: their paths, and the notation of a rule. Pure: text in, text out. */
import { posix, win32 } from "node:path";
import type { ClientFacts, ClientScope } from "../clients.ts";
import type { ClientMachine } from "../config-path.ts";

/** The clients whose rules the command writes. */
export const permissionClients = ["claude-code", "codex", "gemini", "vscode"] as const;
/** A client whose rules the command writes. */
export type PermissionClient = (typeof permissionClients)[number];

/** Reports whether the command writes rules for a client. */
export function hasPermissions(id: string): id is PermissionClient {
  return permissionClients.some((known) => known === id);
}

/** Location of a client's rules, relative to the directory of its configuration file. */
interface RuleLocation {
  /** `shared`: the user's settings, with a record of the rules beside it. `own`: a file for one server. */
  readonly kind: "shared" | "own";
  /** Path of the file. `NAME` stands for the server. */
  readonly path: string;
  /** Path if the directory of a variable contains the configuration file. */
  readonly overridden?: string;
  /** Whether the client reads the rules of a project. */
  readonly hasProject: boolean;
}

const LOCATIONS: Readonly<Record<PermissionClient, RuleLocation>> = {
  // code.claude.com/docs/en/settings, "Settings files"
  "claude-code": { kind: "shared", path: ".claude/settings.json", overridden: "settings.json", hasProject: true },
  // developers.openai.com/codex/rules
  codex: { kind: "own", path: "rules/climax-gen-NAME.rules", hasProject: true },
  // geminicli.com/docs/reference/policy-engine: the policies of a workspace are disabled.
  gemini: { kind: "own", path: "policies/climax-gen-NAME.toml", hasProject: false },
  // code.visualstudio.com/docs/configure/settings
  vscode: { kind: "shared", path: "settings.json", hasProject: true },
};

/** Returns the reason why the rules of a client cannot be written. */
export function findRuleProblem(
  { id, title }: Pick<ClientFacts, "id" | "title">,
  scope: ClientScope,
): { readonly problem: string; readonly help: string } | undefined {
  const help = "omit --permissions, and allow the tools when the client asks";
  if (!hasPermissions(id)) return { problem: `install writes no rules for ${title}`, help };
  if (scope === "user" || LOCATIONS[id].hasProject) return undefined;
  return { problem: `${title} does not read the rules of a project`, help: "omit --scope" };
}

/** Name of the record of the rules that servers have added to shared settings. */
const RECORD = "climax-gen-permissions.json";

/** The files of a server's rules. Paths are absolute if that of the configuration file is. */
export type RuleFiles =
  | { readonly kind: "shared"; readonly settings: string; readonly record: string }
  | { readonly kind: "own"; readonly path: string };

/** Returns the files of a server's rules. Returns undefined if the client reads no rules of the scope. */
export function locateRules(
  { id, user }: ClientFacts & { readonly id: PermissionClient },
  {
    config,
    scope,
    name,
    machine,
  }: { readonly config: string; readonly scope: ClientScope; readonly name: string; readonly machine: ClientMachine },
): RuleFiles | undefined {
  const { kind, path, overridden, hasProject } = LOCATIONS[id];
  if (scope === "project" && !hasProject) return undefined;
  const paths = machine.platform === "win32" ? win32 : posix;
  const directory = paths.dirname(config);
  const variable = user.override && machine.env[user.override.variable];
  const isOverridden = overridden !== undefined && scope === "user" && Boolean(variable) && paths.resolve(variable ?? "") === directory;
  const found = paths.join(directory, (isOverridden ? overridden : path).replace("NAME", name));
  return kind === "own" ? { kind, path: found } : { kind, settings: found, record: paths.join(paths.dirname(found), RECORD) };
}
