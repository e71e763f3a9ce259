/** Runs the first screen of the README: the commands from a program to a server, and the requests of a client. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { connectModern, ROOT, run } from "../e2e/project.ts";

/** The blocks above the first heading: commands, and requests of a client. */
const [commands = "", requests = ""] = Array.from(
  (readFileSync(join(ROOT, "README.md"), "utf8").split("\n## ")[0] ?? "").matchAll(/^```console\n(.*?)^```/gms),
  ([, text = ""]) => text,
);

export interface FirstScreen {
  /** Directory in which the commands run. The project is created next to it. */
  readonly folder: string;
  /** Command line that replaces `npx climax-gen`. */
  readonly program: string;
  readonly home: string;
}

/** Runs the transcripts, and compares the output. Numbers can differ, and an ellipsis matches any text. */
export async function runFirstScreen({ folder, program, home }: FirstScreen): Promise<void> {
  await runCommands({ folder, program, home });
  const [project = ""] = /(?<= climax-gen init )\S+/.exec(commands) ?? [];
  await runRequests(join(folder, project));
}

async function runCommands({ folder, program, home }: FirstScreen): Promise<void> {
  const env = { ...process.env, HOME: home, NO_COLOR: "1" };
  for (const step of commands.split(/^\$ /m).slice(1)) {
    const [line = "", ...shown] = step.split("\n");
    // The command that builds a clone. It is skipped, because this clone is already built.
    if (line === "npm ci") continue;
    const { stdout } = await run("sh", ["-c", `${line.replace(/^npx climax-gen(?= )/, program)} 2>&1`], { cwd: folder, env });
    expect(stdout).toMatch(toPattern(shown.join("\n")));
  }
}

async function runRequests(project: string): Promise<void> {
  const author = ["-c", "user.name=test", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
  await run("git", ["init", "-q", project]);
  await run("git", [...author, "-C", project, "commit", "-q", "--allow-empty", "-m", "First commit"]);
  const client = await connectModern(join(project, "out/dist/server.mjs"), { cwd: project });
  for (const step of requests.split(/^> /m).slice(1)) {
    const [, tool = "", args = "", shown = ""] = /^(\w+) (.*)\n([^]*)$/.exec(step) ?? [];
    const { texts } = await client.call(tool, JSON.parse(args) as Record<string, unknown>);
    const text = tool === "climax_search" ? JSON.stringify(JSON.parse(texts[0] ?? ""), null, 2) : texts.join("\n");
    expect(`${text}\n`).toMatch(toPattern(shown));
  }
  await expectHarmless(client, project);
  await client.close();
}

/** Calls that would push, run a program that the policy does not name, or write outside of the repository, and a part of the reply. */
const HARMFUL = [
  ["git_push", { remote: "origin" }, "requires the user to confirm"],
  ["git_config_set", { name: "alias.x", value: "!true" }, "does not match the pattern"],
  ["git_clone", { repository: "https://example.org/a", folder: "../elsewhere" }, "not allowed inside '.'"],
  ["git_init", { folder: "../elsewhere" }, "not allowed inside '.'"],
  ["git_worktree_add", { folder: "../elsewhere" }, "not allowed inside '.'"],
  ["git_grep", { pattern: "x", open_files_in_pager: "true" }, "unknown argument 'open_files_in_pager'"],
  ["git_show", { revision: "--output=../elsewhere" }, "starts with '-'"],
  ["git_diff", { revision: "--output=../elsewhere" }, "fatal: "],
  ["git_ls_remote", { repository: "ext::true" }, "Unknown tool: git_ls_remote"],
  ["sh", {}, "Unknown tool: sh"],
] as const;

/** Expects that the server of the README does no harm for a client that cannot ask its user. */
async function expectHarmless({ call }: Pick<Awaited<ReturnType<typeof connectModern>>, "call">, project: string): Promise<void> {
  const before = readdirSync(join(project, ".."));
  for (const [name, args, reason] of HARMFUL) {
    const { texts } = await call("climax_call", { tool_name: name, args });
    expect({ name, reply: texts.join("\n") }).toEqual({ name, reply: expect.stringContaining(reason) });
  }
  expect(readdirSync(join(project, ".."))).toEqual(before);
}

function toPattern(shown: string): RegExp {
  const escaped = shown.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\d+/g, String.raw`\d+`);
  return new RegExp(`^${escaped.replaceAll(/^\u2026\n/gm, "(?:.*\n)*?").replaceAll("\u2026", ".*")}$`);
}
