import { expect, it } from "vitest";
import { describesCommand } from "../../generator/import/crawl/man-title.ts";

it.each([
  ["tool-add", "1", "tool add", true],
  ["tool_add", "8", "tool add", true],
  ["tool-add", "1", "tool add-all", false],
  ["tool-add", "3", "tool add", false],
  ["tool-sparse-checko", "1", "tool sparse-checkout", true],
  ["tool-sparse-checko", "1", "tool sparse-list", false],
])("the man page %s(%s) describes the command `%s`: %s", (name, section, command, want) => {
  expect(describesCommand({ name, section }, command.split(" "))).toBe(want);
});
