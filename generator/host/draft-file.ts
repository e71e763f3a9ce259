/** Writes the config that `import` drafts. */
import { writeFileSync } from "node:fs";

/** Creates a file. Returns the reason if that fails; an existing file is never replaced. */
export function createDraft(path: string, text: string): string | undefined {
  return write(path, text, "wx");
}

/** Replaces a config with a merged version. Returns the reason if that fails. */
export function replaceConfig(path: string, text: string): string | undefined {
  return write(path, text, "w");
}

function write(path: string, text: string, flag: "wx" | "w"): string | undefined {
  try {
    writeFileSync(path, text, { flag });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return code === "EEXIST" ? "the file exists" : code;
  }
}
