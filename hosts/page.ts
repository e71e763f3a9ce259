/** Writes the tables of docs/hosts.md from the results. Pure. */
import type { HostResult, ModeResult } from "./results.ts";
import { modes } from "./scenarios.ts";

type Row = readonly string[];
type Cell = (result: HostResult) => string;

/** Replaces the text between the marks of each table. */
export function writeTables(page: string, results: readonly HostResult[]): string {
  const measured = results.filter(({ absent }) => absent === undefined);
  const hosts = measured.filter(({ kind }) => kind === "host");
  const tables: Readonly<Record<string, string>> = {
    versions: versionTable(results),
    unattended: toTable(hosts, UNATTENDED),
    discovery: toTable(measured, DISCOVERY),
    replies: toTable(measured, REPLIES),
    length: toTable(measured, LENGTH),
    media: toTable(measured, MEDIA),
    process: toTable(measured, PROCESS),
    rules: rulesTable(hosts.filter(({ rules }) => rules !== undefined)),
  };
  return Object.entries(tables).reduce((text, [name, table]) => {
    const mark = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`);
    return text.replace(mark, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
  }, page);
}

/** Returns the cell of every mode, joined if they are equal. */
function byMode(cell: (mode: ModeResult) => string | undefined): Cell {
  return ({ modes: found }) => {
    const cells = modes.flatMap((mode) => {
      const result = found[mode];
      const text = result && cell(result);
      return text === undefined ? [] : [{ mode, text }];
    });
    if (new Set(cells.map(({ text }) => text)).size <= 1) return cells[0]?.text ?? "";
    const texts = [...new Set(cells.map(({ text }) => text))];
    return texts
      .map(
        (text) =>
          `${cells
            .filter((one) => one.text === text)
            .map(({ mode }) => mode)
            .join(", ")}: ${text}`,
      )
      .join("; ");
  };
}

const reply = (id: string): Cell => byMode(({ replies }) => replies[id]);
/** A cell of progressive mode. */
const progressive =
  (cell: (mode: ModeResult) => string | undefined): Cell =>
  ({ modes: { progressive: found } }) =>
    (found && cell(found)) ?? "";
const fact =
  (name: string): Cell =>
  ({ connection }) =>
    connection[name] ?? "";

const UNATTENDED: Readonly<Record<string, Cell>> = {
  progressive: ({ modes: found }) => found.progressive?.permissions ?? "",
  "`--split-calls`": ({ modes: found }) => found.split?.permissions ?? "",
  classic: ({ modes: found }) => found.classic?.permissions ?? "",
  "a confirmation, with all permissions": byMode(({ confirmation }) => confirmation),
};

const DISCOVERY: Readonly<Record<string, Cell>> = {
  "progressive list": ({ modes: found }) => found.progressive?.listing ?? "",
  "split list": ({ modes: found }) => found.split?.listing ?? "",
  "classic list": ({ modes: found }) => found.classic?.listing ?? "",
  instructions: byMode(({ instructions }) => (instructions === "none sent" ? undefined : instructions)),
  "name of `demo_show`": ({ connection: { name = "" } }) => (name === "" ? "" : `\`${name.replace(/demo_[a-z]+$/, "demo_show")}\``),
};

const REPLIES: Readonly<Record<string, Cell>> = {
  "notes after JSON": reply("report"),
  "a failed command": reply("fail"),
  "text of a media type": reply("table"),
};

const LENGTH: Readonly<Record<string, Cell>> = {
  "a reply of 17 KB": progressive(({ replies }) => replies["long"]),
  "the longest reply": progressive(({ replies }) => replies["cut"]),
};

const MEDIA: Readonly<Record<string, Cell>> = { image: reply("picture"), audio: reply("sound") };

const PROCESS: Readonly<Record<string, Cell>> = {
  handshake: fact("handshake"),
  "name of the client": ({ connection: { client = "" } }) => (client === "" ? "" : `\`${client}\``),
  declares: fact("declares"),
  "requests progress": fact("progress"),
  "environment of the server": fact("environment"),
  "a call of 70 s": ({ slow = "" }) => slow,
};

function toTable(results: readonly HostResult[], columns: Readonly<Record<string, Cell>>): string {
  return formatTable([
    ["host", ...Object.keys(columns)],
    ...results.map((result) => [result.title, ...Object.values(columns).map((cell) => cell(result))]),
  ]);
}

/** Returns a row for each shell command and tool, and a column for each host. */
function rulesTable(results: readonly HostResult[]): string {
  const names = [...new Set(results.flatMap(({ rules = {} }) => Object.keys(rules)))];
  const rows = names.map((name) => [
    name.includes(" tool") || name === "search" ? name : `\`${name}\``,
    ...results.map(({ rules = {} }) => rules[name] ?? ""),
  ]);
  return formatTable([["call", ...results.map(({ title }) => title)], ...rows]);
}

function versionTable(results: readonly HostResult[]): string {
  return formatTable([
    ["host", "name for `npm run hosts`", "version", "measured"],
    ...results.map(({ title, id, version, date, absent }) => [title, `\`${id}\``, version, absent === undefined ? date : `no: ${absent}`]),
  ]);
}

/** Formats a table with columns of equal width, as the formatter of the project does. */
function formatTable(rows: readonly Row[]): string {
  const [head = []] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const line = (row: Row): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`;
  const [first = [], ...others] = rows;
  return `${[line(first), line(widths.map((width) => "-".repeat(width))), ...others.map(line)].join("\n")}\n`;
}
