/** Tests the package's exports with callers that are not type-checked. */
import { describe, expect, it } from "vitest";
import { generate } from "../generator/index.ts";

const git = {
  path: "git.yaml",
  bytes: new TextEncoder().encode("command: git\ntools:\n  - {name: git_log, description: Show history, command: log}\n"),
};
const FILE = "an object { path, bytes }";

describe("generate", () => {
  it.each<[string, readonly unknown[], string]>([
    ["no inputs", [], "inputs must be an array of { path, bytes }, not undefined"],
    ["a path as inputs", ["configs/"], "inputs must be an array of { path, bytes }, not a string"],
    ["one input without a list", [git], "inputs must be an array of { path, bytes }, not an object"],
    ["paths as inputs", [[git, "git.yaml"]], `inputs[1] must be ${FILE}, not a string`],
    ["an input without a path", [[{ bytes: git.bytes }]], "inputs[0].path must be a string, not undefined"],
    ["text as bytes", [[{ ...git, bytes: "command: git" }]], "inputs[0].bytes must be a Uint8Array, not a string"],
    ["a mark of another type", [[{ ...git, isFromFolder: "yes" }]], "inputs[0].isFromFolder must be a boolean, not a string"],
    ["options that are null", [[git], null], "options must be an object, not null"],
    ["options that are a list", [[git], []], "options must be an object, not an array"],
    ["a name of another type", [[git], { name: 5 }], "options.name must be a string, not a number"],
    ["a word for a boolean", [[git], { classic: "true" }], "options.classic must be a boolean, not a string"],
    ["a text as a number", [[git], { searchSchemas: "3" }], "options.searchSchemas must be a number, not a string"],
    ["another mode", [[git], { discovery: 5 }], 'options.discovery must be "auto", not a number'],
    ["a fraction of schemas", [[git], { searchSchemas: 1.5 }], "options.searchSchemas must not be 1.5"],
    ["a negative number of schemas", [[git], { searchSchemas: -1 }], "options.searchSchemas must not be -1"],
    ["a word for another boolean", [[git], { splitCalls: "yes" }], "options.splitCalls must be a boolean, not a string"],
    ["a number for a boolean", [[git], { bundle: 0 }], "options.bundle must be a boolean, not a number"],
    ["a path as the policies", [[git], { policies: "policy.yaml" }], `options.policies must be an array of { path, bytes }, not a string`],
    ["a policy that is null", [[git], { policies: [null] }], `options.policies[0] must be ${FILE}, not null`],
    ["a policy without bytes", [[git], { policies: [{ path: "p" }] }], "options.policies[0].bytes must be a Uint8Array, not undefined"],
    [
      "a misspelled option",
      [[git], { polcy: git }],
      "options.polcy is not an option, the options are name, version, classic, discovery, splitCalls, searchSchemas, searchBytes, policies, runtime and bundle",
    ],
  ])("rejects %s, and names the argument", async (_title, given, want) => {
    const call = generate as (...given: readonly unknown[]) => Promise<unknown>;
    await expect(call(...given)).rejects.toThrow(new TypeError(`generate: ${want}`));
  });

  it("writes the options of discovery only if they are set", async () => {
    const mainOf = async (options: object) => (await generate([git], { ...options, bundle: false })).files.get("src/main.ts");
    expect(await mainOf({ splitCalls: true, searchSchemas: 3 })).toContain("classic: false, splitCalls: true, searchSchemas: 3 }");
    expect(await mainOf({ splitCalls: false })).toContain("classic: false }");
    expect(await mainOf({ discovery: "auto" })).toContain("classic: true }");
    expect(await mainOf({ discovery: "auto", classic: false })).toContain("classic: false }");
  });

  it("accepts undefined for every option", async () => {
    const options = { name: undefined, classic: undefined, policies: undefined, bundle: false } as object;
    expect((await generate([git], options)).diagnostics).toEqual([]);
  });
});
