/** Checks that the references of a JSON Schema resolve, without endless recursion. */
import type { PlacedReference, References } from "@climax-gen/runtime/internal/json-schema/references";
import type { Dialect, JsonSchema, SchemaObject } from "@climax-gen/runtime/internal/json-schema/schema";
import { indexReferences } from "@climax-gen/runtime/internal/json-schema/references";
import { isSchemaObject, listSubschemas } from "@climax-gen/runtime/internal/json-schema/schema";
import type { YamlPath } from "../../load/locate.ts";
import type { Report } from "../reporting/report.ts";

type Resource = PlacedReference["from"];

/** Checks the references of the schema at a path of the file. */
export function checkReferences(
  root: SchemaObject,
  dialect: Dialect,
  { path, report }: { readonly path: YamlPath; readonly report: Report },
): void {
  const references = indexReferences(root, dialect);
  for (const { reference, path: at, from } of references.all) {
    const referencePath = [...path, ...at];
    const target = references.resolve(reference, from);
    if (target === undefined) {
      report.atValue(reference.startsWith("#") ? "schema-unknown-ref" : "schema-outside-ref", referencePath, { reference });
    } else if (isCyclic({ schema: target.schema, from: target.resource }, references, dialect)) {
      report.atValue("schema-circle", referencePath, { reference });
    }
  }
  const deep = findTooDeep({ schema: root, from: references.document }, references, dialect);
  const found = references.all.find(({ reference, from }) => reference === deep?.reference && from === deep.from);
  if (found !== undefined) {
    report.atValue("schema-too-deep", [...path, ...found.path], { reference: found.reference, limit: MAX_REFERENCES_INSIDE });
  }
}

/** Maximum length of a chain of references. Schemas need few; json-schema-to-typescript recurses for each. */
const MAX_REFERENCES_INSIDE = 100;

/** Returns the first reference that exceeds `MAX_REFERENCES_INSIDE`. Iterative, because chains may be long. */
function findTooDeep(
  start: PlacedSchema,
  references: References,
  dialect: Dialect,
): { readonly reference: string; readonly from: Resource } | undefined {
  const seen = new Set<SchemaObject>();
  const steps: (PlacedSchema & { readonly depth: number })[] = [{ ...start, depth: 0 }];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { schema, depth } = step;
    if (!isSchemaObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const from = references.startedBy(schema) ?? step.from;
    const targets = listTargets(schema, from, references);
    if (depth >= MAX_REFERENCES_INSIDE && targets[0] !== undefined) return { reference: targets[0].reference, from };
    const inside =
      dialect === "draft-07" && "$ref" in schema ? [] : listSubschemas(schema, dialect).filter(({ path: [key] }) => !DEFINITIONS.has(key));
    steps.push(
      ...inside.map((part) => ({ schema: part.schema, from, depth })),
      ...targets.map((target) => ({ ...target, depth: depth + 1 })),
    );
  }
  return undefined;
}

/** Keywords whose schemas apply only by reference. */
const DEFINITIONS: ReadonlySet<unknown> = new Set(["$defs", "definitions"]);

interface PlacedSchema {
  readonly schema: JsonSchema;
  /** The resource that its references are relative to. */
  readonly from: Resource;
}

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const IN_PLACE: ReadonlySet<unknown> = new Set("allOf anyOf oneOf not if then else dependentSchemas dependencies".split(" "));

/**
 * Reports whether validation of one value would never end, because a schema applies itself to the same value again (JSON Schema
 * 2020-12, 9.4.1). A cycle through properties or items ends with the value. Iterative, because chains may be long.
 */
function isCyclic(start: PlacedSchema, references: References, dialect: Dialect): boolean {
  const entered = new Set<SchemaObject>();
  const left = new Set<SchemaObject>();
  const steps: (PlacedSchema & { readonly isEnd?: boolean })[] = [start];
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { schema, from } = step;
    if (!isSchemaObject(schema) || (left.has(schema) && !step.isEnd)) continue;
    if (step.isEnd) left.add(schema);
    else if (entered.has(schema)) return true;
    else {
      entered.add(schema);
      steps.push({ ...step, isEnd: true }, ...listNext(schema, references.startedBy(schema) ?? from, { references, dialect }));
    }
  }
  return false;
}

/** Returns the schemas that this schema applies to the same value. */
function listNext(
  schema: SchemaObject,
  from: Resource,
  { references, dialect }: { readonly references: References; readonly dialect: Dialect },
): readonly PlacedSchema[] {
  const targets = listTargets(schema, from, references);
  if (dialect === "draft-07" && "$ref" in schema) return targets;
  const parts = listSubschemas(schema, dialect).filter(({ path: [keyword] }) => IN_PLACE.has(keyword));
  return [...targets, ...parts.map((part) => ({ schema: part.schema, from }))];
}

/** Returns the target of the schema's `$ref`, if it has one. */
function listTargets(
  schema: SchemaObject,
  from: Resource,
  references: References,
): readonly (PlacedSchema & { readonly reference: string })[] {
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? references.resolve(reference, from) : undefined;
  return typeof reference !== "string" || target === undefined ? [] : [{ reference, schema: target.schema, from: target.resource }];
}
