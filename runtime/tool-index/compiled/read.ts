/** Reads the compiled index: the header when it is opened, the other files on first use, and records one at a time. */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import type { IndexReader, ResultForm, ResultTexts, SearchText } from "../../search/reader.ts";
import type { SearchStatistics } from "../../search/statistics.ts";
import { createVocabulary } from "../../search/vocabulary.ts";
import { keepResults, RESULT_FORMS } from "../result-texts.ts";
import { once } from "../../text/once.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ToolListing } from "../../tool/tool-listing.ts";
import { cliPrograms } from "../tool-programs.ts";
import type { CompiledHeader, DataFile, Offsets, ToolRecord } from "./format.ts";
import { toTool } from "./record.ts";
import { FILES, FORMAT_VERSION, offsetLengths, wordTableLengths } from "./format.ts";

/** An opened index: its header, and the reader of its tools. */
export interface CompiledIndex {
  readonly header: CompiledHeader;
  readonly reader: IndexReader;
}

/**
 * Opens the compiled index in `folder`. Throws an `Error` whose message contains the remedy if the header is missing, damaged or of
 * another version.
 */
export function openCompiledIndex(folder: string): CompiledIndex {
  const header = readHeader(join(folder, FILES.header));
  const clis = header.clis;
  const data = dataOf(folder, header);
  const offsets = once(() => readOffsets(data.read("offsets"), header.tool_count));
  const searchText = once((): SearchText => ({ text: data.readText("search"), starts: offsets().searchStarts }));
  const names = once(() => data.read("names"));
  const records = once(() => data.open("tools"));
  const results = once(() => data.open("results"));

  const programs = once(() => header.programs ?? cliPrograms(clis));

  const parseTool = (record: ToolRecord): Tool => {
    const owner = clis[record.cli];
    if (owner === undefined) throw damaged("tools");
    return toTool(record, owner.cli);
  };
  const reader: IndexReader = {
    toolCount: header.tool_count,
    clis,
    searchText,
    statistics: once(() => openStatistics(data, header.bytes.postings)),
    nameRanks: () => offsets().nameRanks,
    twins: () => offsets().twins,
    results: resultsOf(results, offsets),
    readTool: (ordinal) => parseTool(parse("tools", readLine(records(), offsets().recordStarts, ordinal)) as ToolRecord),
    readTools: () => (parseLines(data, "tools") as readonly ToolRecord[]).map(parseTool),
    readListings: () => parseLines(data, "listings") as readonly ToolListing[],
    findTool: (name) => findName(names(), offsets(), Buffer.from(name)),
    findPrograms: (matches) => programs().filter(matches),
    risks: once(() => new Set(header.risks)),
    methods: new Map(Object.entries(header.methods ?? {})),
    toolNames: () => names().toString("utf8").split("\n").slice(0, -1),
  };
  return { header, reader };
}

/** Reads the results, and keeps the last ones. Their sizes need no reading. */
function resultsOf(file: () => OpenedFile, offsets: () => Offsets): ResultTexts {
  const lineOf = (ordinal: number, form: ResultForm): number => {
    const line = ordinal * RESULT_FORMS.length + RESULT_FORMS.indexOf(form);
    const { resultStarts } = offsets();
    return form === "short" && (resultStarts[line + 1] ?? 0) - (resultStarts[line] ?? 0) === 1 ? line - 1 : line;
  };
  const read = keepResults((line) => [readLine(file(), offsets().resultStarts, line)]);
  return {
    text: (ordinal, form) => read(lineOf(ordinal, form))[0] ?? "",
    size(ordinal, form) {
      const line = lineOf(ordinal, form);
      return (offsets().resultStarts[line + 1] ?? NaN) - (offsets().resultStarts[line] ?? NaN) - 1;
    },
  };
}

/** Parses all lines of a file at once, which takes a third of the time of parsing each. */
function parseLines(data: IndexData, file: DataFile): unknown {
  return parse(file, `[${data.readText(file).trimEnd().replaceAll("\n", ",")}]`);
}

/** Parses a text of a file. Throws if it is not JSON. */
function parse(file: DataFile, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged(file);
  }
}

function readHeader(path: string): CompiledHeader {
  const header = parseHeader(path);
  if (header.format !== FORMAT_VERSION) {
    throw new Error(`${path} has index format ${String(header.format)}, this server reads ${String(FORMAT_VERSION)}: run climax-gen again`);
  }
  return header;
}

function parseHeader(path: string): CompiledHeader {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as CompiledHeader;
  } catch {
    throw damaged("header");
  }
}

/** Access to the files other than the header. All functions throw if a file is missing, or if its size differs from the header. */
interface IndexData {
  readonly read: (file: DataFile) => Buffer;
  /** Reads a file as a string, without keeping its bytes in memory. */
  readonly readText: (file: DataFile) => string;
  /** Opens a file. The descriptor remains open while the server runs. */
  readonly open: (file: DataFile) => OpenedFile;
}

