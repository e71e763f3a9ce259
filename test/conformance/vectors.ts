/** Loads the vector files and compares an implementation with them: one test per case, one line about the quirks. */
import { deepStrictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { exceptions } from "./exceptions.ts";

export type VectorFile = "argv" | "call" | "coerce" | "config_errors" | "list" | "policy" | "schema" | "search";

export interface Vector<Input, Expected> {
  /** `<file>.<group>.<number>`, unique over all files. */
  readonly id: string;
  readonly note?: string;
  readonly surprising?: true;
  readonly tags?: readonly string[];
  /** Only in `quirks`: the behavior of Python or its libraries that the case shows. */
  readonly quirk_kind?: string;
  readonly input: Input;
  readonly expected: Expected;
}

export interface Vectors<Input, Expected> {
  readonly cases: readonly Vector<Input, Expected>[];
  readonly quirks: readonly Vector<Input, Expected>[];
  /** Only in list.json: configs by file name. */
  readonly files: Readonly<Record<string, string>>;
}

/** Reads one file. The caller asserts the types, which README.md describes; tagged values are unchanged. */
export function readVectors<Input, Expected>(file: VectorFile): Vectors<Input, Expected> {
  const text = readFileSync(new URL(`./vectors/${file}.json`, import.meta.url), "utf8");
  return { files: {}, ...(JSON.parse(text) as Omit<Vectors<Input, Expected>, "files">) };
}

/**
 * Replaces tagged values by JavaScript values: numbers for `$float` and `$int` (the latter rounded, as JSON.parse
 * would), bytes for `$bytes`, strings for dates, an array for `$set`, a Map for `$pairs`.
 */
export function untag(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untag);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const [tag, held] = entries.length === 1 && entries[0] ? entries[0] : ["", undefined];
  switch (tag) {
    case "$float":
      return { inf: Infinity, "-inf": -Infinity }[String(held)] ?? NaN;
    case "$int":
      return Number(held);
    case "$date":
    case "$datetime":
      return String(held);
    case "$bytes":
      return Buffer.from(String(held), "base64");
    case "$set":
      return untag(held);
    case "$pairs":
      return new Map((held as [unknown, unknown][]).map(([key, item]) => [untag(key), untag(item)]));
    default:
      // fromEntries keeps an own `__proto__`.
      return Object.fromEntries(entries.map(([key, item]) => [key, untag(item)]));
  }
}

/** The reply of the implementation and the reply of the vector, in the same form. */
export interface Comparison {
  readonly got: unknown;
  readonly want: unknown;
}

export interface Conformance<Input, Expected> {
  readonly file: VectorFile;
  readonly compare: (vector: Vector<Input, Expected>) => Comparison | Promise<Comparison>;
  /** Returns why this vector cannot be run; the reasons are printed with a count. Defaults to running all. */
  readonly skip?: (vector: Vector<Input, Expected>) => string | undefined;
}

/**
 * Declares the tests of one vector file. Every case agrees, or is listed in `exceptions.ts` and does not agree; quirks are
 * counted and never fail. Numbers are compared as doubles, with -0 equal to 0.
 */
export function describeConformance<Input, Expected>({ file, compare, skip }: Conformance<Input, Expected>): void {
  const { cases, quirks } = readVectors<Input, Expected>(file);
  const reasons = new Map<string, number>();
  const runnable = (vector: Vector<Input, Expected>): boolean => {
    const reason = skip?.(vector);
    if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    return reason === undefined;
  };

  describe(`${file}.json: every case agrees with the reference, or is listed as an exception`, () => {
    for (const vector of cases.filter(runnable)) {
      const exception = exceptions.get(vector.id);
      if (exception === undefined) {
        it(titleOf(vector), async () => {
          const { got, want } = withoutNegativeZero(await compare(vector));
          deepStrictEqual(got, want);
        });
      } else {
        // On a busy machine, a timeout of 0.3 s can end a program before it prints what makes the difference.
        const retry = vector.id.includes(".timeout.") ? 5 : 0;
        it(`${vector.id} differs: ${exception.reason}`, { retry }, async () => {
          const { got, want } = withoutNegativeZero(await compare(vector));
          expect(isDeepStrictEqual(got, want), `${vector.id} agrees now: remove it from exceptions.ts`).toBe(false);
        });
      }
    }

    it("has exceptions only for the differences that docs/compatibility.md describes", () => {
      const page = readFileSync(new URL("../../docs/compatibility.md", import.meta.url), "utf8");
      const listed = [...exceptions].filter(([id]) => id.startsWith(`${file}.`)).map(([, { difference }]) => difference);
      expect(listed.filter((difference) => !page.includes(`**${difference}`))).toEqual([]);
    });

    it("has no exception for a case that does not exist", () => {
      const known = new Set(cases.map((vector) => vector.id));
      expect([...exceptions.keys()].filter((id) => id.startsWith(`${file}.`) && !known.has(id))).toEqual([]);
    });

    it("counts the quirks that agree", async () => {
      const run = quirks.filter(runnable);
      let agreeing = 0;
      for (const vector of run) if (await agrees(compare, vector)) agreeing += 1;
      console.log(`${file}.json: ${agreeing} of ${run.length} quirks agree`);
      for (const [reason, count] of reasons) console.log(`${file}.json: ${count} skipped: ${reason}`);
    });
  });
}

async function agrees<Input, Expected>(
  compare: Conformance<Input, Expected>["compare"],
  vector: Vector<Input, Expected>,
): Promise<boolean> {
  try {
    const { got, want } = withoutNegativeZero(await compare(vector));
    return isDeepStrictEqual(got, want);
  } catch {
    // A quirk may contain an input that is rejected before the stage under test. Such a quirk does not agree.
    return false;
  }
}

function titleOf({ id, note }: Vector<unknown, unknown>): string {
  return note === undefined ? id : `${id}: ${note}`;
}

function withoutNegativeZero(comparison: Comparison): Comparison {
  return { got: dropSign(comparison.got), want: dropSign(comparison.want) };
}

function dropSign(value: unknown): unknown {
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(dropSign);
  const plain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return plain ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dropSign(item)])) : value;
}
