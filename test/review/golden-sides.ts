/** The two sides of a case of `test/golden/review`. */
import { fileURLToPath } from "node:url";
import type { Sides } from "../../generator/review/change.ts";
import type { NewHazard } from "../../generator/review/new-hazards.ts";
import { findNewHazards } from "../../generator/review/new-hazards.ts";
import { readCase, textOf } from "../golden-archive.ts";
import { toHazards, toSide } from "./sides.ts";

export const REVIEW_CASES = fileURLToPath(new URL("../golden/review/", import.meta.url));

/** Compiles both versions of a case, and finds the hazards that only the new one has. */
export async function goldenSides(name: string): Promise<Sides & { readonly hazards: readonly NewHazard[] }> {
  const archive = readCase(REVIEW_CASES, name);
  const texts = (side: string) => [side, textOf(archive, `${side}.yaml`), archive.get(`${side}-policy.yaml`)?.toString()] as const;
  const hazards = findNewHazards(await toHazards(...texts("old")), await toHazards(...texts("new")));
  return { old: await toSide(...texts("old")), new: await toSide(...texts("new")), hazards };
}
