/** Finds tools whose callers can choose a program or code to execute. */
import type { ToolArg } from "@climax-gen/runtime/compiler";
import { flagOf, placeholdersOf, splitCommand, unquoteWords } from "@climax-gen/runtime/compiler";
import { WHOLE_FILE } from "../check/files/locations.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import type { ExecutedText, Slot } from "./find-executed-text.ts";
import { findExecutedText } from "./find-executed-text.ts";
import type { Hazard, Part, EnabledCommand, EnabledTool } from "./hazard.ts";
import { addressOf, hazardAt, limitsOf, locatePart, partAt, partsOf } from "./hazard.ts";
import { acceptsOption, acceptsPrefix, endsOptions } from "./option-injections.ts";

/** Returns at most one hazard per tool: at the command, with a note at the argument, or at the argument if it is the cause itself. */
export function findExecutedTexts(owner: EnabledTool): readonly Hazard[] {
  if (owner.kind !== "cli") return [];
  const { file, tool } = owner;
  const slots = tool.args.flatMap((arg) => toSlot(arg, owner));
  if (!slots.some(({ isFree }) => isFree)) return [];
  const base = readWords(tool.program ?? file.command);
  const words = [...base, ...readWords(tool.command)];
  const found = findExecutedText({ words, slots, endsOptions: endsOptions(owner) }) ?? findInTemplates(words, slots, owner);
  if (found === undefined) return [];
  const details = { program: found.program, arg: found.arg, tool: tool.name };
  const argPart = findArgPart(owner, found.arg);
  if (found.word === undefined) return [hazardAt("interpreter-command", argPart, partsOf(owner, found.arg), details)];
  const isBase = found.word < base.length;
  const key = isBase && tool.program !== undefined ? "program" : "command";
  const part = partAt(file, isBase && key === "command" ? WHOLE_FILE : addressOf(owner), [key]);
  const hazard = hazardAt("interpreter-command", part, partsOf(owner, found.arg), details);
  return [{ ...hazard, diagnostic: withRelated(hazard.diagnostic, "callers choose this text", locatePart(argPart)) }];
}

/** Finds executed text in templates: `words` of the tool, and `value` of an argument, each after the words before it in its list. */
function findInTemplates(words: readonly string[], slots: readonly Slot[], { tool }: EnabledCommand): ExecutedText | undefined {
  const constant = (tool.order ?? []).flatMap((item) => (typeof item === "string" ? [] : [{ list: item }]));
  const values = tool.args.flatMap(({ name, value }) => (value === undefined ? [] : [{ list: value, name }]));
  for (const { list, name } of [...constant, ...values] as readonly { readonly list: readonly string[]; readonly name?: string }[]) {
    for (const [index, template] of list.entries()) {
      const placed = placeholdersOf(template);
      const names = name === undefined || placed.length === 0 ? placed : [name];
      const free = slots.find((slot) => slot.isFree && names.includes(slot.name));
      const shape = free && {
        words: [...words, ...list.slice(0, index)],
        slots: [{ ...free, place: "operand" as const }],
        endsOptions: false,
      };
      const found = shape && findExecutedText(shape);
      if (found !== undefined) return { program: found.program, arg: found.arg };
    }
  }
  return undefined;
}

function readWords(command: string): readonly string[] {
  const split = splitCommand(command);
  return split.ok ? unquoteWords(split.words) : [];
}

function toSlot(arg: ToolArg, owner: EnabledCommand): readonly Slot[] {
  if (arg.cwd) return [];
  const constraints = limitsOf(owner, arg);
  return [
    {
      name: arg.name,
      place: arg.stdin ? "stdin" : arg.positional ? "operand" : "flag",
      flag: flagOf(arg).replace(/=$/, ""),
      isFree: arg.type === "string" && arg.enum === undefined && constraints.every(({ one_of }) => one_of === undefined),
      accepts: (option) =>
        arg.allow_leading_dash === true && !endsOptions(owner) && constraints.every((rules) => acceptsOption(option, rules)),
      canStartWith: (prefix) => constraints.every((rules) => acceptsPrefix(prefix, rules)),
      isRequired: arg.required === true || arg.default !== undefined,
      isList: arg.repeat === true,
    },
  ];
}

/** Returns the flag of an argument if it has one, otherwise its name. */
function findArgPart(owner: EnabledCommand, name: string): Part {
  const arg = owner.tool.args.find((candidate) => candidate.name === name);
  return partAt(owner.file, addressOf(owner, name), [arg?.flag === undefined ? "name" : "flag"]);
}
