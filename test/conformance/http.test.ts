/** Runs the official conformance suites against a generated server over HTTP: that of 2025, and that of 2026-07-28. They need Node.js 24. */
import { realpathSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Finished, Project } from "../e2e/project.ts";
import { generateProject, run } from "../e2e/project.ts";
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

const OLDER_VERSION = "0.1.16";
const NEWER_VERSION = "0.2.0-alpha.12";

/** Installs a suite and its Node.js into npm's cache. Returns undefined, and prints the reason, if this fails. */
async function installSuite(version: string): Promise<CommandHost | undefined> {
  const packages = ["-p", "node@24", "-p", `@modelcontextprotocol/conformance@${version}`];
  const env = { ...process.env, npm_config_fetch_retries: "0" };
  const printPaths = "command -v node; command -v conformance";
  const { status, stdout, stderr } = await run("npx", ["--prefer-offline", "-y", ...packages, "-c", printPaths], { env });
  const [node = "", suite = ""] = stdout.trim().split("\n");
  if (status === 0 && suite !== "") return new CommandHost(realpathSync(suite), node);
  console.log(`skipped: npx cannot install the conformance suite ${version} and Node.js 24: ${stderr.trim().split("\n").at(-1)}`);
  return undefined;
}

let project: Project;
let server: HttpServer;
let gateway: RoundRobin;
let olderSuite: CommandHost | undefined;
let newerSuite: CommandHost | undefined;

beforeAll(async () => {
  project = await generateProject({ "conformance.yaml": CONFIG }, ["--classic"]);
  server = await startHttp(project.server);
  // The suites send no token.
  gateway = await startRoundRobin([server.port], { authorization: `Bearer ${TOKEN}` });
  olderSuite = await installSuite(OLDER_VERSION);
  newerSuite = await installSuite(NEWER_VERSION);
});
afterAll(async () => {
  await olderSuite?.stop();
  await newerSuite?.stop();
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
  it.for(OLDER)("passes %s", async (scenario, { skip }) => {
    if (olderSuite === undefined) return skip("the suite is not installed");
    const result = await olderSuite.run(serverArgs(scenario));
    expect({ ...result, failures: failures(result) }).toMatchObject({ status: 0, stdout: passed, failures: [] });
  });
});

describe.concurrent("the conformance suite for 2026-07-28", () => {
  it.for(NEWER)("passes %s", async ([scenario, notApplicable], { skip }) => {
    if (newerSuite === undefined) return skip("the suite is not installed");
    const result = await newerSuite.run([...serverArgs(scenario), "--spec-version", "2026-07-28"]);
    const { stdout, stderr } = result;
    expect({ stdout, stderr, failures: failures(result) }).toMatchObject({ stdout: passed, failures: notApplicable });
  });
});
