/** Checks that every trap springs if its program is called in the plain way. Skips the traps of missing programs. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createLimiter } from "@climax-gen/runtime/internal/process/limiter";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findProgram } from "../../generator/host/find-program.ts";
import { findSandbox } from "../../generator/host/run-program.ts";
import { type ExampleRunner, openExamples } from "../../generator/inputs/example-runner.ts";
import { type PlannedExample, planExamples } from "../../generator/try/plan-examples.ts";
import { traps, trapsFor } from "../../generator/try/traps/traps.ts";

/** A command line, and the traps that it springs. */
type Case = readonly [command: string, ids: readonly string[]];

const GIT_COMMITS = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction", "post-index-change"];

const CASES: readonly Case[] = [
  ["git status --short", ["git-fsmonitor", "git-filter"]],
  ["git diff", ["git-external-diff"]],
  ["git diff --no-ext-diff", ["git-textconv"]],
  ["git fetch ssh://localhost/x", ["git-ssh-command"]],
  ["git commit --allow-empty", ["git-editor"]],
  ["git commit -am x", GIT_COMMITS.map((hook) => `git-hook-${hook}`)],
  ["git commit --allow-empty -S -m x", ["git-gpg-program"]],
  ["git commit --amend -m x", ["git-hook-post-rewrite"]],
  ["git checkout -q side", ["git-hook-post-checkout"]],
  ["git merge -q --no-ff -m x other", ["git-hook-pre-merge-commit", "git-hook-post-merge"]],
  ["git merge -q -m x conflict", ["git-merge-driver"]],
  ["git rebase -q --autostash side", ["git-hook-pre-rebase"]],
  ["git push -q ./remote.git main", ["git-hook-pre-push"]],
  ["git am change.patch", ["git-hook-applypatch-msg"]],
  ["git credential fill", ["git-credential-helper"]],
  ["npm install", ["preinstall", "install", "postinstall", "prepare"].map((name) => `npm-script-${name}`)],
  ["npm install ./dep", ["npm-script-dependencies"]],
  ["npm pack", ["npm-script-prepack", "npm-script-postpack"]],
  ["npm publish --dry-run", ["npm-script-prepublishOnly"]],
  ["npm version --no-git-tag-version 9.9.9", ["preversion", "version", "postversion"].map((name) => `npm-script-${name}`)],
  ["npm test", ["npm-script-pretest", "npm-script-test"]],
  ["npm start", ["npm-script-prestart", "npm-script-start"]],
  ["npm run own", ["npm-script-shell"]],
  ["sh -c 'npm install git+file://$PWD/remote.git'", ["npm-git"]],
  ["npm init -y", ["npm-init-module"]],
  ["pnpm install --offline", ["pnpm-file"]],
  ["yarn --version", ["yarn-path"]],
  ["eslint main.js", ["eslint-config"]],
  ["prettier --check main.js", ["prettier-config"]],
  ["vitest list", ["vitest-config"]],
  ["python3 -c 'import calendar'", ["python-module"]],
  ["pytest", ["pytest-conftest"]],
  ["python3 setup.py --version", ["pip-setup"]],
  ["pip wheel --no-deps --no-build-isolation .", ["pip-build-backend"]],
  ["mypy main.py", ["mypy-plugin", "mypy-python"]],
  ["uv pip list", ["venv-python"]],
  ["uv python find --system --no-project", ["python-version"]],
  ["ansible-inventory --list", ["ansible-inventory"]],
  ["make -n", ["make-shell"]],
  ["cmake -S . -B build", ["cmake-execute"]],
  ["ctest", ["ctest-file"]],
  ["cargo build --offline", ["cargo-rustc-wrapper", "cargo-build-script"]],
  ["cargo fmt", ["cargo-alias"]],
  ["go generate ./...", ["go-generate"]],
  ["rake", ["rake-file"]],
];

const SETUP = `set -e
export GIT_COMMITTER_DATE=2026-01-01T00:00:00Z GIT_AUTHOR_DATE=2026-01-01T00:00:00Z
git config --global user.name Author
git config --global user.email author@example.com
git config --global init.defaultBranch main
git init -q
git add . && git commit -qm first
git init -q --bare remote.git && git push -q ./remote.git main
git checkout -qb other && echo 2 > other.txt && git add other.txt && git commit -qm other
git format-patch -q -1 --stdout > change.patch
git checkout -q main && git checkout -qb conflict && echo conflict >> main.js && git commit -qam conflict
git checkout -q main && git checkout -qb side && echo 3 > side.txt && git add side.txt && git commit -qm side
git checkout -q main && echo "// two" >> main.js && git commit -qam second
echo "# edited" >> main.py
`;

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "demo", "version": "1.0.0", "scripts": { "own": "true" } }\n',
  "dep/package.json": '{ "name": "dep", "version": "1.0.0" }\n',
  "main.js": "export const one = 1;\n",
  "main.py": "x = 1\n",
  "src/lib.rs": "pub fn one() -> u8 { 1 }\n",
  "Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
  "go.mod": "module example.com/demo\n\ngo 1.20\n",
  "setup.sh": SETUP,
};

