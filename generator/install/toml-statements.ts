/** A TOML text as the lines that belong together. */
import { parse } from "smol-toml";

export interface TomlStatement {
  /** A comment or an empty line is `other`; an array of tables, `[[…]]`, is a `table` without keys. */
  readonly kind: "table" | "pair" | "other";
  /** Of a table, all of its name; of a pair, the first key. */
  readonly keys: readonly string[];
  /** Offsets of its first and behind its last line, line end included. */
  readonly start: number;
  readonly end: number;
}

/**
 * The statements of a valid text, in order and without gaps; undefined where it is not valid. A value may span lines: a statement is
 * the fewest lines that are valid alone, which holds because no proper beginning of a TOML statement is one.
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
  try {
    return parse(text, { integersAsBigInt: "asNeeded" });
  } catch {
    // The statement goes on in the next line.
    return undefined;
  }
}

function describe(text: string, parsed: object): Pick<TomlStatement, "kind" | "keys"> {
  if (text === "" || text.startsWith("#")) return { kind: "other", keys: [] };
  if (text.startsWith("[[")) return { kind: "table", keys: [] };
  return text.startsWith("[") ? { kind: "table", keys: tableKeys(parsed) } : { kind: "pair", keys: Object.keys(parsed) };
}

/** A header alone is a chain of tables with one key each. */
function tableKeys(parsed: unknown): readonly string[] {
  if (typeof parsed !== "object" || parsed === null) return [];
  const [pair] = Object.entries(parsed);
  return pair === undefined ? [] : [pair[0], ...tableKeys(pair[1])];
}
