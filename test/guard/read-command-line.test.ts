/** Reads command lines of the catalog's configs as a caller writes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { nameDisabled } from "../../runtime/guard/disabled-tools.ts";
import type { GuardedProgram } from "../../runtime/guard/guarded-program.ts";
import type { OptionShape } from "../../runtime/guard/line-entry.ts";
import { withSameOptions } from "../../runtime/guard/same-options.ts";
import { readCommandLine } from "../../runtime/guard/read-command-line.ts";
import { splitCommand, unquoteWords } from "../../runtime/tool/command-words.ts";
import { readPrograms } from "./catalog-tools.ts";

let programs: ReadonlyMap<string, GuardedProgram>;

beforeAll(async () => {
  programs = new Map((await readPrograms()).map((program) => [program.name, program]));
});

/** Reads a line without quotes. Returns the tool and its arguments, or the rule that the line breaks. */
async function read(line: string, change: (program: GuardedProgram) => GuardedProgram = (same) => same): Promise<string> {
  const [name = "", ...words] = line.split(" ");
  const program = programs.get(name);
  if (program === undefined) throw new Error(`the catalog has no ${name}`);
  const reading = await readCommandLine(words, change(program));
  return reading.kind === "read" ? `${reading.tool.name} ${JSON.stringify(reading.args)}` : reading.rule;
}

const READ = [
  ["git status", "git_status {}"],
  ["git checkout main", 'git_switch {"branch":"main"}'],
  ["git -C /tmp checkout -b a", 'git_switch_create {"directory":"/tmp","branch":"a"}'],
  ["git log -p", 'git_log {"changes":"patch"}'],
  ["git rev-parse HEAD", 'git_rev_parse {"revision":"HEAD"}'],
  ["git reset", 'git_reset {"revision":"HEAD","mode":"mixed"}'],
  ["tar xzf a.tar -C out", 'tar_extract {"archive":"a.tar","directory":"out"}'],
  ["tar tfv a.tar", 'tar_list {"archive":"a.tar"}'],
  ["ps aux", "ps_list {}"],
  ["ss -tuln", 'ss_listening {"protocol":"tcp_udp"}'],
  ["curl -fsSL https://example.org", 'curl_get {"redirects":20,"url":"https://example.org"}'],
  ["grep -q x a.txt", 'grep_lines {"quiet":true,"pattern":"x","paths":["a.txt"],"syntax":"basic"}'],
  ["wc a.txt", 'wc_file {"paths":["a.txt"],"count":"all"}'],
  ["gh api user", 'gh_api_get {"endpoint":"user"}'],
  ["kubectl get deployment/web", 'kubectl_get {"kind":"deployment","names":["web"]}'],
  ["git -C /tmp status", 'git_status {"directory":"/tmp"}'],
  ["git log --max-count=5 main -- src", 'git_log {"max_count":5,"revision":"main","paths":["src"]}'],
  ["git log -n5 --stat", 'git_log {"max_count":5,"changes":"stat"}'],
  ["git diff --cached -U5", 'git_diff {"staged":true,"context":5}'],
  ["git commit -am text", 'git_commit {"all":true,"message":"text"}'],
  ["git branch name", 'git_branch_create {"branch":"name"}'],
  ["git merge --abort", 'git_abort {"operation":"merge"}'],
  ["kubectl get pods -o json", 'kubectl_get {"output":"json","kind":"pods"}'],
  ["docker exec web ls -la", 'docker_exec {"container":"web","command":["ls","-la"]}'],
  ["gh pr list -s open -L5", 'gh_pr_list {"state":"open","limit":5}'],
  ["cargo run -- --help", 'cargo_run {"arguments":["--help"]}'],
  ["gawk {print$1} a.txt", 'awk_run {"program":"{print$1}","files":["a.txt"]}'],
  ["gawk -F: -v x=1 {print$1} a.txt", 'awk_run {"separator":":","variables":{"x":"1"},"program":"{print$1}","files":["a.txt"]}'],
  ["git log --oneline", 'git_log {"format":"short"}'],
  ["git log -1", 'git_log {"max_count":1}'],
  ["git log --oneline --graph -5", 'git_log {"format":"graph","max_count":5}'],
  ["git --no-pager log", "git_log {}"],
  ["git -c color.ui=false log", "git_log {}"],
  ["git status -sb", "git_status {}"],
  ["git branch", "git_branch_list {}"],
  ["git branch -a", 'git_branch_list {"all":true}'],
  ["git tag", "git_tag_list {}"],
  ["git blame a.txt", 'git_blame {"file":"a.txt"}'],
  ["git grep x", 'git_grep {"pattern":"x"}'],
  ["git merge feature", 'git_merge {"branches":["feature"]}'],
  ["grep -rnE x .", 'grep_lines {"syntax":"extended","pattern":"x","paths":["."]}'],
  ["grep -rn x src", 'grep_lines {"pattern":"x","paths":["src"],"syntax":"basic"}'],
  ["rg x", 'rg_search {"pattern":"x"}'],
  ["ls -lat", 'ls_list {"all":true,"sort":"time"}'],
  ["tail -20 a.txt", 'tail_lines {"lines":20,"paths":["a.txt"]}'],
  ["kubectl get pods -n x -o json", 'kubectl_get {"namespace":"x","output":"json","kind":"pods"}'],
  ["curl -s https://example.org", 'curl_get {"url":"https://example.org"}'],
  ["find . -name x", 'find_files {"name":"x","paths":["."]}'],
  ["pip install ./a", 'pip_install_project {"folder":"./a"}'],
] as const;

