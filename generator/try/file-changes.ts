/** Compares the files of a directory before and after a call. */

/** The content of each entry of a directory, as a hash or the target of a link, by its relative path. Paths of directories end with `/`. */
export type Snapshot = ReadonlyMap<string, string>;

/**
 * Returns the changes as `added PATH`, `changed PATH` and `removed PATH`, sorted by path. A directory, whose path ends with `/`, is listed only
 * if it was added or removed without files.
 */
export function listChanges(before: Snapshot, after: Snapshot): readonly string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path, index) => {
    // Sorted: the content of a directory follows it.
    if (path.endsWith("/") && paths[index + 1]?.startsWith(path)) return [];
    const [old, now] = [before.get(path), after.get(path)];
    if (old === now) return [];
    if (old === undefined) return [`added ${path}`];
    return [now === undefined ? `removed ${path}` : `changed ${path}`];
  });
}

/**
 * Returns the changes that two runs agree on. Changes whose path differs between the runs, because it contains a time or a random name, become
 * one change of `DIRECTORY/*`: the deepest directory that both runs changed. A name that depends on the machine or the day becomes `*`, too.
 */
export function agreeOnChanges(first: readonly string[], second: readonly string[]): readonly string[] {
  const same = first.filter((change) => second.includes(change));
  const agreed = [...same, ...generalize(without(first, same), without(second, same))];
  return [...new Set(agreed.map(withoutMachineName))].toSorted(comparePaths);
}

/**
 * A name that another machine, version or day changes: it has a hash of 64 bits, the version of Python, or in a hidden directory a date. A
 * longer hash is one of a content. The first group is the change up to the directory of the name.
 */
const MACHINE_NAME =
  /^(\S+ (?:[^/]*\/)*?)(?:[^/]*(?:(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])|\.cpython-\d|(?<= \..*\/.*)\d{4}-\d\d-\d\d)|python\d+\.\d)/;

/** `added .cache/0123456789abcdef/x` → `added .cache/*` */
function withoutMachineName(change: string): string {
  const kept = MACHINE_NAME.exec(change)?.[1];
  return kept === undefined ? change : `${kept}*`;
}

function generalize(first: readonly string[], second: readonly string[]): readonly string[] {
  const agreed = new Set<string>();
  let [left, right] = [first, second];
  while (left.length > 0 && right.length > 0) {
    [left, right] = [left.map(toParent), right.map(toParent)];
    const common = new Set(left.filter((change) => right.includes(change)));
    for (const change of common) agreed.add(change);
    [left, right] = [left.filter((change) => !common.has(change)), right.filter((change) => !common.has(change))];
  }
  return [...agreed];
}

/** `added a/b/c` → `added a/b/*` → `added a/*` → `added *` → `*`, which also covers another kind of change. */
function toParent(change: string): string {
  const [kind = "", path = ""] = change.split(/ (.*)/s);
  if (path === "*" || kind === "*") return "*";
  const folder = path.replace(/\/\*$/, "");
  const slash = folder.lastIndexOf("/");
  return `${kind} ${slash === -1 ? "*" : `${folder.slice(0, slash)}/*`}`;
}

function without(changes: readonly string[], others: readonly string[]): readonly string[] {
  return changes.filter((change) => !others.includes(change));
}

/** Compares by path, so that all changes of a directory are together. */
function comparePaths(left: string, right: string): number {
  const [a, b] = [left, right].map(pathOf);
  return (a ?? "") < (b ?? "") ? -1 : (a ?? "") > (b ?? "") ? 1 : 0;
}

/** The differences between recorded changes and those of a run. */
export interface ChangeDifferences {
  /** Recorded changes that the run did not make. */
  readonly missing: readonly string[];
  /** Changes of the run that no recorded one covers. */
  readonly unexpected: readonly string[];
}

/**
 * Compares the changes of a run with the recorded ones, in which `*` stands for any path below a directory. A database of SQLite and the files
 * next to it are ignored if one of these files changed: the time when SQLite moves its log into the database is not a fact about a call.
 */
export function compareChanges(recorded: readonly string[], changes: readonly string[]): ChangeDifferences {
  const databases = new Set([...recorded, ...changes].flatMap((change) => SQLITE_LOG.exec(change)?.[1] ?? []));
  const isCompared = (change: string): boolean => !databases.has(pathOf(change).replace(/-(?:shm|wal)$/, ""));
  return {
    missing: recorded.filter((one) => isCompared(one) && !changes.some((change) => covers(one, change))),
    unexpected: changes.filter((change) => isCompared(change) && !recorded.some((one) => covers(one, change))),
  };
}

/** A change of a file that SQLite makes next to a database, whose path is the first group. */
const SQLITE_LOG = /^\S+ (.*)-(?:shm|wal)$/s;

function pathOf(change: string): string {
  return change.replace(/^\S+ /, "");
}

function covers(recorded: string, change: string): boolean {
  return recorded.endsWith("*") ? change.startsWith(recorded.slice(0, -1)) : recorded === change;
}
