/** Checks patterns, JMESPath expressions, and the config's own values with the engines that the server uses. */
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { checkLimits } from "./cli/limit-rules.ts";
import type { CheckedFile, CliFile, DirectiveFile } from "./files/checked-file.ts";
import type { Dialect, JsonSchema } from "@climax-gen/runtime/internal/json-schema/schema";
import { isSchemaObject, listSubschemas, readDialect } from "@climax-gen/runtime/internal/json-schema/schema";
import { findMatcherProblem } from "@climax-gen/runtime/internal/json-schema/schema-pattern";
import { findSelectProblem } from "@climax-gen/runtime/internal/output/structured";
import { diagnose } from "../diagnostics/diagnose.ts";
import { addressOf, locateClosest } from "./files/locations.ts";
import type { YamlPath } from "../load/locate.ts";

/** Returns the errors of a file without other errors. Each engine is loaded when it is needed. Never rejects. */
export async function checkCompiled(file: CheckedFile): Promise<readonly Diagnostic[]> {
  switch (file.kind) {
    case "cli":
      return [...(await checkLimits(file)), ...(await checkSelects(file))];
    case "directive":
      return await checkCompiledPatterns(file);
  }
}

/** Returns one diagnostic per invalid expression. Tools that share a default share its expression. */
async function checkSelects(file: CliFile): Promise<readonly Diagnostic[]> {
  const diagnostics = new Map<string, Diagnostic>();
  for (const { name, output } of file.tools) {
    const select = output?.select;
    const problem = select === undefined ? undefined : await findSelectProblem(select);
    if (select === undefined || problem === undefined) continue;
    const withoutDot = select.replace(/^\s*\.(?=.)/, "");
    const isMeant = withoutDot !== select && (await findSelectProblem(withoutDot)) === undefined;
    const location = locateClosest(file, addressOf(name), ["output", "select"]);
    diagnostics.set(
      `${location.source.path}:${location.span.start}`,
      diagnose("output-select", location, { problem, ...(isMeant && { meant: withoutDot }) }),
    );
  }
  return [...diagnostics.values()];
}

/** Returns an error for each pattern that the server could not match. Without a pattern, the matcher is not loaded. Never rejects. */
async function checkCompiledPatterns(file: DirectiveFile): Promise<readonly Diagnostic[]> {
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
