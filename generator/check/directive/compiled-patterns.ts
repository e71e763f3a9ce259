/** Compiles the patterns of input schemas with the matcher of the server, which rejects some that are valid in ECMAScript. */
import type { Dialect, JsonSchema } from "@climax-gen/runtime/compiler";
import { findMatcherProblem, isSchemaObject, listSubschemas, readDialect } from "@climax-gen/runtime/compiler";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { YamlPath } from "../../load/locate.ts";
import type { DirectiveFile } from "../files/checked-file.ts";
import { addressOf, locateClosest } from "../files/locations.ts";

/** Returns an error for each pattern that the server could not match. Without a pattern, the matcher is not loaded. Never rejects. */
export async function checkCompiledPatterns(file: DirectiveFile): Promise<readonly Diagnostic[]> {
  const found = await Promise.all(
    file.tools.flatMap(({ name, inputSchema }) => {
      const address = addressOf(name);
      const patterns = listPatterns(inputSchema, readDialect(inputSchema) ?? "2020-12", ["inputSchema"]);
      return patterns.map(async ({ pattern, path, side }): Promise<readonly Diagnostic[]> => {
        const problem = await findMatcherProblem(pattern);
        return problem === undefined ? [] : [diagnose("schema-pattern-compile", locateClosest(file, address, path, side), { problem })];
      });
    }),
  );
  return found.flat();
}

interface PlacedPattern {
  readonly pattern: string;
  readonly path: YamlPath;
  /** Whether the pattern is the key of an entry, or the value. */
  readonly side: "key" | "value";
}

function listPatterns(schema: JsonSchema, dialect: Dialect, path: YamlPath): readonly PlacedPattern[] {
  if (!isSchemaObject(schema)) return [];
  const { pattern, patternProperties } = schema;
  const own: readonly PlacedPattern[] = typeof pattern === "string" ? [{ pattern, path: [...path, "pattern"], side: "value" }] : [];
  const names = isSchemaObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...own,
    ...names.map((name): PlacedPattern => ({ pattern: name, path: [...path, "patternProperties", name], side: "key" })),
    ...listSubschemas(schema, dialect).flatMap((part) => listPatterns(part.schema, dialect, [...path, ...part.path])),
  ];
}
