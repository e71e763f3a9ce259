/** Creates a folder that the workers of a run share (`test/fixtures/shared-files.ts`), and removes it after the run. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    sharedFolder: string;
  }
}

export default function setup(project: Pick<TestProject, "provide">): () => void {
  const folder = mkdtempSync(join(tmpdir(), "climax-shared-"));
  project.provide("sharedFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
