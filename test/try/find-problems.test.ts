/** Tests the findings of `climax-gen try` that need no program. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findProblems, findSprungTraps } from "../../generator/try/find-problems.ts";
import type { ObservedCall } from "../../generator/try/observed-call.ts";
import { type PlannedExample, planExamples } from "../../generator/try/plan-examples.ts";
import { traps } from "../../generator/try/traps/traps.ts";

const YAML = `name: t
command: tool
tools:
  - { name: reads, description: R, command: reads, risk: read, examples: [{ args: {} }, { args: {} }] }
  - { name: writes, description: W, command: writes, risk: write, stderr: on_failure, examples: [{ args: {} }] }
  - { name: lists, description: L, command: lists, output: { format: json, select: "items[].name" }, examples: [{ args: {} }] }
  - { name: secret, description: S, command: s, args: [{ name: token, required: true, secret: true, env: TOKEN }], examples: [{ args: {} }] }
  - { name: untried, description: U, command: u }
`;

const { configs } = await checkInputs([{ path: "t.yaml", bytes: Buffer.from(YAML) }]);
const files = configs.filter((file) => file.kind === "cli");
const plan = planExamples(files);

/** Returns an example of a tool, to which a config would add these keys. */
function exampleOf(name: string, keys: object = {}): PlannedExample {
  const found = plan.examples.find(({ tool }) => tool.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return { ...found, tool: { ...found.tool, ...keys } };
}

const toCall = (changes: Partial<ObservedCall> = {}, stdout = "", stderr = ""): ObservedCall => ({
  argv: ["tool"],
  outcome: "exited",
  exit: 0,
  stdout: Buffer.from(stdout),
  stderr: Buffer.from(stderr),
  stdoutSize: stdout.length,
  stderrSize: stderr.length,
  project: [],
  home: [],
  network: [],
  reply: { texts: [stdout], isError: false },
  sprung: [],
  ...changes,
});

async function codesOf(planned: PlannedExample, call: ObservedCall): Promise<readonly string[]> {
  return (await findProblems({ planned, call }, { maxTokens: 2000 })).map(({ code }) => code);
}

it("plans every example, but no call that needs a secret, and only the tools of the globs", () => {
  expect(plan.examples.map(({ tool, index }) => `${tool.name} ${index}`)).toEqual(["lists 0", "reads 0", "reads 1", "writes 0"]);
  expect([plan.untried, plan.secret]).toEqual([["untried"], ["secret"]]);
  expect(planExamples(files, ["wr*"]).examples.map(({ tool }) => tool.name)).toEqual(["writes"]);
});

it("reports the network only for tools that declare none", async () => {
  const call = toCall({ network: ["203.0.113.1:80"] });
  expect(await codesOf(exampleOf("reads", { network: false }), call)).toEqual(["try-network"]);
  expect(await codesOf(exampleOf("reads", { network: true }), call)).toEqual([]);
  expect(await codesOf(exampleOf("reads"), call)).toEqual([]);
  expect(await codesOf(exampleOf("reads", { network: false }), toCall({ network: undefined }))).toEqual([]);
});

it("reports changes of tools that only read, also if the example fails", async () => {
  const changes = { project: ["added a"], home: ["added .cache/b"] };
  expect(await codesOf(exampleOf("reads"), toCall(changes))).toEqual(["try-read-wrote"]);
  expect(await codesOf(exampleOf("writes"), toCall(changes))).toEqual([]);
  const failed = toCall({ ...changes, exit: 1, reply: { texts: ["x"], isError: true } });
  expect(await codesOf(exampleOf("reads"), failed)).toEqual(["try-failed", "try-read-wrote"]);
});

it("reports standard error that standard output repeats, as text or in JSON, unless the reply drops it", async () => {
  const text = 'error: no "such" name';
  expect(await codesOf(exampleOf("reads"), toCall({}, `${text}\n`, `${text}\n`))).toEqual(["try-same-text"]);
  expect(await codesOf(exampleOf("reads"), toCall({}, JSON.stringify({ message: text }), `${text}\n`))).toEqual(["try-same-text"]);
  expect(await codesOf(exampleOf("reads"), toCall({}, "other\n", `${text}\n`))).toEqual([]);
  expect(await codesOf(exampleOf("writes"), toCall({}, `${text}\n`, `${text}\n`))).toEqual([]);
});

it("reports a selection of nothing, but not that of an empty output", async () => {
  const selected = async (stdout: string): Promise<readonly string[]> => await codesOf(exampleOf("lists"), toCall({}, stdout));
  expect(await selected('{"items":[{"name":"x"}]}')).toEqual([]);
  expect(await selected('{"items":[{"label":"x"}]}')).toEqual(["try-select-nothing"]);
  expect(await selected('{"rows":1}')).toEqual(["try-select-nothing"]);
  expect(await selected('{"items":[]}')).toEqual([]);
  expect(await selected("{}")).toEqual(["try-no-json"]);
  expect(await selected("no JSON")).toEqual(["try-no-json"]);
});

it("reports sprung traps of tools that only read as errors, and of other tools unless they run code", () => {
  const call = toCall({ sprung: ["make-shell"] });
  const codes = (planned: PlannedExample): readonly string[] =>
    findSprungTraps({ planned, call }, traps).map(({ code, severity }) => `${severity} ${code}`);
  expect(codes(exampleOf("reads"))).toEqual(["error try-trap"]);
  expect(codes(exampleOf("reads", { runs_code: true }))).toEqual(["error try-trap"]);
  expect(codes(exampleOf("writes"))).toEqual(["warning try-trap-write"]);
  expect(codes(exampleOf("writes", { runs_code: true }))).toEqual([]);
});
