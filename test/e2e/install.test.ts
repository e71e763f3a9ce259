/** Tests `climax-gen install` in a temporary home directory. Independent parsers read the entries, and the entries start the server. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ClientId } from "../../generator/install/clients.ts";
import { clientFacts, clientIds } from "../../generator/install/clients.ts";
import { locateConfig } from "../../generator/install/config-path.ts";
import { readCase } from "../golden-archive.ts";
import type { Finished } from "./project.ts";
import { climaxGen, ROOT, temporaryFolder } from "./project.ts";

const CONFIG = `name: greeter
description: Greets
command: greet-someone
tools:
  - name: greet
    description: Greet somebody
    args:
      - { name: who, required: true, positional: true }
`;
const GREET = '#!/bin/sh\necho "hello $1, from $PATH"\n';

let folder: string;
let home: string;
let server: string;
beforeAll(async () => {
  folder = temporaryFolder({ "greeter.yaml": CONFIG, "programs/greet-someone": GREET, "unused/x": "" });
  execFileSync("chmod", ["+x", join(folder, "programs/greet-someone")]);
  await climaxGen(["greeter.yaml", "-o", "out"], { cwd: folder });
  server = join(folder, "out/dist/server.mjs");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  home = join(folder, "home");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
});

/** Runs the command in the temporary folder, with the folder `programs` in the middle of `PATH`. */
function install(...args: readonly string[]): Promise<Finished> {
  const path = `${join(folder, "unused")}:${join(folder, "programs")}:${process.env["PATH"] ?? ""}`;
  return climaxGen(["install", ...args], { cwd: folder, env: { PATH: path, HOME: home } });
}

function configOf(client: ClientId): string {
  return locateConfig(clientFacts(client), "user", { platform: process.platform, home, workingDirectory: folder, env: {} }) ?? "";
}

/** Writes the golden file of a client with other servers to the path that the client reads. */
function placeOthers(client: ClientId): Buffer {
  const bytes = readCase(join(ROOT, "test/golden/install"), client).get(`others.before.${clientFacts(client).format}`) ?? Buffer.of();
  mkdirSync(dirname(configOf(client)), { recursive: true });
  writeFileSync(configOf(client), bytes);
  return bytes;
}

interface Entry {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const READ_TOML = "import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], 'rb'))))";

/** Returns the entry with separate arguments. OpenCode joins them with the command. */
function separate(entry: Entry & { readonly environment?: Entry["env"] }): Entry {
  const { command, environment } = entry;
  if (typeof command === "string" || environment === undefined) return entry;
  const [program = "", ...args] = command as readonly string[];
  return { command: program, args, env: environment };
}

/** Returns the servers of a client's file with independent parsers: JavaScript for JSON with comments, Python for TOML. */
function readServers(client: ClientId): Readonly<Record<string, Entry>> {
  const path = configOf(client);
  const data =
    clientFacts(client).format === "json"
      ? (runInNewContext(`(${readFileSync(path, "utf8")}\n)`) as unknown)
      : JSON.parse(execFileSync("python3", ["-c", READ_TOML, path], { encoding: "utf8" }));
  return (data as Record<string, Record<string, Entry>>)[clientFacts(client).container] ?? {};
}

const hasTomllib = (() => {
  try {
    execFileSync("python3", ["-c", "import tomllib"], { stdio: "ignore" });
    return true;
  } catch {
    // No Python, or one before 3.11.
    process.stderr.write("the file of Codex is not read back: this needs python3 with tomllib\n");
    return false;
  }
})();

/** Starts a server as a client that was started from a desktop does. */
async function call(entry: Entry, who: string): Promise<unknown> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ ...entry, cwd: "/", stderr: "ignore" }));
  try {
    return await client.callTool({ name: "climax_call", arguments: { tool_name: "greet", args: { who } } });
  } finally {
    await client.close();
  }
}

