/**
 * Writes the skill of a server: the files of a directory in the format of Agent Skills (https://agentskills.io/specification). A host always
 * loads the name and the description, reads SKILL.md when a task matches, and the references on demand.
 */
import { CALL_TOOL, READ_TOOL, SEARCH_TOOL } from "../tool/meta-tool-names.ts";
import { byteLength, codeSpan, cutToBytes, plainText, toLine } from "./markdown.ts";
import type { SkillFacts } from "./skill-facts.ts";
import type { SkillReference } from "./skill-references.ts";
import { writeReferences } from "./skill-references.ts";

/**
 * Maximum size of the description, in bytes of UTF-8. No text has more tokens than bytes, so name and description together have fewer than
 * 400 tokens in every encoding, for any names of programs. The specification allows 1,024 characters.
 */
const MAX_DESCRIPTION_BYTES = 330;

/** Maximum number of programs, and of tools that ask, that SKILL.md lists. The references have all of them. */
const MAX_LISTED = 25;

/** The ways in which the reader of a skill reaches the tools: `mcp` by the server, `command` by `scripts/cli.mjs` of the skill. */
export type SkillAccess = "mcp" | "command";

/** The content of a skill besides the facts of its server. */
export interface SkillOptions {
  /** At least one. */
  readonly access: readonly SkillAccess[];
  readonly version: string;
  /** Defaults to no license. */
  readonly license?: string;
}

/** The front matter of SKILL.md. `name` is the name of the skill's directory. */
export interface SkillFrontmatter {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly metadata: { readonly version: string };
}

/** A skill. */
export interface Skill {
  readonly frontmatter: SkillFrontmatter;
  /** Text by path below the skill's directory. The first file is SKILL.md. */
  readonly files: ReadonlyMap<string, string>;
}

/** Returns the skill. The same facts and options give the same bytes. */
export function writeSkill(facts: SkillFacts, options: SkillOptions): Skill {
  const { version, license } = options;
  const description = describe(facts);
  const frontmatter = { name: facts.name, description, ...(license !== undefined && { license }), metadata: { version } };
  const references = writeReferences(facts.clis);
  const parts = [heading(facts), ...ways(facts, options), ...asking(facts, options), ...listing(references)];
  const page = `${formatFrontmatter(frontmatter)}\n${parts.join("\n\n")}\n`;
  return { frontmatter, files: new Map([["SKILL.md", page], ...references.map(({ path, text }) => [path, text] as const)]) };
}

/** Formats the front matter. Strings are quoted as in JSON, which YAML 1.2 reads as the same strings. */
function formatFrontmatter({ name, description, license, metadata }: SkillFrontmatter): string {
  const licensed = license === undefined ? "" : `license: ${JSON.stringify(license)}\n`;
  const quoted = JSON.stringify(description);
  return `---\nname: ${JSON.stringify(name)}\ndescription: ${quoted}\n${licensed}metadata:\n  version: ${JSON.stringify(metadata.version)}\n---\n`;
}

const DESCRIPTION_START = "Runs ";
const DESCRIPTION_END = " with checked arguments, under a policy. Use for any task with these programs, instead of a shell.";

/** Space for the number of programs that are not named. */
const REST_BYTES = " and 1000000 more programs".length;

/** Returns the description: the programs as far as they fit, with what they are if that fits too, and when to use the skill. */
function describe({ clis }: SkillFacts): string {
  const room = MAX_DESCRIPTION_BYTES - byteLength(DESCRIPTION_START + DESCRIPTION_END);
  const explained = join(
    clis.map(({ name, description }) => (description.trim() === "" ? toName(name) : `${toName(name)} (${toPhrase(description)})`)),
  );
  const named = byteLength(explained) <= room ? explained : nameSome(clis, room - REST_BYTES);
  return `${DESCRIPTION_START}${named || "no programs"}${DESCRIPTION_END}`;
}

/** Returns a description without its final period, for parentheses. */
function toPhrase(description: string): string {
  return toName(description).replace(/\.$/, "");
}

