/** Finds the hazards of configs, for tests. */
import { expect } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

export const allow = (code: string): string => `x-allow: [{ code: ${code}, reason: Everybody has a shell }]`;

export const toFile = (text: string, place: number) => ({ path: `${place}.yaml`, bytes: Buffer.from(text) });

/** Returns the codes of the hazards, in the order of the checks. */
export async function codesOf(configs: readonly string[], ...policies: readonly (string | undefined)[]): Promise<readonly string[]> {
  const files = policies.filter((text) => text !== undefined).map((text, place) => toFile(text, configs.length + place));
  const checked = await checkInputs(configs.map(toFile), { policies: files });
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return (await findHazards(checked)).map(({ code }) => code);
}
