/** Detects the media type of bytes. The only file that uses file-type. Loaded at the first output that is not text. */
import { fileTypeFromBuffer } from "file-type";

/** Returns the media type that the first bytes identify, or undefined. Never rejects. */
export async function detectMediaType(sample: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(sample))?.mime;
  } catch {
    // Damaged input: the type is unknown.
    return undefined;
  }
}
