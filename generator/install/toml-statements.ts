/** Splits TOML into statements, each of one or more whole lines. */
import { valueOr } from "@climax-gen/runtime/internal/text/value-or";
import { parse } from "smol-toml";

/** A line or a multi-line entry of a TOML file. */
export interface TomlStatement {
  /** `other` for a comment or an empty line. An array of tables, `[[…]]`, is a `table` without keys. */
  readonly kind: "table" | "pair" | "other";
  /** All keys of a table's name, or the first key of a pair. */
  readonly keys: readonly string[];
  /** Offsets of the start of the first line and the end of the last line, including its line ending. */
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the statements of a text in order and without gaps. Returns undefined if the text is not valid. A statement that spans lines
 * ends at the first line that makes it valid, because no proper prefix of a TOML statement is a valid statement.
 */
export function splitStatements(text: string): readonly TomlStatement[] | undefined {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const statements: TomlStatement[] = [];
  let start = 0;
  for (let index = 0; index < lines.length;) {
    let statement = "";
    let parsed: object | undefined;
    while (parsed === undefined) {
      const line = lines[index++];
      if (line === undefined) return undefined;
      statement += line;
      parsed = parseStatement(statement);
    }
    statements.push({ ...describe(statement.trim(), parsed), start, end: start + statement.length });
    start += statement.length;
  }
  return statements;
}

function parseStatement(text: string): object | undefined {
  // The statement continues on the next line.
  return valueOr(undefined, () => parse(text, { integersAsBigInt: "asNeeded" }));
}

function describe(text: string, parsed: object): Pick<TomlStatement, "kind" | "keys"> {
  if (text === "" || text.startsWith("#")) return { kind: "other", keys: [] };
  if (text.startsWith("[[")) return { kind: "table", keys: [] };
  return text.startsWith("[") ? { kind: "table", keys: tableKeys(parsed) } : { kind: "pair", keys: Object.keys(parsed) };
}

/** Returns the keys of a table header, which parses to nested tables with one key each. */
function tableKeys(parsed: unknown): readonly string[] {
  if (typeof parsed !== "object" || parsed === null) return [];
  const [pair] = Object.entries(parsed);
  return pair === undefined ? [] : [pair[0], ...tableKeys(pair[1])];
}
