/** Reads the data of the page: elements with JSON, which are parsed when they are needed. */
import type { PageData, PageTool } from "../page-data.ts";
import { chunkId, PAGE_DATA_ID } from "../page-data.ts";

/** The data of the page. */
export interface PageStore extends PageData {
  /** Returns a tool by its index in `rows`. Parses its chunk on the first use. */
  readonly readTool: (index: number) => PageTool;
  /** Returns all tools, in the order of `rows`. Parses all chunks. */
  readonly readTools: () => readonly PageTool[];
  /** Returns the index of a tool in `rows`. */
  readonly findTool: (name: string) => number | undefined;
}

/** Opens the data of this document. Throws if an element is missing, which is an error of the page's generator. */
export function openPageStore(): PageStore {
  const data = readElement(PAGE_DATA_ID) as PageData;
  const { rows, chunkSize } = data;
  const chunks = new Map<number, readonly PageTool[]>();
  const indexes = new Map(rows.map(({ name }, index) => [name, index]));
  const readChunk = (number: number): readonly PageTool[] => {
    const chunk = chunks.get(number) ?? (readElement(chunkId(number)) as readonly PageTool[]);
    chunks.set(number, chunk);
    return chunk;
  };
  return {
    ...data,
    readTool(index) {
      const tool = readChunk(Math.floor(index / chunkSize))[index % chunkSize];
      if (tool === undefined) throw new RangeError(`no tool ${index}: the page has ${rows.length}`);
      return tool;
    },
    readTools: () => Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, number) => readChunk(number)).flat(),
    findTool: (name) => indexes.get(name),
  };
}

function readElement(id: string): unknown {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no element ${id}`);
  return JSON.parse(element.textContent ?? "");
}
