/** Names the media type of bytes. The only file that uses file-type; loaded with the first output that is not text. */
import { fileTypeFromBuffer } from "file-type";

/** Returns the media type of a format that its first bytes identify. Never rejects. */
export async function detectMediaType(sample: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(sample))?.mime;
  } catch {
    // Damaged input: the type is unknown.
    return undefined;
  }
}
