/** Formats YAML. */
import { stringify } from "yaml";

/** Formats a document. Quotes every string that another parser could interpret differently (`no`, `1.10`, `0x1`, `12:30`). */
export function yamlText(value: object): string {
  // No aliases, which would link unrelated values that are equal.
  return stringify(value, { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false });
}
