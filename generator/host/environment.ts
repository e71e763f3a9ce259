/** Returns a copy of the environment of this process, in which every variable has a value. */
export function readEnvironment(): Readonly<Record<string, string>> {
  // Node.js has no variables without a value: the type allows to assign `undefined`.
  return { ...process.env } as Record<string, string>;
}
