/** Lists the tools of checked files, each with the file that defines it. */
import type { CheckedFile, CliFile, CommandTool, DirectiveFile, DirectiveTool } from "./checked-file.ts";

/** A tool and the file that defines it. */
export type DefinedTool =
  | { readonly kind: "cli"; readonly file: CliFile; readonly tool: CommandTool }
  | { readonly kind: "directive"; readonly file: DirectiveFile; readonly tool: DirectiveTool };

/** Returns the tools of a file, in their order. */
export function listDefinitions(file: CheckedFile): readonly DefinedTool[] {
  switch (file.kind) {
    case "cli":
      return file.tools.map((tool) => ({ kind: "cli", file, tool }));
    case "directive":
      return file.tools.map((tool) => ({ kind: "directive", file, tool }));
  }
}

/** Returns the definition of each tool, by name: the last one in the order of the files (vectors list.inline.*). */
export function findDefinitions(files: readonly CheckedFile[]): ReadonlyMap<string, DefinedTool> {
  return new Map(files.flatMap(listDefinitions).map((definition) => [definition.tool.name, definition]));
}
