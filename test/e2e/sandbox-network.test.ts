/** Tests the network of a bubblewrap sandbox that has only some hosts. Requires bwrap and curl. */
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FinishedCall } from "../../runtime/call/call-context.ts";
import { findProgram } from "../../runtime/executor/find-executor.ts";
import type { RefusedHost } from "../../runtime/executor/host-proxy.ts";
import { openNetwork } from "../../runtime/executor/open-network.ts";
import type { ExecutorHost } from "../../runtime/executor/plain-command.ts";
import { probeExecutorOf } from "../../runtime/executor/probe-executor.ts";
import { thisMachine } from "../../runtime/executor/this-machine.ts";
import { wrapCommand } from "../../runtime/executor/wrap-command.ts";
import type { BubblewrapExecutor } from "../../runtime/policy/policy-spec.ts";
import type { ProcessResult } from "../../runtime/process/process.ts";
import { createLimiter } from "../../runtime/process/limiter.ts";
import { createProcessRunner } from "../../runtime/process/process.ts";
import { toAuditEntry } from "../../runtime/record/audit-entry.ts";
import { findBubblewrap } from "../fixtures/engines.ts";
import { plainExecution } from "../fixtures/plain-execution.ts";
import { replyOf, toCommandTool } from "../fixtures/tools.ts";
import { PATIENCE_MS } from "../fixtures/until.ts";

const PATH = process.env["PATH"] ?? "";
const machine: ExecutorHost = { variables: { PATH }, inherited: { PATH }, ...thisMachine(), directory: "/" };
const bubblewrap = findBubblewrap();
const missing = "missing" in bubblewrap ? bubblewrap.missing : findProgram("curl", machine) === undefined ? "curl is missing" : undefined;
if (missing !== undefined) console.log(`skipped: ${missing}`);

const executor: BubblewrapExecutor = { type: "bubblewrap", network: { hosts: ["127.0.0.1"] } };
const runner = createProcessRunner();
const upstream: Server = createServer((request, response) => request.pipe(response));
let url = "";
let host = machine;

interface Ran {
  readonly result: ProcessResult;
  readonly refused: readonly RefusedHost[];
}

async function run(...argv: readonly string[]): Promise<Ran> {
  const refused: RefusedHost[] = [];
  const { hosts = [], ...request } = wrapCommand(executor, { argv, env: {}, directory: "/" }, host, () => "");
  const network = await openNetwork(hosts, (one) => refused.push(one));
  const result = await runner.run({ ...request, ...network, timeoutMs: PATIENCE_MS, maxOutputBytes: 1_000_000 });
  return { result, refused };
}

describe.skipIf(missing !== undefined)("a sandbox with hosts", () => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    const probed = await probeExecutorOf(executor, machine);
    expect(probed).toMatchObject({ kind: "usable" });
    host = { ...machine, sandboxFeatures: probed.kind === "usable" ? probed.sandboxFeatures : [] };
  });
  afterAll(async () => {
    await runner.terminateAll();
    upstream.closeAllConnections();
    upstream.close();
  });

  it("reaches a listed host with and without a tunnel, in both directions", async () => {
    const send = "curl -sSp";
    const script = `curl -sS -d plain ${url}; ${send} -d tunnel ${url}; head -c 3000000 /dev/zero | ${send} --data-binary @- ${url} | wc -c`;
    expect((await run("sh", "-c", script)).result).toMatchObject({ kind: "exited", exit: 0, stdout: "plaintunnel3000000\n", stderr: "" });
  });

  it("reaches no other host, and no host beside the proxy", async () => {
    const { result, refused } = await run("curl", "-sSp", "http://example.org/");
    expect(result).toMatchObject({ kind: "exited", stdout: "" });
    expect(result).not.toMatchObject({ exit: 0 });
    expect(refused).toEqual([{ host: "example.org", reason: "not_listed" }]);
    const beside = await run("curl", "-sS", "--noproxy", "*", url);
    expect(beside.result).toMatchObject({ kind: "exited", exit: 7, stdout: "" });
  });

  it("names the refused hosts in the reply, the record and the audit of a failed call", async () => {
    const cli = { name: "c", description: "", command: ["curl"], global_args: [], tool_count: 1 };
    const tool = toCommandTool({ name: "t", description: "", command: ["-sfp", "http://example.org/"], args: [], cli });
    let finished: FinishedCall | undefined;
    const execution = { ...plainExecution({ PATH }), executor, host };
    const { text, hint, isError } = await replyOf(
      tool,
      {},
      {
        env: { PATH },
        policies: [],
        run: runner.run,
        execution,
        limiter: createLimiter(),
        onFinished: (one) => void (finished = one),
      },
    );
    expect(isError, text).toBe(true);
    expect(hint).toBe("The policy of this server refused the network connections of the program to example.org.");
    expect(finished).toMatchObject({ outcome: "exited", refused_hosts: ["example.org"] });
    if (finished === undefined) return;
    const entry = toAuditEntry(finished, undefined, { id: "i", client: null, showValues: false });
    expect(entry).toMatchObject({ refused_hosts: ["example.org"] });
  });

  it("keeps the exit codes and signals of the program, and passes it no descriptor", async () => {
    const endings = await Promise.all([run("sh", "-c", "exit 3"), run("sh", "-c", "kill -KILL $$"), run("sh", "-c", "kill -34 $$")]);
    expect(endings.map(({ result }) => (result.kind === "exited" ? result.exit : result.kind))).toEqual([3, 137, 162]);
    const { result } = await run("sh", "-c", "for n in 3 4 5 6 7 8 9; do [ ! -e /proc/self/fd/$n ] || echo $n; done");
    expect(result).toMatchObject({ kind: "exited", exit: 0, stdout: "" });
    expect((await run("no-such-program")).result).toMatchObject({ exit: 127 });
  });
});

it("names the sandbox if the forwarder cannot start", async ({ skip }) => {
  if (missing !== undefined) return skip();
  const probed = await probeExecutorOf(executor, { ...machine, node: "/no/such/node" });
  expect(probed).toMatchObject({ kind: "failed", problem: expect.stringMatching(/^executor bubblewrap: /) as string });
});
