/** Finds the options of a program that are its commands, such as `--list-keys` of gpg and `--create` of tar, so that each becomes a tool. Pure. */
import type { CommandFacts, OptionFacts, PositionalFacts } from "../description.ts";
import { isActionSection } from "../read/lines/sections.ts";
import { isActing, isOutputFile, runsProgram } from "./acting-options.ts";
import { isUseful, rankOptions } from "./rank.ts";

/** The heading of options of which a call needs one. */
const NEEDS_ONE = /^main /;

/** Placeholders of such an option in a usage. */
const PLACEHOLDER = /^(?:command|action|operation|mode)$/;

/** Minimum number of commands. Fewer can be something else. */
const MIN_ACTIONS = 3;

/** A letter or a long name. Words of expressions, such as `-print0` of find, are no commands. */
const NAME = /^(?:--[A-Za-z][\w-]*|-[A-Za-z])$/;

/** A program whose commands are options. */
export interface ActionProgram {
  /** The program, with marks at the options that are commands. Undefined if each call needs one of them. */
  readonly root: CommandFacts | undefined;
  /** The commands. Their paths are the options: `--list-keys`. */
  readonly actions: readonly CommandFacts[];
}

/**
 * Returns the commands of a program under a heading such as `Commands:`. Undefined if the program has subcommands, or few such options.
 * @param maxArgs maximum number of options that all commands have as arguments
 */
export function findActions(root: CommandFacts, maxArgs: number): ActionProgram | undefined {
  if (root.path.length > 0 || root.commands.length > 0) return undefined;
  const listed = root.options.filter(({ section }) => isActionSection(section));
  const found = listed.filter((option) => isUseful(option) && option.valueForm !== "attached" && option.names.some(isName));
  if (found.length < MIN_ACTIONS || found.length * 2 < listed.length) return undefined;
  // A family such as `--force-<thing>` is no command, and for no call in particular.
  const families = listed.filter((option) => isUseful(option) && !found.includes(option));
  const others = [...root.options.filter((option) => !listed.includes(option)), ...families];
  const limited = new Map(others.map((option) => [option, findLimits(option, found)] as const));
  const best = chooseBest(
    { ...root, options: others.filter((option) => !families.includes(option) && limited.get(option)?.length === 0) },
    maxArgs,
  );
  const own = (action: OptionFacts): readonly OptionFacts[] => others.flatMap((option) => toOwn(option, { action, best, limited }));
  return {
    root: needsAction(root, found) ? undefined : markActions(root, found),
    actions: found.map((action) => toCommand(action, root, own(action))),
  };
}

/** Reports whether each call needs a command. */
function needsAction({ usage }: CommandFacts, actions: readonly OptionFacts[]): boolean {
  const isMode = actions.some(({ section }) => NEEDS_ONE.test(section));
  return isMode || (usage.length > 0 && usage.every(({ value }) => /(?<!\[)<(?:command|action|operation)>/i.test(value)));
}

function markActions(root: CommandFacts, actions: readonly OptionFacts[]): CommandFacts {
  return { ...root, options: root.options.map((option) => (actions.includes(option) ? { ...option, isAction: true } : option)) };
}

function isName(name: string): boolean {
  return NAME.test(name);
}

/** Returns the best options of those that belong to all commands. */
function chooseBest(command: CommandFacts, maxArgs: number): ReadonlySet<OptionFacts> {
  const useful = rankOptions(command).filter(({ option }) => isUseful(option) && !runsProgram(option));
  return new Set(useful.slice(0, maxArgs).map(({ option }) => option));
}

interface ActionOptions {
  readonly action: OptionFacts;
  readonly best: ReadonlySet<OptionFacts>;
  /** The commands that an option is limited to, by option. */
  readonly limited: ReadonlyMap<OptionFacts, readonly OptionFacts[]>;
}

/** Returns the option as a command has it. Those that only some commands may have, such as a file to write, are its own. */
function toOwn(option: OptionFacts, { action, best, limited }: ActionOptions): readonly OptionFacts[] {
  const users = limited.get(option) ?? [];
  if (users.length > 0) return users.includes(action) ? [{ ...option, isNamedFor: true }] : [];
  if (!best.has(option)) return [option];
  return [{ ...option, ...(isActing(option) || isOutputFile(option) ? { isNamedFor: true } : { isForActions: true }) }];
}

/** Words of a clause that limits an option to commands: `apply to -S`, `with -q or --query`, `valid only in conjunction with --list`. */
const LIMITS = new RegExp(
  [
    String.raw`\bonly (?:\w+ )?(?:with|for|in|when|if)\b|\b(?:in conjunction|valid|used|useful|allowed|effective|meaningful) (?:only )?(?:with|for|in)\b`,
    String.raw`\bappl(?:y|ies) (?:only )?to\b|^.*\((?:with|for)\b`,
  ].join("|"),
  "i",
);

/** Words of a clause that excludes commands. */
const EXCLUDES = /\b(?:not|cannot|never|except|ignored|conflicts?|incompatible)\b|n't\b/i;

/** Returns the commands that the heading or the text of an option limits it to. Headings are in lower case. */
function findLimits({ section, description }: OptionFacts, actions: readonly OptionFacts[]): readonly OptionFacts[] {
  const clauses = (description?.value ?? "").split(/[.;](?=\s|$)/).filter((clause) => LIMITS.test(clause) && !EXCLUDES.test(clause));
  const inText = new Set(clauses.flatMap(namesIn));
  const inHeading = new Set(LIMITS.test(section) ? namesIn(section) : []);
  return actions.filter(({ names }) => names.some((name) => inText.has(name) || inHeading.has(name.toLowerCase())));
}

function namesIn(text: string): readonly string[] {
  return text.match(/(?<![\w-])--?[A-Za-z][\w-]*/g) ?? [];
}

/** Returns the command of an option. A value that must follow the option stays its value; words in brackets and lists are positional values. */
function toCommand(action: OptionFacts, root: CommandFacts, others: readonly OptionFacts[]): CommandFacts {
  const { names, kind, valueForm, repeat = false, description } = action;
  const usable = names.filter(isName);
  const flag = usable.find((name) => name.startsWith("--")) ?? usable[0] ?? "";
  const isOperand = valueForm !== "glued" && (kind === "optional" || (kind === "value" && repeat));
  const isValue = kind === "value" && !isOperand;
  // Also programs that read the value as an operand accept it directly after the option, if other options precede both.
  const required = { ...action, required: true, ...(valueForm !== "glued" && { valueForm: "bare" as const }) };
  return {
    path: [flag],
    ...(isValue && { words: [] }),
    ...(description && { summary: description }),
    usage: root.usage,
    options: isValue ? [...others, required] : others,
    positionals: isValue ? [] : isOperand ? [toOperand(action)] : operandsOf(root),
    exits: root.exits,
    commands: [],
    hasEndOfOptions: root.hasEndOfOptions,
    isAction: true,
  };
}

function toOperand({ placeholder = "", kind, repeat = false, source }: OptionFacts): PositionalFacts {
  const name = placeholder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return { name: name || "value", source, isRequired: kind === "value", repeat };
}

/** Returns the values of the program. `<operation> [...]` shows no names. */
function operandsOf({ positionals }: CommandFacts): readonly PositionalFacts[] {
  return positionals.flatMap((one) => {
    if (!PLACEHOLDER.test(one.name)) return [one];
    return one.repeat ? [{ name: "arguments", source: one.source, isRequired: false, repeat: true }] : [];
  });
}
