/** Checks that `examples/schemas` matches the output of `climax-gen schema`. `UPDATE_GOLDEN=1` rewrites the schemas. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SchemaKind } from "../../generator/commands/schema.ts";
import { runSchema } from "../../generator/commands/schema.ts";
import { createTerminal } from "../../generator/terminal/terminal.ts";
import { readInputs } from "../../generator/host/inputs.ts";
import { ROOT } from "../imports.ts";
import { examples } from "./policed.ts";

const KINDS = ["cli", "directive", "fragment", "policy"] as const;

function print(kind: SchemaKind): string {
  let printed = "";
  runSchema(kind, { ...createTerminal(), out: (text) => (printed += text) });
  return printed;
}

describe("the schemas of the examples", () => {
  it.each(KINDS)("match the output of `climax-gen schema` for the kind %s", (kind) => {
    const path = join(examples, `schemas/${kind}.schema.json`);
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, print(kind));
    expect(readFileSync(path, "utf8")).toBe(print(kind));
  });

  const isWithoutSchema = (path: string): boolean => path.includes("/project/") || path.endsWith("/queries.yaml");
  const files = readInputs([examples, join(ROOT, "catalog")])
    .files.filter(({ path }) => !isWithoutSchema(path))
    .map(({ path, bytes }) => [path.slice(ROOT.length), Buffer.from(bytes).toString()] as const);
  it.each(files)("are named in the first line of %s, each by its kind", (path, text) => {
    const [, named = ""] = /^# yaml-language-server: \$schema=(.*)$/.exec(text.split("\n", 1)[0] ?? "") ?? [];
    // Reads only the line of this key, because parsing the whole catalog takes seconds.
    const [, kind = path.includes("/policies/") ? "policy" : "cli"] = /^kind: (\w+)$/m.exec(text) ?? [];
    expect(basename(named)).toBe(`${kind}.schema.json`);
    expect(existsSync(join(ROOT, dirname(path), named))).toBe(true);
  });
});
