/** Reads the files with a client's rules, and writes their changes. */
import { dirname, extname, join } from "node:path";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { Diagnostic, SourceText } from "../diagnostics/diagnostic.ts";
import { findConflicts, findOtherConflicts } from "../install/permissions/conflicts.ts";
import type { PermissionPlan, PermissionRequest, RuleChange } from "../install/permissions/plan-permissions.ts";
import { planOwnRules, planSharedRules } from "../install/permissions/plan-permissions.ts";
import type { ClientFacts, ClientScope } from "../install/clients.ts";
import type { ClientMachine } from "../install/config-path.ts";
import type { Permissions } from "../install/permissions/permissions.ts";
import { isOwnText } from "../install/permissions/own-rules.ts";
import type { RuleFiles } from "../install/permissions/rule-file.ts";
import { hasPermissions, locateRules } from "../install/permissions/rule-file.ts";
import { toShownPath } from "../text/shown-path.ts";
import type { ClientFile } from "./client-files.ts";
import { listFolder } from "./file-system.ts";
import { readClientFile, removeClientFile, replaceClientFile } from "./client-files.ts";

/** A change of a file, which is planned. */
export interface PlannedRules {
  readonly file: ClientFile;
  readonly change: RuleChange;
}

/** The changes of all files, and warnings about rules of the user. */
export interface RulePlan {
  readonly planned: readonly PlannedRules[];
  readonly warnings: readonly Diagnostic[];
}

/** The client, the path of its configuration file, and the machine. */
export interface RuleTarget {
  readonly client: ClientFacts;
  readonly path: string;
  readonly machine: ClientMachine;
}

/**
 * Reads the files of the client's rules, and plans their changes: the permissions, or with `uninstall` their removal. Returns undefined if
 * there is nothing to plan, and a diagnostic if a file cannot be read or changed.
 */
export function planRuleFiles(
  { client, path, machine }: RuleTarget,
  { scope, force = false, uninstall = false }: { readonly scope: ClientScope; readonly force?: boolean; readonly uninstall?: boolean },
  { name, permissions }: { readonly name: string; readonly permissions?: Permissions },
): RulePlan | Diagnostic | undefined {
  const { id } = client;
  if (!hasPermissions(id) || (permissions === undefined && !uninstall)) return undefined;
  const files = locateRules({ ...client, id }, { config: path, scope, name, machine });
  if (files === undefined) return undefined;
  const request = { client: id, server: name, force, ...(permissions && { permissions }) };
  return files.kind === "own" ? planOwn(files.path, request) : planShared(files, request);
}

function planOwn(path: string, request: PermissionRequest): RulePlan | Diagnostic {
  const file = readClientFile(path);
  if ("code" in file) return file;
  const plan = planOwnRules(toSource(file), request);
  const { permissions, client } = request;
  const conflicts = permissions === undefined ? [] : findOtherConflicts(client, readOthers(path), permissions);
  return toRulePlan(plan, new Map([["rules", file]]), (conflict) => ({ path: conflict.place }), conflicts);
}

function planShared(
  { settings: path, record: recordPath }: RuleFiles & { kind: "shared" },
  request: PermissionRequest,
): RulePlan | Diagnostic {
  const settings = readClientFile(path);
  if ("code" in settings) return settings;
  const record = readClientFile(recordPath);
  if ("code" in record) return record;
  const plan = planSharedRules({ settings: toSource(settings), record: toSource(record) }, request);
  const { permissions, client } = request;
  const data = plan.kind === "planned" ? plan.data : undefined;
  const conflicts = permissions === undefined ? [] : findConflicts(client, data, permissions);
  return toRulePlan(
    plan,
    new Map([
      ["settings", settings],
      ["record", record],
    ]),
    () => ({ path: toShownPath(path) }),
    conflicts,
  );
}

function toRulePlan(
  plan: PermissionPlan,
  files: ReadonlyMap<RuleChange["file"], ClientFile>,
  placeOf: (conflict: ReturnType<typeof findConflicts>[number]) => { readonly path: string },
  conflicts: ReturnType<typeof findConflicts>,
): RulePlan | Diagnostic {
  if (plan.kind === "refused") return plan.diagnostic;
  const planned = plan.changes.flatMap((change): PlannedRules[] => {
    const file = files.get(change.file);
    return file === undefined ? [] : [{ file, change }];
  });
  return { planned, warnings: conflicts.map((conflict) => diagnose("permission-conflict", placeOf(conflict), conflict)) };
}

function toSource({ path, text }: ClientFile): SourceText {
  return { path: toShownPath(path), text };
}

/** Reads the other files of the directory that the client reads. Skips those that cannot be read. */
function readOthers(path: string): readonly SourceText[] {
  const directory = dirname(path);
  return listFolder(directory)
    .filter((name) => extname(name) === extname(path) && !name.startsWith("climax-gen-"))
    .map((name) => readClientFile(join(directory, name)))
    .flatMap((file) => ("code" in file ? [] : [toSource(file)]));
}

/** Result of writing the changes: the paths of the backups, and the diagnostic of the first file that could not be written. */
export interface WrittenRules {
  readonly written: readonly { readonly path: string; readonly isRemoved: boolean; readonly backup?: string }[];
  readonly diagnostic?: Diagnostic;
}

/** Writes the changes in order, and stops at the first failure. */
export function writeRuleFiles(planned: readonly PlannedRules[]): WrittenRules {
  const written: { path: string; isRemoved: boolean; backup?: string }[] = [];
  for (const { file, change } of planned) {
    // A record, and a file of a server that was not edited, contain nothing of the user.
    const keepsOld = change.file === "settings" || (change.file === "rules" && !isOwnText(file.text));
    const result = change.text === undefined ? removeClientFile(file, keepsOld) : replaceClientFile(file, change.text, keepsOld);
    if ("code" in result) return { written, diagnostic: result };
    written.push({ path: file.path, isRemoved: change.text === undefined, ...result });
  }
  return { written };
}