const project = mkdtempSync(join(tmpdir(), "climax-traps-"));
for (const [path, text] of Object.entries(FILES)) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}
chmodSync(project, 0o755);
afterAll(() => rmSync(project, { recursive: true, force: true }));

const sandbox = await findSandbox();
if (sandbox === undefined) console.log("skipped: bubblewrap is missing or does not work here");
const isInstalled = ([command]: Case): boolean => findProgram(command.split(" ")[0] ?? "") !== undefined;
const missing = CASES.filter((one) => !isInstalled(one)).map(([command]) => command);
if (missing.length > 0) console.log(`skipped, because the program is missing: ${missing.join(", ")}`);

/** A config with one tool, which runs the command line. */
function toConfig(command: string): string {
  const [program = "", ...rest] = command.split(" ");
  const example = 'examples: [{ args: { input: "protocol=https\\nhost=localhost\\n\\n" } }]';
  const tool = `{ name: demo, description: Runs, command: ${JSON.stringify(rest.join(" "))}, timeout: 500, args: [{ name: input, stdin: true }], ${example} }`;
  return `name: demo\ndescription: Demo\ncommand: ${program}\ntools:\n  - ${tool}\n`;
}

async function planCase([command]: Case): Promise<PlannedExample> {
  const { configs } = await checkInputs([{ path: "demo.yaml", bytes: Buffer.from(toConfig(command)) }]);
  const [example] = planExamples(configs.filter((file) => file.kind === "cli")).examples;
  if (example === undefined) throw new Error(`no example: ${command}`);
  return example;
}

describe("traps", () => {
  it("have different ids, and a test each", () => {
    expect(new Set(traps.map(({ id }) => id)).size).toBe(traps.length);
    const tested = new Set(CASES.flatMap(([, ids]) => ids));
    expect(traps.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([]);
  });

  it("are those of the program, by its name without a directory and a version", () => {
    const ids = (program: string): readonly string[] => trapsFor(program).map(({ id }) => id);
    expect(ids("/usr/bin/make")).toEqual(["make-shell"]);
    expect(ids("python3.12")).toContain("python-module");
    expect(ids("jq")).toEqual([]);
  });

  describe.runIf(sandbox?.kind === "bubblewrap")("in a sandbox", () => {
    let runner: ExampleRunner;
    const limiter = createLimiter({ maxRunning: 2 });
    beforeAll(async () => {
      const features = sandbox?.kind === "bubblewrap" ? sandbox.features : undefined;
      const opened = features && (await openExamples({ project, programs: [], hasNetwork: false, features }));
      if (opened?.kind !== "open") throw new Error(opened?.reason ?? "no sandbox");
      ({ runner } = opened);
    });
    afterAll(() => runner.close());

    /** Runs a command line. Returns the traps that do not spring. */
    const findAsleep = async ([command, ids]: Case): Promise<readonly unknown[]> => {
      const ofCase = traps.filter(({ id }) => ids.includes(id));
      const call = await runner.run(await planCase([command, ids]), ofCase);
      const asleep = ids.filter((id) => !call.sprung.includes(id));
      return asleep.length === 0 ? [] : [{ command, asleep, exit: call.exit, reply: call.reply.texts.join("\n").slice(0, 300) }];
    };

    // In several tests, because all programs together take longer than a test may take on a busy machine.
    it.each(["git", "npm", "other programs"])("spring if a program is called in the plain way: %s", async (group) => {
      const cases = CASES.filter(isInstalled).filter((one) => groupOf(one) === group);
      const asleep = await Promise.all(cases.map((one) => limiter.run(() => findAsleep(one))));
      expect(asleep).toEqual(cases.map(() => ({ kind: "done", value: [] })));
    });
  });
});

function groupOf([command]: Case): string {
  return ["git", "npm"].find((program) => command.startsWith(`${program} `)) ?? "other programs";
}
