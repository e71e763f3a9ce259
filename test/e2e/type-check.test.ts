/** Tests `--typecheck` of the generated project and the code that calls its tools, without an installed TypeScript. */
import { existsSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { climaxGen, temporaryFolder } from "./project.ts";

const GIT = `name: git
command: git
tools:
  - name: git_log
    description: Show history
    command: log
    args:
      - { name: max_count, type: integer, description: How many commits, flag: -n }
`;

/** Calls the tool with these arguments, on line 3. */
const client = (args: string): string =>
  'import { createTools } from "../out/src/client.ts";\n' +
  "export const log = (caller: Parameters<typeof createTools>[0]) =>\n" +
  `  createTools(caller).git_log(${args});\n`;

let folder: string;
beforeEach(() => {
  folder = temporaryFolder({ "git.yaml": GIT, "clients/good.ts": client("{ max_count: 3 }") });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const generate = (...flags: readonly string[]) => climaxGen(["git.yaml", "-o", "out", "--no-bundle", ...flags], { cwd: folder });
const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);

describe("--typecheck", () => {
  it("accepts a generated project and code that calls its tools correctly", async () => {
    // `init.test.ts` runs `--check --typecheck`, without such code.
    const flags = ["--typecheck-with", "clients/good.ts"];
    expect(await generate(...flags)).toMatchObject({ status: 0, stderr: expect.stringContaining("files written") as string });
  });

  it("checks a project that imports the runtime package and has no copy of it", async () => {
    expect(await generate("--runtime", "package")).toMatchObject({ status: 0 });
    expect(await generate("--runtime", "package", "--check", "--typecheck-with", "clients/*.ts")).toMatchObject({
      status: 0,
      stderr: "out is up to date\n",
    });
  });

  it("rejects files that are not regular or too large", async () => {
    symlinkSync("/dev/zero", join(folder, "clients/device.ts"));
    write("clients/large.ts", "//".padEnd(10 * 1024 * 1024 + 1));
    const { status, stdout } = await generate("--typecheck-with", "clients/*.ts", "--json");
    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly { readonly code: string; readonly path: string }[] };
    expect(status).toBe(1);
    expect(diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["typecheck-file", "clients/device.ts"],
      ["typecheck-file", "clients/large.ts"],
    ]);
  });

  it("reports an argument that does not exist at its location, after writing the project", async () => {
    write("clients/bad.ts", client("{ max_cuont: 3 }"));
    const { status, stdout } = await generate("--typecheck-with", "clients/**/*.ts", "--json");
    const { ok, diagnostics } = JSON.parse(stdout) as { ok: boolean; diagnostics: unknown };
    expect({ status, ok }).toEqual({ status: 1, ok: false });
    expect(diagnostics).toEqual([
      {
        code: "type-error",
        severity: "error",
        message: expect.stringMatching(/^object literal may only specify known properties, but 'max_cuont' .*\(TS2561\)$/) as string,
        path: "clients/bad.ts",
        line: 3,
        column: 33,
        endLine: 3,
        endColumn: 42,
      },
    ]);
    expect(existsSync(join(folder, "out/src/clis/git.ts"))).toBe(true);
  });

  it("reports type errors and hazards as SARIF", async () => {
    write("clients/bad.ts", client("{ max_cuont: 3 }"));
    write("git.yaml", GIT.replace("command: log", "command: log | head"));
    const { status, stdout, stderr } = await generate("--typecheck-with", "clients/**/*.ts", "--sarif");
    const { runs } = JSON.parse(stdout) as { runs: readonly { results: readonly object[] }[] };
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(runs[0]?.results).toMatchObject([
      {
        ruleId: "type-error",
        level: "error",
        locations: [
          { physicalLocation: { artifactLocation: { uri: "clients/bad.ts" }, region: { startLine: 3, startColumn: 33, endColumn: 42 } } },
        ],
      },
      { ruleId: "shell-syntax", level: "warning" },
    ]);
  });

  it("checks the project that the inputs generate, not the project on disk", async () => {
    await generate();
    write("git.yaml", GIT.replace("max_count", "limit"));
    const { status, stderr } = await generate("--check", "--typecheck-with", "clients/good.ts");
    expect(status).toBe(1);
    expect(stderr).toContain("clients/good.ts:3:33: error[type-error]: ");
    expect(stderr).toContain("out is out of date");
  });

  it("does not report a project as out of date if only the code that calls it has errors", async () => {
    await generate();
    write("clients/bad.ts", client('{ max_count: "3" }'));
    const { status, stderr } = await generate("--check", "--typecheck-with", "clients/bad.ts");
    expect(status).toBe(1);
    expect(stderr).toContain("type 'string' is not assignable to type 'number' (TS2322)\n");
    expect(stderr).toContain("out is up to date (1 error)\n");
  });

  it("rejects a glob that matches no TypeScript file", async () => {
    write("clients/notes.txt", "");
    const { status, stderr } = await generate("--typecheck-with", "clients/*.txt", "--typecheck-with", "none/**/*.ts");
    expect(status).toBe(1);
    expect(stderr).toContain("none/**/*.ts: error[typecheck-no-files]: no TypeScript file matches");
    expect(stderr).toContain("clients/*.txt: error[typecheck-no-files]: ");
  });
});
