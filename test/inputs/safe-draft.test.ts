import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { draftSafely, type SafeDraft } from "../../generator/inputs/safe-draft.ts";

/** Drafts a program whose subcommands have these options and values. */
async function draft(program: string, commands: Readonly<Record<string, string>>): Promise<SafeDraft> {
  const pages = Object.entries(commands).map(
    ([name, rows]) =>
      ({
        from: "help",
        label: name,
        path: [name],
        text: `Usage: ${program} ${name} [OPTIONS] ${rows.startsWith("<") ? "" : "[NAME]\n\nOptions:\n"}${rows}`,
      }) as const,
  );
  return await draftSafely(describeProgram({ program, pages }), { maxArgs: 8, header: "", path: "a.yaml" });
}

describe("draftSafely", () => {
  it("writes options that run a program as comments with the reason, by the tables of programs and by the text", async () => {
    const { draft: drafted, decisions } = await draft("git", {
      clone: "  --upload-pack <path>   Where it is\n  --depth <n>   Depth\n",
      grep: "  -O, --open-files-in-pager[=<pager>]   Open\n  -n, --line-number   Number\n",
      fetch: "  --helper=<cmd>   Helper\n  --after=<text>   Execute this command afterwards\n",
    });
    expect(decisions.map(({ code }) => code)).toEqual([]);
    for (const options of ["--upload-pack=", "--open-files-in-pager[=]", "--helper= --after="])
      expect(drafted.text).toContain(`    args: # can run a program: ${options}\n`);
    expect(drafted.text).not.toMatch(/flag: --(?:upload-pack|open-files-in-pager|helper|after)/);
    const { configs } = await checkInputs([{ path: "a.yaml", bytes: Buffer.from(drafted.text) }]);
    expect(await findHazards({ configs, policies: [] })).toEqual([]);
  });

  it("never rates a tool below its hazards", async () => {
    const { draft: drafted } = await draft("docker", {
      inspect: "  -f, --format <text>   Format\n",
      exec: "<CONTAINER> <COMMAND>\n\nOptions:\n  -w, --workdir <dir>   Directory\n",
    });
    expect(drafted.tools.map(({ name, risk }) => [name, risk])).toEqual([
      ["docker_inspect", "read"],
      ["docker_exec", "destructive"],
    ]);
  });

  it("reports the same as a check of the drafted text after it has raised risks", async () => {
    const { draft: drafted, decisions } = await draft("docker", {
      "create list": "<NAME>\n\nOptions:\n  --all   All\n",
      exec: "<CONTAINER> <COMMAND>\n\nOptions:\n  --quiet   Less\n",
    });
    const { configs, diagnostics } = await checkInputs([{ path: "a.yaml", bytes: Buffer.from(drafted.text) }]);
    const found = [...diagnostics, ...(await findHazards({ configs, policies: [] }))];
    expect(decisions.map(({ code, message }) => [code, message])).toEqual(found.map(({ code, message }) => [code, message]));
    expect(decisions).not.toEqual([]);
    expect(drafted.tools.map(({ name, risk }) => [name, risk])).toEqual([
      ["docker_create_list", "write"],
      ["docker_exec", "destructive"],
    ]);
  });

  it("keeps a tool that reads without the options that write", async () => {
    const { draft: drafted, decisions } = await draft("tool", {
      list: "  -o, --output <file>   Write here\n  --fix   Repair\n  --all   All\n",
    });
    expect(drafted.text).toContain("    risk: read\n");
    expect(drafted.text).toContain("    args: # writes, or starts a program: --output= --fix\n");
    expect(decisions).toEqual([]);
  });

  it("writes an option that selects a target once, for the tools that share it", async () => {
    const shared = "  -n, --namespace <name>   Namespace\n  --kubeconfig <file>   Settings\n  --as <user>   User\n";
    const names = ["get", "describe", "delete", "annotate", "label"];
    const { draft: drafted, decisions } = await draft(
      "kubectl",
      Object.fromEntries(names.map((name) => [name, `${shared}  --own-${name}   Own\n`])),
    );
    expect(drafted.text).toContain("arg_groups:\n  namespace:\n    - { name: namespace, flag: --namespace=, description: Namespace }");
    expect(drafted.text.match(/- use: namespace\n/g)).toHaveLength(names.length);
    expect(drafted.text.match(/--(?:kubeconfig|as)=/g)).toHaveLength(2);
    expect(drafted.text).toContain("# Options of most subcommands:\n# can run a program: --kubeconfig=; left out: --as=\n");
    expect(decisions).toEqual([]);
  });
});
