import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findExecutorProblem, findLimitProblem, findPrlimit } from "../../../runtime/executor/find-executor.ts";
import type { ExecutorHost } from "../../../runtime/executor/plain-command.ts";
import type { ExecutorSpec } from "../../../runtime/policy/policy-spec.ts";

const host: ExecutorHost = {
  variables: { HOME: "/home/u", TOKEN: "hunter2", PATH: "/usr/bin" },
  architecture: process.arch,
  inherited: { PATH: "/usr/bin" },
  directory: "/srv",
};

describe("an executor that the machine lacks", () => {
  const folder = mkdtempSync(join(tmpdir(), "climax-executor-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  for (const name of ["both", "file", "none"]) mkdirSync(join(folder, name));
  for (const program of ["docker", "bwrap"]) writeFileSync(join(folder, "both", program), "", { mode: 0o755 });
  writeFileSync(join(folder, "file", "docker"), "", { mode: 0o644 });
  mkdirSync(join(folder, "none", "docker"));

  const problem = (executor: ExecutorSpec, ...path: readonly string[]): string | undefined =>
    findExecutorProblem(executor, { ...host, inherited: { PATH: path.map((name) => join(folder, name)).join(":") } });
  const docker: ExecutorSpec = { type: "docker", image: "img" };

  it("is reported with the name of the missing program", () => {
    expect(problem(docker, "none", "file")).toBe("the policy runs commands with docker, which is not on the server's PATH");
    expect(problem({ type: "bubblewrap" }, "file")).toBe("the policy runs commands with bwrap, which is not on the server's PATH");
    expect(findExecutorProblem(docker, { ...host, inherited: { PATH: "" } })).toMatch(/docker/);
  });

  it("is not reported if a directory of the PATH has it", () => {
    expect(problem(docker, "none", "both")).toBeUndefined();
    expect(problem({ type: "bubblewrap", writable: [folder] }, "both")).toBeUndefined();
    expect(problem({ type: "local" })).toBeUndefined();
  });

  it("is reported if docker reads the image as an option", () => {
    expect(problem({ type: "docker", image: "-v/:/host" }, "both")).toBe(
      'executor.image: "-v/:/host" is not an image: docker reads it as an option',
    );
  });

  it("is searched in the system's directories if PATH is unset", () => {
    const resources = { memory: 1 };
    expect(findPrlimit({ type: "local" }, { ...host, inherited: {}, resources })).toMatch(/^\/(?:usr\/)?bin\/prlimit$/);
  });

  it("is not reported for prlimit, which containers do not need", () => {
    const resources = { memory: 1, cpu_seconds: 1, processes: 1 };
    const machine = { ...host, inherited: { PATH: join(folder, "none") }, resources };
    expect(findLimitProblem(docker, machine)).toBeUndefined();
    expect(findPrlimit(docker, { ...machine, inherited: { PATH: "/usr/bin:/bin" } })).toBeUndefined();
  });

  it("is reported if a writable directory does not exist", () => {
    expect(problem({ type: "bubblewrap", writable: ["/", "$UNSET/x"] }, "both")).toBe(
      "executor.writable: /srv/$UNSET/x is not a directory",
    );
    expect(problem({ type: "bubblewrap", writable: [join(folder, "file/docker")] }, "both")).toMatch(/is not a directory/);
  });
});
