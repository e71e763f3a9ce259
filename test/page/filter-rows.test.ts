import { describe, expect, it } from "vitest";
import { filterRows, NO_FILTERS } from "../../generator/page/browser/filter-rows.ts";
import type { ToolRow } from "../../generator/page/page-data.ts";

const ROWS: readonly ToolRow[] = [
  { name: "git_log", cli: 0, summary: "List commits.", risk: "read" },
  { name: "git_commit", cli: 0, summary: "Record a commit.", risk: "write", confirm: true },
  { name: "ls", cli: 1, title: "Contents", summary: "List a folder." },
];

describe("the filters of the list", () => {
  it.each([
    ["no filter", {}, [0, 1, 2]],
    ["words in any order and case", { text: "COMMITS git" }, [0]],
    ["a word of the title", { text: "contents" }, [2]],
    ["a program", { cli: "git" }, [0, 1]],
    ["a risk", { risk: "write" }, [1]],
    ["tools that declare no risk", { risk: "undeclared" }, [2]],
    ["tools that require confirmation", { confirmed: true }, [1]],
    ["several filters", { text: "list", cli: "ls" }, [2]],
    ["an unknown program", { cli: "__proto__" }, []],
  ])("find the rows for %s", (_title, filters, expected) => {
    expect(filterRows(ROWS, ["git", "ls"], { ...NO_FILTERS, ...filters })).toEqual(expected);
  });
});
