/** Finds tools whose callers can choose a program or code to execute. */
import { flagOf, splitCommand, unquoteWords } from "@climax-gen/runtime/compiler";
import type { RawArg } from "../check/cli/config.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import type { Slot } from "./find-executed-text.ts";
import { findExecutedText } from "./find-executed-text.ts";
import type { Hazard, Part, EnabledTool } from "./hazard.ts";
import { constraintsOf, hazardAt, partsOf } from "./hazard.ts";
import { acceptsOption } from "./option-injections.ts";

/** Returns at most one hazard per tool: at the command, with a note at the argument, or at the argument if it is the cause itself. */
export function findExecutedTexts(owner: EnabledTool): readonly Hazard[] {
  const { checked, tool, endsOptions } = owner;
  if (checked.definition !== undefined) return [];
  const slots = tool.args.flatMap((arg) => toSlot(arg, owner));
  if (!slots.some(({ isFree }) => isFree)) return [];
  const base = readWords(checked.config.command);
  const found = findExecutedText({ words: [...base, ...readWords(tool.command)], slots, endsOptions });
  if (found === undefined) return [];
  const details = { program: found.program, arg: found.arg, tool: tool.name };
  const argPart = findArgPart(owner, found.arg);
  if (found.word === undefined) return [hazardAt("interpreter-command", argPart, partsOf(owner, found.arg), details)];
  const part: Part = { document: checked.document, path: found.word < base.length ? ["command"] : [...owner.path, "command"] };
  const hazard = hazardAt("interpreter-command", part, partsOf(owner, found.arg), details);
  const span = checked.document.locate(argPart.path)?.value ?? { start: 0, end: 0 };
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "callers choose this text", { source: checked.source, span }) }];
}

function readWords(command: string): readonly string[] {
  const split = splitCommand(command);
  return split.ok ? unquoteWords(split.words) : [];
}

function toSlot(arg: RawArg, owner: EnabledTool): readonly Slot[] {
  if (arg.cwd) return [];
  const constraints = constraintsOf(owner, arg.name);
  return [
    {
      name: arg.name,
      place: arg.stdin ? "stdin" : arg.positional ? "operand" : "flag",
      flag: flagOf(arg).replace(/=$/, ""),
      isFree: arg.type === "string" && arg.enum === undefined && constraints.every(({ one_of }) => one_of === undefined),
      accepts: (option) => arg.allow_leading_dash && !owner.endsOptions && constraints.every((rules) => acceptsOption(option, rules)),
      isRequired: arg.required || arg.default !== undefined,
      isList: arg.repeat,
    },
  ];
}

/** Returns the flag of an argument if it has one, otherwise its name. */
function findArgPart({ checked, tool, path }: EnabledTool, name: string): Part {
  const index = tool.args.findIndex((arg) => arg.name === name);
  const key = tool.args[index]?.flag === undefined ? "name" : "flag";
  return { document: checked.document, path: [...path, "args", index, key] };
}
