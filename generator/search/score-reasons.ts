/** Describes the score of a search result, for `--explain` and for the page. */
import type { ExplainedHit } from "@climax-gen/runtime/internal/search/explanation";

/** Returns one line per contribution: the exact phrase, the terms, the query coverage, the names of the CLI. */
export function describeScore(
  hit: Pick<ExplainedHit, "phrase" | "terms" | "coverage" | "group" | "scopes" | "command">,
): readonly string[] {
  const { phrase, terms, coverage, group, scopes, command } = hit;
  return [
    ...(phrase === undefined ? [] : [`exact phrase: ${phrase}`]),
    ...terms.map(formatTerm),
    ...(terms.length > 0 ? [`times ${coverage.toFixed(2)} for query coverage`] : []),
    ...(group === 1 ? [] : [`times ${group.toFixed(2)} because the query does not name the group of the subcommand`]),
    ...scopes.map(({ alias, score: added }) => `plus ${added.toFixed(2)} because "${alias}" names the CLI`),
    ...(command === undefined ? [] : [`plus ${command.score.toFixed(2)} because "${command.path}" is the subcommand`]),
  ];
}

/** Formats a term: `commits → commit: 3.10 (name 3.00, description 0.71)`. */
function formatTerm({ word, met, kind, isFaint, score, fields }: ExplainedHit["terms"][number]): string {
  const how = `${kind === "exact" ? "" : `, ${kind}`}${isFaint ? ", low weight" : ""}`;
  const where = fields.map(({ field, weight }) => `${field} ${weight.toFixed(2)}`).join(", ");
  return `${word}${word === met ? "" : ` → ${met}`}${how}: ${score.toFixed(2)} (${where})`;
}
