/** Measures whether a host obeys the rules that `climax-gen install --permissions` writes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "./host.ts";
import { startModel } from "./model/model-server.ts";
import type { Step } from "./model/script.ts";
import { createScript } from "./model/script.ts";
import { RUN_VARIABLE, runProgram } from "./processes.ts";
import type { Places } from "./session.ts";
import { baseEnvironment } from "./session.ts";

/** A shell command that starts git. It prints the state of an empty repository. */
const SHELL_COMMAND = "git status";

const CALLS: readonly Step[] = [
  { id: "read tool", tool: "climax_read", args: { tool_name: "demo_status", args: {} } },
  { id: "search", tool: "climax_search", args: { query: "state" } },
  { id: "write tool", tool: "climax_call", args: { tool_name: "demo_refresh", args: {} } },
];

const CONFIG = `name: demo
description: Shows the state of a repository
command: git
tools:
  - { name: demo_status, description: Show the state of the working tree, command: status, risk: read }
  - { name: demo_refresh, description: Add all files and show the state, command: status --long, risk: write }
`;

/** Texts of a call that ran: the state of the repository, and a result of a search. */
const RAN = /No commits yet|"?mode\\?"?:/;

/** Generates the server with git as its program. Returns the directory of the project. */
export function writeRulesServer(directory: string, generator: string): string {
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "demo.yaml"), CONFIG);
  const words = [generator, "demo.yaml", "-o", "out", "--force"];
  execFileSync(process.execPath, words, { cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  return join(directory, "out");
}

/** The generated server, and the command of the generator. */
export interface RulesServer {
  readonly project: string;
  readonly generator: string;
}

/** Runs a host with the rules, in which shell commands run otherwise. Returns the result of the command and of each call. */
export async function measureRules(
  host: Host,
  { bench, drivers }: Places,
  { project, generator }: RulesServer,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { shell } = host;
  if (shell === undefined) return undefined;
  const directory = join(bench, "runs", host.id, "rules");
  rmSync(directory, { recursive: true, force: true });
  const [home, work] = [join(directory, "home"), join(directory, "work")];
  for (const each of [home, work, join(home, "tmp")]) mkdirSync(each, { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: work });
  const command = { id: SHELL_COMMAND, tool: shell.tool, args: { [shell.argument]: SHELL_COMMAND, description: "test" } };
  const steps = [command, ...CALLS];
  const script = createScript(steps, host.hiddenCall ?? (({ tool, args }) => ({ name: tool, args })));
  const model = await startModel(script, directory);
  try {
    const packages = join(bench, host.id);
    const server = [process.execPath, join(project, "dist/server.mjs")] as const;
    const launch = host.launch({ packages, drivers, home, work, origin: model.origin, server, profile: "rules" });
    for (const [path, text] of Object.entries(launch.files ?? {})) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const env = { ...baseEnvironment(home), ...launch.env, [RUN_VARIABLE]: `${process.pid}-${directory}` };
    const words = [generator, "install", project, "--client", shell.client, "--name", "demo", "--permissions", "--force"];
    execFileSync(process.execPath, words, { cwd: work, env, stdio: ["ignore", "ignore", "pipe"] });
    const ended = await runProgram({ command: launch.command, cwd: work, env, seconds: 150 });
    writeFileSync(join(directory, "output.txt"), `status ${ended.status}\n${ended.stdout}\n--\n${ended.stderr}`);
  } finally {
    model.stop();
  }
  return Object.fromEntries(steps.map(({ id }) => [id, judgeRule(script.heard.results.get(id))]));
}

/** Returns whether a call ran, from the result that the model received. */
export function judgeRule(heard: string | undefined): string {
  if (heard === undefined) return "no result";
  return RAN.test(heard) ? "runs" : "refused";
}
