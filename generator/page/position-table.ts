/** Stores positions in the data of a page. Each path is stored once. */
import type { SourceLocation } from "../diagnostics/diagnostic.ts";
import type { FilePosition } from "../check/files/locations.ts";
import { toFilePosition } from "../check/files/locations.ts";
import type { PagePosition } from "./page-data.ts";

/** Positions in files, with each path stored once. */
export interface PositionTable {
  readonly add: (position: FilePosition) => PagePosition;
  readonly addLocation: (location: SourceLocation) => PagePosition;
  /** The paths that were added, in this order. */
  readonly files: readonly string[];
}

/** Creates an empty table. */
export function createPositionTable(): PositionTable {
  const files: string[] = [];
  const indexes = new Map<string, number>();
  const add = ({ path, line }: FilePosition): PagePosition => {
    const index = indexes.get(path) ?? files.length;
    if (index === files.length) {
      indexes.set(path, index);
      files.push(path);
    }
    return [index, line];
  };
  return { add, addLocation: (location) => add(toFilePosition(location)), files };
}
