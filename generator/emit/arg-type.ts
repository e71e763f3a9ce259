/** The TypeScript type of an argument in its interface; the runtime's `ToolSpec` checks the table's entry against it. */
import type { ToolArg } from "@climax-gen/runtime/compiler";
import { stringLiteral } from "./escape.ts";
import { WIDTH } from "./literal.ts";

/**
 * The type of the values that a caller may give. A long union has one member per line, as Prettier prints it.
 * @param nameLength characters of the property's name and its question mark
 */
export function argType(arg: ToolArg, nameLength: number): string {
  const members = unionMembers(arg);
  const [only] = members;
  if (only !== undefined && members.length === 1) return arg.repeat ? `readonly ${only}[]` : only;
  const union = members.join(" | ");
  const flat = arg.repeat ? `readonly (${union})[]` : union;
  // Two columns of indentation, the colon with its space, and the semicolon.
  if (nameLength + flat.length + 5 <= WIDTH) return flat;
  const lines = members.map((member) => `\n    | ${member}`).join("");
  return arg.repeat ? `readonly (${lines}\n  )[]` : lines;
}

function unionMembers(arg: ToolArg): readonly string[] {
  switch (arg.type) {
    case "string":
      return arg.enum === undefined ? ["string"] : unique(arg.enum.map(stringLiteral));
    case "integer":
    case "number":
      return arg.enum?.every(isNumeral) ? unique(arg.enum) : ["number"];
    case "boolean":
      return ["boolean"];
  }
}

/** Reports whether the number prints as this text, so that its literal type does too. */
function isNumeral(text: string): boolean {
  return Number.isFinite(Number(text)) && String(Number(text)) === text;
}

function unique(members: readonly string[]): readonly string[] {
  return [...new Set(members)];
}
