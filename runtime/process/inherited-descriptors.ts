/**
 * Finds the file descriptors that the server has inherited, because its programs would inherit them too. Node.js hides only descriptors
 * below 17 from programs. Through an inherited descriptor of a directory, a program could write outside its sandbox.
 */
import { openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";
import { valueOr } from "../text/value-or.ts";

/** A value of `stdio` for `spawn`. */
type Stdio = number | "pipe" | "ignore";

/** Returns the `stdio` of a program, with /dev/null instead of every inherited descriptor. */
export type StdioCover = (stdio: readonly Stdio[]) => Stdio[];

/**
 * Creates the function for the programs of this process. Its first call finds the descriptors. On systems other than Linux, it replaces no
 * descriptor.
 */
export function createStdioCover(): StdioCover {
  let inherited: readonly number[] | undefined;
  let nothing: number | undefined;
  return (stdio) => {
    inherited ??= findInherited();
    if (inherited.length === 0) return [...stdio];
    const cover = (nothing ??= openSync(devNull, "r+"));
    // The system cannot replace a descriptor at or above the limit, which can be lowered at any time.
    const limit = readLimit();
    const covered = new Set(inherited.filter((descriptor) => descriptor < limit));
    const length = Math.max(stdio.length, ...Array.from(covered, (descriptor) => descriptor + 1));
    return Array.from({ length }, (_, index) => stdio[index] ?? (covered.has(index) ? cover : "ignore"));
  };
}

/** Linux's `O_CLOEXEC`, which Node.js sets on every descriptor that it opens. The number is equal on all architectures of Node.js. */
const O_CLOEXEC = 0o2000000;

/** The first descriptor that a start of Node.js does not hide from programs in any case (libuv, `uv_disable_stdio_inheritance`). */
const FIRST_INHERITED = 17;

function findInherited(): readonly number[] {
  // The system has no /proc.
  return valueOr([], () =>
    readdirSync("/proc/self/fd")
      .map(Number)
      .filter((descriptor) => descriptor >= FIRST_INHERITED && isInheritable(descriptor)),
  );
}

/** Reports whether programs inherit a descriptor. Returns false for a descriptor that is closed. */
function isInheritable(descriptor: number): boolean {
  const flags = readNumber(`fdinfo/${descriptor}`, /^flags:\s*([0-7]+)$/m, 8);
  return flags !== undefined && (flags & O_CLOEXEC) === 0;
}

/** Returns the limit on descriptors. */
function readLimit(): number {
  return readNumber("limits", /^Max open files\s+(\d+)/m, 10) ?? Infinity;
}

/** Reads a number about this process. Returns undefined if the file is missing or contains no number. */
function readNumber(file: string, pattern: RegExp, radix: number): number | undefined {
  try {
    const [, digits] = pattern.exec(readFileSync(`/proc/self/${file}`, "utf8")) ?? [];
    return digits === undefined ? undefined : Number.parseInt(digits, radix);
  } catch {
    return undefined;
  }
}
