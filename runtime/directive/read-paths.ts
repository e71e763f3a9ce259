/** Lists the files that a call of a Directive tool would read. Loaded only to explain such a call. */
import type { ReadingHandler } from "../tool/tool.ts";
import { templatePaths } from "./bundle.ts";
import { describeFailure } from "./failure.ts";
import { folderName, pathArgument, toRelativePath, withoutSlash } from "./paths.ts";

/** The files that a call of a Directive tool would read, for an explanation. */
export type ReadPaths =
  /** Paths relative to the parent of the definition's directory. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  /** `text`: the reply to a path outside the directory. */
  | { readonly kind: "refused"; readonly text: string };

/** Lists the paths without accessing the directory. The arguments must be valid for the tool's schema. */
export function findReadPaths({ handler, root }: ReadingHandler, given: Readonly<Record<string, unknown>>): ReadPaths {
  const path = pathArgument(given);
  const folder = folderName(root);
  const below = listBelow(handler, path, folder);
  if (below === undefined) return { kind: "refused", text: describeFailure({ kind: "path_refused", path, folder }) };
  return { kind: "paths", paths: below.map((one) => `${withoutSlash(root)}/${one}`) };
}

/** Returns `undefined` if the path is outside the directory. */
function listBelow(handler: ReadingHandler["handler"], path: string, folder: string): readonly string[] | undefined {
  if (typeof handler === "object") return templatePaths(handler.bundle);
  switch (handler) {
    case "files.list":
      return [""];
    case "file.get": {
      const relative = toRelativePath(path, folder);
      return relative === undefined ? undefined : [relative];
    }
  }
}