describe("installing", () => {
  it.each(clientIds.filter((id) => clientFacts(id).format !== "yaml"))(
    "installs a server that %s starts and that finds its programs, and uninstalls it completely",
    async (client) => {
      if (clientFacts(client).format === "toml" && !hasTomllib) return;
      const before = placeOthers(client);
      const { status, stdout, stderr } = await install("out", "--client", client);
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining(`${configOf(client)}: added greeter`) as string });
      expect(stdout).toContain(`+++ ${configOf(client)}\n`);
      const { greeter: found, ...others } = readServers(client);
      expect(Object.keys(others)).toEqual([client === "claude-desktop" ? "files" : "docs"]);
      if (found === undefined) throw new Error("no entry");
      const greeter = separate(found);
      const path = `${join(folder, "programs")}:/usr/bin:/bin`;
      expect(greeter).toMatchObject({ command: process.execPath, args: [server], env: { PATH: path } });
      expect(await call(greeter, "you")).toMatchObject({ content: [{ type: "text", text: `hello you, from ${path}` }] });
      expect(await install("out", "--client", client, "--uninstall")).toMatchObject({ status: 0 });
      expect(readFileSync(configOf(client))).toEqual(before);
      expect(readFileSync(`${configOf(client)}.climax-gen.bak`)).toEqual(before);
    },
  );

  it("writes the directory of a program that only one tool runs, and warns if it is missing", async () => {
    const own = (program: string): string => `name: own\ncommand: echo\ntools:\n  - { name: a, description: A, program: ${program} }\n`;
    for (const [name, program] of [
      ["own", "greet-someone"],
      ["lacking", "no-such-program"],
    ] as const) {
      writeFileSync(join(folder, `${name}.yaml`), own(program));
      await climaxGen([`${name}.yaml`, "-o", name], { cwd: folder });
    }
    await install("own", "--client", "cursor");
    expect(readServers("cursor")).toMatchObject({ own: { env: { PATH: `${join(folder, "programs")}:/usr/bin:/bin` } } });
    expect((await install("lacking", "--client", "cursor", "--name", "lacking")).stderr).toContain('"no-such-program" is not on the PATH');
    const { stderr } = await climaxGen(["package", "own", "--format", "npm"], { cwd: folder });
    expect(stderr).toContain("\nthe tools run: greet-someone\n");
  });

  it("changes nothing if it runs again", async () => {
    await install("out", "--client", "cursor");
    const { mtimeMs } = statSync(configOf("cursor"));
    const { status, stdout, stderr } = await install("out", "--client", "cursor");
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
    expect(stderr).toContain(`${configOf("cursor")}: greeter is already installed, nothing to change\n`);
    expect(statSync(configOf("cursor")).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(dirname(configOf("cursor")))).toEqual(["mcp.json"]);
  });

  it("only prints the changes with --dry-run", async () => {
    const before = placeOthers("zed");
    const dry = await install("out", "--client", "zed", "--dry-run");
    expect(dry.status).toBe(0);
    expect(dry.stderr).toContain(`${configOf("zed")}: would add greeter, nothing was written\n`);
    expect(readFileSync(configOf("zed"))).toEqual(before);
    expect(readdirSync(dirname(configOf("zed")))).toEqual(["settings.json"]);
    expect((await install("out", "--client", "zed")).stdout).toBe(dry.stdout);
    expect(await install("out", "--client", "cursor", "--dry-run")).toMatchObject({ status: 0 });
    expect(existsSync(dirname(configOf("cursor")))).toBe(false);
  });

  it("prints the entry for a file that it does not edit", async () => {
    const { status, stderr } = await install("out", "--client", "continue");
    expect(status).toBe(1);
    const [, item = ""] = /help: add this item to the list `mcpServers` by hand\n([^]*)nothing was changed\n$/.exec(stderr) ?? [];
    mkdirSync(dirname(configOf("continue")));
    writeFileSync(configOf("continue"), `name: mine\nmcpServers:\n${item}`);
    expect(await install("out", "--client", "continue")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("already installed") as string,
    });
  });

  it("lets a client run the tools without asking, and keeps that", async () => {
    await install("out", "--client", "gemini", "--trust");
    expect(readServers("gemini")).toMatchObject({ greeter: { trust: true } });
    expect(await install("out", "--client", "gemini")).toMatchObject({ status: 0, stdout: "" });
  });

  it("passes flags with absolute paths", async () => {
    writeFileSync(join(folder, "p.yaml"), "kind: policy\n");
    await install("out", "--client", "cursor", "--name", "g", "--", "--classic", "--policy", "p.yaml");
    expect(readServers("cursor")["g"]?.args).toEqual([server, "--classic", "--policy", join(folder, "p.yaml")]);
    await install("out", "--client", "cursor", "--name", "g");
    expect(readServers("cursor")["g"]?.args).toEqual([server]);
  });

  it("writes to the project, or to the given file", async () => {
    await install("out", "--client", "claude-code", "--scope", "project");
    expect(JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8"))).toHaveProperty("mcpServers.greeter.type", "stdio");
    await install("out", "--client", "vscode", "--config", "team/mcp.json");
    expect(JSON.parse(readFileSync(join(folder, "team/mcp.json"), "utf8"))).toHaveProperty("servers.greeter.command", process.execPath);
    expect(readdirSync(home)).toEqual([]);
  });

  it("accepts a copy of a dist/", async () => {
    await install("out/dist", "--client", "cursor");
    expect(readServers("cursor")["greeter"]?.args).toEqual([server]);
  });

  it("warns about missing programs, and about Directive directories that a client cannot determine", async () => {
    await climaxGen([join(ROOT, "examples/directive.yaml"), "greeter.yaml", "-o", "both"], { cwd: folder });
    const { status, stderr } = await climaxGen(["install", "both", "--client", "cursor"], {
      cwd: folder,
      env: { PATH: "/usr/bin", HOME: home },
    });
    expect(status).toBe(0);
    expect(stderr).toContain('both: warning[command-not-found]: "greet-someone" is not on the PATH');
    expect(stderr).toContain("both: warning[root-missing]: ");
    expect((await install("both", "--client", "cursor", "--", "--root", ".")).stderr).not.toContain("root-missing");
  });
});

