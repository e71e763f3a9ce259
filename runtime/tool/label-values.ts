/** Lists the scalar values of an argument. Constraints are checked for each of them. */
import { renderValue } from "../text/render-value.ts";
import type { ArgValue, ScalarValue } from "./tool-spec.ts";
import { isList } from "./tool.ts";

/** One scalar value of an argument. */
export interface LabeledValue {
  /** The name of the value in messages: `path`, `path[1]` for the second item of a list, `define.key` for a text of a map. */
  readonly label: string;
  readonly item: ScalarValue;
}

/** Returns the scalar values of an argument: the value itself, each item of a list, or each text of a map. Empty without a value. */
export function labelValues(arg: string, value: ArgValue | undefined): readonly LabeledValue[] {
  if (value === undefined) return [];
  if (typeof value !== "object") return [{ label: arg, item: value }];
  if (isList(value)) return value.map((item, index) => ({ label: `${arg}[${index}]`, item }));
  return Object.entries(value).map(([key, item]) => ({ label: `${arg}.${renderValue(key)}`, item }));
}
