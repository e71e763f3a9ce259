/**
 * Tests hostile text in every string of a config: it is a diagnostic, or it appears unchanged in a project that type-checks and starts.
 * Each string has its own config. Accepted configs are compiled together in one project.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { anyCharacter } from "../any-character.ts";
import { checkInputs } from "../../generator/check-inputs.ts";
import { generate } from "../../generator/index.ts";
import { connectModern, ROOT, run, temporaryFolder } from "./project.ts";
import { toPortableProperties } from "../../runtime/json-schema/portable.ts";
import { REPLY_META } from "../../runtime/tool/tool-listing.ts";

const NASTY = [
  `"`,
  `'`,
  "`",
  "\\",
  "${process.exit(1)}",
  "*/ process.exit(1) /*",
  "</script>",
  "// x",
  "\u2028\u2029",
  "\u0000",
  "\u0007",
  "\u001b[31m",
  "\u007f\u0085\u009f",
  "\ud800",
  "\udc00x",
  "\ufeff",
  "\u202e\u2066",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
  "10",
  "-1",
  "1e3",
  "0x10",
  "a b",
  " a",
  "a ",
  "@param {never} x",
  "{@link x}",
  "\r\n",
  "\t",
  "\n\n",
  "x".repeat(10_000),
  "名前",
  "größe",
  "😀",
  "é",
  "e\u0301",
  "\u{10ffff}",
  "default",
  "class",
  "await",
  "arguments",
  "eval",
  "undefined",
  "NaN",
  "CliSpec",
  "ToolSpec",
  "cli",
  "tools",
  "ToolArgs",
  "a-b",
  "a.b",
  "a/b",
  "$VAR",
  "~",
  "#",
  "%s",
  "<b>",
  "&amp;",
  "=",
  "a=",
  "--",
  "--flag",
  "-",
  "",
] as const;

/** One string for each key of a config whose value is a string. */
interface Texts {
  readonly tool: string;
  readonly arg: string;
  readonly description: string;
  readonly value: string;
  readonly word: string;
}

const plain: Texts = { tool: "t", arg: "a", description: "d", value: "v", word: "w" };
const places = Object.keys(plain) as (keyof Texts)[];

const text = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: anyCharacter, maxLength: 20 }),
  fc.array(fc.constantFrom(...NASTY.filter((nasty) => nasty.length < 100)), { maxLength: 4 }).map((parts) => parts.join("")),
);
const samples: readonly Texts[] = [
  ...places.flatMap((place) => NASTY.map((nasty) => ({ ...plain, [place]: nasty }))),
  ...fc.sample(fc.record({ tool: text, arg: text, description: text, value: text, word: text }), { numRuns: 120, seed: 11 }),
];

const toTool = ({ tool, arg, description, value, word }: Texts) => ({
  name: tool,
  title: description,
  description,
  command: `'${word.replaceAll("'", "")}'`,
  keywords: [value],
  args: [
    { name: arg, description, default: value },
    { name: "chosen", enum: [value, `${value}2`], flag: "--chosen", "x-note": value },
  ],
});

// JSON is YAML, and has an escape for every character.
const toConfig = (tools: readonly object[]): Buffer =>
  Buffer.from(JSON.stringify({ name: "hostile", description: "*/ ${x}", command: "echo", env: { A: "*/ ` ${x}" }, tags: ["`"], tools }));

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("hostile text", () => {
  it("is rejected with a diagnostic, or appears unchanged in a project that type-checks", async () => {
    const tools: ReturnType<typeof toTool>[] = [];
    const names = new Set<string>();
    let refused = 0;
    for (const sample of samples) {
      const tool = toTool(sample);
      const { diagnostics } = await checkInputs([{ path: "one.yaml", bytes: toConfig([tool]) }]);
      if (diagnostics.some(({ severity }) => severity === "error")) refused++;
      else {
        const name = names.has(tool.name) ? `${tool.name}~${tools.length}` : tool.name;
        names.add(name);
        tools.push({ ...tool, name });
      }
    }
    console.log(`hostile text: ${refused} configs refused, ${tools.length} accepted`);
    expect(refused).toBeGreaterThan(20);
    expect(tools.length).toBeGreaterThan(250);

    const { files, diagnostics } = await generate([{ path: "all.yaml", bytes: toConfig(tools) }]);
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const checked = await run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "--singleThreaded", "-p", folder]);
    expect(checked.stdout).toBe("");

    const client = await connectModern(join(folder, "dist/server.mjs"), { flags: ["--classic"] });
    const listed = await client.listTools();
    await client.close();
    const sorted = tools.toSorted((left, right) => (left.name < right.name ? -1 : 1));
    expect(listed).toEqual(
      sorted.map(({ name, title, description, args: [given, chosen] }) => ({
        name,
        title,
        description,
        inputSchema: {
          type: "object",
          properties: toPortableProperties(
            Object.fromEntries([
              [given?.name, { type: "string", ...(description && { description }), default: given?.default }],
              ["chosen", { type: "string", enum: chosen?.enum }],
            ]),
          ),
        },
        _meta: REPLY_META,
      })),
    );
  });
});
