/** Tests hostile values: options, shell syntax, NUL, other types. A program records the command line that really ran. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { SourceServers } from "../fixtures/source-server.ts";
import { bundleSourceServer, toPart } from "../fixtures/source-server.ts";
import type { AttackedServer, Reply } from "./attacked-server.ts";
import { attack } from "./attacked-server.ts";

const TEXT = { type: "string" } as const;

/** One argument in every mode. Each tool only records its call. */
const TOOLS = {
  positional: { args: { value: { ...TEXT, positional: true } } },
  positionals: { args: { value: { ...TEXT, positional: true, repeat: true } } },
  allowed: { args: { value: { ...TEXT, positional: true, allow_leading_dash: true } } },
  behind_dashes: { end_of_options: true, args: { value: { ...TEXT, positional: true }, flag: { ...TEXT, flag: "-f" } } },
  flag: { args: { value: { ...TEXT, flag: "--value" } } },
  flags: { args: { value: { ...TEXT, flag: "-v", repeat: true } } },
  inline: { args: { value: { ...TEXT, flag: "value=" } } },
  input: { args: { value: { ...TEXT, stdin: true } } },
  directory: { args: { value: { ...TEXT, cwd: true } } },
  number: { args: { value: { type: "number", flag: "-n" } } },
  integer: { args: { value: { type: "integer", flag: "-n" } } },
  boolean: { args: { value: { type: "boolean", flag: "-b" } } },
  choice: { args: { value: { ...TEXT, flag: "-c", enum: ["a", "b"] } } },
  constrained: { args: { value: { ...TEXT, flag: "-x" }, limit: { type: "integer", flag: "-n" } } },
  redos: { args: { value: { ...TEXT, flag: "-x" } } },
} as const;

const policy = {
  default: "enabled",
  tools: {
    constrained: { args: { value: { pattern: "[a-z]+" }, limit: { min: 1, max: 5 } } },
    redos: { args: { value: { pattern: "(a+)+$", deny_pattern: "(x+x+)+y" } } },
  },
} as const;

let servers: SourceServers;
let server: AttackedServer;
let record: string;

beforeAll(async () => {
  servers = await bundleSourceServer();
  record = join(servers.folder, "record");
  server = attack(servers, { parts: [toPart({ command: ["record-call"] }, TOOLS)], policy }, { RECORD: record });
});
afterEach(async () => {
  await server.expectUnharmed();
  rmSync(record, { force: true });
});
afterAll(async () => {
  await server.client.close();
  servers.remove();
});

/** Returns the arguments of the program, or `undefined` if it was not called. */
function recorded(): { readonly argv: readonly string[]; readonly input: string; readonly directory: string } | undefined {
  if (!existsSync(record)) return undefined;
  const read = (suffix: string): string => readFileSync(record + suffix, "utf8");
  return { argv: read("").split("\0").slice(0, -1), input: read(".in"), directory: read(".cwd").trimEnd() };
}

const RAN: Reply = { text: "recorded", isError: false };

describe("a value that looks like an option", () => {
  it.each([
    ["positional", "--output=/etc/passwd"],
    ["positional", "-"],
    ["positional", "--"],
    ["positionals", ["ok", "--upload-pack=evil"]],
    ["positionals", "-x"],
    // Nobody has measured whether this program reads a value after a flag, or after `--`, as an option.
    ["behind_dashes", "--x"],
    ["behind_dashes", "--"],
    ["flag", "--x"],
    ["flags", ["-a", "--"]],
  ])("as %s %j is rejected, except for - itself", async (tool, value) => {
    const reply = await server.call(tool, { value });
    if (value === "-") {
      expect(reply).toEqual(RAN);
      expect(recorded()?.argv).toEqual(["-"]);
    } else {
      expect(reply).toMatchObject({ isError: true, text: expect.stringContaining("starts with '-'") as string });
      expect(recorded()).toBeUndefined();
    }
  });

  it.each<[string, object, readonly string[]]>([
    ["allowed", { value: "--x" }, ["--x"]],
    ["inline", { value: "--x" }, ["value=--x"]],
  ])("as %s %j remains the single argument that the config defines", async (tool, args, argv) => {
    expect(await server.call(tool, args)).toEqual(RAN);
    expect(recorded()?.argv).toEqual(argv);
  });

  it("is accepted as standard input, and rejected as a directory", async () => {
    expect(await server.call("input", { value: "--x" })).toEqual(RAN);
    expect(recorded()).toMatchObject({ argv: [], input: "--x" });
    expect(await server.call("directory", { value: "--x" })).toMatchObject({
      text: expect.stringContaining("does not exist: --x") as string,
    });
  });
});

/** Returns values that create a file if a shell, or another expansion, interprets them. */
const shellTexts = (file: string): readonly string[] => [
  `; touch ${file}`,
  `$(touch ${file})`,
  `\`touch ${file}\``,
  `&& touch ${file} #`,
  `| touch ${file}`,
  `\n touch ${file} \n`,
  `' ; touch ${file} ; '`,
  `" ; touch ${file} ; "`,
  `> ${file}`,
  "$HOME ${PATH} ~ * ? [a-z] {a,b} !!",
  "%PATH% ^& \\",
  "\u202E\u0007\u001B[2J\u0085",
];

