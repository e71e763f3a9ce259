import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameModules } from "../../generator/resolve/module-names.ts";
import { isIdentifier, nameTools } from "../../generator/resolve/tool-identifiers.ts";

describe("the identifiers of tools", () => {
  it.each<[string, readonly string[], readonly (readonly [constName: string, interfaceName: string])[]]>([
    ["are the name itself and its Pascal case", ["git_log"], [["git_log", "GitLogArgs"]]],
    ["keep letters of every script", ["größe"], [["größe", "GrößeArgs"]]],
    [
      "avoid reserved words",
      ["delete", "await", "eval"],
      [
        ["delete_", "DeleteArgs"],
        ["await_", "AwaitArgs"],
        ["eval_", "EvalArgs"],
      ],
    ],
    [
      "avoid names that the module declares",
      ["cli", "tools", "tool"],
      [
        ["cli_2", "CliArgs"],
        ["tools_2", "ToolsArgs"],
        ["tool", "ToolArgs_2"],
      ],
    ],
    [
      "replace characters that no identifier has",
      ["a.b/c", "7z", "💥"],
      [
        ["a_b_c", "ABCArgs"],
        ["_7z", "_7zArgs"],
        ["_", "_Args"],
      ],
    ],
    [
      "do not take the exact name of another tool, even of a later one",
      ["a-b", "a_b"],
      [
        ["a_b_2", "ABArgs"],
        ["a_b", "ABArgs_2"],
      ],
    ],
    [
      "never give a constant the name of an interface",
      ["AArgs", "a"],
      [
        ["AArgs", "AArgsArgs"],
        ["a", "AArgs_2"],
      ],
    ],
    ["have no invisible joiner", ["a\u200db"], [["a_b", "ABArgs"]]],
  ])("%s", (_, names, want) => {
    expect(nameTools(names).map(({ constName, interfaceName }) => [constName, interfaceName])).toEqual(want);
  });

  it("are distinct identifiers for any names", () => {
    const name = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("cli", "ToolArgs", "a-b", "a_b", "aB", "AB", "ABArgs", "class", "__proto__"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
        const identifiers = nameTools(names).flatMap(({ constName, interfaceName }) => [constName, interfaceName]);
        expect(identifiers.filter((identifier) => !isIdentifier(identifier))).toEqual([]);
        expect(new Set(identifiers).size).toBe(identifiers.length);
      }),
    );
  });
});

describe("the modules of configs", () => {
  it.each<[string, readonly (readonly [sourceName: string, cliName: string])[], readonly (readonly [module: string, namespace: string])[]]>(
    [
      [
        "have the names of the files",
        [
          ["git.yaml", "x"],
          ["Docker Compose.yml", "x"],
        ],
        [
          ["git", "git"],
          ["docker-compose", "dockerCompose"],
        ],
      ],
      [
        "are distinct for files with the same name",
        [
          ["git.yaml", "x"],
          ["GIT.yml", "y"],
        ],
        [
          ["git", "git"],
          ["git-2", "git2"],
        ],
      ],
      [
        "avoid the devices of Windows",
        [
          ["con.yaml", "x"],
          ["COM1.yaml", "x"],
        ],
        [
          ["con-cli", "conCli"],
          ["com1-cli", "com1Cli"],
        ],
      ],
      [
        "have the CLI's name if the file's name has no letter",
        [
          ["名前.yaml", "Übermut"],
          ["名前.yaml", "名前"],
        ],
        [
          ["ubermut", "ubermut"],
          ["cli", "cli"],
        ],
      ],
      [
        "have namespaces that are not keywords",
        [
          ["import.yaml", "x"],
          ["7z.yaml", "x"],
        ],
        [
          ["import", "_import"],
          ["7z", "_7z"],
        ],
      ],
      [
        "have namespaces that differ from other names",
        [
          ["client.yaml", "x"],
          ["tool-index.yaml", "x"],
        ],
        [
          ["client", "client_2"],
          ["tool-index", "toolIndex_2"],
        ],
      ],
      ["stay below the limits of file systems", [[`${"x".repeat(250)}.yaml`, "x"]], [["x".repeat(60), "x".repeat(60)]]],
    ],
  )("%s", (_, origins, want) => {
    const modules = nameModules(origins.map(([sourceName, cliName]) => ({ sourceName, cliName })));
    expect(modules.map(({ moduleName, namespaceName }) => [moduleName, namespaceName])).toEqual(want);
  });

  it("are safe file names, and distinct without regard to case, for any names of files", () => {
    const origin = fc.record({
      sourceName: fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("a.yaml", "A.yml", "aux.yaml")),
      cliName: fc.string(),
    });
    fc.assert(
      fc.property(fc.array(origin, { maxLength: 12 }), (origins) => {
        const modules = nameModules(origins);
        expect(modules.filter(({ moduleName }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(moduleName))).toEqual([]);
        expect(new Set(modules.map(({ moduleName }) => moduleName)).size).toBe(modules.length);
        expect(new Set(modules.map(({ namespaceName }) => namespaceName)).size).toBe(modules.length);
        expect(modules.filter(({ namespaceName }) => !isIdentifier(namespaceName))).toEqual([]);
      }),
    );
  });
});
