/**
 * Measures how many of the listed uses of programs are reported. The lists were written from the manuals before the tables of
 * `generator/hazards/programs`.
 */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import { toFile } from "./codes-of.ts";
import { readForms, toConfig } from "./measured-forms.ts";

/** Number of listed uses, those that are reported, and those that are not. */
interface Measure {
  readonly count: number;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

async function measure(name: string): Promise<Measure> {
  const forms = readForms(name);
  const [found, missed]: [string[], string[]] = [[], []];
  for (let at = 0; at < forms.length; at += TOOLS_PER_CONFIG) {
    const part = forms.slice(at, at + TOOLS_PER_CONFIG);
    const checked = await checkInputs([toFile(toConfig(part), 0)]);
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const hazards = (await findHazards(checked)).filter(({ code }) => code === "interpreter-command");
    const tools = new Set(hazards.map(({ message }) => /"(t\d+)"/.exec(message)?.[1]));
    for (const [index, { line }] of part.entries()) (tools.has(`t${index}`) ? found : missed).push(line);
  }
  return { count: forms.length, found, missed };
}

/** The location of a hazard is searched in the whole config, so that several small ones take less time. */
const TOOLS_PER_CONFIG = 100;

it("reports at least 90 % of at least 480 uses that execute text of the caller", async () => {
  const { count, missed } = await measure("executing.txt");
  expect(readForms("executing.txt").filter(({ source }) => source === "")).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(480);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(count * 0.1);
});

it("reports at most 3 % of at least 300 harmless uses", async () => {
  const { count, found } = await measure("harmless.txt");
  expect(count).toBeGreaterThanOrEqual(300);
  expect(found.length, found.join("\n")).toBeLessThanOrEqual(count * 0.03);
});
