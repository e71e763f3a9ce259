/** Plans the changes of the files with a client's rules. Pure: the host reads and writes. */
import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "@climax-gen/runtime/internal/text/json";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceText } from "../../diagnostics/diagnostic.ts";
import { normalize, readPath } from "../config-data.ts";
import { lineEndingOf } from "../config-format.ts";
import { jsonConfig } from "../json-config.ts";
import { codexRules, geminiPolicies, isOwnText, withHead } from "./own-rules.ts";
import type { Permissions } from "./permissions.ts";
import { formatRecord, readRecord } from "./record.ts";
import type { PermissionClient } from "./rule-file.ts";
import type { SharedForm, SharedRule } from "./shared-rules.ts";
import { claudeForm, vscodeForm } from "./shared-rules.ts";

/** A file to write or remove. */
export interface RuleChange {
  /** The kind of the file. */
  readonly file: "settings" | "record" | "rules";
  /** The new text. Undefined if the file is to be removed. */
  readonly text: string | undefined;
  /** The rules as they are printed, one per line. Nothing else of shared settings is printed. */
  readonly shown: { readonly before: string; readonly after: string };
}

/** The changes of the files. Empty if all files are up to date. In the order in which they are to be written. */
export type PermissionPlan =
  | { readonly kind: "planned"; readonly changes: readonly RuleChange[]; readonly data?: unknown }
  | { readonly kind: "refused"; readonly diagnostic: Diagnostic };

const FORMS = { "claude-code": claudeForm, vscode: vscodeForm } as const;
const WRITERS = { codex: codexRules, gemini: geminiPolicies } as const;

/** The permissions to write, or the name of the server whose rules are to be removed. */
export interface PermissionRequest {
  readonly client: PermissionClient;
  readonly server: string;
  readonly permissions?: Permissions;
  /** Replaces or removes a file of the server that was edited. */
  readonly force: boolean;
}

/** Returns the form of rules in shared settings. Undefined for a client that has a file for each server. */
function sharedFormOf(client: PermissionClient): SharedForm | undefined {
  return client === "claude-code" || client === "vscode" ? FORMS[client] : undefined;
}

