/**
 * Measures the rules that `climax-gen install --permissions` writes for VS Code. Its agent needs an account, so an extension calls the
 * terminal tool of the agent, while a rule of the user allows all commands. VS Code shows a dialog, which is cancelled, or starts the tool,
 * which then ends with an error, because there is no conversation: this is the decision that the rules make.
 * The npm package code-server contains the editor, and Chromium shows it.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { chromium } from "playwright-core";
import { endRun, RUN_VARIABLE, runProgram } from "./processes.ts";
import type { RulesServer } from "./rules.ts";
import { baseEnvironment } from "./session.ts";

const PACKAGES = ["code-server@4.139.1", "node@24.11.1"];

/** Time for the installation, and for all commands, in seconds. */
const LIMIT = 900;

/** Commands that start git, which must ask, and others, which the rule does not recognize or which are other programs. */
const COMMANDS = {
  asks: [
    "git status",
    "/usr/bin/git status",
    '"git" status',
    "\\git status",
    "command git status",
    "env -i git status",
    "exec git status",
    "nohup git status",
    "time git status",
    "sudo -n git status",
    "A=b git status",
    "cd /tmp && git status",
    "true; git status",
    "true | git status",
    "echo $(git status)",
    "(git status)",
    "if true; then git status; fi",
    "f() { git status; }; f",
    "xargs git status",
    "x=git; $x status",
  ],
  runs: ["echo hello", "echo git status", "bash -c 'git status'", "g\\it status"],
} as const;

/** The editor's version, and for each command whether it would run or VS Code asked. `expected` is what docs/permissions.md says. */
export interface VsCodeRules {
  readonly version: string;
  readonly results: readonly { readonly command: string; readonly result: string; readonly expected: string }[];
}

/** Calls the tool with all commands. Rejects if the editor cannot be installed or started. */
export async function measureVsCode(bench: string, { project, generator }: RulesServer, chromiumPath: string): Promise<VsCodeRules> {
  const packages = join(bench, "vscode");
  await installEditor(packages);
  const directory = join(bench, "runs/vscode");
  rmSync(directory, { recursive: true, force: true });
  const [home, work, data, extensions] = ["home", "work", "data", "extensions"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const each of [join(home, "tmp"), work, join(data, "User"), extensions]) mkdirSync(each, { recursive: true });
  const env = { ...baseEnvironment(home), CLIMAX_PROBE: directory, [RUN_VARIABLE]: `${process.pid}-${directory}` };
  const words = [generator, "install", project, "--client", "vscode", "--name", "demo", "--permissions", "--force"];
  execFileSync(process.execPath, words, { cwd: work, env, stdio: ["ignore", "ignore", "pipe"] });
  writeFileSync(join(data, "User/settings.json"), writeSettings(join(home, ".config/Code/User/settings.json")));
  cpSync("hosts/vscode", join(extensions, "local.probe-0.0.1"), { recursive: true });
  const commands = [...COMMANDS.asks, ...COMMANDS.runs];
  writeFileSync(join(directory, "commands.json"), JSON.stringify(commands));
  const port = await findPort();
  const command = [
    join(packages, "node_modules/node/bin/node"),
    join(packages, "node_modules/code-server/out/node/entry.js"),
    ...Object.entries({ auth: "none", "bind-addr": `127.0.0.1:${port}`, "user-data-dir": data, "extensions-dir": extensions }).flatMap(
      ([name, value]) => [`--${name}`, value],
    ),
    "--disable-telemetry",
    "--disable-update-check",
    "--disable-workspace-trust",
  ];
  const [program = "", ...args] = command;
  const server = spawn(program, args, { cwd: work, env, stdio: "ignore" });
  const ended = new Promise((resolve) => server.once("exit", resolve).once("error", resolve));
  try {
    const answers = await answerDialogs(`http://127.0.0.1:${port}/?folder=${work}`, directory, chromiumPath);
    const expected = (one: string): string => ((COMMANDS.runs as readonly string[]).includes(one) ? "runs" : "asks");
    return {
      version: answers.version,
      results: commands.map((one) => ({ command: one, result: answers.results.get(one) ?? "no result", expected: expected(one) })),
    };
  } finally {
    await endRun(env[RUN_VARIABLE]);
    await ended;
  }
}

