/** Lists the words of a tool before a call: constant text, and a place for each value. */
import { toLineForm } from "../argument/form.ts";
import { unquoteWords } from "../tool/command-words.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { CommandHandler, Tool, ToolArg } from "../tool/tool.ts";
import { listItems } from "../tool/tool.ts";
import { argumentWords, globalValueWords } from "./argument-words.ts";
import type { CommandWord } from "./command-word.ts";
import { dashDashWord, makeWord } from "./command-word.ts";
import { constantWords } from "./constant-words.ts";
import type { LinePart } from "./pattern.ts";
import { linePattern } from "./pattern.ts";

/** A part of a command line, and its words. */
export interface PatternPart {
  readonly part: LinePart;
  readonly words: readonly CommandWord[];
}

/**
 * Returns the parts that a call can write, with the words of one value per argument, as in `argumentPattern`. A forbidden argument has its
 * default. Variables of the config are not expanded.
 */
export function wordPattern({ args }: Pick<Tool, "args">, handler: CommandHandler): readonly PatternPart[] {
  const { program, command } = handler;
  const values = new Map(
    args.flatMap((arg) => {
      const value = arg.limits?.forbidden === true ? arg.default : placeOfValue(arg);
      return value === undefined ? [] : [[arg.name, value] as const];
    }),
  );
  const wordsOf = (part: LinePart): readonly CommandWord[] => {
    switch (part.kind) {
      case "cli_command":
        return unquoteWords(program.command).map((text) => makeWord({ kind: part.kind }, [text]));
      case "tool_command":
        return command.map((text) => makeWord({ kind: part.kind }, [text]));
      case "dash_dash":
        return [dashDashWord()];
      case "arg": {
        const value = values.get(part.arg.name);
        return value === undefined ? [] : wordsOfValue(part.arg, value);
      }
      case "global_arg":
        return listItems(part.arg.default).flatMap((value) =>
          value === "" ? [] : globalValueWords(part.arg, value, { text: String(value) }),
        );
      case "words":
        return constantWords(part.templates, part.item, { args, values, files: [], readsNegatives: true });
    }
  };
  return linePattern({ args, global_args: program.global_args }, handler)
    .map((part) => ({ part, words: wordsOf(part) }))
    .filter(({ words }) => words.length > 0);
}

/**
 * Returns the words of one value of an argument, which has the name of the argument as its text: of `true` if it writes the flag alone, and
 * of the first value with words if the values are mapped.
 */
export function argumentPattern(arg: ToolArg): readonly CommandWord[] {
  return wordsOfValue(arg, placeOfValue(arg));
}

function wordsOfValue(arg: ToolArg, value: ArgValue): readonly CommandWord[] {
  return argumentWords({ kind: "arg", arg, isGuarded: false, takesDashes: true }, value);
}

function placeOfValue(arg: ToolArg): ArgValue {
  const { words } = toLineForm(arg);
  if (words.kind === "switch") return true;
  if (words.kind === "mapped") return Object.keys(words.table).find((key) => (words.table[key] ?? []).length > 0) ?? "";
  return arg.type === "map" ? { [arg.name]: arg.name } : arg.name;
}