describe("a file that cannot be edited", () => {
  it.each<[string, string, string]>([
    ["is broken", '{ "mcpServers": }\n', ".cursor/mcp.json:1:17: error[client-file-syntax]"],
    [
      "has another server of that name",
      '{ "mcpServers": { "greeter": { "command": "other" } } }\n',
      ".cursor/mcp.json:1:19: error[foreign-server]",
    ],
  ])("is unchanged if it %s", async (_, text, said) => {
    mkdirSync(dirname(configOf("cursor")));
    writeFileSync(configOf("cursor"), text);
    const { status, stdout, stderr } = await install("out", "--client", "cursor");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(said);
    expect(stderr).toMatch(/nothing was changed\n$/);
    expect(readFileSync(configOf("cursor"), "utf8")).toBe(text);
    expect(readdirSync(dirname(configOf("cursor")))).toEqual(["mcp.json"]);
  });

  it("can be edited manually with the printed entry", async () => {
    mkdirSync(dirname(configOf("codex")));
    writeFileSync(configOf("codex"), "mcp_servers = {}\n");
    const { status, stderr } = await install("out", "--client", "codex");
    expect(status).toBe(1);
    const [, snippet = ""] =
      /help: add this between the braces of `mcp_servers`, separated by a comma\n([^]*)nothing was changed\n$/.exec(stderr) ?? [];
    writeFileSync(configOf("codex"), `mcp_servers = { ${snippet.trimEnd()} }\n`);
    expect(await install("out", "--client", "codex")).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("already installed") as string,
    });
  });
});

