/** Prints the decisions that the user must make after an import. */
import { count } from "../../text/wording.ts";
import type { CrawlResult } from "../crawl/crawl.ts";
import type { CliDescription } from "../description.ts";
import { walkCommands } from "../description.ts";
import type { Draft } from "./draft.ts";

/** A draft, and the facts that it is based on. */
export interface ImportResult {
  readonly description: CliDescription;
  readonly draft: Draft;
  /** Number of diagnostics of the draft, which are printed above the summary. */
  readonly decisions: number;
  /** Number of those that are only about tools that the policy of a new project disables. Defaults to none. */
  readonly disabled?: number;
  readonly crawl?: CrawlResult;
}

const MAX_LISTED = 8;

/** Returns the summary: counts, then the parts that could not be read. */
export function summarizeImport({ description, draft, decisions, disabled = 0, crawl }: ImportResult): string {
  const { tools } = draft;
  const options = tools.reduce((sum, tool) => sum + tool.options, 0);
  const commented = tools.reduce((sum, tool) => sum + tool.commented, 0);
  const unrated = tools.filter(({ risk }) => risk === undefined).map(({ name }) => name);
  const commands = walkCommands(description.root);
  const unknown = commands.flatMap((command) =>
    command.options.filter(({ kind }) => kind === "unknown").map(({ names }) => [...command.path, names[0] ?? ""].join(" ")),
  );
  const undescribed = commands.flatMap((command) =>
    command.options.filter((option) => option.description === undefined).map(({ names }) => [...command.path, names[0] ?? ""].join(" ")),
  );
  const failures = crawl?.failures ?? [];
  const unread = commands.flatMap((command) => command.unread ?? []).map(({ page, line, value }) => `${page}:${line} (${value.text})`);
  return [
    `${count(tools.length, "tool")}, ${count(options, "option")}${commented > 0 ? `: ${options - commented} as arguments, ${commented} as comments` : ""}`,
    ...list("tools without a risk (decide whether they read, write or destroy)", unrated),
    ...list("arguments that take any path or URL", findPlaces(tools)),
    ...list("options whose value is unknown (drafted as switches)", unknown),
    ...list("options without a description", undescribed),
    ...list("lines that look like options, commands or values, and cannot be read", unread),
    ...list(
      "commands without help that can be read",
      failures.map(({ path, problem }) => `${path.join(" ") || description.program} (${problem})`),
    ),
    ...(crawl !== undefined && crawl.skipped > 0
      ? [`${count(crawl.skipped, "command")} not read: name a subcommand to read only those below it`]
      : []),
    ...askToDecide(decisions - disabled, disabled),
    ...(crawl === undefined ? [] : [`${crawl.started === 1 ? "1 process" : `${crawl.started} processes`} started`]),
  ].join("\n");
}

/** Returns what to do about the warnings above: those about enabled tools, and about disabled ones. */
function askToDecide(enabled: number, disabled: number): readonly string[] {
  return [
    ...(enabled > 0 ? [`${count(enabled, "warning")} above: decide each before you use the config`] : []),
    ...(disabled > 0
      ? [`${count(disabled, "warning")} above about tools that the policy disables: decide each before you enable its tool`]
      : []),
  ];
}

/** Returns the arguments that take any path or URL, those of tools that read first: a policy enables these. */
function findPlaces(tools: Draft["tools"]): readonly string[] {
  const ordered = [...tools.filter(({ risk }) => risk === "read"), ...tools.filter(({ risk }) => risk !== "read")];
  return ordered.flatMap(({ name, places }) => places.map((place) => `${place} of ${name}`));
}

function list(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_LISTED).join(", ");
  return [`${title}, ${items.length}: ${shown}${items.length > MAX_LISTED ? ", \u2026" : ""}`];
}
