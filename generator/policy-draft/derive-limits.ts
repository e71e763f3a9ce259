/** Derives the narrowest constraint that allows the recorded values of one argument. */
import { toForm } from "@climax-gen/runtime/internal/argument/form";
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import { countCodePoints } from "@climax-gen/runtime/internal/text/code-points";
import type { ScalarValue } from "@climax-gen/runtime/internal/tool/tool-spec";
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import type { ArgUse } from "./tool-use.ts";

/** Maximum number of different strings that a constraint lists. More strings get a maximum length, and their common directory. */
const MAX_LISTED = 10;

/**
 * Returns the constraint of an argument, which also allows the default that calls without the argument have. `use` is undefined if no call passed it.
 * @param calls number of calls of the tool
 */
export function deriveLimits(arg: ToolArg, use: ArgUse | undefined, calls: number): ArgConstraint {
  if (use === undefined) return { forbid: true };
  const isOptional = use.calls < calls && arg.default === undefined;
  // Without the argument, a switch without a flag for `false` has this value.
  const isFalse = isOptional && arg.type === "boolean" && !writesFalse(arg);
  const own = use.calls === calls ? use.values : [...use.values, ...listDefaults(arg), ...(isFalse ? [false] : [])];
  const values = [...new Set(own)];
  return { ...limitValues(arg, { ...use, values }), ...(use.calls === calls && arg.required !== true && { required: true }) };
}

/** Reports whether a boolean argument has an effect with the value `false`. */
function writesFalse(arg: ToolArg): boolean {
  const form = toForm(arg);
  return form.place !== "option" || form.words.kind !== "switch" || form.words.negation !== undefined;
}

/** Returns the default: its items if it is a list, or its values if it is a map. */
function listDefaults({ default: value }: ToolArg): readonly ScalarValue[] {
  if (value === undefined || value === null) return [];
  return typeof value === "object" ? Object.values(value) : [value];
}

function limitValues({ type, enum: members = [] }: ToolArg, { values, lengths, hasUnknown }: ArgUse): ArgConstraint {
  if (hasUnknown) return {};
  switch (type) {
    case "integer":
    case "number": {
      const numbers = values.filter((value) => typeof value === "number");
      return numbers.length === 0 ? {} : { min: Math.min(...numbers), max: Math.max(...numbers) };
    }
    case "boolean":
      return values.length === 1 && values[0] !== undefined ? { equals: values[0] } : {};
    case "string":
    case "map": {
      const texts = values.filter((value) => typeof value === "string");
      // Booleans of a flag with an optional value, to which no constraint on text applies.
      if (texts.length < values.length) return {};
      return limitTexts(texts, lengths, members);
    }
  }
}

function limitTexts(texts: readonly string[], lengths: readonly number[], members: readonly ScalarValue[]): ArgConstraint {
  if (members.length > 0 && members.every((member) => texts.includes(String(member)))) return {};
  if (lengths.length === 0 && texts.length <= MAX_LISTED) return texts.length === 0 ? {} : { one_of: texts.toSorted() };
  if (members.length > 0) return {};
  const folder = lengths.length === 0 ? commonFolder(texts) : undefined;
  const max_length = Math.max(...lengths, ...texts.map(countCodePoints));
  return { max_length, ...(folder !== undefined && { within: folder }) };
}

/** Returns the directory below which all strings are paths, or undefined. `within` also rejects `..` and links that leave the directory. */
function commonFolder(texts: readonly string[]): string | undefined {
  const folders = texts.map((text) => text.split("/").slice(0, -1));
  const [first = []] = folders;
  const differing = first.findIndex((part, index) => folders.some((parts) => parts[index] !== part));
  const shared = differing === -1 ? first : first.slice(0, differing);
  const isPath = texts.every((text) => !text.split("/").includes("..") && !text.includes("://"));
  return isPath && shared.some((part) => part !== "" && part !== ".") ? shared.join("/") : undefined;
}
