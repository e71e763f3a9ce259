/** Corrects the description of a command by what the program says about its words. Pure. */
import type { WordGrammar } from "@climax-gen/runtime/internal/word-grammar/word-grammar";
import type { FlagVerdict } from "../../probe/flag-verdict.ts";
import type { CommandFacts, OptionFacts } from "../description.ts";
import { isActionSection } from "../read/lines/sections.ts";

/** What a program says about the words of one command. */
export interface CommandAnswers {
  readonly verdicts: ReadonlyMap<string, FlagVerdict>;
  /** What `--` does. Undefined if the program does not say. */
  readonly doubleDash?: WordGrammar["doubleDash"];
  /** True if the command reads every value after `--` as a path. Defaults to false. */
  readonly hasPathsAfter?: boolean;
  /** What is measured about the program. */
  readonly grammar: Pick<WordGrammar, "joins" | "doubleDash" | "switchFalse">;
}

/**
 * Returns the command without the spellings that the program rejects, and with the notation that it reads: `--option=value` or
 * `--option value`. An option without a verdict gets `=` only if other options of the command are read or shown with `=`, or if the program
 * was measured to read it.
 */
export function applyAnswers(command: CommandFacts, answers: CommandAnswers): CommandFacts {
  const { verdicts, grammar, doubleDash = grammar.doubleDash, hasPathsAfter = false } = answers;
  const joined = new Set([...verdicts.values()].flatMap((one) => (one.kind === "value" && one.flag.startsWith("--") ? [one.joined] : [])));
  const isRead = joined.has(true) ? true : joined.has(false) ? false : undefined;
  const canJoin = isRead ?? grammar.joins ?? command.options.some(({ valueForm }) => valueForm === "glued");
  const isProgram = command.path.length === 0 && command.commands.length === 0;
  return {
    ...command,
    options: command.options
      .flatMap((option) => applyToOption(option, { verdicts, canJoin, isAction: isProgram && isActionSection(option.section) }))
      .map((option) => (grammar.switchFalse === "error" || grammar.switchFalse === "on" ? withoutAssignment(option) : option)),
    hasEndOfOptions: !hasPathsAfter && (doubleDash === undefined ? command.hasEndOfOptions : doubleDash === "ends"),
  };
}

/** Returns the option as a switch that `=false` does not turn off. */
function withoutAssignment({ isAssignable: _isAssignable, ...option }: OptionFacts): OptionFacts {
  return option;
}

interface OptionAnswers extends Pick<CommandAnswers, "verdicts"> {
  /** Whether the program reads `--option=value`, as far as known. */
  readonly canJoin: boolean;
  /** True if the option can be a command of the program. What follows it can be positional values, of which the option takes none. */
  readonly isAction: boolean;
}

function applyToOption(option: OptionFacts, { verdicts, canJoin, isAction }: OptionAnswers): readonly OptionFacts[] {
  const names = option.names.filter((name) => verdicts.get(name)?.kind !== "rejected");
  if (names.length === 0) return [];
  const verdict = names.map((name) => verdicts.get(name)).find((one) => one !== undefined && one.kind !== "unclear");
  const left = { ...option, names };
  if (isAction) return [left];
  if (verdict !== undefined && verdict.kind !== "known") return [applyVerdict(left, verdict)];
  return [withForm(left, verdict?.joined ?? (canJoin && option.valueForm !== "bare"))];
}

function applyVerdict(option: OptionFacts, { kind, joined, separate }: FlagVerdict): OptionFacts {
  switch (kind) {
    case "value":
      return withForm({ ...option, kind: "value" }, separate === false || (joined ?? option.valueForm === "glued"));
    case "optional":
      // A switch with an undocumented value stays a switch.
      return option.kind === "switch" || option.kind === "unknown" ? option : { ...option, kind: "optional", valueForm: "glued" };
    case "switch": {
      const { valueForm: _form, placeholder: _placeholder, values: _values, ...rest } = option;
      return option.kind === "switch" ? option : { ...rest, kind: "switch" };
    }
    case "known":
    case "rejected":
    case "unclear":
      return option;
  }
}

/** Returns the option with the notation of its value: joined with `=`, or in a separate word. Other notations are kept. */
function withForm(option: OptionFacts, isJoined: boolean): OptionFacts {
  const { kind, valueForm, following } = option;
  if (kind !== "value" || valueForm === "attached" || valueForm === "colon" || following !== undefined || option.isPair === true)
    return option;
  return { ...option, valueForm: isJoined ? "glued" : "bare" };
}
