/** Tests options that have no effect with others. Each combination is a usage error that names both options. */
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../generator/cli.ts";
import { rejectWithoutEffect } from "../../generator/command-line/option-effects.ts";
import { makePackage } from "../../generator/package/make-package.ts";
import { FORMATS_OF_OPTION, PACKAGE_FORMATS } from "../../generator/package/package-format.ts";
import type { PackageFlags } from "../../generator/package/package-options.ts";
import { options, project } from "../package/projects.ts";

/** Runs a command line, which must be rejected, and returns what it prints. */
async function refusalOf(words: readonly string[]): Promise<string> {
  let printed = "";
  const program = createProgram();
  for (const command of [program, ...program.commands]) command.exitOverride().configureOutput({ writeErr: (text) => (printed += text) });
  await expect(program.parseAsync(words, { from: "user" })).rejects.toMatchObject({ exitCode: 1 });
  return printed;
}

const WITHOUT_REMEDY = "remove one of the two";

describe("an option without effect", () => {
  it.each([
    [
      "package out --format npm --apt git",
      "option '--apt <packages>' has no effect with '--format npm'",
      "remove --apt, or use it with --format docker",
    ],
    [
      "package out --format mcpb --allow-host a.example",
      "option '--allow-host <names>' has no effect with '--format mcpb'",
      "remove --allow-host, or use it with --format docker or --format k8s",
    ],
    ["init new --no-sandbox", "option '--no-sandbox' has no effect without '--program <program>'", "add --program, or remove --no-sandbox"],
    ["import git --dry-run", "option '--dry-run' has no effect without '--merge <config>'", "add --merge, or remove --dry-run"],
    [
      "search a.yaml q --min-recall 1",
      "option '--min-recall <fraction>' has no effect without '--golden <file>'",
      "add --golden, or remove --min-recall",
    ],
    [
      "diff a b --policy p --policy-old q --policy-new r",
      "option '--policy <file>' has no effect with '--policy-old <file>' and '--policy-new <file>'",
      "remove --policy",
    ],
    ["diff a b --json --format html", "option '--json' cannot be used with option '--format html'", WITHOUT_REMEDY],
    ["verify a --json --format sarif", "option '--json' cannot be used with option '--format sarif'", WITHOUT_REMEDY],
    ["import git --from f --no-sandbox", "option '--from <file>' cannot be used with option '--no-sandbox'", WITHOUT_REMEDY],
    [
      "install out --client zed --scope user --config f",
      "option '--scope <scope>' cannot be used with option '--config <file>'",
      WITHOUT_REMEDY,
    ],
    ["call a.yaml t --dry-run --root .", "option '--dry-run' cannot be used with option '--root <dir>'", WITHOUT_REMEDY],
    ["configs -o out --check --force", "option '--check' cannot be used with option '--force'", WITHOUT_REMEDY],
  ])("is reported with the others: %s", async (line, problem, help) => {
    expect(await refusalOf(line.split(" "))).toBe(`error: ${problem}\nhelp: ${help}\n`);
  });

  it("is allowed with the option that it needs, and can be omitted", async () => {
    const ran: object[] = [];
    const command = new Command()
      .option("--no-a")
      .option("--b")
      .option("--c")
      .action((flags: object) => void ran.push(flags));
    rejectWithoutEffect(command, [
      { option: "a", beside: "b" },
      { option: "b", replacedBy: ["c"] },
    ]);
    await command.parseAsync(["--no-a", "--b"], { from: "user" });
    await command.parseAsync([], { from: "user" });
    expect(ran).toHaveLength(2);
  });
});

describe("the formats of an option of package", () => {
  const GIVEN: Readonly<Record<keyof typeof FORMATS_OF_OPTION, string | true | readonly string[]>> &
    Required<Omit<PackageFlags, "format">> = {
    packageName: "@me/other",
    packageVersion: "7.7.7",
    license: "MIT",
    author: "Somebody",
    image: "registry.example/other:7",
    apt: "git",
    allowHost: "tools.example.com",
    registryName: "io.github.me/other",
    mcpbUrl: "https://example.com/other.mcpb",
    declared: ["git.yaml"],
    observe: true,
    auditFile: "/var/log/guard.jsonl",
  };
  const TEMPLATES = new Map([
    ["npm/README.md", "{{packageName}} {{programName}} {{title}} {{description}} {{programs}} {{tools}}"],
    ["docker/Dockerfile", "{{baseImage}} {{labels}} {{programs}} {{userId}} {{port}} {{healthCheck}} {{arguments}}"],
  ]);
  /** Required by the registry: the entry has a name, and a package. */
  const BASE: Partial<PackageFlags> = { registryName: "io.github.me/hello", mcpbUrl: "https://example.com/hello.mcpb" };

  function filesOf(flags: PackageFlags): string {
    // The command reads the configs of `--declared`.
    const declared = flags.declared && { declared: new Map([["header.json", flags.declared.join(" ")]]) };
    const request = { project: project(), options: options(project(), flags), flags, templates: TEMPLATES, ...declared };
    const files = makePackage(request);
    return JSON.stringify(Array.from(files, ([path, content]) => [path, Buffer.from(content).toString("base64")]));
  }

  it.each(Object.entries(FORMATS_OF_OPTION))("are those whose files %s changes", (option, formats) => {
    const changed = PACKAGE_FORMATS.filter((format) => {
      const base: PackageFlags = { format, ...(format === "registry" && BASE) };
      return filesOf({ ...base, [option]: GIVEN[option as keyof typeof GIVEN] }) !== filesOf(base);
    });
    expect(changed).toEqual(formats);
  });
});
