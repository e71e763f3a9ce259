/** Creates a file without replacing another one. */
import { writeFileSync } from "node:fs";
import { errorCode } from "./file-system.ts";

/** Returns false if the path exists. Throws the system's error. */
export function createFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}
