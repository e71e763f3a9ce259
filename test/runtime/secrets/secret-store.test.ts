import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ProcessRequest } from "../../../runtime/process/process-request.ts";
import type { ProcessResult } from "../../../runtime/process/process.ts";
import { toCredentials } from "../../../runtime/secrets/credentials.ts";
import type { ReadSecrets } from "../../../runtime/secrets/secret-store.ts";
import { createSecretStore } from "../../../runtime/secrets/secret-store.ts";
import type { SecretSources } from "../../../runtime/tool/secret-source.ts";

const folder = mkdtempSync(join(tmpdir(), "climax-secrets-"));
afterAll(() => rmSync(folder, { recursive: true }));

const exited = (stdout: string, exit = 0): ProcessResult => ({ kind: "exited", exit, stdout, stderr: "part of a key" });

/** Returns a store whose commands have these results, one after the other, and the requests that it made. */
function storeWith(...results: readonly ProcessResult[]) {
  const requests: ProcessRequest[] = [];
  const run = async (request: ProcessRequest): Promise<ProcessResult> => {
    requests.push(request);
    await Promise.resolve();
    return results[requests.length - 1] ?? exited("more");
  };
  return { requests, store: createSecretStore({ env: { HOME: folder, NAME: "token" }, directory: folder, run }) };
}

const read = async (sources: SecretSources, credentials?: ReturnType<typeof toCredentials>): Promise<ReadSecrets> =>
  await storeWith().store.read(sources, credentials);

describe("a secret from a file", () => {
  it("is the content without line ends at its end, wherever the path starts", async () => {
    writeFileSync(join(folder, "token"), "first\nsecond\r\n\n");
    for (const file of ["token", "./token", "~/token", "$HOME/$NAME", join(folder, "token")]) {
      expect(await read({ TOKEN: { file } })).toEqual({ kind: "read", variables: { TOKEN: "first\nsecond" } });
    }
  });

  it.each([
    ["gone", undefined, "ENOENT"],
    [".", undefined, "it is not a regular file"],
    ["/dev/zero", undefined, "it is not a regular file"],
    ["empty", "\n", "it is empty"],
    ["nul", "a\0b", "it contains a NUL character"],
    ["long", "x".repeat(70_000), "it has more than 65536 bytes"],
  ])("that cannot be used fails: %s", async (file, content, fault) => {
    if (content !== undefined) writeFileSync(join(folder, file), content);
    const problem = `TOKEN from the file ${file}: ${fault}`;
    expect(await read({ TOKEN: { file } })).toEqual({ kind: "failed", variable: "TOKEN", problem });
  });
});

describe("a secret from a command", () => {
  it("is its output; the command gets the server's environment, directory and time limit", async () => {
    const { store, requests } = storeWith(exited("value\n"));
    const command = ["pass", "show", "$NAME"];
    const found = await store.read({ TOKEN: { command, timeout: 3 } }, undefined);
    expect(found).toEqual({ kind: "read", variables: { TOKEN: "value" } });
    expect(requests).toMatchObject([{ argv: ["pass", "show", "token"], cwd: folder, env: { NAME: "token" }, timeoutMs: 3000 }]);
  });

  const failures: readonly (readonly [ProcessResult, string])[] = [
    [exited("value", 3), "it ended with 3"],
    [{ kind: "timed_out", stdout: "", stderr: "" }, "it did not end within 10 seconds"],
    [{ kind: "not_started", reason: "command_not_found", subject: "pass", message: "" }, "it does not start (command_not_found)"],
    [exited(""), "it is empty"],
    [
      { kind: "exited", exit: 0, stdout: "the start [… and a note]", stderr: "", bytes: { stdout: 70_000, stderr: 0 } },
      "it printed more than 65536 bytes",
    ],
  ];
  it.each(failures)("that fails names the fault, and quotes no output: %o", async (result, fault) => {
    const { store } = storeWith(result);
    expect(await store.read({ TOKEN: { command: ["pass"] } }, undefined)).toEqual({
      kind: "failed",
      variable: "TOKEN",
      problem: `TOKEN from the command pass: ${fault}`,
    });
  });

  it("runs for each call, but once for calls at the same time", async () => {
    const { store, requests } = storeWith(exited("one"), exited("two"));
    const sources = { TOKEN: { command: ["pass"] } };
    const found = await Promise.all([store.read(sources, undefined), store.read(sources, undefined)]);
    expect(found.map((result) => result.kind === "read" && result.variables["TOKEN"])).toEqual(["one", "one"]);
    expect(await store.read(sources, undefined)).toMatchObject({ variables: { TOKEN: "two" } });
    expect(requests).toHaveLength(2);
  });

  it("runs once for all variables of a call with the same source", async () => {
    const { store, requests } = storeWith(exited("one"), exited("two"));
    const command = ["pass"];
    const sources = { USER_TOKEN: { command }, TOKEN: { command }, OTHER: { command, timeout: 3 } };
    expect(await store.read(sources, undefined)).toEqual({ kind: "read", variables: { USER_TOKEN: "one", TOKEN: "one", OTHER: "two" } });
    expect(requests).toHaveLength(2);
  });

  it("with a cache runs again after a failure, and not after a success", async () => {
    const { store, requests } = storeWith(exited("", 1), exited("one"), exited("two"));
    const sources = { TOKEN: { command: ["pass"], cache: 60 } };
    expect(await store.read(sources, undefined)).toMatchObject({ kind: "failed" });
    expect(await store.read(sources, undefined)).toMatchObject({ variables: { TOKEN: "one" } });
    expect(await store.read(sources, undefined)).toMatchObject({ variables: { TOKEN: "one" } });
    expect(requests).toHaveLength(2);
  });
});

describe("a secret of the caller", () => {
  const sources: SecretSources = { TOKEN: { header: "x-token" }, USER: { claim: "sub" } };

  it("is a header and a claim of the request", async () => {
    const credentials = toCredentials({ "x-token": ["abc"] }, { sub: 17 });
    expect(await read(sources, credentials)).toEqual({ kind: "read", variables: { TOKEN: "abc", USER: "17" } });
  });

  it.each([
    ["no request", undefined, "the HTTP header x-token"],
    ["no header", toCredentials({}, { sub: "a" }), "the HTTP header x-token"],
    ["two headers", toCredentials({ "x-token": ["a", "b"] }, { sub: "a" }), "the HTTP header x-token"],
    ["an empty header", toCredentials({ "x-token": [""] }, { sub: "a" }), "the HTTP header x-token"],
    ["no claim", toCredentials({ "x-token": ["a"] }), "an access token with the claim sub"],
    ["a claim that is a list", toCredentials({ "x-token": ["a"] }, { sub: ["a"] }), "an access token with the claim sub"],
  ])("is missing with %s", async (_, credentials, missing) => {
    expect(await read(sources, credentials)).toMatchObject({ kind: "failed", missing });
  });

  it("is never an inherited property", () => {
    const credentials = toCredentials({}, {});
    expect([credentials.header("constructor"), credentials.claim("toString")]).toEqual([undefined, undefined]);
  });
});