interface OpenedFile {
  readonly descriptor: number;
  /** In bytes. */
  readonly size: number;
}

function dataOf(folder: string, { bytes }: CompiledHeader): IndexData {
  const open = (file: DataFile): OpenedFile => {
    try {
      const descriptor = openSync(join(folder, FILES[file]), "r");
      if (fstatSync(descriptor).size === bytes[file]) return { descriptor, size: bytes[file] };
    } catch {
      // The system's error is dropped, because callers must not see the path in its message.
    }
    throw damaged(file);
  };
  const use = <Content>(file: DataFile, read: (descriptor: number) => Content): Content => {
    const { descriptor } = open(file);
    try {
      return read(descriptor);
    } finally {
      closeSync(descriptor);
    }
  };
  return {
    open,
    read: (file) => use(file, (descriptor) => readFileSync(descriptor)),
    readText: (file) => use(file, (descriptor) => readFileSync(descriptor, "utf8")),
  };
}

function damaged(file: keyof typeof FILES): Error {
  return new Error(`the file ${FILES[file]} of the compiled index is missing or damaged: run climax-gen again`);
}

function readOffsets(bytes: Buffer, toolCount: number): Offsets {
  const [searchStarts, nameStarts, nameTools, nameRanks, recordStarts, resultStarts, twins] = splitNumbers(bytes, offsetLengths(toolCount));
  return { searchStarts, nameStarts, nameTools, nameRanks, recordStarts, resultStarts, twins };
}

/** Reads all terms together, because every query searches them. Postings are read for each term of a query. */
function openStatistics(data: IndexData, postingsSize: number): SearchStatistics {
  const table = data.read("wordTable");
  const [starts, postingStarts, counts, ownCounts] = splitNumbers(table, wordTableLengths(countWords(table.byteLength)));
  const text = data.readText("words");
  // With damaged starts, no term would be found, and the search would return fewer tools instead of an error.
  if (starts.at(-1) !== text.length || postingStarts.at(-1) !== postingsSize) throw damaged("wordTable");
  const postings = once(() => data.open("postings"));
  return {
    vocabulary: createVocabulary({ text, starts }),
    countAt: (term) => counts[term] ?? 0,
    ownCountAt: (term) => ownCounts[term] ?? 0,
    postingsAt: (term) => readBytes(postings(), { start: postingStarts[term], end: postingStarts[term + 1], table: "wordTable" }),
  };
}

/** Returns the number of terms. The table has four numbers for each term, and two further numbers. */
function countWords(bytes: number): number {
  return Math.floor((bytes / Uint32Array.BYTES_PER_ELEMENT - 2) / 4);
}

/** Splits little-endian numbers into parts. Uses views of `bytes` instead of copying in a loop, which is slow in the first search. */
function splitNumbers<const Lengths extends readonly number[]>(bytes: Buffer, lengths: Lengths): { [Index in keyof Lengths]: Uint32Array } {
  const ordered = endianness() === "LE" ? bytes : bytes.swap32();
  // A small buffer can be a slice of a larger one at an unaligned offset. A copy is aligned.
  const isAligned = ordered.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0;
  const { buffer, byteOffset, byteLength } = isAligned ? ordered : Uint8Array.from(ordered);
  const numbers = new Uint32Array(buffer, byteOffset, byteLength / Uint32Array.BYTES_PER_ELEMENT);
  let at = 0;
  const parts = lengths.map((length) => {
    at += length;
    return numbers.subarray(at - length, at);
  });
  return parts as { [Index in keyof Lengths]: Uint32Array };
}

function readLine(file: OpenedFile, starts: Uint32Array, ordinal: number): string {
  // The line feed at the end is not part of the line.
  const end = (starts[ordinal + 1] ?? NaN) - 1;
  return readBytes(file, { start: starts[ordinal], end, table: "offsets" }).toString("utf8");
}

/** A part of a file. */
interface ByteRange {
  /** Undefined if the table has no such entry. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** The file that contains the two offsets. It is damaged if they do not fit. */
  readonly table: DataFile;
}

function readBytes({ descriptor, size }: OpenedFile, { start = NaN, end = NaN, table }: ByteRange): Buffer {
  if (!(start <= end) || end > size) throw damaged(table);
  const bytes = Buffer.allocUnsafe(end - start);
  for (let read = 0; read < bytes.length;) {
    const count = readSync(descriptor, bytes, read, bytes.length - read, start + read);
    if (count === 0) throw damaged(table);
    read += count;
  }
  return bytes;
}

/** Finds a tool by binary search over the sorted names. A name from a user is compared as bytes, and is never a property key. */
function findName(names: Buffer, { nameStarts, nameTools }: Offsets, wanted: Buffer): number | undefined {
  let low = 0;
  let high = nameTools.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [start = NaN, end = NaN] = nameStarts.subarray(middle, middle + 2);
    if (!(start < end) || end > names.length) throw damaged("offsets");
    const order = wanted.compare(names, start, end - 1);
    if (order === 0) return nameTools[middle];
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}
