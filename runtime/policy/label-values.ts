/** Lists the scalar values of an argument, which constraints are checked against one by one. */
import type { ArgValue, ScalarValue } from "../tool/tool-spec.ts";

/** One scalar value of an argument. */
export interface LabeledValue {
  /** The name of the value in messages: `path`, or `path[1]` for the second item of a list. */
  readonly label: string;
  readonly item: ScalarValue;
}

/** Returns the scalar values of an argument: the value itself, or each item of a list. Returns an empty list if there is no value. */
export function labelValues(arg: string, value: ArgValue | undefined): readonly LabeledValue[] {
  if (value === undefined) return [];
  return typeof value === "object" ? value.map((item, index) => ({ label: `${arg}[${index}]`, item })) : [{ label: arg, item: value }];
}
