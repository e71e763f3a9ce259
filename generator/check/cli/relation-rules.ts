/** Checks the relations between the arguments of a tool. */
import { canStandAlone } from "@climax-gen/runtime/internal/tool/tool";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { isMapping } from "../../load/values.ts";
import { type ArgPart, hasAllNames, type CommandToolPart } from "./parts.ts";
import type { Report } from "../reporting/report.ts";

/** Maximum number of arguments that a message lists. */
const SHOWN_ARGUMENTS = 5;

/** Reports unknown names, lists with fewer than two names, and arguments that make a relation pointless. */
export function checkRelations(tool: CommandToolPart, report: Report): void {
  const { value, path, args } = tool;
  const isComplete = hasAllNames(tool);
  for (const key of ["at_most_one", "exactly_one", "at_least_one"] as const) {
    for (const [index, names] of (value[key] ?? []).entries()) {
      const at = [...path, key, index];
      checkNames(names, { key, at, args, isComplete }, report);
      if (names.length < 2) {
        report.atValue("relation-size", at, { key });
        continue;
      }
      for (const [position, name] of names.entries())
        checkMember(
          args.find((arg) => arg.value.name === name),
          { key, at: [...at, position] },
          report,
        );
    }
  }
  for (const arg of args) {
    const { requires } = arg.value;
    if (requires === undefined) continue;
    const at = [...arg.path, "requires"];
    const lists = Array.isArray(requires) ? [{ names: requires, at }] : listByValue(requires, arg, report);
    if (Object.keys(requires).length === 0) report.atValue("requires-empty", at);
    for (const list of lists) {
      if (list.value !== undefined && list.names.length === 0) report.atValue("requires-empty", list.at);
      checkNames(list.names, { key: "requires", at: list.at, args, isComplete, owner: arg.value.name }, report);
      checkRequired(arg.value.name ?? "", list, { tool: value, report });
    }
  }
}

/** Names of `requires`, with the path of their list. */
interface RequiredNames {
  readonly names: readonly string[];
  readonly at: YamlPath;
  /** The value that needs the arguments. Omitted for all values. */
  readonly value?: string;
}

/** Returns the lists of the values. Reports values that the argument cannot have, and an argument whose values are not listed. */
function listByValue(requires: Readonly<Record<string, readonly string[]>>, arg: ArgPart, report: Report): readonly RequiredNames[] {
  const { name = "", type } = arg.value;
  const path = [...arg.path, "requires"];
  const written = arg.raw["enum"] ?? null;
  const members = Array.isArray(written) ? written.map(String) : isMapping(written) ? Object.keys(written) : [];
  const known = [...members, ...(type === "boolean" ? ["true", "false"] : canStandAlone(arg.value) ? ["true"] : [])];
  if (known.length === 0 && Object.keys(requires).length > 0) {
    report.atKey("requires-free-value", path, { name, type: type ?? "string" });
    return [];
  }
  return Object.entries(requires).map(([value, names]) => {
    const at = [...path, value];
    if (!known.includes(value))
      report.atKey("requires-value", at, { name, value, near: nearNames(value, known, 2), known: known.slice(0, SHOWN_ARGUMENTS) });
    return { names, at, value };
  });
}

/** Reports an argument that requires itself, or one that a call cannot pass together with it. */
function checkRequired(
  name: string,
  { names, at: path, value }: RequiredNames,
  { tool, report }: { readonly tool: CommandToolPart["value"]; readonly report: Report },
): void {
  for (const [index, other] of names.entries()) {
    const at = [...path, index];
    if (names.indexOf(other) < index) continue;
    const key = (["at_most_one", "exactly_one"] as const).find((relation) =>
      tool[relation]?.some((group) => group.includes(name) && group.includes(other)),
    );
    if (other === name) report.atValue("relation-self", at, { name });
    else if (key !== undefined) report.atValue("relation-contradiction", at, { name, value, other, key });
  }
}

interface NamesContext {
  readonly key: string;
  readonly at: YamlPath;
  /** Arguments that the list may name. */
  readonly args: readonly ArgPart[];
  /** False if errors may hide further arguments. */
  readonly isComplete: boolean;
  /** Argument that has the list. The list must not name it. */
  readonly owner?: string | undefined;
}

function checkNames(names: readonly string[], { key, at, args, isComplete, owner }: NamesContext, report: Report): void {
  const known = args.flatMap(({ value }) => (value.name === undefined ? [] : [value.name]));
  for (const [index, name] of names.entries()) {
    const namePath = [...at, index];
    if (!known.includes(name)) {
      if (!isComplete) continue;
      const others = known.filter((other) => other !== owner);
      report.atValue("relation-argument", namePath, {
        key,
        name,
        near: nearNames(name, others, 2),
        known: others.slice(0, SHOWN_ARGUMENTS),
      });
    } else if (names.indexOf(name) < index) report.atValue("relation-repeated", namePath, { name });
  }
}

function checkMember(arg: ArgPart | undefined, { key, at }: Pick<NamesContext, "key" | "at">, report: Report): void {
  if (arg === undefined) return;
  const { name = "", default: value, required } = arg.value;
  if (key !== "at_least_one" && value !== undefined && value !== null) report.atValue("relation-default", at, { name, key });
  else if (required === true) report.atValue("relation-required", at, { name, key });
}
