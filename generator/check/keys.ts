/** Keys that a mapping cannot have: typos, words of other tools, and keys in the wrong place. */
import { nearNames } from "@climax-gen/runtime";
import type { YamlPath } from "../load/locate.ts";
import type { YamlMapping } from "../load/values.ts";
import type { Format } from "./format.ts";
import type { Report } from "./report.ts";

/** Reports each key of the mapping at the path that is not known; keys that start with `x-` are free (design 4.1). */
export function checkKeys(mapping: YamlMapping, known: ReadonlySet<string>, place: KeysPlace): void {
  const { path, format, report } = place;
  for (const key of Object.keys(mapping)) {
    if (known.has(key) || key.startsWith("x-")) continue;
    const near = format.foreignKeys.get(key)?.filter((word) => known.has(word)) ?? [];
    const hint = near.length > 0 ? undefined : format.findPlaceOf(key);
    report.atKey("unknown-key", [...path, key], {
      key,
      owner: format.describeOwner(report.document.value, path),
      near: near.length > 0 ? near : nearNames(key, known, 3),
      ...(hint !== undefined && { hint }),
    });
  }
}

export interface KeysPlace {
  readonly path: YamlPath;
  readonly format: Format;
  readonly report: Report;
}
