/** Tests that every command that runs complies with the policy, for any call. Checks the arguments that the program received. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { CallContext } from "../../runtime/call/call-context.ts";
import { createLimiter } from "../../runtime/process/limiter.ts";
import { inOrder, joinPolicies } from "../../runtime/policy/join-policies.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import { program } from "../fixtures/programs.ts";
import { replyOf, toCommandTool } from "../fixtures/tools.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-property-")));
const root = join(folder, "root");
const runner = createProcessRunner();
mkdirSync(join(root, "sub"), { recursive: true });
mkdirSync(join(folder, "root-evil"));
writeFileSync(join(folder, "root-evil/file"), "");
symlinkSync("..", join(root, "up"));
afterAll(async () => {
  await runner.terminateAll();
  rmSync(folder, { recursive: true });
});

const tool = toCommandTool({
  name: "t",
  description: "",
  command: [],
  args: [
    { name: "name", type: "string", positional: true },
    { name: "rest", type: "string", positional: true, repeat: true, allow_leading_dash: true },
    { name: "count", type: "integer", flag: "-n", default: 3 },
    { name: "level", type: "number", flag: "level=" },
    { name: "mode", type: "string", flag: "--mode=" },
    // A default that the policy forbids: a call without the argument is rejected.
    { name: "verbosity", type: "string", flag: "--verbosity=", default: "loud" },
    { name: "tags", type: "string", flag: "-t", repeat: true },
    { name: "path", type: "string", flag: "-p" },
    { name: "input", type: "string", stdin: true },
    { name: "dir", type: "string", cwd: true },
    { name: "force", type: "boolean", flag: "--force" },
    { name: "exec", type: "string", flag: "--exec=" },
    { name: "color", type: "string", flag: "--color=", default: "never" },
    { name: "unit", type: "string", flag: "--unit=" },
  ],
  cli: { name: "c", description: "", command: [program("record-call")], global_args: [], working_dir: root, tool_count: 1 },
});

/** The generated policy, and a startup policy, which both apply. */
const policies = [
  toPolicy({
    tools: {
      t: {
        args: {
          name: { pattern: "[a-z]{1,3}" },
          rest: { pattern: "r.*", deny_pattern: "\\s" },
          count: { min: 1, max: 9 },
          level: { max: 2.5 },
          path: { within: root },
          verbosity: { deny_pattern: "lo" },
          input: { max_length: 5 },
          dir: { within: root },
          force: { equals: false },
          color: { forbid: true, message: "leave the color alone" },
        },
      },
    },
  }),
  // A policy with globs, which includes another one.
  ...inOrder(
    joinPolicies(
      [
        { tools: { "?": { args: { exec: { forbid: true } } } } },
        { tools: { "t*": { args: { unit: { required: true, equals: "b", message: "write b" } } } } },
      ],
      [tool],
    ),
  ).map(toPolicy),
  toPolicy({
    default: "enabled",
    tools: { t: { args: { count: { min: 2 }, mode: { one_of: ["fast", "slow"] }, tags: { max_length: 2, deny_pattern: "[^a-z]" } } } },
  }),
];

interface Recorded {
  readonly words: readonly string[];
  readonly input: string;
  readonly directory: string;
}

/** Checks a command line by its words alone. Returns the violations. */
function findBreaches({ words, input, directory }: Recorded): readonly string[] {
  const left = [...words];
  const breaches: string[] = [];
  const hold = (rule: string, holds: boolean): void => void (holds || breaches.push(`${rule}: ${words.join(" ")}`));
  // Flags follow positionals, so they are removed from the end. Each occurs once, except -t.
  const options = left.splice(left.findIndex((word, place) => word === "-n" && /^\d+$/.test(left[place + 1] ?? "")));
  for (let word = options.shift(); word !== undefined; word = options.shift()) {
    if (word === "-n") hold("count", ["2", "3", "4", "5", "6", "7", "8", "9"].includes(options.shift() ?? ""));
    else if (word.startsWith("level=")) hold("level", Number(word.slice("level=".length)) <= 2.5);
    else if (word.startsWith("--mode=")) hold("mode", ["--mode=fast", "--mode=slow"].includes(word));
    else if (word.startsWith("--verbosity=")) hold("verbosity", !word.includes("lo"));
    else if (word === "-t") hold("tags", /^[a-z]{0,2}$/.test(options.shift() ?? "?"));
    else if (word === "-p") hold("path", isInside(directory, options.shift() ?? "/"));
    else if (word === "--force") hold("force", false);
    else if (word.startsWith("--color=")) hold("color", word === "--color=never");
    else if (word.startsWith("--unit=")) hold("unit", word === "--unit=b");
    else hold("flags", false);
  }
  hold("unit is passed", words.includes("--unit=b"));
  const [first, ...others] = left;
  if (first !== undefined) hold("name or rest", /^[a-z]{1,3}$/.test(first) || /^r\S*$/.test(first));
  for (const word of others) hold("rest", /^r\S*$/.test(word));
  hold("input", Array.from(input).length <= 5);
  hold("dir", isInside("/", directory));
  return breaches;
}

function isInside(start: string, path: string): boolean {
  let existing = join(path.startsWith("/") ? "/" : start, path);
  while (!existsSync(existing)) existing = join(existing, "..");
  return `${realpathSync(existing)}/`.startsWith(`${root}/`);
}

