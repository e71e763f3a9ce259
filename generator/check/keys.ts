/** Keys that a mapping cannot have: typos, words of other tools, and keys in the wrong place. */
import { nearNames } from "@climax-gen/runtime";
import type { YamlPath } from "../load/locate.ts";
import type { YamlMapping } from "../load/values.ts";
import { shorten } from "./fixes.ts";
import type { Format } from "./format.ts";
import type { Report } from "./report.ts";

/** Reports each key of the mapping at the path that is not known; keys that start with `x-` are free (design 4.1). */
export function checkKeys(mapping: YamlMapping, known: ReadonlySet<string>, at: KeysPlace): void {
  const { path, format, report } = at;
  for (const key of Object.keys(mapping)) {
    if (known.has(key) || key.startsWith("x-")) continue;
    const foreign = format.foreignKeys.get(key)?.filter((word) => known.has(word)) ?? [];
    const isRest = isRestOfText([...path, key], report);
    const meant = foreign.length > 0 ? foreign : nearNames(key, known, 3);
    const near = isRest ? [] : meant;
    const place = near.length > 0 ? undefined : (format.findPlaceOf(key) ?? suggestName(key, mapping, { known, path }));
    const hint = isRest ? "put quotes around the text in front of it, which its comma ends" : place;
    report.atKey("unknown-key", [...path, key], {
      key,
      owner: format.describeOwner(report.document.value, path),
      near,
      ...(hint !== undefined && { hint }),
    });
  }
}

/** Whether what stands as a key has no colon: `{ description: Fast, and small }` has two keys, of which the second is none. */
function isRestOfText(path: YamlPath, { placeOf, document }: Report): boolean {
  const end = placeOf(path).key?.end;
  return end !== undefined && /^\s*[,}]/.test(document.source.text.slice(end));
}

/** For an item of a list that begins with its name as a key, `- git_log:`, as many formats want it. */
function suggestName(key: string, mapping: YamlMapping, { known, path }: ItemPlace): string | undefined {
  const isItem = typeof path.at(-1) === "number" && known.has("name");
  if (!isItem || Object.hasOwn(mapping, "name") || Object.keys(mapping)[0] !== key) return undefined;
  const isNested = typeof mapping[key] === "object" && mapping[key] !== null;
  return `write \`name: ${shorten(key)}\`${isNested ? ", and the keys below it beside it" : ""}`;
}

interface ItemPlace {
  readonly known: ReadonlySet<string>;
  readonly path: YamlPath;
}

export interface KeysPlace {
  readonly path: YamlPath;
  readonly format: Format;
  readonly report: Report;
}
