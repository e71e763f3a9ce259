import { expect, it } from "vitest";
import { expandedVariables, expandVariables } from "../../../runtime/tool/environment-variables.ts";

it.each<[string, readonly string[]]>([
  ["plain", []],
  ["$A/${B}:$A", ["A", "B"]],
  ["$", []],
  ["~/bin/app", ["HOME"]],
  ["~", ["HOME"]],
  ["~user/bin", []],
  ["$constructor", ["constructor"]],
])("lists the variables that %j depends on", (text, names) => {
  expect(expandedVariables(text)).toEqual(names);
  const env = Object.fromEntries(names.map((name) => [name, "value"]));
  expect(expandVariables(text, env).includes("$") && names.length > 0).toBe(false);
});