/** Plans the file of a server of Codex or Gemini CLI. `text` is empty if the file does not exist. */
export function planOwnRules({ path, text }: SourceText, { client, server, permissions, force }: PermissionRequest): PermissionPlan {
  const write = client === "codex" || client === "gemini" ? WRITERS[client] : undefined;
  const rules = permissions && write ? write(permissions) : "";
  const wanted = rules === "" ? "" : withHead(server, rules);
  if (text === wanted || (isOwnText(text) && text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n") === wanted))
    return { kind: "planned", changes: [] };
  if (text !== "" && !isOwnText(text) && !force) return { kind: "refused", diagnostic: diagnose("edited-rule-file", { path }) };
  const changes = [
    { file: "rules" as const, text: wanted === "" ? undefined : wanted, shown: { before: text.trimEnd(), after: wanted.trimEnd() } },
  ];
  return { kind: "planned", changes };
}

/** The settings of the user, and the record next to them. Both are empty if the files do not exist. */
export interface SharedTexts {
  readonly settings: SourceText;
  readonly record: SourceText;
}

const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Plans the settings of Claude Code or VS Code. The record contains the rules that each server has added, so that removing one server keeps
 * the rules of the others, and the rules that the user has written.
 */
export function planSharedRules({ settings, record }: SharedTexts, { client, server, permissions }: PermissionRequest): PermissionPlan {
  const form = sharedFormOf(client);
  if (form === undefined) return { kind: "planned", changes: [] };
  const recorded = readRecord(record.text);
  if (recorded.kind === "invalid") return { kind: "refused", diagnostic: diagnose("permission-record", { path: record.path }) };
  const mine = recorded.rules.get(server) ?? [];
  if (permissions === undefined && mine.length === 0) return { kind: "planned", changes: [] };
  const mark = settings.text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = settings.text.slice(mark.length);
  const parsed = jsonConfig.parse(text);
  if (parsed.kind === "invalid") return refuseSyntax({ ...settings, text }, parsed);
  const wrong = findWrongPlace(parsed.data, form);
  if (wrong !== undefined) return { kind: "refused", diagnostic: diagnose("permission-shape", { path: settings.path }, { place: wrong }) };

  const wanted = permissions ? form.toRules(permissions) : [];
  const others = [...recorded.rules].flatMap(([name, rules]) => (name === server ? [] : rules));
  const isIn = (rules: readonly SharedRule[], rule: SharedRule): boolean => rules.some((other) => isDeepStrictEqual(other, rule));
  const isSet = (rule: SharedRule): boolean => form.isSet(parsed.data, rule);
  const removed = mine.filter((rule) => !isIn(wanted, rule) && !isIn(others, rule) && isSet(rule));
  const added = wanted.filter((rule) => !isSet(rule));
  // A rule that the user has written is not recorded.
  const owned = wanted.filter((rule) => !isSet(rule) || isIn(mine, rule) || isIn(others, rule));
  const edited = applyRules(text, form, { added, removed });
  if (edited === undefined || !hasExpectedData(parsed.data, edited, { form, added, removed })) {
    const rule = added[0] ?? removed[0];
    const details = { rule: rule === undefined ? "" : form.print(rule) };
    return { kind: "refused", diagnostic: diagnose("permission-layout", { path: settings.path }, details) };
  }
  const print = (rules: readonly SharedRule[]): string => rules.map(form.print).join("\n");
  const before = [...wanted, ...mine.filter((rule) => !isIn(wanted, rule))].filter(isSet);
  const after = [...before.filter((rule) => !isIn(removed, rule)), ...added];
  const shown = { before: print(before), after: print(sortLike(after, wanted)) };
  const nextRecord = formatRecord(new Map([...recorded.rules, [server, owned]]));
  const changes: RuleChange[] = [
    ...(edited === text ? [] : [{ file: "settings" as const, text: mark + edited, shown }]),
    ...(nextRecord === record.text
      ? []
      : [
          {
            file: "record" as const,
            text: nextRecord === "" ? undefined : nextRecord,
            shown: { before: record.text.trimEnd(), after: nextRecord.trimEnd() },
          },
        ]),
  ];
  // The record is written before rules are added, and after they are removed, so that an interrupted run leaves no rule without a record.
  const isRecordFirst = permissions !== undefined;
  return { kind: "planned", changes: isRecordFirst ? changes.toReversed() : changes, data: parsed.data };
}

/** Sorts rules in the order of the wanted ones. Others follow. */
function sortLike(rules: readonly SharedRule[], wanted: readonly SharedRule[]): readonly SharedRule[] {
  const rank = (rule: SharedRule): number => {
    const at = wanted.findIndex((other) => isDeepStrictEqual(other, rule));
    return at === -1 ? wanted.length : at;
  };
  return rules.toSorted((one, other) => rank(one) - rank(other));
}

function refuseSyntax(source: SourceText, { reason, offset }: { readonly reason: string; readonly offset: number }): PermissionPlan {
  const span = { start: offset, end: offset + 1 };
  return { kind: "refused", diagnostic: diagnose("client-file-syntax", { source, span }, { reason }) };
}

/** Returns the keys of a list of rules whose value has another type. */
function findWrongPlace(data: unknown, { places, isPlace }: SharedForm): string | undefined {
  if (!isJsonObject(data)) return "the root";
  const paths = places.flatMap((place) => place.map((_, at) => ({ path: place.slice(0, at + 1), isLast: at === place.length - 1 })));
  return paths
    .find(({ path, isLast }) => {
      const value = readPath(data, path);
      return value !== undefined && !(isLast ? isPlace(value) : isJsonObject(value));
    })
    ?.path.join(".");
}

interface RuleEdits {
  readonly added: readonly SharedRule[];
  readonly removed: readonly SharedRule[];
}

function applyRules(text: string, form: SharedForm, { added, removed }: RuleEdits): string | undefined {
  const end = lineEndingOf(text);
  const without = removed.reduce<string | undefined>((edited, rule) => edited && form.remove(edited, rule), text);
  // The first rule of an empty file creates it with the line ending of an empty text.
  return added.reduce<string | undefined>(
    (edited, rule) => (edited === undefined ? undefined : form.add(edited, rule)),
    without === "" ? end : without,
  );
}

/** Reports whether the edited text has the rules, and no other change of its data. */
function hasExpectedData(before: unknown, text: string, { form, added, removed }: RuleEdits & { readonly form: SharedForm }): boolean {
  const after = jsonConfig.parse(text);
  if (after.kind === "invalid") return false;
  const changed = [...added, ...removed];
  const strip = (data: unknown): unknown => normalize(changed.reduce(form.without, data));
  const isRight = added.every((rule) => form.isSet(after.data, rule)) && !removed.some((rule) => form.isSet(after.data, rule));
  return isRight && isDeepStrictEqual(strip(before), strip(after.data));
}
