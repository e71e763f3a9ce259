/** Tests programs that run code of the working directory, and what confines them. */
import { expect, it } from "vitest";
import { codesOf } from "./codes-of.ts";

const CWD = "{ name: a, cwd: true }";

async function isFound(command: string, args: string, rest = ""): Promise<boolean> {
  const config = `name: x\ncommand: ${JSON.stringify(command)}\n${rest}tools:\n  - { name: t, description: d, ${args} }\n`;
  return (await codesOf([config])).includes("interpreter-command");
}

it("reports a relative program after a launcher, whose directory the caller chooses", async () => {
  const launchers =
    "timeout 60;env;env A=1;nice;nice -n 5;nohup;setsid;stdbuf -oL;flock F;xargs;prlimit --cpu=5;time;choom -n 1 --;i386;x86_64;uname26;linux32;setarch x86_64;chrt 1;ionice -c 3;taskset 1;sudo;doas;strace;ltrace;gdb --args;valgrind";
  const commands = launchers.split(";").flatMap((launcher) => [`${launcher} ./tools/rep`, `${launcher} tools/rep`]);
  const all = [...commands, "sh -c './tools/rep'", "script -c ./tools/rep", "timeout 5 sh -c 'A=1 ./x'"];
  const missed: string[] = [];
  for (const command of all) if (!(await isFound(command, `args: [${CWD}]`))) missed.push(command);
  expect(missed).toEqual([]);
});

it("does not report an absolute or a plain program after a launcher, or one in a container", async () => {
  const found: string[] = [];
  for (const command of [
    "timeout 60 /opt/rep",
    "timeout 60 rep",
    "env A=b/c rep",
    "docker exec web ./rep",
    "ssh host ./rep",
    "tools/rep",
  ]) {
    if (await isFound(command, `args: [${CWD}]`)) found.push(command);
  }
  expect(found).toEqual([]);
});

it.each([
  // A relative script, before an option whose value is missing.
  ["sh tools/report -o", `args: [${CWD}]`, "", true],
  ["git -c core.fsmonitor=false status", `args: [${CWD}]`, "", false],
  ["git -c safe.bareRepository=explicit status", `args: [${CWD}]`, "", false],
  ["git --no-pager status", `args: [${CWD}]`, "", true],
  ["git status", "args: [{ name: a, cwd: true, pattern: '/srv/[a-z]+' }]", "", false],
  ["git", 'order: as_written, args: [{ name: a, flag: -C }, { words: ["status"] }]', "", true],
  ["git", "order: as_written, args: [{ name: a, flag: -C, pattern: '/srv/[a-z]+' }, { words: [status] }]", "", false],
  ["git version", `args: [${CWD}]`, "", false],
  ["npm install", `args: [${CWD}]`, "env: { npm_config_ignore_scripts: 'true' }\n", false],
  ["npm install --ignore-scripts", "args: [{ name: a, positional: true }]", "", false],
  ["npm install", "args: [{ name: a, positional: true }]", "env: { npm_config_ignore_scripts: 'true' }\n", false],
  // The scripts of a test run with it, too.
  ["npm test", `args: [${CWD}]`, "env: { npm_config_ignore_scripts: 'true' }\n", true],
  ["npm ls", `args: [${CWD}]`, "", false],
  ["npm version", "args: [{ name: a, positional: true }]", "", false],
  ["go install", "args: [{ name: a, positional: true }]", "", false],
  ["go build -buildvcs=false", `args: [${CWD}]`, "", false],
  ["go build -m", `args: [${CWD}]`, "", true],
  ["go list", `args: [${CWD}]`, "", true],
  ["go list -m", `args: [${CWD}]`, "", false],
  ["pdflatex", "args: [{ name: a, positional: true }]", "", false],
])("includes `%s` with %s and %s: %s", async (command, args, rest, want) => {
  expect(await isFound(command, args, rest)).toBe(want);
});
