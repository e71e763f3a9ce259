/** How messages speak of a list of queries. */
import { describeExpected } from "../reporting/fixes.ts";
import type { Format, TypeFault } from "../reporting/format.ts";
import { readPath, type Report } from "../reporting/report.ts";

export const queriesFormat: Format = {
  describeOwner: (_root, [, place]) => (place === undefined ? "the list of queries" : `query ${Number(place) + 1}`),
  findPlaceOf: () => undefined,
  reportType,
};

/** Several tools have a key of their own. */
function reportType({ path, expected }: TypeFault, report: Report): boolean {
  if (path.at(-1) !== "tool" || !Array.isArray(readPath(report.document.value, path))) return false;
  const fix = "write `tools` in front of a list of those that are all right";
  report.atValue("wrong-type", path, { what: "`tool`", expected: describeExpected(expected), found: "a list", fix });
  return true;
}
