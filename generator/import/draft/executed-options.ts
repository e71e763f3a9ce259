/** Finds the arguments of a command whose text the program executes, by the lists of programs. */
import { listExecutedTexts } from "../../hazards/executed-texts.ts";
import type { Slot } from "../../hazards/command-shape.ts";
import { type CliDescription, type CommandFacts, type OptionFacts, type PositionalFacts, walkCommands } from "../description.ts";
import { RUNS_PROGRAM } from "./acting-options.ts";
import { toolName } from "./argument-name.ts";
import { chooseFlag } from "./choose-flag.ts";
import type { ToolDecisions } from "./draft-tool.ts";
import { endsOptionsOf } from "./tool-keys.ts";
import { guessType } from "./value-type.ts";

/** Returns what the lists of programs say about the options and values of a program, by the name of the tool. */
export function findExecuted({ program, root }: CliDescription): ReadonlyMap<string, ToolDecisions> {
  return new Map(
    walkCommands(root).flatMap((command) => {
      const found = decide(program, command);
      return found === undefined ? [] : [[toolName(program, command.path), found] as const];
    }),
  );
}

function decide(program: string, command: CommandFacts): ToolDecisions | undefined {
  const { path, options, positionals } = command;
  const operands = positionals.map(toOperand);
  const flags = options.flatMap(toFlag);
  const shape = { words: [program, ...path], slots: [...flags, ...operands], endsOptions: endsOptionsOf(command), variables: [] };
  const names = new Set(listExecutedTexts(shape).map(({ arg }) => arg));
  if (names.size === 0) return undefined;
  const excluded = options.filter((option) => names.has(keyOf(option))).flatMap((option) => option.names);
  const isOperand = operands.some(({ name }) => names.has(name));
  return { excluded: new Map(excluded.map((name) => [name, RUNS_PROGRAM])), ...(isOperand && { risk: "destructive" }) };
}

/** What is the same for all arguments that take any text. */
const ANY_TEXT = { accepts: () => false, isLimited: false, isConfined: false, canStartWith: () => true } as const;

/** Returns the option as an argument that takes any text, with the spelling that the draft has. */
function toFlag(option: OptionFacts): readonly Slot[] {
  const { flag, isSwitch = false } = chooseFlag(option, option.names);
  if (isSwitch || option.values?.value.strength === "closed" || guessType(option) !== "string") return [];
  const isRequired = option.required === true;
  return [{ ...ANY_TEXT, name: keyOf(option), kind: "flag", flag: flag.replace(/=$/, ""), isFree: true, isRequired, isList: false }];
}

function keyOf({ names }: OptionFacts): string {
  return names.join(" ");
}

function toOperand({ values, isRequired, repeat }: PositionalFacts, index: number): Slot {
  return { ...ANY_TEXT, name: `${index}`, kind: "operand", flag: "", isFree: values === undefined, isRequired, isList: repeat };
}
