/**
 * Compares the drafts of one program in many frameworks with its specification, from saved help texts. `gaps.json` lists what the drafts
 * lack. `UPDATE_GOLDEN=1` rewrites it: read the difference.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isUpdate } from "../golden-archive.ts";
import type { Framework } from "./framework.ts";
import { FOLDER, readFrameworks, readProgram, scoreSavedPages } from "./score.ts";

const frameworks = readFrameworks(FOLDER);
const spec = readProgram(FOLDER);

/** Gaps by framework. */
type Gaps = Readonly<Record<string, readonly string[]>>;

async function findGaps(): Promise<Gaps> {
  const found = await Promise.all(
    frameworks.map(
      async (framework) => [framework.name, (await scoreSavedPages(FOLDER, spec, framework))?.gaps ?? ["no saved texts"]] as const,
    ),
  );
  return Object.fromEntries(found.filter(([, gaps]) => gaps.length > 0));
}

/** Returns a line for every gap that one of two tables lacks. */
function compareGaps(known: Gaps, found: Gaps): readonly string[] {
  const only = (one: Gaps, other: Gaps, label: string): readonly string[] =>
    Object.entries(one).flatMap(([name, gaps]) =>
      gaps.filter((gap) => other[name]?.includes(gap) !== true).map((gap) => `${name}: ${label}: ${gap}`),
    );
  return [...only(found, known, "new gap"), ...only(known, found, "repaired, remove it from gaps.json")];
}

describe("drafts of the same program in many frameworks", () => {
  it("have the facts of the specification, except for the known gaps", async () => {
    const file = join(FOLDER, "gaps.json");
    const found = await findGaps();
    if (isUpdate) writeFileSync(file, `${JSON.stringify(found, undefined, 2)}\n`);
    const known = JSON.parse(readFileSync(file, "utf8")) as Gaps;
    expect(compareGaps(known, found)).toEqual([]);
  });

  it("name options and commands that the specification has", () => {
    const names = new Set(
      spec.commands.flatMap(({ path, options, positionals }) => [path.join(" "), ...[...options, ...positionals].map(({ name }) => name)]),
    );
    const used = ({ lacks = [], paths = {}, texts = {}, shorts = {} }: Framework): readonly string[] => [
      ...lacks,
      ...[paths, texts, shorts].flatMap(Object.keys),
    ];
    expect(frameworks.flatMap((framework) => used(framework).filter((name) => !names.has(name)))).toEqual([]);
  });
});
