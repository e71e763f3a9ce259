/** Validates a value against a schema: evaluates the keywords with subschemas, and tracks the evaluated properties and items. */
import type { Validation } from "./assertions.ts";
import { findOwnProblems } from "./assertions.ts";
import type { SchemaProblem, ValuePath } from "./problem.ts";
import { countOf, describeAlternatives } from "./problem.ts";
import type { References, Resource } from "./references.ts";
import type { JsonSchema, SchemaObject } from "./schema.ts";
import { isSchema, isSchemaObject } from "./schema.ts";

/** The position of an evaluation, in the value and in the schema. */
export interface EvaluationFrame extends Validation {
  readonly references: References;
  readonly path: ValuePath;
  /** The resource of the schema: the base of its references. */
  readonly resource: Resource;
}

/** Result of validating a value against a schema. */
export interface Evaluation {
  readonly problems: readonly SchemaProblem[];
  /** Evaluated properties and indices. All others are "unevaluated". */
  readonly seen: ReadonlySet<string | number>;
}

const NOTHING: Evaluation = { problems: [], seen: new Set() };

/** Validates a JSON value; returns all problems. Only own properties count. */
export function evaluate(schema: JsonSchema, value: unknown, outer: EvaluationFrame): Evaluation {
  if (schema === true) return NOTHING;
  if (schema === false) return fail("false", "not be given", outer.path);
  const started = outer.references.startedBy(schema);
  const frame = started === undefined ? outer : { ...outer, resource: started };
  const isReference = "$ref" in schema && outer.dialect === "draft-07";
  if (isReference) return evaluateReference(schema["$ref"], value, outer);

  const own = findOwnProblems(schema, value, frame.path, frame);
  if (own.some(({ keyword }) => keyword === "type")) return { ...NOTHING, problems: own };
  const context: Context = { schema, value, frame };
  const direct = combine([
    { ...NOTHING, problems: own },
    ...("$ref" in schema ? [evaluateReference(schema["$ref"], value, frame)] : []),
    evaluateCombinations(context),
    evaluateCondition(context),
    evaluateProperties(context),
    evaluateItems(context),
    evaluateContains(context),
  ]);
  return combine([direct, evaluateRest(context, direct.seen)]);
}

interface Context {
  readonly schema: SchemaObject;
  readonly value: unknown;
  readonly frame: EvaluationFrame;
}

function fail(keyword: string, must: string, path: ValuePath): Evaluation {
  return { ...NOTHING, problems: [{ path, keyword, must }] };
}

function combine(parts: readonly Evaluation[]): Evaluation {
  return { problems: parts.flatMap(({ problems }) => problems), seen: new Set(parts.flatMap(({ seen }) => [...seen])) };
}

function isValid({ problems }: Evaluation): boolean {
  return problems.length === 0;
}

/** Returns the subschema of a keyword, if it has one. */
function subschemaOf(schema: SchemaObject, keyword: string): JsonSchema | undefined {
  const value = schema[keyword];
  return isSchema(value) ? value : undefined;
}

/** Returns the subschemas of a keyword with a list. Empty if the keyword has none. */
function subschemasOf(schema: SchemaObject, keyword: string): readonly JsonSchema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Returns the subschemas of a keyword with a table, by name. Empty if the keyword has none. */
function namedSubschemasOf(schema: SchemaObject, keyword: string): readonly (readonly [string, JsonSchema])[] {
  const value = schema[keyword];
  if (!isSchemaObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => (isSchema(member) ? [[name, member] as const] : []));
}

/** Evaluates the target of a reference. Rejects every value if the target does not exist. The generator reports such references. */
function evaluateReference(reference: unknown, value: unknown, frame: EvaluationFrame): Evaluation {
  const target = typeof reference === "string" ? frame.references.resolve(reference, frame.resource) : undefined;
  if (target === undefined) return fail("$ref", `be described by '${String(reference)}', which its schema does not have`, frame.path);
  return evaluate(target.schema, value, { ...frame, resource: target.resource });
}

function evaluateCombinations({ schema, value, frame }: Context): Evaluation {
  const isExcluded = "not" in schema && isValid(evaluate(subschemaOf(schema, "not") ?? true, value, frame));
  return combine([
    ...subschemasOf(schema, "allOf").map((one) => evaluate(one, value, frame)),
    ...("anyOf" in schema ? [evaluateAny(subschemasOf(schema, "anyOf"), { schema, value, frame })] : []),
    ...("oneOf" in schema ? [evaluateOne(subschemasOf(schema, "oneOf"), { schema, value, frame })] : []),
    ...(isExcluded ? [fail("not", "not be of the form that its schema excludes", frame.path)] : []),
  ]);
}

function evaluateAny(schemas: readonly JsonSchema[], { value, frame }: Context): Evaluation {
  const branches = schemas.map((one) => evaluate(one, value, frame));
  const valid = branches.filter(isValid);
  return valid.length > 0 ? combine(valid) : failAll(branches, frame);
}

function evaluateOne(schemas: readonly JsonSchema[], { value, frame }: Context): Evaluation {
  const branches = schemas.map((one) => evaluate(one, value, frame));
  const [first, ...others] = branches.filter(isValid);
  if (first === undefined) return failAll(branches, frame);
  if (others.length === 0) return first;
  return fail("oneOf", `fit exactly one of ${branches.length} forms, and fits ${others.length + 1}`, frame.path);
}

function failAll(branches: readonly Evaluation[], { path, noun }: EvaluationFrame): Evaluation {
  const problems = branches.map((branch) => branch.problems);
  return { ...NOTHING, problems: describeAlternatives(problems, path, noun) };
}