const HOSTILE_TEXTS = [
  "--evil",
  "-n",
  "-",
  "",
  "a b",
  "abc\n",
  "r\0x",
  "r\n-p/etc",
  "$HOME",
  "level=9",
  "1e999",
  "NaN",
  "0x5",
  " 4 ",
  "١",
  "~",
  "abcdef",
  "../root-evil/file",
  "/etc/passwd",
  `${root}-evil/file`,
  "up/root-evil",
  "sub/../..",
  `${root}/up/`,
  "😀😀😀😀😀😀",
];
const HOSTILE_NUMBERS = [-1, 0, Infinity, Number.NaN, 2.5, 3, 9, 10, 2 ** 60];
const HOSTILE_SHAPES = [null, true, [], {}, ["r", ["r"]], { length: 1, 0: "r" }, [null], ["r1", "-p", "/etc"]];
const hostile = fc.constantFrom<unknown>(...HOSTILE_TEXTS, ...HOSTILE_NUMBERS, ...HOSTILE_SHAPES);

/** The values of each argument: those that all policies allow, and further ones that they reject. `undefined` is no value. */
const VALUES: Readonly<Record<string, readonly [allowed: readonly unknown[], rejected: readonly unknown[]]>> = {
  name: [[undefined, "a", "xyz", "r"], ["abcd"]],
  rest: [
    [undefined, "r", ["r1", "r2"]],
    ["--evil", ["r", "-p"]],
  ],
  count: [
    [undefined, 2, "5", "9", 9.0],
    [1, 10, "1"],
  ],
  level: [
    [undefined, 1, "2.5", -1e300],
    [9, true],
  ],
  mode: [[undefined, "fast", "slow"], ["x"]],
  verbosity: [["quiet"], [undefined, "loud", ["quiet"]]],
  tags: [
    [undefined, ["ab", "c"], "", "zz"],
    [["--", "-p"], "abc"],
  ],
  path: [[undefined, "sub", "sub/new", `${root}/file`, "."], ["up"]],
  input: [[undefined, "hi", "😀😀😀😀😀", 12345], ["123456"]],
  dir: [[undefined, root, `${root}/sub`], [folder]],
  force: [
    [undefined, false, "false"],
    [true, "true"],
  ],
  exec: [[undefined], ["id"]],
  color: [[undefined], ["never", "always"]],
  unit: [["b"], [undefined, "a", ["b"]]],
};

const byArgument = (toValue: (values: (typeof VALUES)[string]) => fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, toValue(values)])));

/** Generates allowed values and replaces at most two of them, so that commands run. */
const given = fc
  .tuple(
    byArgument(([allowed]) => fc.constantFrom(...allowed)),
    byArgument(([, rejected]) =>
      fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...rejected, null) }, { weight: 2, arbitrary: hostile }, fc.anything()),
    ),
    fc.subarray(Object.keys(VALUES), { maxLength: 2 }),
  )
  .map(([allowed, others, replaced]) => ({ ...allowed, ...Object.fromEntries(replaced.map((name) => [name, others[name]])) }));

describe("any sequence of calls", () => {
  it("runs no command that the policy forbids", async () => {
    let runs = 0;
    let refusals = 0;
    const property = fc.asyncProperty(given, async (args) => {
      const record = join(folder, `record-${runs + refusals}`);
      const env = { PATH: process.env["PATH"] ?? "", RECORD: record };
      const context: CallContext = { env, policies, run: runner.run, execution: plainExecution(env), limiter: createLimiter() };
      await replyOf(tool, args, context);
      if (!existsSync(record)) return void (refusals += 1);
      runs += 1;
      const words = readFileSync(record, "utf8").split("\0").slice(0, -1);
      const input = readFileSync(`${record}.in`, "utf8");
      const directory = readFileSync(`${record}.cwd`, "utf8").replace(/\n$/, "");
      expect(findBreaches({ words, input, directory })).toEqual([]);
    });
    await fc.assert(property, { numRuns: 300 });
    // Otherwise, the property would be vacuous.
    expect([runs > 50, refusals > 50]).toEqual([true, true]);
  });

  it("is checked by a test that detects forbidden commands", () => {
    const ok: Recorded = {
      words: ["ab", "r1", "-n", "3", "level=1", "--mode=fast", "-t", "ab", "-p", "sub", "--color=never", "--unit=b"],
      input: "12345",
      directory: root,
    };
    expect(findBreaches(ok)).toEqual([]);
    const change = (place: number, word: string): Recorded => ({ ...ok, words: ok.words.with(place, word) });
    const broken = [
      change(0, "--x"),
      change(0, "abcd"),
      change(1, "q"),
      change(3, "10"),
      change(4, "level=9"),
      change(5, "--mode=x"),
      change(5, "--verbosity=loud"),
      change(7, "abc"),
      change(9, "up/x"),
      change(10, "--color=always"),
      change(10, "--force"),
      change(10, "--exec=id"),
      change(11, "--unit=a"),
      { ...ok, words: ok.words.slice(0, -1) },
      { ...ok, input: "123456" },
      { ...ok, directory: folder },
    ];
    expect(broken.filter((one) => findBreaches(one).length === 0)).toEqual([]);
  });
});
