/** Applies the help of diagnostics literally, for the tests of the tables of aliases and words. */
import { expect } from "vitest";
import { parse } from "yaml";
import type * as z from "zod";
import { checkInputs } from "../../generator/check-inputs.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import { checkQueries } from "../../generator/check/queries/check-queries.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { loadDocument } from "../../generator/load/document.ts";
import { toCliTools } from "../../generator/resolve/model.ts";
import { resolveModel } from "../../generator/resolve/resolve-model.ts";
import { namesOf } from "../../generator/search/searchable.ts";
import { factsOf, fieldsOf, findByAlias } from "../../generator/check/keys/key-facts.ts";

export type Mapping = Record<string, unknown>;

const encode = (path: string, value: unknown): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});

function diagnoseQueries(queries: unknown, configs: readonly CheckedFile[]): readonly Diagnostic[] {
  const { document, diagnostics } = loadDocument(encode("queries.yaml", queries));
  const names = namesOf(toCliTools(resolveModel(configs, {}).clis));
  return document === undefined ? diagnostics : [...diagnostics, ...checkQueries(document, names).diagnostics];
}

/** Returns the help of each error, or its message if it has none. */
export async function errorsOf(config: unknown, policy?: unknown, queries?: unknown): Promise<readonly string[]> {
  const given = policy === undefined ? {} : { policies: [encode("policy.yaml", policy)] };
  const checked = await checkInputs([encode("git.yaml", config)], given);
  const diagnostics = [...checked.diagnostics, ...(queries === undefined ? [] : diagnoseQueries(queries, checked.configs))];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map(({ message, help }) => help ?? message);
}

/** Applies a help text: returns the mapping with each suggested key, or with the suggested entries. */
export function apply(help: string, mapping: Mapping, key: string): readonly Mapping[] {
  const { [key]: value, ...rest } = mapping;
  const names = /did you mean (.*)\?$/.exec(help)?.[1];
  if (names !== undefined) return Array.from(names.matchAll(/"([^"]+)"/g), ([, name = ""]) => ({ ...rest, [name]: value }));
  const entry = /write `(.+?)`/.exec(help)?.[1];
  if (entry === undefined) throw new Error(`no advice in: ${help}`);
  return [{ ...rest, ...(parse(`{ ${entry} }`) as Mapping) }];
}

export interface Context {
  /** The schema of the mapping. */
  readonly schema: z.ZodObject;
  /** Other entries that the mapping needs. */
  readonly base: Mapping;
  /** The documents that contain this mapping. */
  readonly wrap: (mapping: Mapping) => readonly [config: unknown, policy?: unknown, queries?: unknown];
}

/** Expects one error for the key, and none after its help is applied. */
export async function expectAdvice(context: Pick<Context, "base" | "wrap">, key: string, value: unknown): Promise<void> {
  const { [key]: _replaced, ...base } = context.base;
  const mapping = { ...base, [key]: value };
  const [help = "", ...others] = await errorsOf(...context.wrap(mapping));
  expect(others).toEqual([]);
  for (const right of apply(help, mapping, key))
    expect({ help, right, errors: await errorsOf(...context.wrap(right)) }).toMatchObject({ errors: [] });
}

/**
 * Returns each alias of each key, in each mapping that has the key, with each value that people write there.
 * @param samples values by alias or by key
 * @param needs other entries that a key needs
 */
export function listRows(
  contexts: readonly Context[],
  samples: Readonly<Record<string, readonly unknown[]>>,
  needs: Readonly<Record<string, Mapping>> = {},
): [key: string, text: string, context: Context, value: unknown][] {
  return contexts.flatMap((context) => {
    const fields = fieldsOf(context.schema);
    const aliases = [...new Set(Array.from(fields.keys()).flatMap((key) => factsOf(context.schema, key).aliases ?? []))];
    return aliases.flatMap((alias) => {
      const [target = ""] = findByAlias(context.schema, alias);
      if (fields.has(alias)) return [];
      const values = samples[alias] ?? samples[target];
      if (values === undefined) throw new Error(`no sample for ${target}`);
      const placed = { ...context, base: { ...context.base, ...needs[target] } };
      return values.map((value): [string, string, Context, unknown] => [alias, JSON.stringify(value), placed, value]);
    });
  });
}
