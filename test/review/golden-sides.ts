/**
 * Reads the cases of `test/golden/review`. An archive has all cases whose codes begin with the same word: `argument.txtar` has the files
 * `argument-added.that-is-off/old.yaml`, `…/new.yaml` and `…/expected.txt` of one case. `base.txtar` has texts that several cases patch.
 */
import { fileURLToPath } from "node:url";
import type { Sides } from "../../generator/review/change.ts";
import { listRenamings } from "../../generator/review/compare/compare-sides.ts";
import type { NewHazard } from "../../generator/review/new-hazards.ts";
import { findNewHazards } from "../../generator/review/new-hazards.ts";
import type { Archive } from "../golden-archive.ts";
import { below, listCases, listPaths, readCase, textOf, updateCase } from "../golden-archive.ts";
import { toSideWithHazards } from "./sides.ts";

const ARCHIVES = fileURLToPath(new URL("../golden/review/", import.meta.url));

const BASE = "base";

/** Names of all cases: a code, optionally followed by a dot and words that distinguish its cases. */
export const reviewCases: readonly string[] = listCases(ARCHIVES)
  .filter((name) => name !== BASE)
  .flatMap((name) => [...new Set(listPaths(ARCHIVES, name).map((path) => path.slice(0, path.indexOf("/"))))]);

/** Returns the files of a case. */
export function readReviewCase(name: string): Archive {
  return below(readCase(ARCHIVES, archiveOf(name), `${name}/`), `${name}/`);
}

/** Replaces the expected output of a case. */
export function updateReviewCase(name: string, expected: string): void {
  updateCase(ARCHIVES, archiveOf(name), `${name}/expected.txt`, expected);
}

function archiveOf(name: string): string {
  return name.split(/[.-]/, 1)[0] ?? name;
}

/** Both versions of a case, and the hazards that only the new one has. */
type GoldenSides = Sides & { readonly hazards: readonly NewHazard[] };

const compiled = new Map<string, Promise<GoldenSides>>();

/** Compiles both versions of a case, once, and finds the hazards that only the new one has. */
export function goldenSides(name: string): Promise<GoldenSides> {
  const sides = compiled.get(name) ?? compileSides(name);
  compiled.set(name, sides);
  return sides;
}

async function compileSides(name: string): Promise<GoldenSides> {
  const archive = readReviewCase(name);
  const compile = (side: string) => compileSide(side, textOf(archive, `${side}.yaml`), archive.get(`${side}-policy.yaml`)?.toString());
  const [{ side: old, ...before }, { side: now, ...after }] = [await compile("old"), await compile("new")];
  const hazards = findNewHazards(before.hazards, after.hazards, listRenamings({ old, new: now }));
  // The size of the list matters only to servers that are generated with `--discovery auto`.
  const isAuto = name.startsWith("discovery-") ? ({ isAuto: true } as const) : {};
  return { old: { ...old, ...isAuto }, new: { ...now, ...isAuto }, hazards };
}

const compiledSides = new Map<string, ReturnType<typeof toSideWithHazards>>();

/** Compiles one version, once for all cases that have the same texts. */
function compileSide(...texts: Parameters<typeof toSideWithHazards>): ReturnType<typeof toSideWithHazards> {
  const key = JSON.stringify(texts);
  const side = compiledSides.get(key) ?? toSideWithHazards(...texts);
  compiledSides.set(key, side);
  return side;
}
