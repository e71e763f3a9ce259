/** Prepares the files that the calls in the examples use, with the programs themselves. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PATIENCE_MS } from "../fixtures/until.ts";

/** Environment of the examples: the PATH of the test, a home directory without settings, no cluster, no engine, and fixed names for git. */
export const EXAMPLE_ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  KUBECONFIG: "kubeconfig",
  DOCKER_HOST: "tcp://127.0.0.1:1",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};

const HOUR_MS = 3_600_000;

/** Creates a directory with the files for a CLI, and returns its path. */
export function prepareFiles(cli: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "climax-example-")));
  const run = runIn(folder);
  for (const [path, text] of Object.entries(COMMON_FILES)) writeIn(folder, path, text);
  utimesSync(join(folder, "logs/old.log"), new Date(), new Date(Date.now() - 40 * 24 * HOUR_MS));
  PREPARATIONS[cli]?.({ folder, run });
  return folder;
}

/** Returns a function that runs a program in a directory. It throws if the program fails. */
export function runIn(folder: string): (program: string, ...args: string[]) => void {
  return (program, ...args) => {
    execFileSync(program, args, { cwd: folder, env: EXAMPLE_ENV, stdio: "pipe", timeout: PATIENCE_MS });
  };
}

const COMMON_FILES: Readonly<Record<string, string>> = {
  "lines.txt": "alpha\nbeta\ngamma\n",
  "notes.txt": "First line\n",
  "data.bin": `${"a".repeat(1024)}${"b".repeat(1024)}`,
  "package.json": '{ "version": "1.2.3" }',
  "project/README.md": "# Project\n",
  "project/run.sh": "#!/bin/sh\necho TODO\n",
  "project/debug.log": "ERROR in debug\n",
  "project/empty.txt": "",
  "project/node_modules/dep/index.ts": "function hidden() {}\n",
  "src/app.ts": 'import { a } from "./a";\nfunction start() {}\n// TODO: a.b(c)\n',
  "src/plain.ts": "export const a = 1;\n",
  "logs/app.log": "INFO ready\nERROR disk full\n",
  "logs/big.log": "x".repeat(2_000_000),
  "logs/old.log": "ERROR long ago\n",
  "deploy/kustomization.yaml": "resources: [namespace.yaml]\nnamePrefix: test-\n",
  "deploy/namespace.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\n",
  kubeconfig: `apiVersion: v1
kind: Config
current-context: staging
contexts: [{ name: staging, context: { cluster: none, user: nobody } }]
clusters: [{ name: none, cluster: { server: "http://127.0.0.1:1" } }]
users: [{ name: nobody, user: {} }]
`,
};

function writeIn(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

interface Place {
  readonly folder: string;
  readonly run: (program: string, ...args: string[]) => void;
}

const PREPARATIONS: Readonly<Record<string, (place: Place) => void>> = {
  du: ({ folder }) => mkdirSync(join(folder, "empty")),
  find: ({ folder }) => mkdirSync(join(folder, "empty")),
  git: prepareRepository,
  imagemagick: ({ run }) => {
    run("convert", "-size", "40x30", "xc:red", "red.png");
    run("convert", "-size", "40x30", "xc:blue", "blue.png");
  },
  sox: ({ run }) => run("sox", "-n", "-r", "44100", "tone.wav", "synth", "1", "sine", "440", "vol", "0.5"),
  sqlite3: ({ run }) =>
    run("sqlite3", "shop.db", "CREATE TABLE product (name TEXT, price INTEGER); INSERT INTO product VALUES ('pen', 2), ('ink', 9)"),
  tar: ({ run }) => run("tar", "-czf", "backup.tar.gz", "project"),
};

/** Creates a repository with a release, a branch, a stash, staged changes and unstaged changes. */
function prepareRepository({ folder, run }: Place): void {
  const git = (...args: string[]): void => run("git", ...args);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", "https://example.com/project.git");
  writeIn(folder, "src/main.ts", "greet();\na.b(c);\n");
  git("add", ".");
  git("commit", "--quiet", "-m", "Greet");
  git("tag", "-a", "v1.0", "-m", "First release");
  git("branch", "feature");
  writeIn(folder, "src/main.ts", "greet(you);\na.b(c);\n");
  git("commit", "--quiet", "--all", "-m", "Greet by name");
  writeIn(folder, "notes.txt", "Aside\n");
  git("stash", "push", "--quiet", "-m", "aside");
  writeIn(folder, "staged.txt", "staged\n");
  git("add", "staged.txt");
  writeIn(folder, "src/plain.ts", "export const a = 2;\n");
  writeIn(folder, "src/new.ts", "new\n");
}
