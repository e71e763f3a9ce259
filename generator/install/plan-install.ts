/** Plans the change of a client's file that installs or uninstalls a server. Pure: the host reads and writes. */
import type { Colors } from "../text/colors.ts";
import { diffLines } from "../text/line-diff.ts";
import { formatEdits } from "../text/print-diff.ts";
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic, SourceText } from "../diagnostics/diagnostic.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { ClientFacts } from "./clients.ts";
import type { ServerKey, ConfigFormat } from "./config-format.ts";
import { normalize, readPath, readServers, withoutServer, writePath } from "./config-data.ts";
import { jsonConfig } from "./json-config.ts";
import type { EntryValue, ServerEntry } from "./entry-value.ts";
import type { EntryPart } from "./server-entry.ts";
import { entryParts, startsServer } from "./server-entry.ts";
import { tomlConfig } from "./toml-config.ts";
import { yamlConfig } from "./yaml-config.ts";
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";

/** The entry to add to a client, or to remove. */
export interface InstallRequest {
  readonly client: ClientFacts;
  readonly name: string;
  /** Absolute path of the server, which identifies its entry. */
  readonly server: string;
  /** Entry to install. Omitted to remove the server. */
  readonly entry?: ServerEntry;
  /** Allows replacing or removing an entry that starts a different server. */
  readonly force: boolean;
}

/** The change of a client's configuration file. */
export type InstallPlan =
  /** The file is up to date, or has no entry to remove. */
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "change";
      readonly change: "add" | "update" | "replace" | "remove";
      readonly text: string;
      readonly shown: ShownChange;
    }
  /** `snippet`: text for the user to add to the file by hand. */
  | { readonly kind: "refused"; readonly diagnostic: Diagnostic; readonly snippet?: string };

