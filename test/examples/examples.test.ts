/** Tests configs that users copy, of `examples/` and of the catalog: they have no warnings, and build the documented command lines. */
import { exampleConfigPaths } from "../fixtures/example-configs.ts";
import { commandOf } from "../fixtures/tools.ts";
import { ROOT } from "../imports.ts";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import { checkAcrossFiles } from "../../generator/check/check-across-files.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { validateArguments, withDefaults } from "../../runtime/arguments/arguments.ts";
import { argvOf, buildCommandLine } from "../../runtime/command-line/command-line.ts";

// e2e/directive.test.ts tests the Directive tools.
const files = readInputs(exampleConfigPaths.filter((path) => !path.endsWith("/directive.yaml"))).files;
const checked = files.map((file) => {
  const { document, diagnostics } = loadDocument(file);
  const result = document === undefined ? { diagnostics: [] } : checkConfig(document, file);
  return { path: file.path.slice(ROOT.length), file: result.file, diagnostics: [...diagnostics, ...result.diagnostics] };
});
const configs = checked.flatMap(({ file }) => (file === undefined ? [] : [file]));
const tools = new Map(
  resolveModel(configs, { classic: false })
    .clis.flatMap((cli) => cli.tools)
    .map(({ tool }) => [tool.name, tool]),
);

describe("every example", () => {
  it.each(checked.map(({ path, diagnostics }) => [path, diagnostics]))("%s has no error and no warning", (_, diagnostics) => {
    expect(diagnostics).toEqual([]);
  });

  it("has unique names of tools, so that one server can have all of them", () => {
    expect(checkAcrossFiles(configs)).toEqual([]);
  });

  it.each([...tools.values()].map((tool) => [tool.name, tool] as const))(
    "%s has descriptions of its tools and of every argument",
    (_, tool) => {
      expect(tool.risk).toBeDefined();
      expect(tool.args.filter(({ description }) => description === undefined)).toEqual([]);
    },
  );
});

describe("a call of an example", () => {
  const git = ["git", "-c", "color.ui=false", "-c", "core.quotePath=false", "-c", "core.fsmonitor=false"];

  it.each<[title: string, tool: string, given: Readonly<Record<string, unknown>>, argv: readonly string[]]>([
    [
      "writes a revision and a path that look like flags after words that make them operands",
      "git_log",
      { revision: "--output=x", paths: ["-p"], max_count: 1 },
      [
        ...git,
        "log",
        "--extended-regexp",
        "--no-ext-diff",
        "--no-textconv",
        "-n",
        "1",
        "--pretty=medium",
        "--end-of-options",
        "--output=x",
        "--",
        "-p",
      ],
    ],
    [
      "accepts a pattern that looks like a flag",
      "git_grep",
      { pattern: "-x" },
      [...git, "grep", "--line-number", "-I", "-e", "-x", "--extended-regexp"],
    ],
    [
      "writes docker's flags before the container, and the flags of the command after it",
      "docker_exec",
      { container: "web", command: ["ls", "-la"], workdir: "/" },
      ["docker", "exec", "--workdir", "/", "--", "web", "ls", "-la"],
    ],
    [
      "puts a value with a dash after --arg and its name",
      "jq_text",
      { variables: { value: "-1" }, filter: ".[$value]", json: "{}", raw: true },
      ["jq", ".[$value]", "--arg", "value", "-1", "--raw-output"],
    ],
    [
      "keeps a quoted filter unsplit",
      "jq_keys",
      { json: "{}" },
      ["jq", "--compact-output", '[paths(type != "object" and type != "array") | map(tostring) | join(".")] | unique'],
    ],
    [
      "writes key=value words, with the global argument last",
      "dd_read",
      { path: "a b.txt", skip: 5 },
      ["dd", "iflag=skip_bytes,count_bytes", "bs=64K", "if=a b.txt", "skip=5", "count=4096", "status=none"],
    ],
    ["writes the words of a default", "date_show", {}, ["date", "--date=now", "+%Y-%m-%dT%H:%M:%S%:z"]],
    [
      "leaves the prompt to standard input",
      "assistant_ask",
      { directory: "/srv/app", prompt: "Why?" },
      ["claude", "--print", "--permission-mode", "plan", "--model", "sonnet", "--max-turns", "20"],
    ],
  ])("%s", (_, name, given, argv) => {
    const tool = tools.get(name);
    if (tool === undefined) throw new Error(`no example has a tool ${name}`);
    const { values, problems } = validateArguments(tool.args, given);
    expect(problems).toEqual([]);
    const line = buildCommandLine(tool, commandOf(tool), { values: withDefaults(tool.args, values), env: { DD_STATUS: "none" } });
    expect(argvOf(line)).toEqual(argv);
  });

  it("cannot set the clock with a format of the caller", () => {
    const { problems } = validateArguments(tools.get("date_show")?.args ?? [], { format: "01010000" });
    expect(problems.map(({ kind }) => kind)).toEqual(["enum"]);
  });
});
