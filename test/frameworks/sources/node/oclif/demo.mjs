import { fileURLToPath } from "node:url";
import { execute } from "@oclif/core";

await execute({ dir: fileURLToPath(import.meta.url) });
