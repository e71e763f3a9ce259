/** The files that the call of a Directive tool would read. Loaded if such a call is explained. */
import type { ReadingHandler } from "../tool/tool.ts";
import { templatePaths } from "./bundle.ts";
import { describeFailure } from "./failure.ts";
import { folderName, toRelativePath } from "./paths.ts";

export type ReadPaths =
  /** Below the directory that holds the definition's folder. */
  | { readonly kind: "paths"; readonly paths: readonly string[] }
  /** `text`: the reply to a path outside the folder. */
  | { readonly kind: "refused"; readonly text: string };

/** Lists the paths without a look at the folder. Arguments are those that the tool's schema accepts. */
export function findReadPaths({ handler, root }: ReadingHandler, given: Readonly<Record<string, unknown>>): ReadPaths {
  const below = listBelow(handler, pathOf(given), folderName(root));
  if (below === undefined)
    return { kind: "refused", text: describeFailure({ kind: "path_refused", path: pathOf(given), folder: folderName(root) }) };
  const folder = root.replace(/\/+$/, "");
  return { kind: "paths", paths: below.map((path) => `${folder}/${path}`) };
}

/** Returns `undefined` if the path resolves to a place outside the folder. */
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

function pathOf(given: Readonly<Record<string, unknown>>): string {
  const path = Object.hasOwn(given, "path") ? given["path"] : undefined;
  return typeof path === "string" ? path : "";
}
