/**
 * Tests the lines of the catalog that close gaps which were found by attacks. Each row has a call that the line stops, or a word or a variable
 * that it adds. With the line replaced, the row must fail, so that no row holds for another reason.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkInputs, checkPolicyFiles } from "../../generator/check-inputs.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import { listTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { prepareCall } from "../../runtime/call/prepare-call.ts";
import { argvOf, displayedFolder } from "../../runtime/command-line/command-line.ts";
import { variablesOf } from "../../runtime/command-line/surroundings.ts";
import { toPolicy } from "../../runtime/policy/policy.ts";
import { findEscape } from "../../runtime/policy/within.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";
import { ROOT } from "../imports.ts";
import { type Gap, GAPS } from "./gaps.ts";

type Edit = (text: string) => string;

/** The checked configs of entries, which many gaps share. */
const unchanged = new Map<string, Promise<readonly CheckedFile[]>>();

/** Checks the configs of an entry. `edit` changes their texts. */
async function checkConfigs(program: string, edit: Edit): Promise<readonly CheckedFile[]> {
  const folder = join(ROOT, "catalog", program);
  const files = readdirSync(folder).filter((file) => file.endsWith(".yaml") && file !== "queries.yaml");
  const check = async (readFile: (path: string) => InputFile): Promise<readonly CheckedFile[]> =>
    (await checkInputs(files.filter((file) => !file.endsWith("-shared.yaml")).map(readFile))).configs;
  const isChanged = files.some((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return edit(text) !== text;
  });
  if (isChanged) return await check(readerOf(program, edit));
  const known = unchanged.get(program) ?? check(readerOf(program, (text) => text));
  unchanged.set(program, known);
  return await known;
}

/** Returns a function that reads a file of an entry. `edit` changes its text. */
function readerOf(program: string, edit: Edit): (path: string) => InputFile {
  const readFile = (path: string): InputFile => ({
    path,
    bytes: Buffer.from(edit(readFileSync(join(ROOT, "catalog", program, path), "utf8"))),
    readIncluded: readFile,
  });
  return readFile;
}

/** Returns the refusal of a call under the read-only policy, or its words and variables. `edit` changes the texts of the entry. */
async function plan({ program, tool: name, args, isUnrestricted }: Gap, edit: Edit): Promise<string | readonly string[]> {
  const configs = await checkConfigs(program, edit);
  const policyFiles = isUnrestricted ? [] : [readerOf(program, edit)("policies/read-only.yaml")];
  const policies = (await checkPolicyFiles(policyFiles, configs)).policies.map(({ spec }) => spec);
  const tool = listTools(resolveModel(configs, { classic: false, policies }).clis).find((each) => each.name === name);
  if (tool === undefined) throw new Error(`${program} has no enabled tool ${name}`);
  const surroundings = {
    env: {},
    policies: policies.map(toPolicy),
    execution: plainExecution({}),
    directory: ROOT,
    findEscape,
    fileFolder: displayedFolder,
  };
  const prepared = await prepareCall({ tool, given: args }, surroundings);
  if (prepared.kind !== "ready" || prepared.plan.kind !== "command") return prepared.kind;
  const { line, handler } = prepared.plan;
  return [...argvOf(line), ...Object.entries(variablesOf(handler, line, {})).map(([key, value]) => `${key}=${value}`)];
}

const holds = (gap: Gap, outcome: string | readonly string[]): boolean =>
  gap.has === undefined ? typeof outcome === "string" : typeof outcome !== "string" && outcome.includes(gap.has);

it("closes each gap, and no longer without the line that closes it", async () => {
  const failures = await Promise.all(
    GAPS.map(async (gap) => {
      const [guard, without] = gap.line;
      let found = 0;
      const weakened = await plan(gap, (text) => {
        found += text.split(guard).length - 1;
        return text.replaceAll(guard, without);
      });
      const outcome = await plan(gap, (text) => text);
      return [
        ...(holds(gap, outcome) ? [] : [`${gap.title}: open: ${String(outcome)}`]),
        ...(found === 0 ? [`${gap.title}: no file has the line`] : []),
        ...(holds(gap, weakened) ? [`${gap.title}: holds without the line: ${String(weakened)}`] : []),
      ];
    }),
  );
  expect(failures.flat()).toEqual([]);
});

it("has no option of gh that prints variables of the environment or opens a browser", () => {
  const text = readFileSync(join(ROOT, "catalog/gh/gh.yaml"), "utf8");
  expect(text.match(/^\s*-? .*flag: (-q|--jq|-w|--web)\b.*$/gmu)).toBeNull();
});

it("enables no tool of a read-only policy that fetches what a file of the project names", () => {
  const text = readFileSync(join(ROOT, "catalog/kubectl/policies/read-only.yaml"), "utf8");
  expect(text.match(/^\s*kubectl_kustomize:/gmu)).toBeNull();
});
