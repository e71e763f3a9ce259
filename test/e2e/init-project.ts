/** Creates a project with `climax-gen init`, and runs the commands that `init` prints and the workflow of the project. */
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import type { Workflow } from "../fixtures/workflow-steps.ts";
import { runScript, toScripts } from "../fixtures/workflow-steps.ts";
import type { Finished } from "./project.ts";
import { run } from "./project.ts";

/**
 * Settings of npm that fetch nothing: dependencies are taken from its cache. Scripts are disabled, because they would rebuild files that
 * other tests run.
 */
const OFFLINE = { npm_config_offline: "true", npm_config_ignore_scripts: "true", npm_config_audit: "false", npm_config_fund: "false" };

const AUTHOR = ["-c", "user.name=test", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];

/** Returns the commands that `init` prints. */
export function nextCommands(stdout: string): readonly string[] {
  const [, commands = ""] = /\n\nRun next[^\n]*:\n((?: {2}.*\n)+)$/.exec(stdout) ?? [];
  return commands
    .split("\n")
    .filter(Boolean)
    .map((line) => line.trim());
}

/** Runs the commands of a user, until one fails. `settings` are further variables of npm. */
export function runOffline(commands: string, cwd: string, settings: Readonly<Record<string, string>> = {}): Promise<Finished> {
  return run("sh", ["-ec", commands], { cwd, env: { ...process.env, ...OFFLINE, ...settings } });
}

/** Commits all files of a new repository. */
export async function commitAll(cwd: string): Promise<void> {
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    [...AUTHOR, "commit", "-qm", "first"],
  ]) {
    expect(await run("git", args, { cwd })).toMatchObject({ status: 0 });
  }
}

/**
 * Runs the steps of the project's workflow on a pull request with its last commit as the base. An action is read when its step starts,
 * because the installation provides it. The summary is a file. Returns "not cached" without running further steps if npm's cache lacks a
 * package: npm resolves dependencies again, so a version that was published a moment ago can be missing. `path` is a directory of programs
 * that the steps find first.
 */
export async function runWorkflow(
  cwd: string,
  { summary, skipInstall = false, path }: { summary: string; skipInstall?: boolean; path?: string },
): Promise<"done" | "not cached"> {
  const workflow = parse(readFileSync(join(cwd, ".github/workflows/climax-gen.yml"), "utf8")) as Workflow;
  const PATH = [path, process.env["PATH"]].filter((part) => part !== undefined).join(delimiter);
  const env = { GITHUB_STEP_SUMMARY: summary, npm_config_offline: "true", npm_config_ignore_scripts: "true", PATH };
  const seen: string[] = [];
  for (const step of workflow.jobs["check"]?.steps ?? []) {
    const expansion = { repository: cwd, values: { "github.event.pull_request.base.sha": "HEAD" } };
    for (const script of toScripts([step], expansion)) {
      seen.push(script.script);
      if (skipInstall && script.script === "npm ci") continue;
      const { status, stdout, stderr } = await runScript(script, cwd, env);
      if (stderr.includes("ENOTCACHED")) return "not cached";
      expect(status, `${script.script}\n${stdout}${stderr}`).toBe(0);
    }
  }
  expect(seen).toHaveLength(3);
  expect(seen[0]).toBe("npm ci");
  return "done";
}
