/** YAML of our own making. */
import { stringify } from "yaml";

/** A document, with every text quoted that another reader could take for something else (`no`, `1.10`, `0x1`, `12:30`). */
export function yamlText(value: object): string {
  // Aliases would tie values together that only happen to be equal.
  return stringify(value, { version: "1.1", lineWidth: 0, aliasDuplicateObjects: false });
}
