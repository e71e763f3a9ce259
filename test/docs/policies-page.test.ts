/**
 * Checks docs/policies.md against the code. A block marked `yaml policy for CONFIG` is a whole policy for a config of the catalog, a block
 * `yaml policy FILE` a copy of a file. A block `json call TOOL` calls a tool under the policy above. A block `text reply`
 * contains the reply that rejects the call above, and `text prompt` its confirmation prompt under the policy docker-inspect.yaml. A block
 * `yaml faulty policy for CONFIG` is a policy with the diagnostics of the next block, `text diagnostics`.
 */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { executorSchema, inheritedEnvSchema, limitsSchema } from "../../generator/check/keys/execution-schema.ts";
import { approvalSchema, constraintSchema, policySchema, toolPolicySchema } from "../../generator/check/keys/policy-schema.ts";
import { DEFAULT_REPLY_BYTES } from "../../runtime/output/encoded-size.ts";
import { DEFAULT_LIMITS } from "../../runtime/policy/combine.ts";
import { examples, police } from "../examples/policed.ts";
import { climaxGen, generateProject, ROOT, temporaryFolder } from "../e2e/project.ts";
import { readConfirmationPrompt } from "./confirmation-prompt.ts";
import type { Block } from "./page-blocks.ts";
import { readBlocks, readPage } from "./page-blocks.ts";

const page = readPage("policies.md");
const blocks = readBlocks(page);

function blocksOf(kind: RegExp): [title: string, block: Block][] {
  return blocks.filter(({ mark }) => kind.test(mark)).map((block) => [`line ${block.line}`, block]);
}

/** Returns the nearest block of a kind above. */
function blockAbove({ line }: Block, kind: RegExp): Block {
  const above = blocks.findLast((candidate) => kind.test(candidate.mark) && candidate.line < line);
  if (above === undefined) throw new Error(`no block ${kind.source} above line ${line}`);
  return above;
}

const policyFor = /^yaml policy for /;
const policyCopy = /^yaml policy (?!for )/;
const call = /^json call /;
const faulty = /^yaml faulty policy for /;
/** Returns the path of a config that a mark names, from the root of the repository. */
const configOf = (name: string): string => `catalog/${name.replace(".yaml", "")}/${name}`;
const policeBlock = ({ mark, text }: Block) => police([configOf(mark.replace(policyFor, ""))], text);

describe("docs/policies.md", () => {
  it("has no block with an unknown mark", () => {
    const kinds = [policyFor, policyCopy, call, faulty, /^text (?:reply|prompt|diagnostics)$/];
    expect(blocks.filter(({ mark }) => !kinds.some((kind) => kind.test(mark)))).toEqual([]);
    expect(kinds.filter((kind) => blocksOf(kind).length === 0)).toEqual([]);
  });

  it.each(blocksOf(policyFor))("shows a policy without errors and warnings in %s", async (_, block) => {
    expect((await policeBlock(block)).diagnostics).toEqual([]);
  });

  it.each(blocksOf(policyCopy))("shows the policy of the repository in %s", (_, { mark, text }) => {
    expect(text).toBe(readFileSync(join(ROOT, mark.replace(policyCopy, "")), "utf8"));
  });

  it.each(blocksOf(/^text reply$/))("shows the reply to a rejected call in %s", async (_, block) => {
    const called = blockAbove(block, call);
    const { refuse } = await policeBlock(blockAbove(called, policyFor));
    expect(`${await refuse(called.mark.replace(call, ""), JSON.parse(called.text) as object)}\n`).toBe(block.text);
  });

  it.each(blocksOf(faulty))("shows the diagnostics of the policy in %s", async (_, block) => {
    const folder = temporaryFolder({ "policy.yaml": block.text });
    const config = join(ROOT, configOf(block.mark.replace(faulty, "")));
    const { stderr, status } = await climaxGen(["validate", config, "--policy", "policy.yaml"], { cwd: folder });
    rmSync(folder, { recursive: true, force: true });
    expect({ stderr, status }).toEqual({ stderr: `${blocks[blocks.indexOf(block) + 1]?.text}1 error\n`, status: 1 });
  });

  it("shows the confirmation prompt of a call", async () => {
    const prompt = blocks.find(({ mark }) => mark === "text prompt");
    if (prompt === undefined) throw new Error("no prompt");
    const called = blockAbove(prompt, call);
    const config = readFileSync(join(ROOT, configOf("docker.yaml")), "utf8");
    const project = await generateProject({ "docker.yaml": config }, ["--policy", `${examples}/policies/docker-inspect.yaml`]);
    expect(await readConfirmationPrompt(project, called.mark.replace(call, ""), JSON.parse(called.text))).toBe(prompt.text);
    project.remove();
  });

  it.each([
    ["a policy", policySchema],
    ["the executor", executorSchema],
    ["`env`", inheritedEnvSchema],
    ["`limits`", limitsSchema],
    ["`approval`", approvalSchema],
    ["a tool", toolPolicySchema],
    ["a constraint", constraintSchema],
  ])("has a row for every key of %s", (level, schema) => {
    const section = page.slice(page.search(new RegExp(`^## Keys of ${level}$`, "m"))).split(/^## /m)[1] ?? "";
    const keys = Array.from(section.matchAll(/^\| `(\w+)` +\|/gm), ([, key = ""]) => key);
    expect(keys.toSorted()).toEqual(Object.keys(schema.shape).toSorted());
  });

  it.each([
    ["policies.md", "max_output_bytes", `${DEFAULT_LIMITS.max_output_bytes / 1024 ** 2} MiB`],
    ["policies.md", "max_concurrency", `${DEFAULT_LIMITS.max_concurrency}`],
    ["policies.md", "max_queue", `${DEFAULT_LIMITS.max_queue}`],
    ["policies.md", "max_capture_bytes", `${DEFAULT_LIMITS.max_capture_bytes / 1024 ** 2} MiB`],
    ["policies.md", "max_reply_bytes", `${DEFAULT_REPLY_BYTES.toLocaleString("en")} bytes`],
    ["results.md", "max_output_bytes", `${DEFAULT_LIMITS.max_output_bytes / 1024 ** 2} MiB`],
    ["results.md", "max_capture_bytes", `${DEFAULT_LIMITS.max_capture_bytes / 1024 ** 2} MiB`],
  ])("%s has the default of %s", (name, key, value) => {
    const rows = readPage(name)
      .split("\n")
      .filter((line) => line.startsWith("|") && line.includes(`${key}\``));
    expect(rows.map((row) => row.split("|").map((cell) => cell.trim()))).toEqual([expect.arrayContaining([value])]);
  });
});
