/**
 * Golden cases as text archives: one `.txtar` file per case contains its inputs and its expected outputs.
 *
 * Each file starts with a line `-- path --`. Two suffixes describe content that a text line cannot:
 * `-- path (no final newline) --`, and `-- path (base64) --` for bytes that are not UTF-8 or contain a carriage return. After
 * `-- path (patch of base) --` are the differences to another text, in the format of `golden-patch.ts`: none if both are equal. The base is
 * a path relative to the directory of the file, or `archive:path` for a file of another archive in the same folder.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { applyPatch, createPatch } from "./golden-patch.ts";

/** Path → content of every file of a case, in the order of the archive. */
export type Archive = ReadonlyMap<string, Buffer>;

/** A file as the archive has it: `form` is the suffix of its header, and `lines` are the lines that follow. */
type Entry = { readonly path: string; readonly form: string | undefined; readonly lines: readonly string[] };

const EXTENSION = ".txtar";
const PATCH_OF = "patch of ";
const HEADER = /^-- (\S.*?)(?: \((no final newline|base64|patch of [^)]+)\))? --$/;

/** True if the golden tests rewrite their expected output: `npm run test:update`. */
export const isUpdate = process.env["UPDATE_GOLDEN"] === "1";

/** Names of the cases in a folder, sorted, without the extension. */
export function listCases(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION));
  return names.map((name) => name.slice(0, -EXTENSION.length)).toSorted();
}

/** Returns the paths of an archive's files, without reading their content. */
export function listPaths(folder: string, name: string): readonly string[] {
  return readEntries(folder, name).map(({ path }) => path);
}

/**
 * Reads the files of a case whose paths start with `prefix`, all by default. Throws if the archive does not start with a header, or a patch
 * does not match its base.
 */
export function readCase(folder: string, name: string, prefix = ""): Archive {
  const entries = readEntries(folder, name);
  const read = entries.filter(({ path }) => path.startsWith(prefix));
  return new Map(read.map((entry) => [entry.path, decode({ folder, name, entries }, entry)]));
}

/**
 * Replaces all files of a case whose paths start with `prefix`, and leaves the others as they are. `bases` has the base of each file that
 * becomes a patch.
 */
export function replaceBelow(
  { folder, name, prefix }: { readonly folder: string; readonly name: string; readonly prefix: string },
  files: ReadonlyMap<string, string | Uint8Array>,
  bases: ReadonlyMap<string, string> = new Map(),
): void {
  const kept = readEntries(folder, name).filter(({ path }) => !path.startsWith(prefix));
  const replaced = Array.from(files, ([path, content]) => {
    const base = bases.get(path);
    const whole = encode(prefix + path, Buffer.from(content as Uint8Array));
    return base === undefined ? whole : toPatch(whole, base, readBase({ folder, name, entries: kept }, prefix + path, base));
  });
  writeFileSync(join(folder, name + EXTENSION), print([...kept, ...replaced]));
}

/** Replaces the text of one file of a case, or adds the file. Leaves the others as they are. */
export function updateCase(folder: string, name: string, path: string, content: string): void {
  const entries = readEntries(folder, name);
  const updated = encode(path, Buffer.from(content));
  const isNew = entries.every((entry) => entry.path !== path);
  const all = isNew ? [...entries, updated] : entries.map((entry) => (entry.path === path ? updated : entry));
  writeFileSync(join(folder, name + EXTENSION), print(all));
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

function readEntries(folder: string, name: string): readonly Entry[] {
  const file = join(folder, name + EXTENSION);
  const entries: (Entry & { readonly lines: string[] })[] = [];
  // The last line ends with a newline, so the split returns an empty last string.
  for (const line of readFileSync(file, "utf8").split("\n").slice(0, -1)) {
    const [, path, form] = HEADER.exec(line) ?? [];
    const current = entries.at(-1);
    if (path !== undefined) entries.push({ path, form, lines: [] });
    else if (current === undefined) throw new Error(`${file}: expected "-- path --", got "${line}"`);
    else current.lines.push(line);
  }
  return entries;
}

/** The archive of a file to read, and the entries that can be bases. */
type Source = { readonly folder: string; readonly name: string; readonly entries: readonly Entry[] };

function decode(source: Source, { path, form, lines }: Entry): Buffer {
  if (form === "base64") return Buffer.from(lines.join(""), "base64");
  if (form?.startsWith(PATCH_OF) === true) {
    const base = readBase(source, path, form.slice(PATCH_OF.length));
    try {
      return Buffer.from(toText(applyPatch(base, lines)));
    } catch (error) {
      throw new Error(`${source.name}${EXTENSION}: ${path}: ${(error as Error).message}`, { cause: error });
    }
  }
  return Buffer.from(form === undefined ? toText(lines) : lines.join("\n"));
}

/** Returns the lines of the file that `base` names in the header of `path`. */
function readBase({ folder, name, entries }: Source, path: string, base: string): readonly string[] {
  const [, archive = name, target = ""] = /^(?:([^:]+):)?(.+)$/.exec(base) ?? [];
  const isOwn = archive === name;
  // A file is no base of itself: a cycle ends with a base that does not exist.
  const others = isOwn ? entries.filter((other) => other.path !== path) : readEntries(folder, archive);
  const entry = others.find((other) => other.path === (isOwn ? posix.join(posix.dirname(path), target) : target));
  if (entry === undefined) throw new Error(`${name}${EXTENSION}: ${path}: its base ${base} does not exist`);
  const text = decode({ folder, name: archive, entries: others }, entry).toString();
  if (text !== "" && !text.endsWith("\n")) throw new Error(`${name}${EXTENSION}: ${path}: its base ${base} has no final newline`);
  return toLines(text);
}

function encode(path: string, content: Buffer): Entry {
  const text = content.toString();
  const isText = Buffer.from(text).equals(content) && !text.includes("\r") && !text.split("\n").some((line) => HEADER.test(line));
  if (!isText) return { path, form: "base64", lines: [content.toString("base64")] };
  if (text !== "" && !text.endsWith("\n")) return { path, form: "no final newline", lines: text.split("\n") };
  return { path, form: undefined, lines: toLines(text) };
}

/** Returns a text as a patch of its base. Content that a patch cannot describe remains whole. */
function toPatch(whole: Entry, base: string, baseLines: readonly string[]): Entry {
  const lines = whole.form === undefined ? createPatch(baseLines, whole.lines) : [];
  const isPatch = whole.form === undefined && !lines.some((line) => HEADER.test(line));
  return isPatch ? { path: whole.path, form: PATCH_OF + base, lines } : whole;
}

function print(entries: readonly Entry[]): string {
  return entries.map(({ path, form, lines }) => toText([`-- ${path}${form === undefined ? "" : ` (${form})`} --`, ...lines])).join("");
}

function toLines(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
