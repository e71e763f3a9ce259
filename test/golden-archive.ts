/**
 * Golden cases as text archives: one `.txtar` file per case contains its inputs and its expected outputs.
 *
 * Each file starts with a line `-- path --`. Two suffixes describe content that a text line cannot:
 * `-- path (no final newline) --`, and `-- path (base64) --` for bytes that are not UTF-8 or contain a carriage return.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Path → content of every file of a case, in the order of the archive. */
export type Archive = ReadonlyMap<string, Buffer>;

const EXTENSION = ".txtar";
const HEADER = /^-- (\S.*?)(?: \((no final newline|base64)\))? --$/;

/** True if the golden tests rewrite their expected output: `npm run test:update`. */
export const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** Names of the cases in a folder, sorted, without the extension. */
export function listCases(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
  return names.map((name) => name.slice(0, -EXTENSION.length)).toSorted();
}

/** Reads the archive of a case. Throws if it does not start with a header. */
export function readCase(folder: string, name: string): Archive {
  const path = join(folder, name + EXTENSION);
  const files = new Map<string, Buffer>();
  let current: { path: string; encoding: string | undefined; lines: string[] } | undefined;
  const finish = (): void => {
    if (current !== undefined) files.set(current.path, decode(current.lines, current.encoding));
  };
  // The last line ends with a newline, so the split returns an empty last string.
  for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
    const [, entry, encoding] = HEADER.exec(line) ?? [];
    if (entry !== undefined) {
      finish();
      current = { path: entry, encoding, lines: [] };
    } else if (current === undefined) throw new Error(`${path}: expected "-- path --", got "${line}"`);
    else current.lines.push(line);
  }
  finish();
  return files;
}

/** Writes the archive of a case. */
export function writeCase(folder: string, name: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const entries = Array.from(files, ([path, content]) => encode(path, Buffer.from(content as Uint8Array)));
  writeFileSync(join(folder, name + EXTENSION), entries.join(""));
}

/** Replaces or adds one file of a case. */
export function updateCase(folder: string, name: string, path: string, content: string): void {
  writeCase(folder, name, new Map<string, string | Uint8Array>([...readCase(folder, name), [path, content]]));
}

/** Returns the text of one file of a case. Throws if the case does not have the file. */
export function textOf(archive: Archive, path: string): string {
  const content = archive.get(path);
  if (content === undefined) throw new Error(`the golden case has no ${path}`);
  return content.toString();
}

/** Returns the files below `prefix`, with paths relative to it. */
export function below(archive: Archive, prefix: string): Archive {
  const entries = Array.from(archive).filter(([path]) => path.startsWith(prefix));
  return new Map(entries.map(([path, content]) => [path.slice(prefix.length), content]));
}

/** Writes the files into a folder. */
export function extract(archive: Archive, folder: string): void {
  for (const [path, content] of archive) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

function decode(lines: readonly string[], encoding: string | undefined): Buffer {
  if (encoding === "base64") return Buffer.from(lines.join(""), "base64");
  const text = lines.join("\n");
  return Buffer.from(encoding === undefined && lines.length > 0 ? `${text}\n` : text);
}

function encode(path: string, content: Buffer): string {
  const text = content.toString();
  const isText = Buffer.from(text).equals(content) && !text.includes("\r") && !text.split("\n").some((line) => HEADER.test(line));
  if (!isText) return `-- ${path} (base64) --\n${content.toString("base64")}\n`;
  if (text === "" || text.endsWith("\n")) return `-- ${path} --\n${text}`;
  return `-- ${path} (no final newline) --\n${text}\n`;
}
