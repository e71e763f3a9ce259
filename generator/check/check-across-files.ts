/** Checks the files of a server against each other. */
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.ts";
import { diagnose, withRelated } from "../diagnostics/diagnose.ts";
import type { CheckedFile } from "./files/checked-file.ts";
import { listDefinitions, type DefinedTool } from "./files/definitions.ts";
import { addressOf, locateClosest } from "./files/locations.ts";

/** Returns a warning for each tool that a later file redefines, in the order of the files, and errors for methods that two tools share. */
export function checkAcrossFiles(files: readonly CheckedFile[]): readonly Diagnostic[] {
  const definitions = files.flatMap(listDefinitions);
  return [...findRedefinedTools(definitions), ...findSharedMethods(definitions)];
}

/** Returns a warning for each tool that a later file redefines. The server uses the last definition (vectors list.inline.*). */
function findRedefinedTools(definitions: readonly DefinedTool[]): readonly Diagnostic[] {
  const last = new Map<string, DefinedTool>();
  return definitions.flatMap((definition): readonly Diagnostic[] => {
    const { name } = definition.tool;
    const earlier = last.get(name);
    last.set(name, definition);
    if (earlier === undefined) return [];
    const details = { name, first: earlier.file.document.source.path };
    const diagnostic = diagnose("redefined-tool", locateKey(definition, "name"), details);
    return [withRelated(diagnostic, "defined here before, and not used", locateKey(earlier, "name"))];
  });
}

/** Returns an error for each method of a second tool, because a JSON-RPC method belongs to one tool. */
function findSharedMethods(definitions: readonly DefinedTool[]): readonly Diagnostic[] {
  const first = new Map<string, DefinedTool>();
  return definitions.flatMap((definition): readonly Diagnostic[] => {
    const method = definition.kind === "directive" ? definition.tool.method : undefined;
    if (method === undefined) return [];
    const earlier = first.get(method);
    if (earlier === undefined) {
      first.set(method, definition);
      return [];
    }
    const diagnostic = diagnose("duplicate-method", locateKey(definition, "method"), { name: method });
    return [withRelated(diagnostic, "first written here", locateKey(earlier, "method"))];
  });
}

function locateKey({ file, tool }: DefinedTool, key: string): SourceLocation {
  return locateClosest(file, addressOf(tool.name), [key]);
}
