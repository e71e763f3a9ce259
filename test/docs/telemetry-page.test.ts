/** Compares docs/telemetry.md with the output of a real server: every metric and attribute has a row, and every row exists. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOutcome } from "../../runtime/call/call-context.ts";
import { generateProject } from "../e2e/project.ts";
import type { Project } from "../e2e/project.ts";
import { codesOf, readPage, rowsBelow } from "./page-blocks.ts";
import type { Collector } from "../fixtures/collector.ts";
import { startCollector } from "../fixtures/collector.ts";
import { connectModern, startHttp, TOKEN } from "../runtime/http/http-server.ts";

const CONFIG = `
name: demo
command: sh -c
tools:
  - { name: say, description: Say something on both streams, command: "'echo out; echo err >&2; sleep 0.2'" }
`;
const POLICY = "kind: policy\ndefault: enabled\nlimits: { max_concurrency: 1 }\ntools: {}\n";

const page = readPage("telemetry.md");
let project: Project;
let collector: Collector;
let prometheus: string;
let audit: string;
let log: string;

beforeAll(async () => {
  project = await generateProject({ "demo.yaml": CONFIG, "policy.yaml": POLICY }, ["--policy", "configs/policy.yaml"]);
  collector = await startCollector();
  const CLIMAX_AUDIT_FILE = join(project.folder, "audit.jsonl");
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, CLIMAX_AUDIT_FILE };
  const server = await startHttp(project.server, { env, args: ["--log-level", "info"] });
  const client = await connectModern(server.origin);
  // The second call waits for the first, and the third names no tool.
  await Promise.all(["say", "say", "sya"].map((tool_name) => client.call("climax_call", { tool_name })));
  prometheus = await (await fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  await client.close();
  await server.stop();
  // Only the records of finished calls have every field.
  const records = readFileSync(CLIMAX_AUDIT_FILE, "utf8").split(/(?<=\n)/);
  audit = records.filter((line) => !line.includes('"event":"started"')).join("");
  log = server.stderr();
});
afterAll(async () => {
  await collector.close();
  project.remove();
});

/** Returns the code spans of each cell below a heading. */
const codesBelow = (heading: string): readonly (readonly (readonly string[])[])[] =>
  rowsBelow(page, heading).map((cells) => cells.map((cell) => codesOf(cell)));

/** All fields. A missing or unknown field does not compile. */
const OUTCOMES: Readonly<Record<CallOutcome, true>> = {
  exited: true,
  timed_out: true,
  cancelled: true,
  not_started: true,
  unknown_tool: true,
  invalid_arguments: true,
  policy: true,
  forbidden: true,
  busy: true,
  confirmation_asked: true,
  not_confirmed: true,
  dry_run: true,
  read: true,
  not_read: true,
  returned: true,
  internal_error: true,
};

describe("docs/telemetry.md", () => {
  it("lists the fields of the audit log, and every outcome", () => {
    const rows = codesBelow("The audit");
    const entries = audit
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(entries).toHaveLength(3);
    // `subject` exists only with OAuth, the keys of a policy only if it rejected the call, `confirmation` if it was not confirmed,
    // `refused_hosts` only if the policy has hosts, and `executor` only in a sandbox.
    const absent = ["subject", "policy_keys", "refused_hosts", "confirmation", "executor"];
    const written = new Set([...entries.flatMap((entry) => Object.keys(entry)), ...absent]);
    expect(new Set(rows.flatMap(([names = []]) => names))).toEqual(written);
    expect(rows.find(([names]) => names?.[0] === "outcome")?.[1]).toEqual(Object.keys(OUTCOMES));
  });

  it("states that the log contains command lines", () => {
    expect(page).toMatch(/^\| \[log\].*\| yes, in the command line/m);
    expect(log).toContain(`"argv":["sh","-c","echo out; echo err >&2; sleep 0.2"]`);
  });

  it("lists the Prometheus metrics with their labels", () => {
    const types = new Map(Array.from(prometheus.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = "", type = ""]) => [name, type]));
    const documented = codesBelow("Prometheus").map(([name, , labels]) => [name?.[0] ?? "", labels ?? []] as const);
    expect(documented.map(([name]) => name)).toEqual([...types.keys()]);
    for (const [name, labels] of documented) {
      // It has values only with OAuth; test/runtime/telemetry/call-metrics.test.ts tests them.
      if (name === "climax_caller_calls_total") continue;
      const [, pairs = ""] = new RegExp(`^${name}(?:_count)?(?:\\{(.*)\\})? `, "m").exec(prometheus) ?? [];
      expect([name, Array.from(pairs.matchAll(/(\w+)="/g), ([, label]) => label)]).toEqual([name, labels]);
    }
  });

  it("lists the attributes of spans", () => {
    const sent = new Set(collector.spans().flatMap(({ attributes }) => Object.keys(attributes)));
    expect(codesBelow("Spans").map(([name]) => name?.[0])).toEqual(expect.arrayContaining([...sent]));
    expect(codesBelow("Spans")).toHaveLength(sent.size);
  });

  it("lists the OpenTelemetry metrics with their units", () => {
    const sent = Array.from(collector.metrics(), ([name, { unit }]) => [name, unit]);
    const documented = codesBelow("Metrics").map(([name, unit]) => [name?.[0], unit?.[0]]);
    expect(new Map(documented.map(([name, unit]) => [name, unit]))).toEqual(new Map(sent.map(([name, unit]) => [name, unit])));
  });
});
