/** Runs one session of a host: prepares its directories, starts the model, and returns what both sides saw. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "./host.ts";
import { startModel } from "./model/model-server.ts";
import type { Heard, Step } from "./model/script.ts";
import { createScript } from "./model/script.ts";
import type { Ended } from "./processes.ts";
import { RUN_VARIABLE, runProgram } from "./processes.ts";
import type { Mode, Profile } from "./scenarios.ts";
import { MODES, stepsOf } from "./scenarios.ts";

/** Directories that all sessions use. Paths are absolute. */
export interface Places {
  /** Directory with the packages and runs of all hosts. */
  readonly bench: string;
  /** Command of the server, without the options of its mode. */
  readonly server: readonly string[];
  /** `wire.mjs`, which logs the messages. */
  readonly wire: string;
  /** Directory of the drivers of frameworks. */
  readonly drivers: string;
}

/** A message or event of the log. */
export interface WireEntry {
  readonly time: number;
  readonly from: "start" | "client" | "server" | "end";
  readonly variables?: readonly string[];
  readonly message?: WireMessage;
}

/** A message of MCP. */
export interface WireMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** Result of a session. */
export interface SessionResult {
  readonly steps: readonly Step[];
  readonly heard: Heard;
  readonly wire: readonly WireEntry[];
  readonly ended: Ended;
}

/** Time limits of sessions, in seconds. */
const LIMIT = { default: 120, allowed: 240, slow: 200, rules: 150 } as const;

/** Runs a session. If the host stops early, further sessions run the remaining steps, without the step at which it stopped. */
export async function runSession(host: Host, places: Places, { mode, profile }: { mode: Mode; profile: Profile }): Promise<SessionResult> {
  const directory = join(places.bench, "runs", host.id, `${mode}-${profile}`);
  rmSync(directory, { recursive: true, force: true });
  let steps = stepsOf(profile, mode);
  let result = await runSteps(host, places, { steps, mode, profile, directory: join(directory, "1") });
  for (let round = 2; round <= 5; round++) {
    const left = steps.filter(({ id }) => !result.heard.called.has(id));
    if (left.length === 0 || left.length === steps.length) break;
    steps = left;
    result = joinResults(result, await runSteps(host, places, { steps, mode, profile, directory: join(directory, `${round}`) }));
  }
  return result;
}

/** A start of a host. `directory` is where the host and the model write their files. */
export interface Round {
  readonly steps: readonly Step[];
  readonly mode: Mode;
  readonly profile: Profile;
  readonly directory: string;
}

/** Runs a host once, until it ends. */
export async function runSteps(host: Host, places: Places, { steps, mode, profile, directory }: Round): Promise<SessionResult> {
  const [home, work, log] = [join(directory, "home"), join(directory, "work"), join(directory, "wire.jsonl")];
  for (const each of [home, work, join(home, "tmp")]) mkdirSync(each, { recursive: true });
  writeFileSync(log, "");
  const script = createScript(steps, host.hiddenCall ?? (({ tool, args }) => ({ name: tool, args })));
  const model = await startModel(script, directory);
  try {
    const packages = join(places.bench, host.id);
    const server = [process.execPath, places.wire, log, ...places.server, ...MODES[mode]] as const;
    const launch = host.launch({ packages, drivers: places.drivers, home, work, origin: model.origin, server, profile });
    for (const [path, text] of Object.entries(launch.files ?? {})) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const env = { ...baseEnvironment(home), ...launch.env, [RUN_VARIABLE]: `${process.pid}-${directory}` };
    const ended = await runProgram({ command: launch.command, cwd: work, env, seconds: LIMIT[profile] });
    writeFileSync(
      join(directory, "output.txt"),
      `${launch.command.join(" ")}\nstatus ${ended.status}\n${ended.stdout}\n--\n${ended.stderr}`,
    );
    return { steps, heard: script.heard, wire: readWire(log), ended };
  } finally {
    model.stop();
  }
}

/** Returns the environment of a host. Traffic to other machines goes to a loopback port where nothing listens. */
export function baseEnvironment(home: string): Readonly<Record<string, string>> {
  const dead = "http://127.0.0.1:9";
  return {
    HOME: home,
    TMPDIR: join(home, "tmp"),
    PATH: process.env["PATH"] ?? "/usr/bin:/bin",
    LANG: "C.UTF-8",
    SHELL: "/bin/sh",
    TERM: "dumb",
    USER: "hosts",
    CI: "1",
    NO_COLOR: "1",
    HTTP_PROXY: dead,
    HTTPS_PROXY: dead,
    http_proxy: dead,
    https_proxy: dead,
    NO_PROXY: "127.0.0.1,localhost",
    no_proxy: "127.0.0.1,localhost",
    CLIMAX_HOSTS_MARK: "1",
    CLIMAX_HOSTS_API_KEY: "scripted",
  };
}

function readWire(path: string): readonly WireEntry[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as WireEntry);
}

function joinResults(before: SessionResult, after: SessionResult): SessionResult {
  const heard = {
    first: before.heard.first ?? after.heard.first,
    results: new Map([...before.heard.results, ...after.heard.results]),
    called: new Map([...before.heard.called, ...after.heard.called]),
    seconds: new Map([...before.heard.seconds, ...after.heard.seconds]),
  };
  return { steps: before.steps, heard, wire: [...before.wire, ...after.wire], ended: after.ended };
}
