/** Checksums for detecting changed files. */
import { createCipheriv } from "node:crypto";
import type { FileContent } from "./manifest.ts";

const KEY = Buffer.from("climax-gen's own");
const NONCE = Buffer.alloc(12);

/**
 * Computes the checksum of bytes that come in parts: `gmac-` and base64. GMAC (NIST SP 800-38D) has 128 bits, which makes accidental
 * collisions negligible, and is eight times as fast as SHA-256. The key is public, so the checksum does not detect deliberate changes. This
 * is not needed: anyone who can change the files can also change the run record.
 */
export function checksumParts(parts: Iterable<FileContent>): string {
  const cipher = createCipheriv("aes-128-gcm", KEY, NONCE);
  for (const part of parts) cipher.setAAD(typeof part === "string" ? Buffer.from(part) : part);
  cipher.final();
  return `gmac-${cipher.getAuthTag().toString("base64")}`;
}

/** Computes the checksum of every file of a generated tree, by path. */
export function checksumTree(files: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  return new Map(Array.from(files, ([path, content]) => [path, checksumParts([content])]));
}