/** Installs the editor without its install scripts: it needs only native modules that its packages contain. */
async function installEditor(packages: string): Promise<void> {
  const record = join(packages, "packages.json");
  if (existsSync(record) && readFileSync(record, "utf8") === JSON.stringify(PACKAGES)) return;
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(packages, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error"];
  const env = process.env as Record<string, string>;
  const npm = async (cwd: string, words: readonly string[]): Promise<void> => {
    const { status, stderr } = await runProgram({ command: ["npm", "install", ...flags, ...words], cwd, env, seconds: LIMIT });
    if (status !== 0) throw new Error(`npm install failed: ${stderr.slice(0, 500)}`);
  };
  await npm(packages, ["--ignore-scripts", "code-server@4.139.1"]);
  await npm(join(packages, "node_modules/code-server/lib/vscode"), ["--ignore-scripts", "--omit=dev"]);
  // Its install script fetches the program.
  await npm(packages, ["node@24.11.1"]);
  writeFileSync(record, JSON.stringify(PACKAGES));
}

/** Returns the settings of `install`, with a rule that allows all commands. VS Code reads the rules in any order: `false` wins. */
function writeSettings(file: string): string {
  const installed = JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, unknown>>;
  const rules = { "/.*/": true, ...installed["chat.tools.terminal.autoApprove"] };
  const settings = {
    ...installed,
    "security.workspace.trust.enabled": false,
    "workbench.startupEditor": "none",
    "extensions.autoUpdate": "off",
    "chat.tools.terminal.enableAutoApprove": true,
    "chat.tools.terminal.autoApprove": rules,
  };
  return JSON.stringify(settings, null, 2);
}

/** The error of the terminal tool after the decision to run the command. */
const STARTED = "Invocation context must be provided";

interface Answers {
  readonly version: string;
  readonly results: ReadonlyMap<string, string>;
}

/** Opens the editor, cancels each dialog, and returns what happened to each command. */
async function answerDialogs(url: string, directory: string, executablePath: string): Promise<Answers> {
  const record = join(directory, "probe.ndjson");
  const context = await chromium.launchPersistentContext(join(directory, "profile"), { executablePath, args: ["--no-sandbox"] });
  try {
    const page = await context.newPage();
    await page.goto(url, { timeout: 120_000 });
    await acceptWarning(page);
    rmSync(record, { force: true });
    await page.goto(url, { timeout: 120_000 });
    const asked = new Set<number>();
    const end = Date.now() + LIMIT * 1000;
    for (let lines = readRecord(record); !lines.some(({ done }) => done === true); lines = readRecord(record)) {
      if (Date.now() > end) throw new Error("the editor did not run all commands");
      await page.waitForTimeout(150);
      const cancel = page.locator(".monaco-dialog-box .monaco-button", { hasText: /Cancel/ });
      if ((await cancel.count()) === 0) continue;
      // The commands run one after another: the dialog is that of the first one without a result.
      asked.add(countResults(readRecord(record)));
      await cancel
        .first()
        .click()
        .catch(() => undefined);
    }
    const lines = readRecord(record);
    const failure = lines.find(({ done, error }) => done === true && error !== undefined);
    if (failure !== undefined) throw new Error(failure.error);
    const ended = lines.filter(({ ran, stopped }) => ran !== undefined || stopped !== undefined);
    const results = ended.map(({ ran, stopped, error }, index): [string, string] => {
      const isStarted = ran !== undefined || error?.includes(STARTED) === true;
      return [ran ?? stopped ?? "", asked.has(index) ? "asks" : isStarted ? "runs" : "no result"];
    });
    return { version: lines.find(({ version }) => version !== undefined)?.version ?? "", results: new Map(results) };
  } finally {
    await context.close();
  }
}

/** VS Code obeys rules that allow commands only after the user has accepted a warning once. */
async function acceptWarning(page: Page): Promise<void> {
  const accept = async (): Promise<number> =>
    await page.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.includes("state-db-global") === true ? [name] : []));
      for (const name of names) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.addEventListener("success", () => resolve(request.result));
          request.addEventListener("error", reject);
        });
        const transaction = database.transaction("ItemTable", "readwrite");
        transaction.objectStore("ItemTable").put("true", "chat.tools.terminal.autoApprove.warningAccepted");
        await new Promise((resolve) => transaction.addEventListener("complete", resolve));
        database.close();
      }
      return names.length;
    });
  const end = Date.now() + 120_000;
  while ((await accept()) === 0) {
    if (Date.now() > end) throw new Error("the editor did not start");
    await page.waitForTimeout(500);
  }
  // The editor writes its own state, too, while it starts.
  await page.waitForTimeout(5000);
  await accept();
}

interface ProbeLine {
  readonly version?: string;
  readonly ran?: string;
  readonly stopped?: string;
  readonly error?: string;
  readonly done?: boolean;
}

function readRecord(file: string): readonly ProbeLine[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  // The last line can be incomplete.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as ProbeLine);
}

function countResults(lines: readonly ProbeLine[]): number {
  return lines.filter(({ ran, stopped }) => ran !== undefined || stopped !== undefined).length;
}

async function findPort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
