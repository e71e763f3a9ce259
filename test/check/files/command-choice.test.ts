import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { expect, it } from "vitest";
import { chooseCommands, toFirstCommand } from "../../../generator/check/files/command-choice.ts";
import { checked } from "../../resolve/checked.ts";

it("runs the first command in docker, and elsewhere the first that is installed", () => {
  const configs = [
    checked("name: files\ncommand: { any_of: [fd, fdfind] }\ntools: [{ name: a, description: A }, { name: b, description: B }]\n"),
  ];
  const lookup = { env: {}, find: (program: string) => (program === "fdfind" ? "/usr/bin/fdfind" : undefined) };
  const docker = { executor: { type: "docker", image: "i" } } as const;
  const policyOf = (spec: Partial<AnyPolicySpec>) => [{ spec: { tools: {}, ...spec } }];
  const commandsUnder = (spec: Partial<AnyPolicySpec>, tool?: string) =>
    chooseCommands(configs, policyOf(spec), lookup, tool).map((file) => file.kind === "cli" && file.command);
  expect(commandsUnder({})).toEqual(["fdfind"]);
  expect(commandsUnder(docker)).toEqual(["fd"]);
  expect(commandsUnder({ tools: { a: docker } })).toEqual(["fdfind"]);
  expect(commandsUnder({ tools: { a: docker } }, "a")).toEqual(["fd"]);
  expect(commandsUnder({ tools: { a: docker } }, "b")).toEqual(["fdfind"]);
  expect(commandsUnder({ tools: { a: docker, b: docker } })).toEqual(["fd"]);
  expect(commandsUnder({ ...docker, tools: { a: { executor: { type: "local" } } } })).toEqual(["fdfind"]);
});

it.each([
  ["the installed command", ["fdfind", "--color=never", "--", "a"], ["fd", "--color=never", "--", "a"]],
  ["the first command", ["fd", "--color=never"], ["fd", "--color=never"]],
  ["a tool with its own program", ["other", "--color=never"], ["other", "--color=never"]],
])("writes the words of %s as the first command has them", (_, words, want) => {
  const command = words[0] === "fd" ? "fd --color=never" : "fdfind --color=never";
  expect(toFirstCommand({ command, any_of: ["fd --color=never", "fdfind --color=never"] }, words, {})).toEqual(want);
});