/** The entry as it is printed, without secrets. Empty if it does not exist. */
export interface ShownChange {
  readonly before: string;
  readonly after: string;
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Plans the change of a file. `text` is empty for a new file. Preserves a byte order mark, line endings, and all text but the entry. */
export function planInstall({ path, text }: SourceText, request: InstallRequest): InstallPlan {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const plan = planChange({ path, text: text.slice(mark.length) }, request);
  return plan.kind === "change" ? { ...plan, text: mark + plan.text } : plan;
}

function planChange(source: SourceText, request: InstallRequest): InstallPlan {
  const { client, name, entry, server, force } = request;
  const format = formatOf(client);
  const parsed = format.parse(source.text);
  if (parsed.kind === "invalid") {
    const span = { start: parsed.offset, end: parsed.offset + 1 };
    return { kind: "refused", diagnostic: diagnose("client-file-syntax", { source, span }, { reason: parsed.reason }) };
  }
  const servers = readServers(parsed.data, client.container);
  if (servers === undefined) {
    return { kind: "refused", diagnostic: diagnose("client-file-shape", { path: source.path }, { container: client.container }) };
  }
  const found = servers.get(name);
  const startsOther = found !== undefined && !startsServer(found, server);
  if (startsOther && !force) {
    const span = format.locate(source.text, { container: client.container, name }) ?? { start: 0, end: 0 };
    const diagnostic = diagnose("foreign-server", { source, span }, { name, isRemoval: entry === undefined });
    return { kind: "refused", diagnostic };
  }
  if (entry === undefined) return found === undefined ? { kind: "unchanged" } : planEdit(source, request, { change: "remove", found });
  if (found === undefined) return planEdit(source, request, { change: "add", found, entry });
  if (startsOther) return planEdit(source, request, { change: "replace", found, entry });
  const isKept = ({ path: [key] }: EntryPart): boolean => client.initial?.[key] !== undefined && readPath(found, [key]) !== undefined;
  const parts = entryParts(entry).filter(
    (part) => !isKept(part) && !isDeepStrictEqual(normalize(readPath(found, part.path)), normalize(part.value)),
  );
  return parts.length === 0 ? { kind: "unchanged" } : planEdit(source, request, { change: "update", parts, found });
}

function formatOf(client: ClientFacts): ConfigFormat {
  switch (client.format) {
    case "json":
      return jsonConfig;
    case "toml":
      return tomlConfig;
    case "yaml":
      return yamlConfig(client.container);
  }
}

/** An edit. `found` is the existing entry, or undefined. */
type Edit = { readonly found: unknown } & (
  | { readonly change: "add" | "replace"; readonly entry: ServerEntry }
  | { readonly change: "update"; readonly parts: readonly EntryPart[] }
  | { readonly change: "remove" }
);

/** Edits the text, and verifies the result: the entry must be as requested, and all other data unchanged. */
function planEdit({ path, text }: SourceText, { client, name, entry, server }: InstallRequest, edit: Edit): InstallPlan {
  const format = formatOf(client);
  const address = { container: client.container, name };
  const edited = applyEdit(format, text, { address, edit });
  const expected = expectedEntry(edit);
  if (edited !== undefined && hasExpectedData(format, edited, { before: format.parse(text), address, entry: expected })) {
    const show = (shown: unknown): string =>
      shown === undefined ? "" : format.print(address, toShownEntry(shown, startsServer(shown, server)));
    return { kind: "change", change: edit.change, text: edited, shown: { before: show(edit.found), after: show(expected) } };
  }
  const { layout, snippet } = format.describeLayout(text, address, entry ?? {});
  const diagnostic = diagnose("client-file-layout", { path }, { name, change: edit.change, layout, container: client.container });
  return { kind: "refused", diagnostic, ...(entry !== undefined && snippet !== undefined && { snippet }) };
}

function applyEdit(format: ConfigFormat, text: string, { address, edit }: { address: ServerKey; edit: Edit }): string | undefined {
  switch (edit.change) {
    case "add":
    case "replace":
      return format.put(text, address, edit.entry);
    case "update":
      return format.update(text, address, edit.parts);
    case "remove":
      return format.remove(text, address);
  }
}

function expectedEntry(edit: Edit): unknown {
  switch (edit.change) {
    case "add":
    case "replace":
      return edit.entry;
    case "update":
      return edit.parts.reduce((found, { path, value }) => writePath(found, path, value), edit.found);
    case "remove":
      return undefined;
  }
}

interface ExpectedData {
  readonly before: ReturnType<ConfigFormat["parse"]>;
  readonly address: ServerKey;
  /** Undefined if the entry is to be removed. */
  readonly entry: unknown;
}

function hasExpectedData(format: ConfigFormat, text: string, { before, address, entry }: ExpectedData): boolean {
  const after = format.parse(text);
  if (before.kind === "invalid" || after.kind === "invalid") return false;
  const written = readServers(after.data, address.container)?.get(address.name);
  return (
    isDeepStrictEqual(withoutServer(before.data, address), withoutServer(after.data, address)) &&
    isDeepStrictEqual(normalize(written), normalize(entry))
  );
}

/** Keys whose values the command writes, and that identify another server. Their values are not secret. */
const SHOWN = ["name", "type", "command", "env.PATH", "environment.PATH"];

/** Keys whose values the command writes, and that can be secret in the entry of another server. */
const SHOWN_IF_OWN = ["args", "required", "tools", "trust", "default_tools_approval_mode"];

/** Key of Codex with the approval of a tool. */
const APPROVAL = /^tools\..+\.approval_mode$/;

/** Text instead of a hidden value. */
const HIDDEN = "…";

/**
 * Returns the entry with all of its keys. Shows only the values that the command writes, because all others can be secrets: variables,
 * headers, addresses, and the arguments of another server. `isOwn`: the entry starts the server that is installed.
 */
function toShownEntry(entry: unknown, isOwn: boolean): ServerEntry {
  const names = new Set(isOwn ? [...SHOWN, ...SHOWN_IF_OWN] : SHOWN);
  const shown = { has: (path: string) => names.has(path) || (isOwn && APPROVAL.test(path)) };
  const show = (value: unknown, path: string): EntryValue => {
    const showText = (text: unknown): string => (typeof text === "string" && shown.has(path) ? text : HIDDEN);
    // The first word of a command is the program. The others are arguments.
    if (Array.isArray(value)) return value.map((word, index) => (path === "command" && index > 0 && !isOwn ? HIDDEN : showText(word)));
    if (typeof value === "boolean" && shown.has(path)) return value;
    if (!isJsonObject(value)) return showText(value);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, show(inner, `${path}.${key}`)]));
  };
  return isJsonObject(entry) ? Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, show(value, key)])) : {};
}

/** The file that contains the entry. */
export interface ChangedFile {
  readonly path: string;
  readonly isNew: boolean;
  /** Key of the servers. */
  readonly container: string;
}

/**
 * Formats a diff of all lines of the entry, under the header of a unified diff. Nothing else of the file is shown, because other entries can
 * contain tokens.
 */
export function formatChange({ path, isNew, container }: ChangedFile, { before, after }: ShownChange, colors: Colors): string {
  const head = [colors.bold(`--- ${isNew ? "/dev/null" : path}`), colors.bold(`+++ ${path}`), colors.cyan(`@@ ${container} @@`)];
  return [...head, ...formatEdits(diffLines(before, after), colors), ""].join("\n");
}
