/** Runs each case of `test/golden/review`: two versions, optional policies, and the expected output. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import type { Sides } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare-sides.ts";
import type { NewHazard } from "../../generator/review/new-hazards.ts";
import { findNewHazards } from "../../generator/review/new-hazards.ts";
import { toDiffJson } from "../../generator/review/print/json.ts";
import { printTerminal } from "../../generator/review/print/terminal.ts";
import { CHANGE_CODES, changeRules } from "../../generator/review/rules.ts";
import { toHazards, toSide } from "./sides.ts";

const ROOT = fileURLToPath(new URL("../golden/review/", import.meta.url));
const FILES = new Set(["old.yaml", "new.yaml", "old-policy.yaml", "new-policy.yaml", "expected.txt"]);

const folders = readdirSync(ROOT);

interface Case extends Sides {
  readonly hazards: readonly NewHazard[];
}

async function readCase(folder: string): Promise<Case> {
  const read = (name: string): string => readFileSync(join(ROOT, folder, name), "utf8");
  const policyOf = (side: string): string | undefined =>
    existsSync(join(ROOT, folder, `${side}-policy.yaml`)) ? read(`${side}-policy.yaml`) : undefined;
  const texts = (side: string) => [side, read(`${side}.yaml`), policyOf(side)] as const;
  const hazards = findNewHazards(await toHazards(...texts("old")), await toHazards(...texts("new")));
  return { old: await toSide(...texts("old")), new: await toSide(...texts("new")), hazards };
}

describe("the golden comparisons", () => {
  it.each(folders)("of %s match the printed output", async (folder) => {
    const { hazards, ...sides } = await readCase(folder);
    const printed = printTerminal({ old: "old", new: "new", changes: compareSides(sides), hazards, failOn: [] }, createColors(false));
    const expected = join(ROOT, folder, "expected.txt");
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(expected, printed);
    expect(printed).toBe(readFileSync(expected, "utf8"));
  });

  it.each(folders)("of %s contain the code in the name of the case", async (folder) => {
    const [code = ""] = folder.split(".", 1);
    if (code === "several") return;
    expect(compareSides(await readCase(folder)).map((change) => change.code)).toContain(code);
  });

  it.each(folders)("of %s, with the sides swapped, contain the reverse codes", async (folder) => {
    const sides = await readCase(folder);
    const [forth, back] = [compareSides(sides), compareSides({ old: sides.new, new: sides.old })].map((changes) =>
      changes.map(({ code }) => code),
    );
    const isUnanswered = (code: keyof typeof changeRules, answers: readonly string[]): boolean =>
      !changeRules[code].reverse.some((reverse) => answers.includes(reverse));
    expect(forth?.filter((code) => isUnanswered(code, back ?? []))).toEqual([]);
    expect(back?.length).toBe(forth?.length);
  });

  it.each(folders)("of %s have locations on the correct sides", async (folder) => {
    const sides = await readCase(folder);
    for (const { place, code } of compareSides(sides)) {
      expect(place?.path.startsWith(place.side), code).toBe(true);
    }
  });

  it.each(folders.filter((folder) => folder.endsWith(".of-a-secret")))("of %s contain no secret in text or JSON", async (folder) => {
    const { hazards, ...sides } = await readCase(folder);
    const report = { old: "old", new: "new", changes: compareSides(sides), hazards, failOn: [] };
    expect(printTerminal(report, createColors(false)) + JSON.stringify(toDiffJson(report))).not.toContain("kept-");
  });

  it.each(folders)("of %s contain no other files", (folder) => {
    expect(readdirSync(join(ROOT, folder)).filter((name) => !FILES.has(name))).toEqual([]);
  });

  it("cover every code", () => {
    const shown = new Set(folders.map((folder) => folder.split(".", 1)[0]));
    expect(CHANGE_CODES.filter((code) => !shown.has(code))).toEqual([]);
  });
});
