/** Prints the TypeScript type of an argument. The runtime's `ToolSpec` checks the argument's spec against this type. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { canStandAlone, isListArg } from "@climax-gen/runtime/internal/tool/tool";
import { stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";

/**
 * Returns the type of the values that a caller may pass. A long union has one member per line, as Prettier prints it.
 * @param nameLength characters of the property's name and its question mark
 */
export function argType(arg: ToolArg, nameLength: number): string {
  const members = unionMembers(arg);
  const isList = isListArg(arg);
  const [only] = members;
  if (only !== undefined && members.length === 1) return isList ? `readonly ${only}[]` : only;
  const union = members.join(" | ");
  const flat = isList ? `readonly (${union})[]` : union;
  // Two columns of indentation, the colon with its space, and the semicolon.
  if (nameLength + flat.length + 5 <= WIDTH) return flat;
  const lines = members.map((member) => `\n    | ${member}`).join("");
  return isList ? `readonly (${lines}\n  )[]` : lines;
}

function unionMembers(arg: ToolArg): readonly string[] {
  const members = valueMembers(arg);
  return canStandAlone(arg) ? ["true", ...members] : members;
}

function valueMembers(arg: ToolArg): readonly string[] {
  const texts = arg.enum?.map(String);
  switch (arg.type) {
    case "string":
      return texts === undefined ? ["string"] : unique(texts.map(stringLiteral));
    case "integer":
    case "number":
      return texts?.every(isNumeral) ? unique(texts) : ["number"];
    case "boolean":
      return ["boolean"];
    case "map":
      return ["Readonly<Record<string, string>>"];
  }
}

/** Reports whether a number is printed as this text. Its literal type is then printed alike. */
function isNumeral(text: string): boolean {
  return Number.isFinite(Number(text)) && String(Number(text)) === text;
}

function unique(members: readonly string[]): readonly string[] {
  return [...new Set(members)];
}
