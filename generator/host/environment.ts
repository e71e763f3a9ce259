/** Returns a copy of the environment of this process, in which every variable has a value. */
export function readEnvironment(): Readonly<Record<string, string>> {
  // Safe cast: every variable has a value. The type has `undefined` only for assignments.
  return { ...process.env } as Record<string, string>;
}
