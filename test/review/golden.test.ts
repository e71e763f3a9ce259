/** Tests each case of `test/golden/review`: two versions, optionally with policies, and the printed difference. */
import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import type { Change } from "../../generator/review/change.ts";
import { compareSides } from "../../generator/review/compare/compare-sides.ts";
import { toDiffJson } from "../../generator/review/print/json.ts";
import { printTerminal } from "../../generator/review/print/terminal.ts";
import { CHANGE_CODES, type ChangeCode } from "../../generator/review/rules.ts";
import { reverseCodes } from "./reverse-codes.ts";
import { isUpdate, textOf } from "../golden-archive.ts";
import { goldenSides, readReviewCase, reviewCases as cases, updateReviewCase } from "./golden-sides.ts";

const FILES = new Set(["old.yaml", "new.yaml", "old-policy.yaml", "new-policy.yaml", "expected.txt"]);

const compared = new Map<string, Promise<readonly Change[]>>();

/** Returns the changes of a case from old to new. Compares once for all tests. */
async function changesOf(name: string): Promise<readonly Change[]> {
  const changes = compared.get(name) ?? goldenSides(name).then(compareSides);
  compared.set(name, changes);
  return await changes;
}

describe("the golden comparisons", () => {
  it.each(cases)("of %s are equal to the expected output", async (name) => {
    const { hazards } = await goldenSides(name);
    const printed = printTerminal({ old: "old", new: "new", changes: await changesOf(name), hazards, failOn: [] }, createColors(false));
    if (isUpdate) updateReviewCase(name, printed);
    expect(printed).toBe(textOf(readReviewCase(name), "expected.txt"));
  });

  it.each(cases.filter((name) => !name.startsWith("several.")))("of %s have the code in the name of the case", async (name) => {
    const [code = ""] = name.split(".", 1);
    expect((await changesOf(name)).map((change) => change.code)).toContain(code);
  });

  it.each(cases)("of %s are reversed if the sides are swapped", async (name) => {
    const sides = await goldenSides(name);
    const [forth, back] = [await changesOf(name), compareSides({ old: sides.new, new: sides.old })].map((changes) =>
      changes.map(({ code }) => code),
    );
    const isUnanswered = (code: ChangeCode, answers: readonly string[]): boolean =>
      !reverseCodes(code).some((reverse) => answers.includes(reverse));
    expect(forth?.filter((code) => isUnanswered(code, back ?? []))).toEqual([]);
    expect(back?.length).toBe(forth?.length);
  });

  it.each(cases)("of %s show the locations on each side that has them", async (name) => {
    expect((await changesOf(name)).filter(({ place }) => place?.path.startsWith(place.side) !== true)).toEqual([]);
  });

  it.each(cases.filter((name) => name.endsWith(".of-a-secret")))("of %s show no secret, nor does their data", async (name) => {
    const { hazards } = await goldenSides(name);
    const report = { old: "old", new: "new", changes: await changesOf(name), hazards, failOn: [] };
    expect(printTerminal(report, createColors(false)) + JSON.stringify(toDiffJson(report))).not.toContain("kept-");
  });

  it.each(cases)("of %s have no other files", (name) => {
    expect([...readReviewCase(name).keys()].filter((path) => !FILES.has(path))).toEqual([]);
  });

  it("show every code", () => {
    const shown = new Set(cases.map((name) => name.split(".", 1)[0]));
    expect(CHANGE_CODES.filter((code) => !shown.has(code))).toEqual([]);
  });
});
