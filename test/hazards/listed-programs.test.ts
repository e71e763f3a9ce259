/** Tests common programs that execute a text of the caller, in all notations of a config, and similar uses that do not. */
import { expect, it } from "vitest";
import { codesOf } from "./codes-of.ts";

const OPERAND = "{ name: a, positional: true }";
const DIRECTORY = "{ name: a, cwd: true }";

/** Reports whether the hazard is found for a config. */
async function isFound(command: string, args: string): Promise<boolean> {
  const config = `name: x\ncommand: ${JSON.stringify(command)}\ntools:\n  - { name: t, description: d, args: [${args}] }\n`;
  return (await codesOf([config])).includes("interpreter-command");
}

it.each([
  // Wrappers
  ["fakeroot", OPERAND],
  ["sshpass -p x ssh build.example", OPERAND],
  ["sg docker -c", OPERAND],
  ["su -c", OPERAND],
  ["tmux new-session -d", OPERAND],
  ["tmux confirm-before", OPERAND],
  ["tmux pipep", OPERAND],
  ["tmux display-message", OPERAND],
  ["tmux list-windows", "{ name: a, flag: -f }"],
  ["tmux set-hook pane-exited", OPERAND],
  ["poetry run", OPERAND],
  ["toybox sh -c", OPERAND],
  ["gtimeout 5", OPERAND],
  ["docker-compose exec web", OPERAND],
  ["timeout --kill-after 5 10 make", OPERAND],
  ["stdbuf --output L git -c", OPERAND],
  ["docker run --rm alpine psql", "{ name: a, flag: -c }"],
  ["docker run --memory 1g alpine find . -exec", OPERAND],
  // Names of a program
  ["'C:\\Windows\\System32\\CMD.EXE' /c", OPERAND],
  ["$PYTHON", OPERAND],
  ["${NODE} --eval", OPERAND],
  // Interpreters and modules
  ["ts-node", OPERAND],
  ["java -jar", OPERAND],
  ["python3", "{ name: a, flag: -m }"],
  ["node -r", OPERAND],
  ["perl", "{ name: a, flag: -M }"],
  ["bash", "{ name: a, flag: --rcfile }"],
  ["pytest", OPERAND],
  // Options, also with the value in the same word
  ["ssh", '{ name: a, value: "-oProxyCommand={}" }'],
  ["kubectl get pods", "{ name: a, flag: --kubeconfig= }"],
  ["kubectl get pods --kubeconfig", OPERAND],
  ["helm upgrade x", "{ name: a, flag: --post-renderer }"],
  ["docker compose", "{ name: a, flag: -f }"],
  ["apt-get update", "{ name: a, flag: -o }"],
  ["ansible all", "{ name: a, flag: -a }"],
  ["gcloud compute ssh web", "{ name: a, flag: --command }"],
  ["duckdb notes.db -c", OPERAND],
  ["mongosh", "{ name: a, flag: --eval }"],
  ["terraform", '{ name: a, flag: "-chdir=" }'],
  ["cmake -P", OPERAND],
  ["fzf", "{ name: a, flag: --preview }"],
  ["rpm --eval", OPERAND],
  // Code in the working directory
  ["make test", DIRECTORY],
  ["timeout 60 pytest -q", DIRECTORY],
  ["python3 tools/report.py", DIRECTORY],
  ["bash ./build.sh", `${DIRECTORY}, { name: b, positional: true }`],
  // Packages, and input
  ["apt-get install", OPERAND],
  ["dpkg -i", OPERAND],
  ["sftp build.example", "{ name: a, stdin: true }"],
])("`%s` with %s executes text of the caller", async (command, args) => {
  expect(await isFound(command, args)).toBe(true);
});

it.each([
  ["python3 /srv/report.py", DIRECTORY],
  ["bash -c 'date'", DIRECTORY],
  ["ls", DIRECTORY],
  ["make test", "{ name: a, cwd: true, enum: [/srv/app] }"],
  ["make test", "{ name: a, cwd: true, pattern: '/srv/[a-z]+' }"],
  ["timeout 5 grep make", OPERAND],
  ["timeout 5 grep -- make", OPERAND],
  ["nice -n 5 git log bash", OPERAND],
  ["docker run --rm alpine ls -l bash", OPERAND],
  ["rpm -qi", OPERAND],
  ["dpkg -l", OPERAND],
  ["apt-cache search", OPERAND],
  ["java -jar tool.jar", OPERAND],
  ["java -cp lib Main", OPERAND],
  ["node -r ./setup.js app.js", OPERAND],
  ["node app.js", "{ name: a, flag: -e }"],
  ["python3 -m pytest tests", "{ name: a, flag: -k }"],
  ["$COMMAND", OPERAND],
  ["redis-cli -h cache get", OPERAND],
  ["kubectl get", OPERAND],
  ["gh pr view", OPERAND],
  ["aws s3 ls", OPERAND],
  ["tmux kill-session -t", OPERAND],
  ["tmux bind-key", OPERAND],
  ["ninja -C build", OPERAND],
  ["gcc -c", OPERAND],
  ["openssl x509 -in", OPERAND],
  ["cargo test", OPERAND],
  ["docker compose logs", OPERAND],
  ["git init", OPERAND],
])("`%s` with %s executes no text of the caller", async (command, args) => {
  expect(await isFound(command, args)).toBe(false);
});

it("a policy can confine a working directory from which code is read", async () => {
  const config = `name: x\ncommand: make\ntools: [{ name: t, description: d, args: [${DIRECTORY}] }]\n`;
  const policyOf = (within: string): string => `kind: policy\ndefault: enabled\ntools: { t: { args: { a: { within: ${within} } } } }\n`;
  expect(await codesOf([config], policyOf("/srv/app"))).toEqual([]);
  expect(await codesOf([config], policyOf("/"))).toContain("interpreter-command");
});
