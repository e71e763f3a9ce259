/** How messages speak of a list of queries. */
import type { YamlPath } from "../../load/locate.ts";
import { describeExpected, type Expected } from "../reporting/fixes.ts";
import type { Format } from "../reporting/format.ts";
import { readPath, type Report } from "../reporting/report.ts";

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
  reportType,
};

/** Several tools have a key of their own. */
function reportType(path: YamlPath, expected: Expected, report: Report): boolean {
  if (path.at(-1) !== "tool" || !Array.isArray(readPath(report.document.value, path))) return false;
  const fix = "use `tools` for a list of acceptable tools";
  report.atValue("wrong-type", path, { what: "`tool`", expected: describeExpected(expected), found: "a list", fix });
  return true;
}
