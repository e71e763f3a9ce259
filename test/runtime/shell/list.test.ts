/** Tests the lines of a search in a shell. */
import { expect, it } from "vitest";
import { formatSearch } from "../../../runtime/shell/list.ts";

const LOG = { tool_name: "git_log", risk: "read", description: "List commits" };
const reply = (rest: object): string =>
  JSON.stringify({ results: [LOG], total_matches: 1, returned: 1, offset: 0, has_more: false, ...rest });

it.each([
  ["has one line for each tool", {}, "git_log  read  List commits\n"],
  [
    "says what to do after weak matches",
    { weak_match: true },
    "git_log  read  List commits\n\nThese matches are weak: try other words if no tool fits.\n",
  ],
  [
    "names the option that shows the next tools",
    { total_matches: 3, has_more: true },
    "git_log  read  List commits\n\n1 of 3 are shown; --offset 1 shows the next ones\n",
  ],
  [
    "says that none is found",
    { results: [], total_matches: 0, returned: 0 },
    "no tools found: try other or fewer words, or list all tools\n",
  ],
  [
    "says that the range has none",
    { results: [], total_matches: 3, returned: 0, offset: 5 },
    "tools match, and --limit and --offset select none of them\n",
  ],
])("%s", (_, rest, lines) => {
  expect(formatSearch(reply(rest))).toBe(lines);
});
