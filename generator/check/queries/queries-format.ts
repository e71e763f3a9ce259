/** Names the parts of a list of queries in messages. */
import { describeExpected } from "../reporting/fixes.ts";
import type { Format, TypeFault } from "../reporting/format.ts";
import { readPath, type Report } from "../reporting/report.ts";

/** The words and suggestions of messages about lists of queries. */
export const queriesFormat: Format = {
  describeOwner: (_root, [, index]) => (index === undefined ? "the list of queries" : `query ${Number(index) + 1}`),
  suggestMove: () => undefined,
  reportType,
};

/** Reports a list in `tool`. Several tools belong in `tools`. */
function reportType({ path, expected }: TypeFault, report: Report): boolean {
  if (path.at(-1) !== "tool" || !Array.isArray(readPath(report.document.value, path))) return false;
  const fix = "use `tools` for a list of acceptable tools";
  report.atValue("wrong-type", path, { what: "`tool`", expected: describeExpected(expected), found: "a list", fix });
  return true;
}