describe("uninstalling", () => {
  it("reports that there is nothing to remove", async () => {
    expect(await install("out", "--client", "gemini", "--uninstall")).toEqual({
      status: 0,
      stdout: "",
      stderr: `${configOf("gemini")}: greeter is not installed, nothing to remove\n`,
    });
    expect(readdirSync(home)).toEqual([]);
  });

  it("works without the server directory if its name is given", async () => {
    await install("out", "--client", "cursor");
    const moved = readFileSync(configOf("cursor"), "utf8").replaceAll(server, join(folder, "gone/dist/server.mjs"));
    writeFileSync(configOf("cursor"), moved);
    expect(await install("gone", "--client", "cursor", "--uninstall")).toMatchObject({ status: 1 });
    expect(await install("gone", "--client", "cursor", "--uninstall", "--name", "greeter")).toMatchObject({ status: 0 });
    expect(readServers("cursor")).toEqual({});
  });

  it("preserves a symbolic link", async () => {
    mkdirSync(join(home, "dotfiles"));
    writeFileSync(join(home, "dotfiles/gemini.json"), "{}\n");
    mkdirSync(dirname(configOf("gemini")));
    symlinkSync("../dotfiles/gemini.json", configOf("gemini"));
    await install("out", "--client", "gemini");
    expect(JSON.parse(readFileSync(join(home, "dotfiles/gemini.json"), "utf8"))).toHaveProperty("mcpServers.greeter");
    await install("out", "--client", "gemini", "--uninstall");
    expect(readFileSync(configOf("gemini"), "utf8")).toBe('{\n  "mcpServers": {}\n}\n');
  });
});

