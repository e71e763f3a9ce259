/** Names the parts of a config in messages. */
import type { YamlPath } from "../../load/locate.ts";
import type { YamlValue } from "../../load/values.ts";
import { quote } from "../../text/wording.ts";
import { readPath } from "../reporting/report.ts";

/** Returns a phrase such as `the config` or `the argument "n" of the tool "git_log"`. Parts without a name are numbered from 1. */
export function describeOwner(root: YamlValue, path: YamlPath): string {
  const [list, index, innerList, innerIndex, innerKey] = path;
  if (list === "defaults") return "`defaults`";
  if (typeof index !== "number") return "the config";
  if (list === "global_args") return describePart(root, "global argument", ["global_args", index]);
  const tool = describePart(root, "tool", ["tools", index]);
  if (innerList === "resolve" && typeof innerIndex === "string") return `the resolver ${quote(innerIndex)} of ${tool}`;
  if (innerList === "examples") return `an example of ${tool}`;
  if (innerList !== "args" || typeof innerIndex !== "number") return tool;
  const arg = `${describePart(root, "argument", ["tools", index, "args", innerIndex])} of ${tool}`;
  return innerKey === undefined ? arg : `\`${innerKey}\` of ${arg}`;
}

function describePart(root: YamlValue, noun: string, path: YamlPath): string {
  const name = readPath(root, [...path, "name"]);
  return typeof name === "string" ? `the ${noun} ${quote(name)}` : `${noun} number ${Number(path.at(-1)) + 1}`;
}
