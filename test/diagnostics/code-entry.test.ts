/** The texts of diagnostics are templates, whose slots determine the details of a code. */
import { expect, it } from "vitest";
import { printText } from "../../generator/diagnostics/code-entry.ts";
import { diagnose } from "../../generator/diagnostics/diagnose.ts";

it.each<[string, string, object | undefined, string]>([
  ["a detail", "unknown key {key}", { key: "a" }, "unknown key a"],
  ["a number", "at most {limit} seconds", { limit: 5 }, "at most 5 seconds"],
  ["a detail in quotes, shortened and escaped", 'unknown "{name}"', { name: `\n${"x".repeat(100)}` }, `unknown "\\n${"x".repeat(59)}…"`],
  ["braces around a detail", "write `{{name}}`", { name: "a" }, "write `{a}`"],
  ["a detail with braces once", "{first} and {second}", { first: "{second}", second: "b" }, "{second} and b"],
  ["other braces unchanged", "write `{ key: value }` or `{}`, not {found}", { found: "text" }, "write `{ key: value }` or `{}`, not text"],
  ["a text without details unchanged", 'write "{x}"', undefined, 'write "{x}"'],
  ["a detail that only its prototype has unchanged", "{toString}", {}, "{toString}"],
])("a text prints %s", (_title, text, details, printed) => {
  expect(printText(text, details)).toBe(printed);
});

it("the details of a code are those of the slots of its texts", () => {
  // @ts-expect-error the message has another slot
  expect(diagnose("duplicate-tool", { path: "a.yaml" }, { tool: "t" }).message).toContain("{name}");
  // @ts-expect-error the texts have no slots
  expect(diagnose("no-tools", { path: "a.yaml" }, { name: "t" }).message).toBe("the list of tools is empty");
});
