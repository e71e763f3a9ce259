/** The directory of this repository. Benchmarks import it in a bundle, and run in that directory. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PARENT = fileURLToPath(new URL("..", import.meta.url));

/** Absolute path of the directory, with a slash at its end. */
export const ROOT = existsSync(join(PARENT, "catalog")) ? PARENT : join(process.cwd(), "/");