function evaluateCondition({ schema, value, frame }: Context): Evaluation {
  const condition = subschemaOf(schema, "if");
  const dependent = frame.dialect === "draft-07" ? "dependencies" : "dependentSchemas";
  const owned = isSchemaObject(value) ? namedSubschemasOf(schema, dependent).filter(([name]) => Object.hasOwn(value, name)) : [];
  const dependents = owned.map(([, one]) => evaluate(one, value, frame));
  if (condition === undefined) return combine(dependents);
  const test = evaluate(condition, value, frame);
  const chosen = isValid(test)
    ? [test, evaluate(subschemaOf(schema, "then") ?? true, value, frame)]
    : [evaluate(subschemaOf(schema, "else") ?? true, value, frame)];
  return combine([...dependents, ...chosen]);
}

function below(frame: EvaluationFrame, step: string | number): EvaluationFrame {
  return { ...frame, path: [...frame.path, step] };
}

function evaluateProperties({ schema, value, frame }: Context): Evaluation {
  if (!isSchemaObject(value)) return NOTHING;
  const properties = new Map(namedSubschemasOf(schema, "properties"));
  const patterns = namedSubschemasOf(schema, "patternProperties");
  const others = subschemaOf(schema, "additionalProperties");
  const names = subschemaOf(schema, "propertyNames");
  return combine(
    Object.entries(value).map(([name, member]): Evaluation => {
      const at = below(frame, name);
      const own = properties.get(name);
      const schemas = [
        ...(own === undefined ? [] : [own]),
        ...patterns.filter(([pattern]) => frame.matches(pattern, name)).map(([, one]) => one),
      ];
      const parts = schemas.map((one) => evaluate(one, member, at));
      if (schemas.length === 0 && others !== undefined)
        parts.push(evaluateOther(others, member, { frame: at, keyword: "additionalProperties", known: [...properties.keys()] }));
      const problems = parts.flatMap((part) => part.problems);
      const isSeen = parts.length > 0;
      return { problems: [...problems, ...findNameProblems(names, name, at)], seen: new Set(isSeen ? [name] : []) };
    }),
  );
}

type Leftover = Required<Pick<SchemaProblem, "keyword" | "known">> & { readonly frame: EvaluationFrame };

/** Evaluates a property that the schema does not name. If the schema for such properties is `false`, reports the name as unknown. */
function evaluateOther(schema: JsonSchema, member: unknown, { frame, keyword, known }: Leftover): Evaluation {
  if (schema !== false) return evaluate(schema, member, frame);
  return { ...NOTHING, problems: [{ path: frame.path, keyword, must: "not be given", known }] };
}

function findNameProblems(schema: JsonSchema | undefined, name: string, frame: EvaluationFrame): readonly SchemaProblem[] {
  const [first] = schema === undefined ? [] : evaluate(schema, name, frame).problems;
  return first === undefined ? [] : [{ path: frame.path, keyword: "propertyNames", must: first.must }];
}

function evaluateItems({ schema, value, frame }: Context): Evaluation {
  if (!Array.isArray(value)) return NOTHING;
  const isTuple = frame.dialect === "draft-07" && Array.isArray(schema["items"]);
  const first = subschemasOf(schema, frame.dialect === "draft-07" ? "items" : "prefixItems");
  const rest = subschemaOf(schema, isTuple ? "additionalItems" : "items");
  return combine(
    value.map((item, index): Evaluation => {
      const one = first[index] ?? rest;
      if (one === undefined) return NOTHING;
      return { problems: evaluate(one, item, below(frame, index)).problems, seen: new Set([index]) };
    }),
  );
}

function evaluateContains({ schema, value, frame }: Context): Evaluation {
  const wanted = subschemaOf(schema, "contains");
  if (!Array.isArray(value) || wanted === undefined) return NOTHING;
  const isLimited = frame.dialect !== "draft-07";
  const least = isLimited && typeof schema["minContains"] === "number" ? schema["minContains"] : 1;
  const most = isLimited && typeof schema["maxContains"] === "number" ? schema["maxContains"] : Infinity;
  const found = value.flatMap((item, index) => (isValid(evaluate(wanted, item, below(frame, index))) ? [index] : []));
  const limit =
    found.length < least ? `at least ${countOf(least, "item")}` : found.length > most ? `at most ${countOf(most, "item")}` : undefined;
  const problems = limit === undefined ? [] : [{ path: frame.path, keyword: "contains", must: `have ${limit} of the kind that it is for` }];
  // In draft-07, `contains` does not mark items as evaluated, and no keyword depends on it.
  return { problems, seen: new Set(found) };
}

/** Checks the properties and items that no other keyword has evaluated, here or in schemas that apply to the same value. */
function evaluateRest({ schema, value, frame }: Context, seen: Evaluation["seen"]): Evaluation {
  if (frame.dialect === "draft-07") return NOTHING;
  const properties = subschemaOf(schema, "unevaluatedProperties");
  const items = subschemaOf(schema, "unevaluatedItems");
  if (Array.isArray(value) && items !== undefined) return evaluateUnseen(value.entries(), items, "unevaluatedItems", { frame, seen });
  if (!isSchemaObject(value) || properties === undefined) return NOTHING;
  return evaluateUnseen(Object.entries(value), properties, "unevaluatedProperties", { frame, seen });
}

function evaluateUnseen(
  members: Iterable<readonly [string | number, unknown]>,
  schema: JsonSchema,
  keyword: string,
  { frame, seen }: { readonly frame: EvaluationFrame; readonly seen: Evaluation["seen"] },
): Evaluation {
  const known = [...seen].filter((name) => typeof name === "string");
  return combine(
    Array.from(members)
      .filter(([step]) => !seen.has(step))
      .map(([step, member]) => ({
        problems: evaluateOther(schema, member, { frame: below(frame, step), keyword, known }).problems,
        seen: new Set([step]),
      })),
  );
}
