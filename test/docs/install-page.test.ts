/**
 * Checks docs/install.md against the code: the tables of clients and options, each block marked `entry CLIENT`, and the transcript, which
 * is run in a separate home directory.
 */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ClientId } from "../../generator/install/clients.ts";
import { clientFacts, clientIds } from "../../generator/install/clients.ts";
import { locateConfig } from "../../generator/install/config-path.ts";
import type { ClientMachine } from "../../generator/install/config-path.ts";
import { planInstall } from "../../generator/install/plan-install.ts";
import { toEntry } from "../../generator/install/server-entry.ts";
import { climaxGen, temporaryFolder } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("install.md");
const blocks = readBlocks(page);
const home = temporaryFolder({
  "git.yaml": "name: git-tools\ncommand: git\ntools:\n  - { name: git_log, description: Log, command: log }\n",
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Returns the rows of the tables whose first cell matches. */
function rows(first: RegExp): readonly (readonly string[])[] {
  const lines = page.split("\n").filter((line) => line.startsWith("| `"));
  const cells = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
  return cells.filter(([cell = ""]) => first.test(cell));
}

const linux: ClientMachine = { platform: "linux", home: "~", workingDirectory: ".", env: {} };
const mac: ClientMachine = { ...linux, platform: "darwin" };
const windows: ClientMachine = { platform: "win32", home: "%USERPROFILE%", workingDirectory: ".", env: { APPDATA: "%APPDATA%" } };
const isClient = (name: string | undefined): name is ClientId => clientIds.some((id) => id === name);

/** Returns the path below `~` or the project's folder. */
const user = (client: ClientId, machine: ClientMachine): string => locateConfig(clientFacts(client), "user", machine) ?? "";
const inHome = (path: string): string => path.replace(/^~\/|^%USERPROFILE%\\/, "").replaceAll("\\", "/");

describe("docs/install.md", () => {
  it("has no block with an unknown mark", () => {
    expect(blocks.map(({ mark }) => mark)).toEqual([
      "console transcript",
      "json entry claude-code",
      "toml entry codex",
      "json entry opencode",
    ]);
  });

  it("lists the location of every client's files", () => {
    const [on, elsewhere] = [rows(/^[a-z]+(-[a-z]+)*$/).slice(0, clientIds.length), rows(/^[a-z]+(-[a-z]+)*$/).slice(clientIds.length)];
    expect(on).toEqual(
      clientIds.map((client) => [
        client,
        user(client, linux),
        locateConfig(clientFacts(client), "project", linux)?.replace(/^\.\//, "") ?? "",
      ]),
    );
    const differs = (client: ClientId): boolean => new Set([linux, mac, windows].map((machine) => inHome(user(client, machine)))).size > 1;
    expect(elsewhere).toEqual(clientIds.filter(differs).map((client) => [client, user(client, mac), user(client, windows)]));
  });

  it("has a row for every option", async () => {
    const { stdout } = await climaxGen(["install", "--help"]);
    const options = Array.from(stdout.matchAll(/^ {2}(--[a-z-]+)/gm), ([, option = ""]) => option);
    expect(options.length).toBeGreaterThan(5);
    expect(new Set(rows(/^--[a-z]/).map(([cell = ""]) => cell.split(" ", 1)[0]))).toEqual(new Set(options));
  });

  it.each(blocks.filter(({ mark }) => mark.includes(" entry ")).map(({ mark, text }) => [mark, text] as const))(
    "shows an %s",
    (mark, text) => {
      const [, , id] = mark.split(" ");
      if (!isClient(id)) throw new Error(`no client ${mark}`);
      const server = "/home/me/out/dist/server.mjs";
      const client = clientFacts(id);
      const entry = toEntry(client, { node: "/usr/bin/node", server, flags: [], searchPath: "/opt/git/bin:/usr/bin:/bin" });
      const plan = planInstall({ path: "f", text: "" }, { client, name: "git-tools", server, force: false, entry });
      const written = plan.kind === "change" ? plan.text : "";
      // The page may format JSON differently.
      if (client.format === "json") expect(JSON.parse(text)).toEqual(JSON.parse(written));
      else expect(text).toBe(written);
    },
  );

  it("shows the output of the command", async () => {
    mkdirSync(join(home, "opt/git/bin"), { recursive: true });
    mkdirSync(join(home, ".cursor"));
    writeFileSync(join(home, "opt/git/bin/git"), "");
    chmodSync(join(home, "opt/git/bin/git"), 0o755);
    const docs = '    // for the site\n    "docs": { "url": "https://docs.example.com/mcp" }\n';
    writeFileSync(join(home, ".cursor/mcp.json"), `// mine\n{\n  "mcpServers": {\n${docs}  }\n}\n`);
    const env = { PATH: join(home, "opt/git/bin"), HOME: home };
    await climaxGen(["git.yaml", "-o", "out/"], { cwd: home });
    const { stdout, stderr } = await climaxGen(["install", "out/", "--client", "cursor"], { cwd: home, env });
    const said = stderr.replace(/^.* versioned-node: .*\n/m, "");
    const shown = (stdout + said)
      .replaceAll(join(home, "opt"), "/opt")
      .replaceAll(home, "/home/me")
      .replaceAll(process.execPath, "/usr/bin/node");
    expect(blocks.find(({ mark }) => mark === "console transcript")?.text).toBe(`$ npx climax-gen install out/ --client cursor\n${shown}`);
  });
});
