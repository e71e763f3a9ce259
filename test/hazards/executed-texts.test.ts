/** Tests which uses of programs run a text of the caller. The messages are tested in `test/golden/diagnostics`. */
import { describe, expect, it } from "vitest";
import { allow, codesOf } from "./codes-of.ts";

describe("hazards", () => {
  it.each([
    ["bash", "", true],
    ["/bin/bash -lc", "", true],
    ["python3", "-c 'print(1)'", false],
    ["python3 tools/report.py", "", false],
    ["python3 -m json.tool", "", false],
    ["node build/cli.js", "", false],
    ["env", "", true],
    ["env LC_ALL=C git", "log", false],
    ["timeout 5 perl -e", "", true],
    ["sudo systemctl", "restart", true],
    ["find", ". -name x -exec", true],
    ["find", ". -name", false],
    ["bashful", "", false],
    ["$SHELL", "-c", true],
    ["docker exec web", "sh -c", true],
    ["docker exec web", "sh tools/report.sh", false],
    ["kubectl exec pod --", "/bin/bash -lc", true],
    ["timeout -s KILL 5 bash", "-c", true],
    ["env -u HOME node", "--eval", true],
    ["git grep bash", "", false],
    ["grep -c", "", false],
    ["pkexec", "", true],
    ["watch", "", true],
    ["awk", "", true],
    ["sed", "-n", true],
    ["awk", "'{ print $1 }'", false],
    ["awk -f", "sum.awk", false],
    ["sed -n", "-e 1p", false],
  ])("include a caller's operand after `%s %s`: %s", async (command, words, want) => {
    const config = `name: x\ncommand: ${JSON.stringify(command)}\ntools:\n  - { name: t, description: d, command: ${JSON.stringify(words)}, args: [{ name: a, positional: true }] }\n`;
    expect(await codesOf([config])).toEqual(want ? ["interpreter-command"] : []);
  });

  it.each<[command: string, args: string, want: boolean]>([
    // Arguments of a fixed script are data, unless the script executes them.
    ["bash -c 'fixed script' --", "{ name: a, positional: true }", false],
    ["bash -c 'fixed script'", "{ name: a, stdin: true }", false],
    ["bash -c 'fixed script' name", "{ name: a, flag: -c }", false],
    ["bash -c --", "{ name: a, positional: true }", true],
    ["bash -c 'eval \"$1\"' --", "{ name: a, positional: true }", true],
    ["bash -c 'exec \"$@\"' --", "{ name: a, positional: true }", true],
    ["bash -c 'grep \"$1\" notes' --", "{ name: a, positional: true }", false],
    ["bash", "{ name: script, positional: true, required: true, enum: [one.sh] }, { name: a, positional: true }", false],
    ["php -r", "{ name: a, positional: true }", true],
    ["osascript -e", "{ name: a, positional: true }", true],
    ["lua5.4", "{ name: a, stdin: true }", true],
    ["Rscript", "{ name: a, flag: -e }", true],
    ["node --import tsx", "{ name: a, positional: true }", true],
    ["deno eval", "{ name: a, positional: true }", true],
    ["deno run main.ts", "{ name: a, positional: true }", false],
    ["busybox sh -c", "{ name: a, positional: true }", true],
    ["python3 -m pip install", "{ name: a, positional: true }", true],
    // Databases
    ["psql -h db -c", "{ name: a, positional: true }", true],
    // Conditions and formats in Perl
    ["exiftool", "{ name: a, flag: -if }", true],
    ["exiftool", "{ name: a, flag: -p }", true],
    ["exiftool", "{ name: a, flag: -d }", false],
    ["exiftool -if", "{ name: a, positional: true }", true],
    ["psql -Atc", "{ name: a, positional: true }", true],
    ["psql mydb", "{ name: a, flag: --command= }", true],
    ["psql", "{ name: a, stdin: true }", true],
    ["psql -c 'copy t from stdin'", "{ name: a, stdin: true }", false],
    ["psql", "{ name: database, positional: true }", false],
    ["mysql -Ne", "{ name: a, positional: true }", true],
    ["mysql", "{ name: database, positional: true }", false],
    ["sqlite3 notes.db", "{ name: a, positional: true }", true],
    ["sqlite3 -safe notes.db", "{ name: a, positional: true }", true],
    ["sqlite3 -readonly notes.db 'select 1'", "{ name: a, stdin: true }", false],
    ["sqlite3", "{ name: db, positional: true, required: true }, { name: sql, positional: true }", true],
    ["sqlite3 -init /dev/null notes.db", "{ name: a, stdin: true }", true],
    [
      "sqlite3 notes.db",
      "{ name: sql, positional: true, required: true, enum: ['.import /dev/stdin notes'] }, { name: a, stdin: true }",
      false,
    ],
    // Options that start programs
    ["find .", "{ name: a, positional: true, repeat: true, allow_leading_dash: true }", true],
    ["find .", "{ name: a, positional: true, repeat: true, join: ',', allow_leading_dash: true }", false],
    ["find", "{ name: a, positional: true }", false],
    ["find .", "{ name: a, positional: true, allow_leading_dash: true }", false],
    ["find .", "{ name: a, flag: -name }", false],
    ["find . -exec grep", "{ name: a, positional: true }", false],
    ["rsync -a", "{ name: a, flag: --rsh }", true],
    ["rsync -a", "{ name: a, flag: -e }", true],
    ["rsync -a", "{ name: a, flag: --exclude }", false],
    ["tar -xf", "{ name: a, positional: true }", false],
    ["tar -x", "{ name: a, flag: --to-command= }", true],
    ["tar -c", "{ name: a, flag: -I }", true],
    ["tar --use-compress-program", "{ name: a, positional: true }", true],
    ["tar --use-compress-program zstd", "{ name: a, positional: true }", false],
    ["zip -TT", "{ name: a, positional: true }", true],
    ["tcpdump", "{ name: a, flag: -z }", true],
    ["man", "{ name: a, positional: true }", false],
    ["man", "{ name: a, flag: --pager }", true],
    ["wget", "{ name: a, flag: --use-askpass }", true],
    ["wget", "{ name: a, positional: true }", false],
    ["ssh -o", "{ name: a, positional: true }", true],
    ["ssh build.example", "{ name: a, flag: -o }", true],
    ["scp", "{ name: a, flag: -o }", true],
    ["git -c", "{ name: a, positional: true }", true],
    ["git", "{ name: a, flag: -c }", true],
    ["git log", "{ name: a, flag: -c }", false],
    ["git clone", "{ name: a, flag: --config }", true],
    ["git -C /srv fetch", "{ name: a, flag: --upload-pack= }", true],
    ["git -c color.ui=never log", "{ name: a, positional: true }", false],
    ["git config", "{ name: a, positional: true }", true],
    ["git", "{ name: a, positional: true, repeat: true }", true],
    ["git bisect run", "{ name: a, positional: true }", true],
    // Operands that are programs or code
    ["make", "{ name: a, positional: true }", true],
    ["make test", "{ name: a, flag: -f }", true],
    ["make test", "{ name: a, flag: -j }", false],
    ["vim", "{ name: a, positional: true }", true],
    ["vim -es --", "{ name: a, positional: true }", false],
    ["ed notes", "{ name: a, stdin: true }", true],
    ["gdb -batch -ex", "{ name: a, positional: true }", true],
    ["gdb -batch -ex bt", "{ name: a, positional: true }", false],
    ["sox", "{ name: a, positional: true }", true],
    ["sox in.wav", "{ name: a, flag: --rate }", false],
    ["sox", "{ name: a, positional: true, pattern: '[a-z]+[.]wav' }", false],
    ["sox", "{ name: a, positional: true, pattern: '[^-].*[.]wav' }", true],
    ["bash", "{ name: a, positional: true, pattern: '[a-z]+' }", true],
    ["npx", "{ name: a, positional: true }", true],
    ["npx prettier", "{ name: a, positional: true }", false],
    ["uvx", "{ name: a, positional: true }", true],
    ["uvx ruff check", "{ name: a, positional: true }", false],
    ["xargs rm", "{ name: a, stdin: true }", true],
    ["env -S", "{ name: a, positional: true }", true],
    ["env A=b grep", "{ name: a, positional: true }", false],
    ["nice -n 5 grep", "{ name: a, positional: true }", false],
    ["nice -n 5", "{ name: a, positional: true }", true],
    ["flock /run/lock psql -c", "{ name: a, positional: true }", true],
    ["flock /run/lock -c", "{ name: a, positional: true }", true],
    ["script -c", "{ name: a, positional: true }", true],
    ["expect -c", "{ name: a, positional: true }", true],
    ["m4", "{ name: a, stdin: true }", true],
    ["awk -F ,", "{ name: a, positional: true }", true],
    ["awk -F , '{ print $1 }'", "{ name: a, positional: true }", false],
    ["sed -n 1p", "{ name: a, positional: true }", false],
    ["sudo tee /etc/motd", "{ name: a, stdin: true }", false],
    ["ssh build.example", "{ name: a, stdin: true }", true],
    ["ssh -o BatchMode=yes build.example", "{ name: a, stdin: true }", true],
    ["ssh", "{ name: host, positional: true, required: true }", false],
    ["ssh -p 22", "{ name: host, positional: true, required: true }, { name: user, flag: -l }", false],
    ["ssh", "{ name: host, positional: true, required: true }, { name: a, positional: true }", true],
    ["ssh", "{ name: host, positional: true, required: true, join: ',' }", false],
    ["ssh", "{ name: host, positional: true, allow_leading_dash: true }", true],
    ["ssh", "{ name: a, flag: -F }", true],
    ["ssh build.example ls", "{ name: a, positional: true }", true],
    ["ssh build.example ls", "{ name: a, flag: --ignore }", true],
    ["su", "{ name: user, positional: true, required: true }, { name: a, positional: true }", true],
    ["chroot", "{ name: folder, positional: true }", true],
    ["sed --sandbox", "{ name: a, positional: true }", false],
    ["awk --sandbox", "{ name: a, positional: true }", false],
    ["docker exec -u root", "{ name: c, positional: true, required: true }, { name: a, positional: true, repeat: true }", true],
    ["docker exec web psql -c", "{ name: a, positional: true }", true],
    ["docker exec web ls", "{ name: a, positional: true }", false],
    ["docker exec", "{ name: c, positional: true, required: true, enum: [web] }, { name: a, positional: true }", true],
    ["docker logs", "{ name: a, positional: true }", false],
    ["docker run --rm", "{ name: a, positional: true }", true],
    ["docker run --rm alpine", "{ name: a, positional: true }", false],
    ["kubectl exec pod -- psql -c", "{ name: a, positional: true }", true],
    ["npm install", "{ name: a, positional: true }", true],
    ["npm view", "{ name: a, positional: true }", false],
    ["pip install -r", "{ name: a, positional: true }", true],
    ["fakeroot sh -c", "{ name: a, positional: true }", true],
    ["curl", "{ name: a, positional: true }", false],
    ["less", "{ name: a, positional: true }", false],
  ])("include `%s` with %s: %s", async (command, args, want) => {
    const config = (end: string) =>
      `name: x\ncommand: ${JSON.stringify(command)}\n${end}tools:\n  - { name: t, description: d, args: [${args}] }\n`;
    const codes = (await codesOf([config("")])).filter((code) => code === "interpreter-command");
    expect(codes).toEqual(want ? ["interpreter-command"] : []);
  });

  it.each([
    ["ls", "bash", ["interpreter-command"]],
    ["bash", "ls", []],
  ])("of a config with `%s` depend on the program of the tool: %s", async (command, program, want) => {
    const config = `name: x\ncommand: ${command}\ntools: [{ name: t, description: d, program: ${program}, args: [{ name: a, positional: true }] }]\n`;
    expect(await codesOf([config])).toEqual(want);
  });

  it.each([
    ["find", 'order: as_written, args: [{ words: [., -exec, sh, -c, "{a}", ;] }, { name: a, required: true }]', true],
    ["find", 'order: as_written, args: [{ words: [., -exec, grep, "{a}", ;] }, { name: a, required: true }]', false],
    ["bash", 'args: [{ name: a, value: [-c, "{}"] }]', true],
    ["ls", 'args: [{ name: a, value: [-c, "{}"] }]', false],
    [
      "git grep",
      "order: as_written, args: [{ name: o, flag: --open-files-in-pager, optional_value: true, enum: [less] }, { name: a, positional: true }]",
      false,
    ],
    [
      "git grep",
      "order: as_written, args: [{ name: o, flag: --open-files-in-pager, optional_value: true }, { name: a, positional: true }]",
      true,
    ],
  ])("include text in the templates of `%s`: %s", async (command, keys, want) => {
    const config = `name: x\ncommand: ${command}\ntools: [{ name: t, description: d, ${keys} }]\n`;
    const codes = (await codesOf([config])).filter((code) => code === "interpreter-command");
    expect(codes).toEqual(want ? ["interpreter-command"] : []);
  });

  it.each([
    ["-c", `words: ["{a}"]`, true],
    ["", `words: ["-c", "{a}"]`, true],
    ["", `words: ["{a}"]`, true],
    ["-c 'docker inspect \"$1\"' sh", `words: ["{a}"]`, false],
    ["-c 'docker inspect \"$2\"' sh", `args: { name: "{a}" }`, false],
    ["show.sh", `words: ["--", "{a}"]`, false],
  ])("include a value that a resolver passes to `bash %s` by %s: %s", async (command, key, want) => {
    const resolve = `{ r: { command: ${JSON.stringify(command)}, ${key} } }`;
    const tool = `{ name: t, description: d, command: stop.sh, confirm_message: "{r}", resolve: ${resolve}, args: [{ name: a, positional: true }] }`;
    expect(await codesOf([`name: x\ncommand: bash\ntools:\n  - ${tool}\n`])).toEqual(want ? ["interpreter-command"] : []);
  });

  it.each<[what: string, command: string, args: string, want: number]>([
    ["each option that executes a text", "pandoc", "{ name: a, flag: --filter= }, { name: b, flag: --lua-filter= }", 2],
    [
      "an option next to an acknowledged one",
      "pandoc",
      `{ name: a, flag: --filter=, ${allow("interpreter-command")} }, { name: b, flag: --lua-filter= }`,
      1,
    ],
    [
      "an option next to an acknowledged operand",
      "sqlite3 my.db",
      `{ name: a, flag: -cmd }, { name: b, positional: true, ${allow("interpreter-command")} }`,
      1,
    ],
    [
      "an operand next to an acknowledged one",
      "sox",
      `{ name: a, positional: true, ${allow("interpreter-command")} }, { name: b, positional: true }`,
      1,
    ],
    // Positionals precede other words, so the value of `-e` is always that of `b`.
    [
      "only the first words of the command line",
      "node -e",
      '{ name: a, value: ["./{}"] }, { name: b, positional: true, required: true }',
      1,
    ],
    ["the flags of a program that executes any flag once", "ssh host true", "{ name: a, flag: -p }, { name: b, flag: -l }", 1],
  ])("include %s", async (_, command, args, want) => {
    const config = `name: x\ncommand: ${command}\ntools:\n  - { name: t, description: d, args: [${args}] }\n`;
    expect(await codesOf([config])).toEqual(Array.from({ length: want }, () => "interpreter-command"));
  });
});
