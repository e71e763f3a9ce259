/** Changes the handlers of the tools of an index. */
import { once } from "../text/once.ts";
import type { Tool } from "../tool/tool.ts";
import type { IndexReader } from "../search/reader.ts";
import { collectPrograms } from "./tool-programs.ts";

/** Creates a reader of the changed tools. Only their handlers may change, so that what searches and lists read stays the same. */
export function changeReader(reader: IndexReader, change: (tool: Tool) => Tool): IndexReader {
  const tools = reader.readTools().map(change);
  const programs = once(() => collectPrograms(tools));
  return {
    ...reader,
    readTool: (ordinal) => tools[ordinal] ?? reader.readTool(ordinal),
    readTools: () => tools,
    findPrograms: (matches) => programs().filter(matches),
  };
}
