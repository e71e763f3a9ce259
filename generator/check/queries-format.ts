/** How messages speak of a list of queries. */
import type { Format } from "./format.ts";

/** What people call the parts of a query who come from evaluations of search engines, and our words for it. */
const foreignKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ["q", ["query"]],
  ["text", ["query"]],
  ["search", ["query"]],
  ["expect", ["tool", "tools"]],
  ["expected", ["tool", "tools"]],
  ["relevant", ["tools"]],
  ["cases", ["queries"]],
  ["tests", ["queries"]],
]);

export const queriesFormat: Format = {
  describeOwner: (_root, [, place]) => (place === undefined ? "the list of queries" : `query ${Number(place) + 1}`),
  foreignKeys,
  additions: new Map(),
  findPlaceOf: () => undefined,
  findMeant: () => [],
  reportRange: (path, report) => report.atValue("query-range", path, { key: String(path.findLast((part) => typeof part === "string")) }),
  reportType: () => false,
};
