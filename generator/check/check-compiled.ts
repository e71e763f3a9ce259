/** Checks patterns, JMESPath expressions, and the config's own values with the engines that the server uses. */
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.ts";
import { checkLimits } from "./cli/limit-rules.ts";
import type { CheckedFile, CliFile, CommandTool, DirectiveFile } from "./files/checked-file.ts";
import type { Dialect, JsonSchema } from "@climax-gen/runtime/internal/json-schema/schema";
import { isSchemaObject, listSubschemas, readDialect } from "@climax-gen/runtime/internal/json-schema/schema";
import { findMatcherProblem } from "@climax-gen/runtime/internal/json-schema/schema-pattern";
import { findSelectProblem } from "@climax-gen/runtime/internal/output/structured";
import { findPatternProblem } from "@climax-gen/runtime/internal/text/linear-pattern";
import { diagnose } from "../diagnostics/diagnose.ts";
import { addressOf, locateClosest } from "./files/locations.ts";
import type { YamlPath } from "../load/locate.ts";

/** Returns the errors of a file without other errors. Each engine is loaded when it is needed. Never rejects. */
export async function checkCompiled(file: CheckedFile): Promise<readonly Diagnostic[]> {
  switch (file.kind) {
    case "cli":
      return [...(await checkLimits(file)), ...(await checkOutputRules(file))];
    case "directive":
      return await checkCompiledPatterns(file);
  }
}

/** An expression or a pattern of a tool about its output, and its location. */
interface OutputRule {
  readonly source: string;
  readonly isPattern: boolean;
  readonly path: YamlPath;
}

/** Returns one diagnostic per invalid expression and pattern. Tools that share a default share its rules. */
async function checkOutputRules(file: CliFile): Promise<readonly Diagnostic[]> {
  const diagnostics = new Map<string, Diagnostic>();
  for (const tool of file.tools) {
    for (const rule of listOutputRules(tool)) {
      const location = locateClosest(file, addressOf(tool.name), rule.path);
      const diagnostic = rule.isPattern ? await checkPattern(rule, location) : await checkExpression(rule, location);
      if (diagnostic !== undefined) diagnostics.set(`${location.source.path}:${location.span.start}`, diagnostic);
    }
  }
  return [...diagnostics.values()];
}

function listOutputRules({ output, exit_codes = {} }: CommandTool): readonly OutputRule[] {
  const select = output?.select;
  return [
    ...(select === undefined ? [] : [{ source: select, isPattern: false, path: ["output", "select"] }]),
    ...Object.entries(exit_codes).flatMap(([code, meaning]): readonly OutputRule[] => {
      if (typeof meaning !== "object" || !("error_if" in meaning)) return [];
      const path = ["exit_codes", code, "error_if"];
      if (typeof meaning.error_if === "string") return [{ source: meaning.error_if, isPattern: false, path }];
      return Object.entries(meaning.error_if).map(([stream, source]: [string, string]) => ({
        source,
        isPattern: true,
        path: [...path, stream],
      }));
    }),
  ];
}

async function checkExpression({ source }: OutputRule, location: SourceLocation): Promise<Diagnostic | undefined> {
  const problem = await findSelectProblem(source);
  if (problem === undefined) return undefined;
  const withoutDot = source.replace(/^\s*\.(?=.)/, "");
  const isMeant = withoutDot !== source && (await findSelectProblem(withoutDot)) === undefined;
  return diagnose("output-select", location, { problem, ...(isMeant && { meant: withoutDot }) });
}

async function checkPattern({ source, path }: OutputRule, location: SourceLocation): Promise<Diagnostic | undefined> {
  const problem = await findPatternProblem(source, "deny");
  return problem === undefined ? undefined : diagnose("bad-pattern", location, { key: String(path.at(-1)), problem, isOf: "output" });
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
