/** Builds advice for a caller whose search finds no tool. */
import { nearNames } from "../text/near-names.ts";
import { renderValue } from "../text/render-value.ts";
import { SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import type { CliSummary } from "../tool-index/tool-index.ts";

/** The filters of a search. */
export interface SearchedNames {
  readonly query: string | undefined;
  readonly category: string | undefined;
  readonly cli: string | undefined;
}

const NEXT_STEPS = `Call ${SEARCH_TOOL} without arguments to list the CLIs, or with only cli to list the tools of one CLI.`;

/** Advice if the server has no tools. */
export const NO_TOOLS = "This server has no enabled tools: tell its operator.";

/** Maximum number of similar names for an unknown CLI or category. */
const MAX_NEAR = 3;

/** Returns advice for a search without results. Explains the result if the named CLI or category does not exist. */
export function describeNoMatch(clis: readonly CliSummary[], filters: SearchedNames): string {
  if (clis.length === 0) return NO_TOOLS;
  const known: KnownNames = {
    cli: clis.map(({ name }) => name),
    category: [...new Set(clis.flatMap(({ category }) => category ?? []))],
    query: clis.flatMap(({ tags }) => tags),
  };
  const fault = describeUnknownName("cli", filters.cli, known) ?? describeUnknownName("category", filters.category, known);
  return `${fault ?? `No tool matches. ${suggestOtherFilters(filters)}.`} ${NEXT_STEPS}`;
}

function suggestOtherFilters({ query, category, cli }: SearchedNames): string {
  const names = [...(cli ? ["cli"] : []), ...(category ? ["category"] : [])];
  if (!query) return `Omit ${names.join(" or ")}`;
  const words = "Try other or fewer words, in the language of the descriptions, because queries are not translated";
  return `${words}${names.length === 0 ? "" : `; or omit ${names.join(" and ")}`}`;
}

/** The noun for the names of each filter. A query also matches tags. */
const NOUNS = { cli: "CLI", category: "category", query: "tag" } as const;

type KnownNames = Readonly<Record<keyof typeof NOUNS, readonly string[]>>;

/** Describes a filter whose value is unknown. Returns undefined if the filter is not set, is empty, or has a known value. */
function describeUnknownName(filter: "cli" | "category", wanted: string | undefined, known: KnownNames): string | undefined {
  const isKnown = (name: keyof typeof NOUNS): boolean => known[name].some((value) => value.toLowerCase() === wanted?.toLowerCase());
  if (!wanted || isKnown(filter)) return undefined;
  const fault = `There is no ${NOUNS[filter]} '${renderValue(wanted)}'`;
  const other = (["cli", "category", "query"] as const).find(isKnown);
  if (other !== undefined) return `${fault}, but a ${NOUNS[other]}: pass it as ${other}.`;
  const typos = nearNames(wanted, known[filter], MAX_NEAR);
  const near = typos.length > 0 ? typos : overlappingNames(wanted, known[filter]);
  return near.length === 0 ? `${fault}.` : `${fault}. Did you mean ${near.map((name) => `'${renderValue(name)}'`).join(" or ")}?`;
}

/** Minimum length of a name that is compared with the start of other names. A shorter name, such as `g`, is the start of many names. */
const MIN_START = 3;

/**
 * Returns the known names that contain the wanted name or are part of it, as words or as its start: `kubectl` for `kubectl-tools` and
 * `kube`.
 */
function overlappingNames(wanted: string, known: readonly string[]): readonly string[] {
  const isPart = (part: string, name: string): boolean => {
    const words = wordsOf(name);
    return (part.length >= MIN_START && name.startsWith(part)) || wordsOf(part).every((word) => words.includes(word));
  };
  const target = wanted.toLowerCase();
  return known.filter((name) => isPart(name.toLowerCase(), target) || isPart(target, name.toLowerCase())).slice(0, MAX_NEAR);
}

function wordsOf(name: string): readonly string[] {
  return name.match(/[\p{L}\p{N}]+/gu) ?? [name];
}