const REFUSED = [
  ["git frobnicate", "unknown-subcommand"],
  ["git log --no-such-option", "unknown-option"],
  ["git log --max-c=5", "abbreviation"],
  ["git log -n 5 -n 6", "repeated-option"],
  ["git log -n five", "unknown-value"],
  ["git log -n", "missing-value"],
  ["git diff main other", "ambiguous"],
  ["git commit", "missing-word"],
  ["git log --no-pager", "unknown-option"],
  ["git status -5", "unknown-option"],
  ["grep -e x -e y .", "repeated-option"],
  ["git tag -d x", "unknown-option"],
  ["gh api user -f a=b", "missing-word"],
  ["git archive HEAD", "missing-word"],
  ["tar xzf", "missing-value"],
  ["qpdf a.pdf b.pdf", "unknown-value"],
  ["pytest @options.txt", "response-file"],
] as const;

describe("readCommandLine", () => {
  it("reads command lines as callers write them", async () => {
    const results = await Promise.all(READ.map(async ([line]) => [line, await read(line)]));
    expect(results).toEqual(READ);
  });

  it("reads usual lines as the tools that do the same", async () => {
    const wanted = readFileSync(join(import.meta.dirname, "usual-lines.txt"), "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const given = await Promise.all(
      wanted.map(async (line) => {
        const [text = ""] = line.split(" => ");
        const split = splitCommand(text);
        const [name = "", ...words] = split.kind === "words" ? unquoteWords(split.words) : [];
        const program = programs.get(name);
        const reading = program && (await readCommandLine(words, program));
        return `${text} => ${reading?.kind === "read" ? reading.tool.name : (reading?.message ?? "no such program")}`;
      }),
    );
    expect(given).toEqual(wanted);
  });

  it("reads a short option as the subcommand does, not as others", () => {
    const shape = (flag: string): OptionShape => ({
      flags: [flag],
      values: [{ text: "{}" }] as never,
      style: "separate",
      fill: { kind: "constant", constant: "" } as never,
    });
    const flagsOf = (path: string, flag: string): readonly string[] =>
      withSameOptions([shape(flag)], "kubectl", [path]).flatMap(({ flags }) => flags);
    expect(flagsOf("get", "--selector")).toEqual(["--selector", "-l"]);
    // `-l` of these are the labels of the new object.
    expect(flagsOf("expose", "--selector")).toEqual(["--selector"]);
    expect(flagsOf("expose", "--labels")).toEqual(["--labels", "-l"]);
    expect(flagsOf("logs", "--filename")).toEqual(["--filename"]);
    expect(flagsOf("logs", "--follow")).toEqual(["--follow", "-f"]);
  });

  it("refuses what no tool has, and what it would have to guess", async () => {
    const results = await Promise.all(REFUSED.map(async ([line]) => [line, await read(line)]));
    expect(results).toEqual(REFUSED);
  });

  it("never reads a command line of a disabled or missing tool as that of another one", async () => {
    const without = (program: GuardedProgram) => ({
      ...program,
      tools: program.tools.filter(({ tool }) => tool.name !== "git_branch_create"),
    });
    const disabled = (program: GuardedProgram) => ({
      ...program,
      tools: program.tools.map(({ tool }) => ({ tool, isEnabled: tool.name !== "git_branch_create" })),
    });
    expect(await read("git branch name", disabled)).toBe("disabled");
    expect(await read("git branch name", without)).not.toContain("git_branch_list");
  });

  it("names the tool that a policy disables, and leaves other refusals as they are", async () => {
    const declared = programs.get("git")?.tools.map(({ tool }) => tool) ?? [];
    const enabled = declared.filter(({ risk }) => risk === "read");
    const name = async (words: readonly string[]): Promise<string> => {
      const refused = await readCommandLine(words, { name: "git", tools: enabled.map((tool) => ({ tool, isEnabled: true })), env: {} });
      if (refused.kind !== "refused") return "read";
      const { rule, message } = await nameDisabled({ program: "git", words, refused, enabled, declared, env: {} });
      return `${rule}: ${message}`;
    };
    expect(await name(["push", "origin", "main"])).toMatch(/^disabled: The policy does not enable git_push\./);
    expect(await name(["checkout", "-b", "x"])).toMatch(/^disabled: The policy does not enable git_switch_create\./);
    expect(await name(["branch", "-D", "x"])).toMatch(/does not enable git_branch_delete_force\. The closest form is: git branch /);
    expect(await name(["frobnicate"])).toMatch(/^unknown-subcommand: /);
    expect(await name(["log", "--no-such-option"])).toMatch(/^unknown-option: /);
  });

  it("names the words that the config adds", async () => {
    const program = programs.get("git");
    const reading = program && (await readCommandLine(["status"], program));
    expect(reading?.kind === "read" && reading.added).toEqual(expect.arrayContaining(["-c", "color.ui=false", "--short", "--branch"]));
  });
});
