/** Runs the official conformance suites against a generated server over HTTP: that of 2025, and that of 2026-07-28 on Node.js 24. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished, Project } from "../e2e/project.ts";
import { generateProject, ROOT, run } from "../e2e/project.ts";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { startHttp, TOKEN } from "../runtime/http/http-server.ts";
import type { RoundRobin } from "../runtime/http/round-robin.ts";
import { startRoundRobin } from "../runtime/http/round-robin.ts";
import { CommandHost } from "../fixtures/command-host.ts";

/** Tools that the suites call by name. The other scenarios require resources, prompts, images, or tools that no command can implement. */
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

/** Scenarios of the newer suite, and the checks that require a tool that requests sampling, which no command does. */
const NEWER: readonly (readonly [scenario: string, notApplicable: readonly string[]])[] = [
  ...TOOLS.map((scenario) => [scenario, []] as const),
  ["server-stateless", ["sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"]],
  ["http-header-validation", []],
  ["dns-rebinding-protection", []],
];

const OLDER_SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

/** Installs the newer suite and its Node.js into npm's cache, and prints the paths of both. */
const INSTALL = ["--prefer-offline", "-y", "-p", "node@24", "-p", "@modelcontextprotocol/conformance@0.2.0-alpha.12"];
const PRINT_PATHS = ["-c", "command -v node; command -v conformance"];

let project: Project;
let server: HttpServer;
let gateway: RoundRobin;
let installed: Finished;
const olderSuite = new CommandHost(OLDER_SUITE);
let newerSuite: CommandHost | undefined;

beforeAll(async () => {
  project = await generateProject({ "conformance.yaml": CONFIG }, ["--classic"]);
  server = await startHttp(project.server);
  // The suites send no token.
  gateway = await startRoundRobin([server.port], { authorization: `Bearer ${TOKEN}` });
  installed = await run("npx", [...INSTALL, ...PRINT_PATHS], { env: { ...process.env, npm_config_fetch_retries: "0" } });
  const [node = "", suite = ""] = installed.stdout.trim().split("\n");
  if (installed.status === 0 && suite !== "") newerSuite = new CommandHost(realpathSync(suite), node);
}, 120_000);
afterAll(async () => {
  await Promise.all([olderSuite.stop(), newerSuite?.stop() ?? Promise.resolve()]);
  gateway.close();
  await server.stop();
  project.remove();
});

const serverArgs = (scenario: string): readonly string[] => ["server", "--url", `${gateway.origin}/mcp`, "--scenario", scenario];

/** Names of the failed checks. */
const failures = ({ stdout }: Finished): readonly string[] =>
  stdout
    .split("\n")
    .filter((line) => line.includes("FAILURE"))
    .map((line) => /\[([a-z\d-]+) *\]/.exec(line.replace(/^.*?Z\S* /, ""))?.[1] ?? line);

const passed = expect.stringMatching(/Passed: [1-9]/) as string;

describe.concurrent("the conformance suite for 2025-11-25 and earlier", () => {
  it.each(OLDER)("passes %s", async (scenario) => {
    const result = await olderSuite.run(serverArgs(scenario));
    expect({ ...result, failures: failures(result) }).toMatchObject({ status: 0, stdout: passed, failures: [] });
  });
});

describe.concurrent("the conformance suite for 2026-07-28", () => {
  it.each(NEWER)("passes %s", async (scenario, notApplicable) => {
    if (newerSuite === undefined) {
      console.log(`skipped: npx cannot install the suite and Node.js 24: ${installed.stderr.split("\n")[0]}`);
      return;
    }
    const result = await newerSuite.run([...serverArgs(scenario), "--spec-version", "2026-07-28"]);
    expect(result.stdout).toMatch(/Passed: [1-9]/);
    expect(failures(result)).toEqual(notApplicable);
  });
});
