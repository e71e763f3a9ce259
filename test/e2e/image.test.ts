/** Tests the image of a server: built from the output of `climax-gen package --format docker`, and run by its Compose file. */
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readFileSync } from "node:fs";
import { findContainerEngine } from "../fixtures/engines.ts";
import type { Finished, Project } from "./project.ts";
import { climaxGen, generateProject, run } from "./project.ts";

const CONFIG = "name: hello\ncommand: echo\ntools:\n  - name: say_hello\n    description: Say hello\n    command: hello\n";
const TOKEN = "a-token-of-this-test-with-enough-characters";
const CONTAINER = "climax-image-test";

const found = findContainerEngine({ withNode: true });
const engine = "engine" in found ? found.engine : undefined;

describe.skipIf(engine === undefined)(`the image of a server${engine ? "" : ` (${"missing" in found ? found.missing : ""})`}`, () => {
  let project: Project;
  const docker = (...args: readonly string[]): Promise<Finished> => run("docker", args, { cwd: project.folder, env: { ...engine?.env } });
  /** Runs JavaScript in the container, with the Node.js and as the user of the server. */
  const inside = (script: string): Promise<Finished> => docker("exec", CONTAINER, "node", "--input-type=module", "-e", script);

  beforeAll(async () => {
    project = await generateProject({ "hello.yaml": CONFIG });
    expect(await climaxGen(["package", "out", "--format", "docker", "-o", "image"], { cwd: project.folder })).toMatchObject({ status: 0 });
    // The files of a user whose umask is 077.
    expect(await run("chmod", ["-R", "go=", "image"], { cwd: project.folder })).toMatchObject({ status: 0 });
    const build = [
      "build",
      "--format",
      "docker",
      "--layers=false",
      "--build-arg",
      `BASE_IMAGE=${engine?.image ?? ""}`,
      "-t",
      "hello",
      "image",
    ];
    expect(await docker(...build)).toMatchObject({ status: 0 });
    expect(await docker(...runArguments(readService(project)), "hello")).toMatchObject({ status: 0 });
  });
  afterAll(() => {
    engine?.remove();
    project.remove();
  });

  it("becomes healthy according to its own health check", async () => {
    expect(await until(async () => (await docker("healthcheck", "run", CONTAINER)).status === 0)).toBe(true);
  });

  it("accepts calls at /mcp only with the token", async () => {
    const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "climax_call", arguments: { tool_name: "say_hello" } } };
    const post = (token: string): Promise<Finished> =>
      inside(`
        const headers = {
          authorization: "Bearer ${token}", "content-type": "application/json", accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2025-11-25",
        };
        const answer = await fetch("http://127.0.0.1:8080/mcp", { method: "POST", headers, body: ${JSON.stringify(JSON.stringify(request))} });
        console.log(answer.status, await answer.text());
      `);
    expect((await post(TOKEN)).stdout).toMatch(/^200 [^]*"text":"hello"/);
    expect((await post("another-token")).stdout).toMatch(/^401 /);
  });

  it("runs as an unprivileged user, and can write only to /tmp", async () => {
    const script = `
      import { writeFileSync } from "node:fs";
      const tries = ["/srv/mcp/x", "/x", "/tmp/x"].map((path) => { try { writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } });
      console.log(process.getuid(), process.getgid(), ...tries);
    `;
    expect((await inside(script)).stdout).toBe("10001 10001 EROFS EROFS written\n");
  });

  it("has a limited /tmp, so that files there cannot use up the memory of the container", async () => {
    const script = `
      import { statfsSync } from "node:fs";
      const { blocks, bsize } = statfsSync("/tmp");
      console.log(blocks * bsize / 2 ** 20);
    `;
    expect((await inside(script)).stdout).toBe("128\n");
    expect(readService(project).mem_limit).toBe("512m");
  });

  it("exits with 0 on SIGTERM", async () => {
    expect(await docker("stop", "--time", "30", CONTAINER)).toMatchObject({ status: 0 });
    expect((await docker("inspect", "--format", "{{.State.ExitCode}}", CONTAINER)).stdout).toBe("0\n");
  });
});

interface Service {
  readonly read_only: boolean;
  readonly tmpfs: readonly string[];
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly user: string;
  readonly mem_limit: string;
}

function readService({ folder }: Project): Service {
  const { services } = parse(readFileSync(join(folder, "image/compose.yaml"), "utf8")) as { services: { hello: Service } };
  return services.hello;
}

/**
 * Returns the options with which Compose would start the image, except ports, limits and init. An engine inside a container lacks these.
 */
function runArguments({ read_only, tmpfs, cap_drop, security_opt, user }: Service): readonly string[] {
  return [
    "run",
    "--detach",
    `--name=${CONTAINER}`,
    `--user=${user}`,
    `--env=CLIMAX_HTTP_TOKEN=${TOKEN}`,
    ...(read_only ? ["--read-only", "--read-only-tmpfs=false"] : []),
    ...tmpfs.flatMap((path) => ["--tmpfs", path]),
    ...cap_drop.flatMap((name) => ["--cap-drop", name]),
    ...security_opt.flatMap((option) => ["--security-opt", option.replace(":true", "")]),
  ];
}

/** Resolves to true if the condition becomes true within two minutes. */
async function until(isTrue: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 480; tries++) {
    if (await isTrue()) return true;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return false;
}
