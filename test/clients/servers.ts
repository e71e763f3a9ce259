/** The servers of the matrix: one generated project, whose tools run real programs. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Project } from "../e2e/project.ts";
import { generateProject } from "../e2e/project.ts";
import type { HttpServer } from "../runtime/http/http-server.ts";
import { startHttp, TOKEN } from "../runtime/http/http-server.ts";
import type { Mode, Target, Transport } from "./client.ts";

/** The largest file that a reply contains. */
const FULL_SIZE = 700 * 1024;

export const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Standard error of the largest reply: characters that take two bytes in JSON, up to the limit of a reply. */
export const FULL_SIZE_ERRORS = '"'.repeat(9000);

export const TOOLS = ["broken", "fail", "full_picture", "greet", "issues", "log", "picture", "remove", "slow", "state", "wait"];

export interface MatrixServers {
  /** For files of the scenarios. */
  readonly folder: string;
  readonly fullPicture: Buffer;
  readonly target: (transport: Transport, mode: Mode) => Target;
  readonly stop: () => Promise<void>;
}

/** Generates the project, and starts a server over HTTP in each mode. */
export async function startServers(): Promise<MatrixServers> {
  const folder = mkdtempSync(join(tmpdir(), "climax-matrix-"));
  const fullPicture = Buffer.concat([PIXEL, randomBytes(FULL_SIZE - PIXEL.length)]);
  writeFileSync(join(folder, "pixel.png"), PIXEL);
  writeFileSync(join(folder, "full.png"), fullPicture);
  writeFileSync(join(folder, "errors"), FULL_SIZE_ERRORS);
  writeFileSync(join(folder, "policy.yaml"), "default: enabled\ntools: { remove: { confirm: true } }\n");
  const project = await generateProject({ "demo.yaml": writeConfig(folder) }, ["--policy", join(folder, "policy.yaml")]);
  const http = await startBoth(project);
  return {
    folder,
    fullPicture,
    target(transport, mode) {
      if (transport === "HTTP") return { transport, url: `${http[mode].origin}/mcp`, token: TOKEN };
      const env = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/" };
      return { transport, command: process.execPath, args: [project.server, `--${mode}`], env };
    },
    async stop() {
      await Promise.all(Object.values(http).map((server) => server.stop()));
      project.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startBoth({ server }: Project): Promise<Readonly<Record<Mode, HttpServer>>> {
  const [progressive, classic] = await Promise.all([startHttp(server), startHttp(server, { args: ["--classic"] })]);
  return { progressive, classic };
}

function writeConfig(folder: string): string {
  return `
name: demo
description: Programs that the clients call
command: sh -c
tools:
  - name: greet
    description: Say a greeting
    command: "'printf \\"hello %s\\" \\"$0\\"'"
    args: [{ name: who, description: Whom to greet, positional: true, required: true }]
  - name: fail
    description: Fail with a message
    command: "'echo out; echo oops >&2; exit 3'"
  - name: issues
    description: List the issues
    command: "'echo [{\\\\\\"number\\\\\\":1,\\\\\\"title\\\\\\":\\\\\\"ä\\\\\\"}]; echo note >&2'"
    output:
      format: json
      schema:
        type: array
        items: { type: object, properties: { number: { type: integer }, title: { type: string } }, required: [number] }
  - name: state
    description: Show the state
    command: "'echo {\\\\\\"open\\\\\\":2}'"
    output: json
  - name: broken
    description: Print text in place of JSON
    command: "'echo text'"
    output: { format: json, schema: { type: object } }
  - name: picture
    description: Draw a pixel
    command: "'cat \\"$0\\"' ${join(folder, "pixel.png")}"
    output: image/png
  - name: full_picture
    description: Send as much as a reply can contain
    command: "'cat \\"$0\\"; cat \\"$1\\" >&2' ${join(folder, "full.png")} ${join(folder, "errors")}"
    output: image/png
  - name: log
    description: Print a long log
    command: "'seq 1 200000'"
  - name: remove
    description: Remove something
    command: "'echo removed'"
    risk: destructive
  - name: slow
    description: Work for a while
    command: "'echo working; sleep 4; echo done'"
  - name: wait
    description: Wait for a long time
    command: "'echo $$ >\\"$0\\"; exec sleep 60'"
    args: [{ name: file, description: File for the process id, positional: true, required: true }]
`;
}
