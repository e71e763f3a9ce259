import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { checkInputs } from "../../generator/check-inputs.ts";
import { applyAnswers } from "../../generator/import/describe/apply-answers.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftConfig } from "../../generator/import/draft/draft.ts";
import { mergeConfig } from "../../generator/import/merge/merge-config.ts";

const HELP = `Usage: vault [options] [files]

Commands:
  -s, --seal             seal files
  -l, --list-seals       list all seals
      --drop=SEAL        delete a seal
      --trust SEAL       trust a seal
      --show [<seal>...] show seals
      --mark <seal>...   <seal>... | -a|--all
      --write-notes-<kind>  write notes
  -h, --help             print this

Options:
  -d, --depot DIR        directory of seals
  -o, --output FILE      write to this file
      --brief            print less; only valid with --list-seals or --show
      --wide             print more; cannot be used with --show

Rest of the options (apply to -s):
      --twice            seal twice
`;

const describeHelp = (text: string) =>
  describeProgram({ program: "vault", pages: [{ from: "help", label: "vault --help", path: [], text }] });
const draft = (text: string, maxArgs = 8): string => draftConfig(describeHelp(text), { maxArgs, header: "" }).text;

interface Tool {
  readonly name: string;
  readonly command?: string;
  readonly risk?: string;
  readonly description: string;
  readonly args?: readonly { readonly name?: string; readonly use?: string; readonly flag?: string; readonly required?: boolean }[];
}

const toolsOf = (text: string): ReadonlyMap<string, Tool> =>
  new Map((parse(draft(text)) as { tools: readonly Tool[] }).tools.map((tool) => [tool.name, tool]));

describe("options that are the commands of a program", () => {
  it("become tools next to that of the program", () => {
    expect([...toolsOf(HELP).keys()]).toEqual([
      "vault",
      "vault_seal",
      "vault_list_seals",
      "vault_drop",
      "vault_trust",
      "vault_show",
      "vault_mark",
    ]);
  });

  it("limits the paths of their common options to the directory of the server", () => {
    const { tools } = draftConfig(describeHelp(HELP), { maxArgs: 8, header: "" });
    const paths = new Map(tools.map((tool) => [tool.name, tool.paths]));
    expect([paths.get("vault_list_seals"), paths.get("vault_show")]).toEqual([["depot", "files"], ["depot"]]);
  });

  it.each([
    ["a usage that needs a command", HELP.replace("[options] [files]", "[options] <operation>")],
    ["a heading for the mode", HELP.replace("Commands:", "Main operation mode:")],
  ])("are the only tools after %s", (_what, text) => {
    expect(toolsOf(text).has("vault")).toBe(false);
    expect(toolsOf(text).has("vault_seal")).toBe(true);
  });

  it.each([
    ["two", HELP.replace(/ {6}--drop[^]*--write-notes-.*\n/, "")],
    ["words with one dash", HELP.replaceAll(/ -\w, --| {4}--/g, "  -")],
    ["an other heading", HELP.replace("Commands:", "Command options:")],
  ])("are none: %s", (_what, text) => {
    expect([...toolsOf(text).keys()].filter((name) => name.includes("seal"))).toEqual([]);
  });

  it("are none in a program with subcommands", () => {
    const pages = [
      { from: "help", label: "vault --help", path: [], text: HELP },
      { from: "help", label: "vault open --help", path: ["open"], text: "Usage: vault open FILE\n\nOpen a file\n" },
    ] as const;
    const { tools } = draftConfig(describeProgram({ program: "vault", pages }), { maxArgs: 8, header: "" });
    expect(tools.map(({ name }) => name)).toEqual(["vault", "vault_open"]);
  });

  it("have a risk by their words", () => {
    expect(Object.fromEntries([...toolsOf(HELP)].map(([name, { risk }]) => [name, risk]))).toMatchObject({
      vault_list_seals: "read",
      vault_drop: "destructive",
    });
  });

  it("have a value after the option, or positional values, and those of the program", () => {
    const args = [...toolsOf(HELP)].map(([name, { command, args: all = [] }]) => [
      name,
      command,
      ...all.filter((arg) => arg.required === true || arg.flag === undefined).map((arg) => arg.flag ?? arg.use ?? arg.name),
    ]);
    expect(args.slice(1)).toEqual([
      ["vault_seal", "--seal", "options", "files"],
      ["vault_list_seals", "--list-seals", "options", "files"],
      ["vault_drop", undefined, "options", "--drop="],
      ["vault_trust", undefined, "options", "--trust"],
      ["vault_show", "--show", "options", "seal"],
      ["vault_mark", "--mark", "options", "seal"],
    ]);
  });

  it("have the options that a text or a heading limits to them, and a file to write only if they do not read", () => {
    const own = [...toolsOf(HELP)].map(([name, { args = [] }]) => [
      name,
      ...args.flatMap(({ name: arg = "", flag }) => (flag ? [arg] : [])),
    ]);
    expect(own.slice(1)).toEqual([
      ["vault_seal", "output", "twice"],
      ["vault_list_seals", "brief"],
      ["vault_drop", "output", "drop"],
      ["vault_trust", "output", "trust"],
      ["vault_show", "brief"],
      ["vault_mark", "output"],
    ]);
  });

  it("share the other options in one group", () => {
    const text = draft(HELP);
    expect(parse(text)).toMatchObject({ arg_groups: { options: [{ name: "depot" }, { name: "wide" }] } });
    expect(draft(HELP, 1)).toContain("# Options of most subcommands:\n# left out: --output= --wide --write-notes-=\n");
  });

  it("have no text that is only a usage", () => {
    expect(toolsOf(HELP).get("vault_mark")?.description).toBe("Run vault --mark");
  });

  it("are a valid config, to which merging adds nothing", async () => {
    const text = draft(HELP);
    const { configs, diagnostics } = await checkInputs([{ path: "vault.yaml", bytes: Buffer.from(text) }]);
    expect(diagnostics).toEqual([]);
    const [file] = configs;
    if (file?.kind !== "cli") throw new Error("not a config of a program");
    expect(mergeConfig(file, describeHelp(HELP), { maxArgs: 8, decisions: new Map() })).toMatchObject({ text, args: 0, tools: 0 });
  });

  it("keep their values if the program says that they take none", () => {
    const verdict = { flag: "--mark", kind: "switch", joined: false } as const;
    const { root } = describeHelp(HELP);
    const asked = applyAnswers(root, { verdicts: new Map([[verdict.flag, verdict]]), grammar: {} });
    expect(asked.options.find(({ names }) => names.includes("--mark"))).toEqual(root.options.find(({ names }) => names.includes("--mark")));
  });

  it("are named without a tool if their value is run", () => {
    const decisions = new Map([["vault_trust", { excluded: new Map([["--trust", "can run a program"]]) }]]);
    const { text, tools } = draftConfig(describeHelp(HELP), { maxArgs: 8, header: "", decisions });
    expect(tools.some(({ name }) => name === "vault_trust")).toBe(false);
    expect(text).toContain("can run a program: --trust");
  });
});
