/** The conformance suites of the protocol's makers, against a generated server over HTTP: that of 2025, and that of 2026-07-28 on Node.js 24. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished, Project } from "../e2e/project.ts";
import { generateProject, run } from "../e2e/project.ts";
import type { HttpServer } from "../http/http-server.ts";
import { startHttp, TOKEN } from "../http/http-server.ts";
import type { RoundRobin } from "../http/round-robin.ts";
import { startRoundRobin } from "../http/round-robin.ts";

/** Tools that the suites look for by name. Other scenarios want resources, prompts, images, or tools that no command line can be. */
const CONFIG = `
name: conformance
command: sh -c
tools:
  - name: test_simple_text
    description: Say one thing
    command: "'echo This is a simple text response for testing.'"
  - name: test_error_handling
    description: Fail
    command: "'echo broken >&2; exit 1'"
  - name: test_tool_with_progress
    description: Take a while
    command: "'sleep 3.5; echo done'"
`;

const TOOLS = ["tools-list", "tools-call-simple-text", "tools-call-error", "tools-call-with-progress"];
const OLDER = [...TOOLS, "server-initialize", "ping", "dns-rebinding-protection"];

/** What a scenario of the newer suite cannot find here: a tool that needs the client to sample, which no command does. */
const NEWER: readonly (readonly [scenario: string, notApplicable: readonly string[]])[] = [
  ...TOOLS.map((scenario) => [scenario, []] as const),
  ["server-stateless", ["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"]],
  ["http-header-validation", []],
  ["dns-rebinding-protection", []],
];

const NEWER_SUITE = ["-y", "-p", "node@24", "-p", "@modelcontextprotocol/conformance@0.2.0-alpha.12", "conformance"];

let project: Project;
let server: HttpServer;
let gateway: RoundRobin;
let newer: Finished;

beforeAll(async () => {
  project = await generateProject({ "conformance.yaml": CONFIG }, ["--classic"]);
  server = await startHttp(project.server);
  // The suites send no token.
  gateway = await startRoundRobin([server.port], { authorization: `Bearer ${TOKEN}` });
  newer = await run("npx", ["--prefer-offline", ...NEWER_SUITE, "--version"], { env: { ...process.env, npm_config_fetch_retries: "0" } });
}, 120_000);
afterAll(async () => {
  gateway.close();
  await server.stop();
  project.remove();
});

const serverArgs = (scenario: string): readonly string[] => ["server", "--url", `${gateway.origin}/mcp`, "--scenario", scenario];

/** The names of the checks that failed. */
const failures = ({ stdout }: Finished): readonly string[] =>
  stdout
    .split("\n")
    .filter((line) => line.includes("FAILURE"))
    .map((line) => /\[([a-z\d-]+) *\]/.exec(line.replace(/^.*?Z\S* /, ""))?.[1] ?? line);

const passed = expect.stringMatching(/Passed: [1-9]/) as string;

describe("the conformance suite for 2025-11-25 and before", () => {
  it.each(OLDER)("passes %s", async (scenario) => {
    const result = await run("npx", ["--no-install", "conformance", ...serverArgs(scenario)]);
    expect({ ...result, failures: failures(result) }).toMatchObject({ status: 0, stdout: passed, failures: [] });
  });
});

describe("the conformance suite for 2026-07-28", () => {
  it.each(NEWER)("passes %s", async (scenario, notApplicable) => {
    if (newer.status !== 0) {
      console.log(`skipped: npx cannot install the suite and Node.js 24 here: ${newer.stderr.split("\n")[0]}`);
      return;
    }
    const args = [...NEWER_SUITE, ...serverArgs(scenario), "--spec-version", "2026-07-28"];
    const result = await run("npx", ["--prefer-offline", ...args]);
    expect(result.stdout).toMatch(/Passed: [1-9]/);
    expect(failures(result)).toEqual(notApplicable);
  });
});
