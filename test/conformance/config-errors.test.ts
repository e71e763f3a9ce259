/** Tests config_errors.json: the accepted configs with their meaning, and the locations of the errors in the others. */
import { deepStrictEqual } from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../generator/check/check-config.ts";
import type { ToolArg } from "../../runtime/tool/tool.ts";
import type { CliFile } from "../../generator/check/files/checked-file.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { loadDocument, type LoadedDocument } from "../../generator/load/document.ts";
import { configExceptions } from "./exceptions-config-errors.ts";
import { readVectors, untag, type Vector } from "./vectors.ts";

interface Input {
  readonly target: "config" | "policy";
  readonly yaml?: string;
  readonly yaml_base64?: string;
}

type Expected =
  | { readonly ok: true; readonly config: unknown }
  | { readonly ok: false; readonly kind: "yaml" | "other" }
  | { readonly ok: false; readonly kind: "validation"; readonly errors: readonly { readonly loc: readonly (string | number)[] }[] };

type ConfigVector = Vector<Input, Expected>;

interface Answer {
  readonly document?: LoadedDocument;
  /** In the format of the reference's `model_dump()`. Omitted if the config is rejected. */
  readonly config?: unknown;
  readonly errors: readonly Diagnostic[];
}

const { cases, quirks } = readVectors<Input, Expected>("config_errors");
const isConfig = ({ input }: ConfigVector): boolean => input.target === "config";

describe("config_errors.json: every case agrees with the reference, or is listed as an exception", () => {
  for (const vector of cases.filter(isConfig)) {
    const exception = configExceptions.get(vector.id);
    if (exception === undefined) it(titleOf(vector), () => expectAgreement(vector, answer(vector)));
    else it(`${vector.id} is ${exception.answer} by ${exception.because}: ${exception.reason}`, () => expectException(vector));
  }

  it("has no exception for a case that does not exist", () => {
    const known = new Set(cases.filter(isConfig).map(({ id }) => id));
    expect([...configExceptions.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it("counts the quirks that agree", () => {
    const run = quirks.filter(isConfig);
    const agreeing = run.filter((vector) => agrees(vector));
    console.log(`config_errors.json: ${agreeing.length} of ${run.length} quirks agree`);
    expect(agreeing.length).toBeGreaterThan(0);
  });
});

function expectAgreement({ expected }: ConfigVector, given: Answer): void {
  if (expected.ok) {
    expect(given.errors.map(({ message }) => message)).toEqual([]);
    deepStrictEqual(given.config, untag(expected.config));
    return;
  }
  expect(given.config).toBeUndefined();
  expect(given.errors.length).toBeGreaterThan(0);
  if (expected.kind === "validation") expectPlaces(given, expected.errors);
}

/** The same errors, each at the location that the reference reports. */
function expectPlaces({ document, errors }: Answer, expected: readonly { readonly loc: readonly (string | number)[] }[]): void {
  const starts = errors.map(({ span }) => span?.start);
  for (const { loc } of expected) {
    const place = document?.locate(loc);
    // The reference reports the location of the missing key itself, which does not exist.
    if (place !== undefined) expect(starts, loc.join(".")).toContain(place.value.start);
  }
  // The reference accepts any default.
  const alike = errors.filter(({ code }) => code !== "default-type");
  expect(alike.map(({ message }) => message)).toHaveLength(expected.length);
}

function expectException(vector: ConfigVector): void {
  const { config, errors } = answer(vector);
  const exception = configExceptions.get(vector.id);
  expect(agrees(vector), `${vector.id} agrees now: remove it from exceptions-config-errors.ts`).toBe(false);
  expect(config === undefined ? "refused" : "other").toBe(exception?.answer);
  const codes = errors.map(({ code }) => code);
  if (exception?.answer === "refused") expect(codes).toContain(exception.because);
}

function agrees(vector: ConfigVector): boolean {
  const { config } = answer(vector);
  const { expected } = vector;
  return expected.ok ? isDeepStrictEqual(config, untag(expected.config)) : config === undefined;
}

function answer({ id, input }: ConfigVector): Answer {
  const bytes = input.yaml === undefined ? Buffer.from(input.yaml_base64 ?? "", "base64") : new TextEncoder().encode(input.yaml);
  const loaded = loadDocument({ path: id, bytes });
  const checked = loaded.document ? checkConfig(loaded.document) : { diagnostics: [] };
  const errors = [...loaded.diagnostics, ...checked.diagnostics].filter(({ severity }) => severity === "error");
  const { file } = checked;
  return {
    errors,
    ...(loaded.document && { document: loaded.document }),
    ...(file?.kind === "cli" && errors.length === 0 && { config: dump(file) }),
  };
}

/** Returns the config with the reference's keys only, and null for an absent key. */
function dump(config: CliFile): unknown {
  return {
    name: config.name,
    description: config.description,
    command: config.command,
    env: { ...config.env },
    working_dir: config.working_dir ?? null,
    category: config.category ?? null,
    tags: config.tags ?? [],
    global_args: config.global_args.map(dumpArg),
    tools: config.tools.map(({ name, description, command, args, timeout }) => ({
      name,
      description,
      command,
      args: args.map(dumpArg),
      timeout: timeout ?? null,
    })),
  };
}

function dumpArg(arg: ToolArg): unknown {
  return {
    name: arg.name,
    description: arg.description ?? "",
    type: arg.type,
    required: arg.required ?? false,
    default: arg.default ?? null,
    flag: arg.flag ?? null,
    positional: arg.positional ?? false,
    cwd: arg.cwd ?? false,
    stdin: arg.stdin ?? false,
    enum: arg.enum ?? null,
  };
}

function titleOf({ id, note }: ConfigVector): string {
  return note === undefined ? id : `${id}: ${note}`;
}
