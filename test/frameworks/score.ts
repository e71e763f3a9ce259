/** Compares the drafts from saved texts with the specification. Starts nothing. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareDraft, type DraftScore } from "./compare-draft.ts";
import { draftProgram } from "./draft.ts";
import { readDraft } from "./drafted.ts";
import type { Framework } from "./framework.ts";
import { adaptProgram, readSpecification, type SpecProgram } from "./program.ts";
import { savedInterviewer } from "./saved-pages.ts";

/** Directory of the frameworks, their saved texts and results, relative to the project. */
export const FOLDER = "test/frameworks";

/** Reads the table of frameworks. */
export function readFrameworks(folder: string): readonly Framework[] {
  return JSON.parse(readFileSync(join(folder, "frameworks.json"), "utf8")) as readonly Framework[];
}

/** Reads the specification of the program. */
export function readProgram(folder: string): SpecProgram {
  return readSpecification(join(folder, "demo.json"));
}

/** Returns the score of the draft from the saved texts of a framework, or undefined if none are saved. */
export async function scoreSavedPages(folder: string, spec: SpecProgram, framework: Framework): Promise<DraftScore | undefined> {
  const pages = join(folder, "pages", framework.name);
  if (!existsSync(pages)) return undefined;
  const draft = await draftProgram(spec.program, savedInterviewer(pages));
  return compareDraft(adaptProgram(spec, framework), readDraft(draft), framework);
}
