/** What the absence of an argument's words means, for an argument with a default. */
import { toLineForm } from "../argument/form.ts";
import { argumentWords } from "../command-line/argument-words.ts";
import type { ArgValue } from "../tool/tool-spec.ts";
import type { ToolArg } from "../tool/tool.ts";
import { countAddedWords, isDeciding } from "./added-words.ts";
import { isOwnBehavior } from "./implied-words.ts";

/**
 * `value`: a value of the argument writes no words, so their absence means this value. `default`: the default applies, and adds its words.
 * `missing`: the words of the default decide what the program does, so the caller must write words of the argument.
 */
export type AbsentValue =
  | { readonly kind: "value"; readonly value: ArgValue }
  | { readonly kind: "default" | "missing"; readonly words: readonly string[] };

/** Returns what the absence of the words of an argument on the command line means. */
export function absentValue(arg: ToolArg, value: ArgValue, program: string, path: readonly string[]): AbsentValue {
  const words = writeWords(arg, value);
  const form = toLineForm(arg);
  if (words.length === 0 || form.place === "operand") return { kind: "default", words };
  switch (form.words.kind) {
    case "templates": {
      const own = arg.enum?.find((member) => isOwnBehavior(program, path, writeWords(arg, member)));
      if (own !== undefined) return { kind: "value", value: own };
      return { kind: isDeciding(program, words) ? "missing" : "default", words };
    }
    case "optional":
      return { kind: "value", value: false };
    case "switch":
      return form.words.negation === undefined ? { kind: "value", value: false } : decide(words, program);
    case "mapped": {
      const silent = Object.entries(form.words.table).find(([, texts]) => texts.length === 0 || isOwnBehavior(program, path, texts));
      if (silent === undefined || form.times !== "once") return decide(words, program);
      return { kind: "value", value: arg.type === "boolean" ? silent[0] === "true" : silent[0] };
    }
  }
}

function writeWords(arg: ToolArg, value: ArgValue): readonly string[] {
  return argumentWords({ arg, kind: "arg", isGuarded: false, takesDashes: true }, value).map(({ text }) => text);
}

function decide(words: readonly string[], program: string): AbsentValue {
  return { kind: countAddedWords(program, words) === words.length ? "default" : "missing", words };
}