/** Returns a text without angle brackets, which hosts refuse in the front matter of a skill because they could be tags. */
function toName(text: string): string {
  return toLine(text.replaceAll(/[<>]/g, " "));
}

function nameSome(clis: SkillFacts["clis"], bytes: number): string {
  const named: string[] = [];
  let room = bytes;
  for (const cli of clis) {
    const name = cutToBytes(toName(cli.name), 60);
    room -= byteLength(name) + ", ".length;
    if (room < 0) break;
    named.push(name);
  }
  const rest = clis.length - named.length;
  return join([...named, ...(rest === 0 ? [] : [`${rest} more ${rest === 1 ? "program" : "programs"}`])]);
}

function join(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1) ?? ""}`;
}

function heading({ title, clis }: SkillFacts): string {
  const tools = clis.reduce((sum, cli) => sum + cli.tools.length, 0);
  return `# ${plainText(title)}

${tools} ${tools === 1 ? "tool" : "tools"} for ${clis.length} ${clis.length === 1 ? "program" : "programs"}. Arguments are checked, and a policy decides what may run. Do not start these programs in a shell: a refused
call stays refused, so report it to the user.`;
}

/** Returns one section for each way to the tools. */
function ways({ classic, splitCalls }: SkillFacts, { access }: SkillOptions): readonly string[] {
  const reading = splitCalls ? `, or ${codeSpan(READ_TOOL)} if the result says so` : "";
  const server = classic
    ? "Call the tools of the MCP server by the names in the references."
    : `1. ${codeSpan(SEARCH_TOOL)} with words of the task as \`query\` returns tools with their arguments.
2. ${codeSpan(CALL_TOOL)} with \`tool_name\` and \`args\` runs one${reading}. \`dry_run: true\` shows the command and does not run it.`;
  const command = `Run these from the user's project. \`SKILL\` is the directory of this file. They need Node.js 20 or later.

    node SKILL/scripts/cli.mjs search WORDS
    node SKILL/scripts/cli.mjs TOOL --help
    node SKILL/scripts/cli.mjs TOOL --flag value

Exit status 126: the policy or the user refused the call. Status 2: an argument is wrong, and the message says which. Any other status is the
program's.`;
  const both = access.length > 1;
  return [
    ...(access.includes("mcp") ? [`## ${both ? "If the MCP server is connected" : "How to call"}\n\n${server}`] : []),
    ...(access.includes("command") ? [`## ${both ? "Otherwise" : "How to call"}\n\n${command}`] : []),
  ];
}

/** Returns the section of the tools whose calls the user confirms. */
function asking({ clis }: SkillFacts, { access }: SkillOptions): readonly string[] {
  const names = clis.flatMap(({ tools }) => tools.filter(({ asks }) => asks).map(({ name }) => name));
  if (names.length === 0) return [];
  const shown = names.slice(0, MAX_LISTED).map(codeSpan);
  const rest = names.length - shown.length;
  const listed = `${shown.join(", ")}${rest === 0 ? "" : `, and ${rest} more, which the references mark`}`;
  const terminal = access.includes("command") ? " Without a terminal, the command line refuses them with status 126." : "";
  return [`## Tools that ask the user\n\nThe user confirms each call of ${listed}.${terminal}`];
}

/** Returns the section of the reference files. */
function listing(references: readonly SkillReference[]): readonly string[] {
  if (references.length === 0) return [];
  const rows = references.slice(0, MAX_LISTED).map(({ path, clis }) => {
    const tools = clis.reduce((sum, cli) => sum + cli.tools.length, 0);
    const names = clis.slice(0, 3).map(({ name }) => plainText(cutToBytes(name, 60)));
    const rest = clis.length > names.length ? ", …" : "";
    return `- [${names.join(", ")}${rest}](${path}): ${tools} ${tools === 1 ? "tool" : "tools"}`;
  });
  const rest = references.length - rows.length;
  const more = rest === 0 ? [] : [`- ${rest} more files in \`references/\`, one per program`];
  return [`## All tools\n\n${[...rows, ...more].join("\n")}`];
}
