/** Writes the reference files of a skill, which a model reads when it needs them: one file per program, with every tool. */
import { codeSpan, cutToBytes, plainText } from "./markdown.ts";
import type { SkillCli, SkillTool } from "./skill-facts.ts";
import { toSkillName } from "./skill-facts.ts";

/** Maximum number of reference files. Hosts accept 512 files in a skill that a server offers (SEP-2640). */
const MAX_FILES = 200;

/** Maximum size of a description, in bytes of UTF-8. */
const MAX_DESCRIPTION = 300;

/** Maximum number of arguments that are named for one tool. */
const MAX_ARGUMENTS = 40;

/** A reference file, and the programs in it. */
export interface SkillReference {
  /** Path below the directory of the skill. */
  readonly path: string;
  readonly clis: readonly SkillCli[];
  readonly text: string;
}

/** Returns the reference files in index order. More programs than files share files. */
export function writeReferences(clis: readonly SkillCli[]): readonly SkillReference[] {
  const size = Math.ceil(clis.length / MAX_FILES);
  const used = new Set<string>();
  const files: SkillReference[] = [];
  for (let start = 0; start < clis.length; start += size) {
    const part = clis.slice(start, start + size);
    const name = uniqueName(size === 1 ? toSkillName(part[0]?.name ?? "") : `programs-${files.length + 1}`, used);
    files.push({ path: `references/${name}.md`, clis: part, text: part.map(writeCli).join("\n") });
  }
  return files;
}

function uniqueName(name: string, used: Set<string>): string {
  let unique = name;
  for (let number = 2; used.has(unique); number += 1) unique = `${name}-${number}`;
  used.add(unique);
  return unique;
}

function writeCli({ name, description, tools }: SkillCli): string {
  const said = plainText(cutToBytes(description, MAX_DESCRIPTION));
  const head = `# ${plainText(name)}\n\n${said === "" ? "" : `${said}\n\n`}`;
  return `${head}Arguments in bold are required. A search has their types and meanings.\n\n${tools.map(writeTool).join("\n")}`;
}

function writeTool({ name, description, risk, asks, args }: SkillTool): string {
  const facts = [...(risk === undefined ? [] : [`risk: ${risk}`]), ...(asks ? ["asks the user before each call"] : [])];
  const shown = args.slice(0, MAX_ARGUMENTS).map((arg) => (arg.required ? `**${codeSpan(arg.name)}**` : codeSpan(arg.name)));
  const rest = args.length > shown.length ? `, and ${args.length - shown.length} more` : "";
  return [
    `## ${codeSpan(name)}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`,
    "",
    plainText(cutToBytes(description, MAX_DESCRIPTION)) || "No description.",
    "",
    args.length === 0 ? "No arguments." : `Arguments: ${shown.join(", ")}${rest}.`,
    "",
  ].join("\n");
}
