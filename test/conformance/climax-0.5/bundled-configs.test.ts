/**
 * Tests that the configs of CLImax 0.5 compile, and that their tools run the same command lines. CLImax itself builds the other side.
 * Install it with `python3 -m venv .bench/peers/python && .bench/peers/python/bin/pip install climax-mcp==0.5.0`; without it, the tests are
 * skipped.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { withDefaults } from "../../../runtime/arguments/arguments.ts";
import { argvOf, buildCommandLine } from "../../../runtime/command-line/command-line.ts";
import { findLeadingDashes } from "../../../runtime/command-line/dash-guard.ts";
import { once } from "../../../runtime/text/once.ts";
import type { ArgValue } from "../../../runtime/tool/tool-spec.ts";
import type { Tool, ToolArg } from "../../../runtime/tool/tool.ts";
import { placeholdersOf } from "../../../runtime/tool/template.ts";
import { climaxPeer } from "../../../bench/climax-peer.ts";
import { commandOf } from "../../fixtures/tools.ts";
import { indexModel, parseConfigs } from "../configs.ts";
import { PATIENCE_MS } from "../../fixtures/until.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PEERS = join(ROOT, ".bench/peers");
const PYTHON = join(PEERS, "python/bin/python");
const SCRIPT = fileURLToPath(new URL("reference-argv.py", import.meta.url));

/** Name and number of tools of each config. */
const SHIPPED: readonly (readonly [name: string, tools: number])[] = [
  ["aws", 76],
  ["claude", 4],
  ["docker", 5],
  ["gh", 47],
  ["git", 6],
  ["obsidian", 53],
];

const ENV = { PATH: process.env["PATH"] ?? "", HOME: "/home/user" };

const isInstalled = climaxPeer.find(PEERS) !== undefined;
if (!isInstalled) console.warn(`skipped: CLImax 0.5.0 is not installed; run ${climaxPeer.installation(".bench/peers")}`);

const findConfigs = once((): string => {
  const libraries = join(PEERS, "python/lib");
  const packages = readdirSync(libraries).map((name) => join(libraries, name, "site-packages"));
  return join(packages.find((folder) => existsSync(join(folder, "climax_mcp.py"))) ?? libraries, "configs");
});

const compiled = new Map<string, Promise<readonly Tool[]>>();

/** Compiles a config on the first request. */
async function compile(name: string): Promise<readonly Tool[]> {
  const tools = compiled.get(name) ?? compileConfig(name);
  compiled.set(name, tools);
  return await tools;
}

async function compileConfig(name: string): Promise<readonly Tool[]> {
  const parsed = await parseConfigs([readFileSync(join(findConfigs(), `${name}.yaml`), "utf8")]);
  expect(parsed.kind === "refused" ? parsed.diagnostics.map(({ code, message }) => `${code}: ${message}`) : []).toEqual([]);
  return parsed.kind === "model" ? indexModel(parsed.model).listed() : [];
}

function sampleOf({ type, enum: members }: ToolArg): ArgValue {
  const [first] = members ?? [];
  if (first !== undefined) return first;
  switch (type) {
    case "integer":
      return 3;
    case "number":
      return 1.5;
    case "boolean":
      return true;
    case "string":
    case "map":
      return "a b";
  }
}

type Args = Readonly<Record<string, ArgValue>>;

/** Returns calls of a tool: with the required arguments only, and with all arguments. */
function callsOf({ args }: Tool): readonly Args[] {
  const all = args.map((arg) => [arg, sampleOf(arg)] as const);
  return [all.filter(([arg]) => arg.required === true), all].map((given) =>
    Object.fromEntries(given.map(([{ name }, value]) => [name, value])),
  );
}

function build(tool: Tool, args: Args): readonly string[] {
  const line = buildCommandLine(tool, commandOf(tool), { values: withDefaults(tool.args, new Map(Object.entries(args))), env: ENV });
  expect(findLeadingDashes(line.words)).toEqual([]);
  return argvOf(line);
}

describe.skipIf(!isInstalled)("the configs that CLImax 0.5 ships", () => {
  it("are those of the table", () => {
    const names = readdirSync(findConfigs()).filter((file) => file.endsWith(".yaml"));
    expect(names.toSorted()).toEqual(SHIPPED.map(([name]) => `${name}.yaml`));
    expect(SHIPPED.reduce((sum, [, tools]) => sum + tools, 0)).toBe(191);
    expect(existsSync(SCRIPT)).toBe(true);
  });

  describe("build the command lines that CLImax builds", () => {
    const calls = new Map<string, readonly { readonly tool: Tool; readonly args: Args }[]>();
    const wanted = new Map<string, readonly unknown[]>();
    // One process: importing CLImax takes longer than building all command lines.
    beforeAll(async () => {
      for (const [name] of SHIPPED) {
        const tools = await compile(name);
        calls.set(
          name,
          tools.flatMap((tool) => callsOf(tool).map((args) => ({ tool, args }))),
        );
      }
      const requests = Array.from(calls).flatMap(([name, all]) => {
        const config = join(findConfigs(), `${name}.yaml`);
        return all.map(({ tool, args }) => ({ config, tool: tool.name, args }));
      });
      const input = requests.map((request) => `${JSON.stringify(request)}\n`).join("");
      const output = execFileSync(PYTHON, [SCRIPT], { input, env: ENV, encoding: "utf8", timeout: PATIENCE_MS, maxBuffer: 2 ** 24 });
      const lines = output.trim().split("\n");
      expect(lines).toHaveLength(requests.length);
      for (const [name, all] of calls)
        wanted.set(
          name,
          lines.splice(0, all.length).map((line) => JSON.parse(line) as unknown),
        );
    });

    it.each(SHIPPED)("of %s, for %i tools", (name, count) => {
      const ours = calls.get(name) ?? [];
      expect(new Set(ours.map(({ tool }) => tool)).size).toBe(count);
      const title = ({ name: tool }: Tool, args: Args): string => `${tool} ${JSON.stringify(args)}`;
      expect(ours.map(({ tool, args }) => [title(tool, args), build(tool, args)])).toEqual(
        ours.map(({ tool, args }, index) => [title(tool, args), wanted.get(name)?.[index]]),
      );
    });
  });

  it("have messages of confirmations whose placeholders are arguments", async () => {
    const tools = (await Promise.all(SHIPPED.map(([name]) => compile(name)))).flat();
    const messages = tools.flatMap((tool) => {
      const template = commandOf(tool).confirm_message;
      return template === undefined ? [] : [{ template, names: tool.args.map(({ name }) => name) }];
    });
    expect(messages).toHaveLength(18);
    for (const { template, names } of messages) expect(names).toEqual(expect.arrayContaining([...placeholdersOf(template)]));
  });
});