describe("usage", () => {
  it.each<[string, readonly string[], string]>([
    ["without a client", ["out"], "--client <client>"],
    ["for an unknown client", ["out", "--client", "clippy"], "help: allowed choices are claude-code,"],
    [
      "with project scope for a client without it",
      ["out", "--client", "windsurf", "--scope", "project"],
      "error: Windsurf does not support project servers\nhelp: omit --scope\n",
    ],
    ["with a name that clients reject", ["out", "--client", "cursor", "--name", "a b"], "help: use at most 40 letters, digits, - and _"],
    ["with an unknown flag of the server", ["out", "--client", "cursor", "--", "--clasic"], "'--clasic'"],
    ["with mutually exclusive flags", ["out", "--client", "cursor", "--", "--classic", "--progressive"], "mutually exclusive"],
    [
      "with a flag of the server that only prints",
      ["out", "--client", "cursor", "--", "--list"],
      "with --list, --version or --help\nhelp: omit these options\n",
    ],
    [
      "with --trust for a client without such a setting",
      ["out", "--client", "claude-code", "--trust", "--name", "g"],
      "help: omit `--trust`, and start the client with `--allowedTools mcp__g`\n",
    ],
    ["with --http", ["out", "--client", "cursor", "--", "--http", "8080"], "help: omit --http\n"],
    ["with a flag of the server at the wrong position", ["out", "--client", "cursor", "--classic"], "unknown option '--classic'"],
  ])("exits with 2: %s", async (_, args, said) => {
    const { status, stdout, stderr } = await install(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(said);
    expect(readdirSync(home)).toEqual([]);
  });

  it.each(["", "home"])("exits with 2 if HOME is not an absolute path: %j", async (relative) => {
    const env = { PATH: `${process.env["PATH"]}`, HOME: relative };
    expect(await climaxGen(["install", "out", "--client", "cursor"], { cwd: folder, env })).toMatchObject({
      status: 2,
      stderr: `error: the path of the client's file is not absolute: ${join(relative, ".cursor/mcp.json")}\nhelp: set HOME to your home directory, or use --config\n`,
    });
  });

  it.each([
    ["does not exist", undefined, String.raw`broken.yaml: error\[file-not-found\]: `],
    ["has an error", "tools: { greet: { confrim: true } }\n", String.raw`broken.yaml:1:19: error\[unknown-key\]: `],
  ])("exits with 1 if the policy for the server %s", async (_, text, said) => {
    rmSync(join(folder, "broken.yaml"), { force: true });
    if (text !== undefined) writeFileSync(join(folder, "broken.yaml"), text);
    const { status, stdout, stderr } = await install("out", "--client", "cursor", "--", "--policy", "broken.yaml");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^${said}[^]*\nnothing was changed\n$`));
    expect(readdirSync(home)).toEqual([]);
  });

  it("warns of names that are too long for clients if every tool is listed", async () => {
    const tool = "g".repeat(50);
    writeFileSync(join(folder, "long.yaml"), CONFIG.replace("name: greet\n", `name: ${tool}\n`));
    await climaxGen(["long.yaml", "-o", "long"], { cwd: folder });
    const name = "long-client"; // 61 characters together with the tool
    const warning = `${name}: warning[long-client-names]: the names of server and tool have more than 60 characters, so some clients hide "${tool}"`;
    const warned = async (...flags: readonly string[]): Promise<boolean> => {
      const { status, stderr } = await install("long", "--client", "cursor", "--name", name, "--dry-run", "--", ...flags);
      expect({ flags, status }).toEqual({ flags, status: 0 });
      return stderr.includes(warning);
    };
    const listed = [["--classic"], ["--discovery", "classic"], ["--discovery=classic"], ["--discovery", "auto"]];
    for (const flags of listed) expect({ flags, warned: await warned(...flags) }).toEqual({ flags, warned: true });
    for (const flags of [[], ["--progressive"], ["--discovery", "progressive"]])
      expect({ flags, warned: await warned(...flags) }).toEqual({ flags, warned: false });
    const shorter = await install("long", "--client", "cursor", "--name", name.slice(1), "--dry-run", "--", "--classic");
    expect(shorter.stderr).not.toContain("long-client-names");
  });

  it("exits with 2 for flags that a classic server rejects", async () => {
    await climaxGen(["greeter.yaml", "-o", "classic", "--classic"], { cwd: folder });
    const installed = (...flags: readonly string[]) => install("classic", "--client", "cursor", "--dry-run", "--", ...flags);
    expect(await installed("--split-calls")).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("--split-calls has no effect") as string,
    });
    expect(await installed("--split-calls", "--progressive")).toMatchObject({ status: 0 });
  });

  it("uninstalls a server regardless of its flags", async () => {
    await install("out", "--client", "cursor");
    expect(await install("out", "--client", "cursor", "--uninstall", "--", "--clasic")).toMatchObject({ status: 0 });
  });

  it("refuses a server that starts only with --http", async () => {
    writeFileSync(join(folder, "callers.yaml"), "kind: policy\ndefault: enabled\nenv: { secrets: { KEY: { header: x-key } } }\n");
    await climaxGen(["greeter.yaml", "--policy", "callers.yaml", "-o", "callers"], { cwd: folder });
    const { status, stderr } = await install("callers", "--client", "cursor");
    expect([status, stderr]).toEqual([1, expect.stringContaining("callers: error[server-needs-http]: ")]);
    expect(existsSync(configOf("cursor"))).toBe(false);
  });

  it("exits with 1 if there is no server", async () => {
    expect(await install("home", "--client", "cursor")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("home: error[no-server]: ") as string,
    });
  });
});

describe("the rules of --permissions", () => {
  it("are written beside the server, and removed with it", async () => {
    const settings = join(home, ".claude/settings.json");
    const dry = await install("out", "--client", "claude-code", "--permissions", "--dry-run");
    expect(dry.stderr).toContain("would change, nothing was written");
    expect(existsSync(settings)).toBe(false);
    const { stdout, stderr } = await install("out", "--client", "claude-code", "--permissions");
    expect(stdout).toContain('+deny: "Bash(greet-someone:*)"');
    expect(stderr).toContain("not a boundary");
    expect(statSync(settings).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({
      permissions: { allow: ["mcp__greeter__climax_search"], ask: ["mcp__greeter__climax_call"], deny: ["Bash(greet-someone:*)"] },
    });
    await install("out", "--client", "claude-code", "--uninstall");
    expect(JSON.parse(readFileSync(settings, "utf8"))).toEqual({ permissions: { allow: [], ask: [], deny: [] } });
    expect(readdirSync(dirname(settings)).toSorted()).toEqual(["settings.json", "settings.json.climax-gen.bak"]);
  });

  it("are refused for other clients, and nothing is written if a file is invalid", async () => {
    const other = await install("out", "--client", "cursor", "--permissions");
    expect(other.stderr).toContain("install writes no rules for Cursor");
    mkdirSync(join(home, ".claude"));
    writeFileSync(join(home, ".claude/settings.json"), "{");
    const broken = await install("out", "--client", "claude-code", "--permissions");
    expect(broken.stderr).toContain("nothing was changed");
    expect(existsSync(join(home, ".claude.json"))).toBe(false);
  });
});
