/** Entries of tables by program, or by program and subcommand. */

/** Returns the entry of a program and subcommand, or of the program. */
export function findEntries<Entry>(table: Readonly<Record<string, Entry>>, program: string, path: readonly string[]): readonly Entry[] {
  const [first] = path;
  const keys = first === undefined ? [program] : [`${program} ${first}`, program];
  return keys.flatMap((key) => (Object.hasOwn(table, key) && table[key] !== undefined ? [table[key]] : []));
}
