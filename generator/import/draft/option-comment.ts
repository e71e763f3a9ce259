/** Prints options that are not arguments as comments, one line each. */
import type { OptionFacts } from "../description.ts";
import type { OmittedOption } from "./choose-options.ts";
import { isForPeople } from "./rank.ts";
import { MAX_ARGUMENT_TEXT, shortenText } from "./short-text.ts";
import { commentText } from "./yaml-text.ts";

/** Returns the comment of an option: `# --format=<format>  Print in this format`. */
export function optionComment({ option, reason }: OmittedOption): string {
  const { text } = shortenText(option.description?.value ?? "", MAX_ARGUMENT_TEXT);
  const said = [...(reason === undefined ? [] : [`(${reason})`]), ...(text === "" ? [] : [text])].join(" ");
  return commentText(`# ${spell(option)}${said === "" ? "" : `  ${said}`}`);
}

/** Returns the spellings of an option with its placeholder: `-n, --max-count=<number>`. */
function spell({ names, kind, placeholder = "", valueForm, isPair }: OptionFacts): string {
  const shown = names.join(", ");
  if (kind === "switch" || kind === "unknown") return shown;
  if (isPair === true) return `${shown} <key> <value>`;
  const value = /^[<[{(]/.test(placeholder) ? placeholder : `<${placeholder === "" ? "value" : placeholder}>`;
  if (kind === "optional") return `${shown}[=${value}]`;
  // In the word of its option, also after a sign: `-T#`, `-splash:<image>`.
  if (valueForm === "colon") return `${shown}:${value}`;
  return valueForm === "attached"
    ? `${shown}${value}`
    : `${shown}${(names.at(-1) ?? "").startsWith("--") && valueForm !== "bare" ? "=" : " "}${value}`;
}

/** Columns of a list of names. */
const WIDTH = 140;
/** Minimum number of options of which only the names are repeated. */
const MIN_REPEATED = 3;

/** Returns the comments for the omitted options of a tool. */
export type PrintOmitted = (tool: string, omitted: readonly OmittedOption[]) => readonly string[];

/** Creates a printer for the tools of a draft, in their order. A tool whose options an earlier tool has described only names them. */
export function createCommentPrinter(): PrintOmitted {
  const describedAt = new Map<string, string>();
  return (tool, omitted) => {
    const isOther = ({ option, reason }: OmittedOption): boolean => reason === undefined && isForPeople(option);
    const others = omitted.filter(isOther).map(({ option }) => option.names.at(-1) ?? "");
    const lines = omitted.filter((one) => !isOther(one)).map((one) => ({ line: optionComment(one), name: one.option.names.at(-1) ?? "" }));
    const known = new Map<string, string[]>();
    for (const { line, name } of lines) {
      const owner = describedAt.get(line);
      if (owner !== undefined) known.set(owner, [...(known.get(owner) ?? []), name]);
    }
    const repeated = new Map([...known].filter(([, names]) => names.length >= MIN_REPEATED));
    const own = lines.filter(({ line }) => !repeated.has(describedAt.get(line) ?? ""));
    for (const { line } of own) if (!describedAt.has(line)) describedAt.set(line, tool);
    const last = others.length === 0 ? [] : wrapNames("# not for tools:", others);
    return [...own.map(({ line }) => line), ...last, ...[...repeated].flatMap(([owner, names]) => wrapNames(`# as in ${owner}:`, names))];
  };
}

/** Returns names as lines of a comment. */
function wrapNames(start: string, names: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = start;
  for (const name of names) {
    if (line.length + name.length + 2 > WIDTH) {
      lines.push(line);
      line = "#  ";
    }
    line += ` ${name}`;
  }
  return [...lines, line];
}
