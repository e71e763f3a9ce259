/** Reads the file of a secret. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { codeOf, messageOf } from "../text/message-of.ts";

/** The content, or the reason why it cannot be read. */
export type SecretFile = { readonly kind: "read"; readonly text: string } | { readonly kind: "failed"; readonly problem: string };

/**
 * Reads a regular file of at most `maxBytes` bytes as UTF-8. Fails for other files: a pipe would block until it has a writer. Never
 * rejects, and never quotes the content.
 */
export async function readSecretFile(path: string, maxBytes: number): Promise<SecretFile> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { kind: "failed", problem: "it is not a regular file" };
      if (stats.size > maxBytes) return { kind: "failed", problem: `it has more than ${maxBytes} bytes` };
      return { kind: "read", text: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    return { kind: "failed", problem: codeOf(error) ?? messageOf(error) };
  }
}
