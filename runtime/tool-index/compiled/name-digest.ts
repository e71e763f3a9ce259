/** Computes digests of tool names, for names that `dist/` must not contain. */
import { createHash } from "node:crypto";

/** Returns the first 12 bytes of the name's SHA-256, in base64url. */
export function digestName(name: string): string {
  return createHash("sha256").update(name).digest("base64url").slice(0, 16);
}
