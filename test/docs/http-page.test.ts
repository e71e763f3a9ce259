/**
 * Compares docs/http.md with the code. Runs the block `console transcript` against a server with the block `yaml config`, and checks the
 * tables of options, limits and rejected requests. hostile.test.ts checks the responses themselves.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HTTP_LIMITS, HTTP_TIMEOUTS } from "../../runtime/http/limits.ts";
import type { HttpRefusal } from "../../runtime/http/refusal.ts";
import { toResponse } from "../../runtime/http/refusal.ts";
import {
  DEFAULT_DRAIN_SECONDS,
  DEFAULT_MAX_CONNECTIONS,
  DEFAULT_MAX_REQUESTS,
  DEFAULT_MAX_SESSIONS,
  HTTP_OPTIONS,
} from "../../runtime/launch/http-launch.ts";
import type { Project } from "../e2e/project.ts";
import { generateProject, run } from "../e2e/project.ts";
import { readBlocks, readPage } from "./page-blocks.ts";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { startHttp, TOKEN } from "../runtime/http/http-server.ts";

const page = readPage("http.md");
const blocks = readBlocks(page);
const block = (mark: string): string => blocks.find((one) => one.mark === mark)?.text ?? "";

/** Returns the cells of each row of the table that has a column of this title. */
function readTable(column: string): readonly (readonly string[])[] {
  const table = page.slice(page.search(new RegExp(`^\\|.*\\b${column}\\b.*\\|$`, "m"))).split("\n\n", 1)[0] ?? "";
  return table
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

let project: Project;
let server: HttpServer;
beforeAll(async () => {
  project = await generateProject({ "greetings.yaml": block("yaml config") });
  server = await startHttp(project.server);
});
afterAll(async () => {
  await server.stop();
  project.remove();
});

describe("docs/http.md", () => {
  it("has no blocks with other marks", () => {
    expect(blocks.map(({ mark }) => mark)).toEqual(["yaml config", "console transcript"]);
  });

  it("shows the output of curl", async () => {
    const exchanges = block("console transcript").split(/^\$ /m).slice(1);
    expect(exchanges).toHaveLength(3);
    for (const exchange of exchanges) {
      const [command = "", ...response] = exchange.split("\n");
      const { stdout } = await run("sh", ["-c", command.replace(":8080", `:${server.port}`)], {
        env: { ...process.env, CLIMAX_HTTP_TOKEN: TOKEN },
      });
      expect(stdout.trimEnd()).toBe(response.join("\n").trimEnd());
    }
  });

  it("has a row for every option, in the order of --help", () => {
    const flags = readTable("option").map(([cell = ""]) => /^`--([a-z-]+)/.exec(cell)?.[1]);
    expect(flags).toEqual(Object.keys(HTTP_OPTIONS));
  });

  it("lists the limits", () => {
    const limits = readTable("limit").map((cells) => cells[1]);
    const { maxBodyBytes, maxBodyParts, maxHeaderBytes } = HTTP_LIMITS;
    const { headersMs, requestMs, keepAliveMs, writeMs, sessionIdleMs } = HTTP_TIMEOUTS;
    const times = [headersMs, requestMs, keepAliveMs, writeMs].map((ms) => `${ms / 1000} s`);
    const sizes = [`${maxBodyBytes / 1024 ** 2} MiB`, maxBodyParts.toLocaleString("en"), `${maxHeaderBytes / 1024} KiB`];
    const sessions = [`${sessionIdleMs / 60_000} min`, `${DEFAULT_MAX_SESSIONS}`];
    expect(limits).toEqual([
      ...sizes,
      ...times,
      ...sessions,
      `${DEFAULT_MAX_REQUESTS}`,
      `${DEFAULT_MAX_CONNECTIONS}`,
      `${DEFAULT_DRAIN_SECONDS} s`,
    ]);
  });

  it("has a row for every refusal, with its status and message", () => {
    const refusals: { readonly [Kind in HttpRefusal["kind"]]: Extract<HttpRefusal, { kind: Kind }> } = {
      malformed: { kind: "malformed" },
      repeated_header: { kind: "repeated_header", header: "authorization" },
      not_json: { kind: "not_json" },
      unauthorized: { kind: "unauthorized", reason: "missing" },
      wrong_host: { kind: "wrong_host", host: "evil.example" },
      wrong_origin: { kind: "wrong_origin", origin: "https://evil.example" },
      insufficient_scope: { kind: "insufficient_scope", scope: "climax:write", metadata: "" },
      unknown_path: { kind: "unknown_path" },
      wrong_method: { kind: "wrong_method", allowed: ["POST", "DELETE"] },
      missing_session: { kind: "missing_session" },
      unknown_session: { kind: "unknown_session" },
      too_many_sessions: { kind: "too_many_sessions" },
      unknown_expectation: { kind: "unknown_expectation" },
      slow: { kind: "slow" },
      body_too_large: { kind: "body_too_large" },
      too_complex: { kind: "too_complex" },
      encoded_body: { kind: "encoded_body" },
      headers_too_large: { kind: "headers_too_large" },
      busy: { kind: "busy" },
      draining: { kind: "draining" },
      issuer_unavailable: { kind: "issuer_unavailable" },
    };
    const shown = [...Object.values<HttpRefusal>(refusals), { kind: "unauthorized", reason: "wrong" } as const].map((refusal) => {
      const { status, body } = toResponse(refusal);
      return `${status} \`${(JSON.parse(body) as { error: { message: string } }).error.message}\``;
    });
    expect(
      readTable("status")
        .map(([, status, message]) => `${status} ${message}`)
        .toSorted(),
    ).toEqual(shown.toSorted());
  });
});
