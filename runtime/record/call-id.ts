/** Ids of calls, without the modules of Web Crypto if the system provides random ids. */
import { readFileSync } from "node:fs";

/** Linux returns another random UUID for each reading. */
const RANDOM_UUID = "/proc/sys/kernel/random/uuid";

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * Returns a random UUID of version 4, for a process that runs one call: the first `crypto.randomUUID()` of a process takes 2 ms, because it
 * loads Web Crypto. A server should use that function.
 */
export function createCallId(): string {
  return readSystemId() ?? crypto.randomUUID();
}

/** Returns the UUID in the file. Undefined if it cannot be read, or is not a UUID. */
export function readSystemId(path = RANDOM_UUID): string | undefined {
  try {
    const id = readFileSync(path, "latin1").trim();
    return UUID.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
