/** Runs every example of every config of `test/fixtures/example-configs.ts` with the program itself, in a temporary directory. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Fact } from "./example-facts.ts";
import { FACTS, NOT_RUN } from "./example-facts.ts";
import { prepareFiles } from "./example-files.ts";
import { createExampleRunner, exampleClis, exampleTools, findMissingProgram } from "./example-tools.ts";

/** The address in the examples of curl. The test replaces it with that of its own server. */
const EXAMPLE_ADDRESS = "127.0.0.1:8099";

const names = [...exampleTools.keys()];

const runner = createExampleRunner();
const ownDirectory = process.cwd();
/** Replies with the method, the path and the body of the request. */
const echo = createServer((request, response) => {
  const parts = [request.method ?? "", request.url ?? ""];
  request.setEncoding("utf8").on("data", (text: string) => parts.push(text));
  request.on("end", () => response.end(`${parts.join(" ")}\n`));
});

beforeAll(async () => await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve)));
afterEach(() => process.chdir(ownDirectory));
afterAll(async () => {
  await runner.stop();
  echo.close();
});

/** Returns why the examples of a tool cannot run here, or undefined if they can. */
function findObstacle(name: string): string | undefined {
  const known = NOT_RUN.get(name);
  const program = findMissingProgram(name);
  return known ?? (program === undefined ? undefined : `${program} is not installed`);
}

const calls = exampleClis.flatMap(({ name: cli, tools: ofFile }) =>
  ofFile.flatMap(({ name, examples: list = [] }) => list.map((example, index) => ({ cli, name, index, example }))),
);

describe("the tools of the examples", () => {
  it.each(names)("%s has an example with its command line", (name) => {
    expect(calls.find((call) => call.name === name)?.example.argv).toBeDefined();
  });

  it.each(names)("%s has a fact for each example, or a reason why it is not run", (name) => {
    const isRun = NOT_RUN.get(name) === undefined;
    expect(FACTS[name]?.length ?? 0).toBe(isRun ? calls.filter((call) => call.name === name).length : 0);
  });
});

describe("the descriptions of the examples", () => {
  it("do not explain conflicts and separators, which keys of the config express", () => {
    const all = [...exampleTools.values()].flatMap(({ name, description, args }) => [
      { place: name, description },
      ...args.map((arg) => ({ place: `${name}.${arg.name}`, description: arg.description ?? "" })),
    ]);
    const prose = /joined by|separated by commas|comma-separated|not together with|only with `|leave (?:it )?as it is/i;
    expect(all.filter(({ description }) => prose.test(description))).toEqual([]);
  });
});

describe("an example", () => {
  for (const { cli, name, index, example } of calls) {
    const obstacle = findObstacle(name);
    const title = `${name}: ${example.description ?? JSON.stringify(example.args)}`;
    if (obstacle !== undefined) {
      it.skip(`${title} (${obstacle})`);
      continue;
    }
    it(title, async () => {
      const isReading = exampleTools.get(name)?.risk === "read";
      const folder = isReading ? filesForReading(cli) : copyFiles(cli);
      try {
        process.chdir(folder);
        const { text, isError } = await runExample(name, example.args);
        const fact = FACTS[name]?.[index] ?? /never reached/;
        expect({ text, isError }).toEqual({ text, isError: "unreachable" in fact });
        checkFact(fact, text, folder);
      } finally {
        if (!isReading) rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  it("changes no files if its tool has the risk read", () => {
    expect(shared.size).toBeGreaterThan(1);
    // Git updates its index when it reads.
    const differences = Array.from(shared, ([cli, folder]) => compareFolders(prepared.get(cli) ?? "", folder));
    expect(differences.join("")).toBe("");
  });
});

/** Directories with the files for each CLI. Their copies are for one call that can change files, or for all calls that only read. */
const prepared = new Map<string, string>();
const shared = new Map<string, string>();
afterAll(() => {
  for (const folder of [...prepared.values(), ...shared.values()]) rmSync(folder, { recursive: true, force: true });
});

function filesForReading(cli: string): string {
  const folder = shared.get(cli) ?? copyFiles(cli);
  shared.set(cli, folder);
  return folder;
}

/** Returns a line for each file that differs. */
function compareFolders(one: string, other: string): string {
  return spawnSync("diff", ["-rq", "--no-dereference", "--exclude=.git", one, other], { encoding: "utf8" }).stdout;
}

function copyFiles(cli: string): string {
  const original = prepared.get(cli) ?? prepareFiles(cli);
  prepared.set(cli, original);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-example-")));
  cpSync(original, folder, { recursive: true, preserveTimestamps: true });
  return folder;
}

async function runExample(
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly text: string; readonly isError: boolean }> {
  const address = `127.0.0.1:${(echo.address() as AddressInfo).port}`;
  return await runner.run(name, JSON.parse(JSON.stringify(args).replaceAll(EXAMPLE_ADDRESS, address)) as Record<string, unknown>);
}

function checkFact(fact: Fact, text: string, folder: string): void {
  if (fact instanceof RegExp) return expect(text).toMatch(fact);
  if ("unreachable" in fact) return expect(text).toMatch(fact.unreachable);
  if (fact.output !== undefined) expect(text).toMatch(fact.output);
  const path = join(folder, fact.file);
  expect(existsSync(path)).toBe(fact.isGone !== true);
  if (fact.content !== undefined) expect(readFileSync(path, "latin1")).toMatch(fact.content);
}