describe("shell syntax", () => {
  it.each(["positional", "flag", "inline", "input"])("as %s is passed unchanged", async (tool) => {
    const file = join(servers.folder, "touched");
    for (const value of shellTexts(file)) {
      expect(await server.call(tool, { value })).toEqual(RAN);
      const { argv = [], input } = recorded() ?? {};
      const got = { positional: argv[0], flag: argv[1], inline: argv[0]?.slice("value=".length), input }[tool];
      expect(got).toBe(value);
      expect(argv.length).toBe({ positional: 1, flag: 2, inline: 1, input: 0 }[tool]);
    }
    expect(existsSync(file)).toBe(false);
  });

  it("as a directory is taken literally", async () => {
    const file = join(servers.folder, "touched");
    for (const value of [`$(touch ${file})`, "~", "$HOME", "/*"]) {
      expect(await server.call("directory", { value })).toMatchObject({
        isError: true,
        text: expect.stringContaining("does not exist") as string,
      });
    }
    expect(existsSync(file)).toBe(false);
  });
});

describe("a NUL character", () => {
  it.each(["positional", "positionals", "flag", "inline", "directory"])("as part of %s prevents the call", async (tool) => {
    const reply = await server.call(tool, { value: "a\0--b" });
    expect(reply).toMatchObject({ isError: true, text: expect.stringContaining("NUL") as string });
    expect(recorded()).toBeUndefined();
  });

  it("does not truncate the value that a pattern is matched against", async () => {
    expect(await server.call("constrained", { value: "abc\0" })).toMatchObject({
      text: expect.stringContaining("does not match") as string,
    });
    expect(recorded()).toBeUndefined();
  });

  it("is accepted as standard input", async () => {
    expect(await server.call("input", { value: "a\0b" })).toEqual(RAN);
    expect(recorded()?.input).toBe("a\0b");
  });
});

describe("a value of another type", () => {
  it.each<[string, string]>([
    ["constrained", '{"value":["abc","--evil"]}'],
    ["constrained", '{"value":{"toString":"abc"}}'],
    ["constrained", '{"value":5}'],
    ["constrained", '{"value":true,"limit":3,"value":"ABC"}'],
    ["constrained", '{"value":"abc\\n"}'],
    ["constrained", '{"limit":"1e999"}'],
    ["constrained", '{"limit":1e999}'],
    ["constrained", '{"limit":"NaN"}'],
    ["constrained", '{"limit":"Infinity"}'],
    ["constrained", '{"limit":[3]}'],
    ["constrained", '{"limit":{"valueOf":3}}'],
    ["constrained", '{"limit":"5.5"}'],
    ["constrained", '{"limit":6}'],
    ["constrained", '{"limit":false}'],
    ["constrained", '{"limit":9007199254740993}'],
    ["constrained", '{"limit":-1e999}'],
    ["number", '{"value":1e999}'],
    ["number", '{"value":"nan"}'],
    ["number", '{"value":"0x"}'],
    ["integer", '{"value":"1; rm"}'],
    ["boolean", '{"value":"yes"}'],
    ["choice", '{"value":"A"}'],
    ["choice", '{"value":["a"]}'],
    ["positional", '{"value":["a"]}'],
    ["positionals", '{"value":[["a"]]}'],
    ["positionals", '{"value":["a",null]}'],
    ["positionals", '{"value":{"0":"a","length":1}}'],
  ])("for %s, as %s, is rejected", async (tool, json) => {
    expect(await server.callWith(tool, json)).toMatchObject({ isError: true, text: expect.stringMatching(/validation failed/) as string });
    expect(recorded()).toBeUndefined();
  });

  it.each<[string, string, readonly string[]]>([
    ["constrained", '{"limit":"0x3"}', ["-n", "3"]],
    ["constrained", '{"limit":true}', ["-n", "1"]],
    ["integer", '{"value":-0}', ["-n", "0"]],
    ["integer", '{"value":"-0"}', ["-n", "0"]],
    ["number", '{"value":-0.0}', ["-n", "0"]],
    ["constrained", '{"value":"ABC","value":"abc"}', ["-x", "abc"]],
    ["constrained", '{"value":null,"limit":null}', []],
    ["flag", '{"value":5}', ["--value", "5"]],
  ])("for %s, as %s, is checked after conversion", async (tool, json, argv) => {
    expect(await server.callWith(tool, json)).toEqual(RAN);
    expect(recorded()?.argv).toEqual(argv);
  });

  it("for an unknown argument with a name of Object.prototype is ignored", async () => {
    const { text, isError } = await server.callWith("constrained", '{"__proto__":{"value":"ABC"},"constructor":"x"}');
    expect({ isError, lines: text.split("\n", 3) }).toEqual({
      isError: false,
      lines: ["recorded", "Ignored:", "  - unknown argument '__proto__'; the tool has 'value', 'limit'"],
    });
    expect(recorded()?.argv).toEqual([]);
  });
});

describe("a pattern with exponential backtracking", () => {
  it.each([`${"a".repeat(50_000)}!`, "x".repeat(50_000), `${"x".repeat(50_000)}y`])(
    "is matched against a long value before the timeout",
    async (value) => {
      expect(await server.call("redos", { value })).toMatchObject({
        isError: true,
        text: expect.stringMatching(/^Policy validation failed/) as string,
      });
      expect(recorded()).toBeUndefined();
    },
  );
});
