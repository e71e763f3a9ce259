/**
 * Measures how installed programs read their words, in a sandbox, with command lines that they refuse. Compares with the table of
 * `runtime/word-grammar/table.ts`, and exits with 1 if a fact differs.
 *
 *     npm run word-grammar -- grep "git log" docker
 */
import { execFileSync } from "node:child_process";
import { readHelpPage } from "../dist/import/crawl/command-pages.js";
import { findVersion } from "../dist/import/crawl/program-version.js";
import { chooseSandbox, createInterviewer } from "../dist/inputs/interviewer.js";
import { listMeasuredCommands, measureCommand } from "../dist/probe/compare-grammar.js";
import { collectKnowledge } from "../dist/verify/knowledge.js";

/** Number of flags that are asked about. */
const MAX_FLAGS = 40;

const sandbox = await chooseSandbox(true);
if (sandbox === undefined) throw new Error("bubblewrap is needed: install it, and allow user namespaces");
const interviewer = createInterviewer(sandbox);
const installed = (name) => {
  try {
    execFileSync("which", [name], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};
const words = process.argv.slice(2);
const commands = words.length > 0 ? words : listMeasuredCommands();

let differences = 0;
for (const command of commands) {
  const [program = "", ...path] = command.split(" ");
  if (!installed(program)) {
    console.log(`${command}: not installed`);
    continue;
  }
  const { options, isGroup } = await readOptions(program, path);
  const flags = [...new Set(options.flatMap(({ names }) => names))]
    .filter((flag) => !/^--?(?:h|help|version|V)$/.test(flag))
    .slice(0, MAX_FLAGS);
  const measured = await measureCommand({ program, path, flags, isGroup, ask: interviewer.probe });
  const label = `${command} ${await readVersion(program)}`;
  if (measured === undefined) {
    console.log(`${label}: names no unknown option`);
    continue;
  }
  differences += measured.differences.length;
  console.log(`${label}: ${measured.cells} (table: ${measured.table})`);
  for (const line of measured.differences) console.log(`  ${line}`);
}
process.exitCode = differences > 0 ? 1 : 0;

async function readOptions(program, path) {
  const pages = [];
  let parent;
  for (let length = 0; length <= path.length; length += 1) {
    parent = await readHelpPage({ program, path: path.slice(0, length), parent }, interviewer);
    pages.push(...parent.pages);
  }
  return { options: collectKnowledge(program, path, pages).options, isGroup: (parent?.listed.length ?? 0) > 0 };
}

async function readVersion(program) {
  const answer = await interviewer.ask([program, "--version"]);
  return (answer.kind === "texts" && answer.texts.map(findVersion).find((found) => found !== undefined)) || "?";
}
