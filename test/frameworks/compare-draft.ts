/** Compares a draft with the specification. Each difference is a gap: its place, and the fact that is missing or wrong. */
import { type DraftedArgument, type DraftedTool, findByFlag, isLeftOut, spellings } from "./drafted.ts";
import type { Framework, OmittedFact } from "./framework.ts";
import type { SpecCommand, SpecOption, SpecPositional, SpecProgram } from "./program.ts";

/** Result of comparing the draft of one framework. */
export interface DraftScore {
  /** Tools that the draft must have, and the number that it has. */
  readonly tools: { readonly found: number; readonly of: number };
  /** Options that the draft must have, and the number that it has. */
  readonly options: { readonly found: number; readonly of: number };
  readonly gaps: readonly string[];
}

/** Compares a draft with the program that the framework can express. */
export function compareDraft(program: SpecProgram, tools: readonly DraftedTool[], framework: Framework): DraftScore {
  const shown = program.commands.map((command) => ({ ...command, options: command.options.filter(({ hidden }) => hidden !== true) }));
  const pairs = shown.map((command) => ({ command, tool: tools.find(({ path }) => path.join(" ") === command.path.join(" ")) }));
  const known = new Set(pairs.map(({ tool }) => tool));
  const found = pairs.flatMap(({ command, tool }) =>
    command.options.filter((option) => tool && (findByFlag(tool, spellings(option)) ?? isLeftOut(option, tool))),
  );
  return {
    tools: { found: pairs.filter(({ tool }) => tool !== undefined).length, of: pairs.length },
    options: { found: found.length, of: shown.reduce((sum, { options }) => sum + options.length, 0) },
    gaps: [
      ...pairs.flatMap(({ command, tool }) =>
        tool === undefined ? [`${label(command)}: no tool`] : compareCommand(command, tool, framework),
      ),
      ...tools.filter((tool) => !known.has(tool)).map(({ path }) => `junk tool: ${["demo", ...path].join(" ")}`),
    ],
  };
}

function label({ path }: SpecCommand): string {
  return path.length === 0 ? "demo" : path.join(" ");
}

function compareCommand(command: SpecCommand, tool: DraftedTool, framework: Framework): readonly string[] {
  const { omits = [] } = framework;
  const place = label(command);
  const positionals = tool.args.filter((arg) => arg.isPositional);
  const ofOptions = command.options.flatMap((option) =>
    compareOption(option, tool)
      .filter((gap) => !isOmitted(gap, option, omits))
      .map((gap) => `${place} --${option.name}: ${gap}`),
  );
  const ofPositionals = comparePositionals(command.positionals, positionals, omits);
  return [
    ...(tool.description === command.description || omits.includes("description") ? [] : [`${place}: description "${tool.description}"`]),
    ...ofOptions,
    ...ofPositionals.map((gap) => `${place} ${gap}`),
    ...findJunk(command, tool, framework).map((flag) => `${place}: junk option ${flag}`),
  ];
}

/** Reports whether the help does not show a fact that the draft lacks. A wrong fact is always a gap. A default shows a value. */
function isOmitted(gap: string, option: SpecOption, omits: readonly OmittedFact[]): boolean {
  const missing = /^(\w+)\b.* not found$/.exec(gap)?.[1];
  if (missing !== undefined) return omits.some((fact) => fact === missing);
  if (/^type (?:string|number) /.test(gap)) return omits.includes("type");
  return UNSHOWN_KINDS.has(gap) && (option.default === undefined || omits.includes("default")) && omits.includes("kind");
}

const IS_SWITCH = "kind: a switch";
const IS_OPTIONAL = "kind: an optional value";

/** Kinds of a draft of a help that shows no kinds. A call can pass both a value and none as an optional value. */
const UNSHOWN_KINDS: ReadonlySet<string> = new Set([IS_SWITCH, IS_OPTIONAL]);

/** Returns the wrong facts about an option. Each begins with its kind. */
function compareOption(option: SpecOption, tool: DraftedTool): readonly string[] {
  const arg = findByFlag(tool, spellings(option));
  if (arg === undefined) return isLeftOut(option, tool) ? [] : ["lost"];
  return [...compareKind(option, arg), ...compareValue(option, arg), ...compareRelations(option, arg, tool), ...compareText(option, arg)];
}

function compareKind(option: SpecOption, arg: DraftedArgument): readonly string[] {
  const takesValue = option.kind === "value" || option.kind === "optional";
  const isSwitch = arg.type === "boolean";
  const gaps: string[] = [];
  if (takesValue && isSwitch) gaps.push(IS_SWITCH);
  if (option.kind === "switch" && (!isSwitch || arg.isOptional)) gaps.push(arg.isOptional ? IS_OPTIONAL : "kind: takes a value");
  if (option.kind === "count" && isSwitch) gaps.push("count not found");
  if (option.kind === "count" && !isSwitch && arg.type !== "integer") gaps.push("kind: takes a value");
  if (option.kind === "optional" && !isSwitch && !arg.isOptional) gaps.push("optional value not found");
  if (option.kind === "value" && arg.isOptional) gaps.push(IS_OPTIONAL);
  return gaps;
}

function compareValue(option: SpecOption, arg: DraftedArgument): readonly string[] {
  if (option.kind !== "value" || arg.type === "boolean") return [];
  const { values = [], type = "string", repeat = false } = option;
  const gaps: string[] = [];
  const drafted = arg.values ?? [];
  if (values.length > 0 && drafted.length === 0) gaps.push("list not found");
  if (drafted.length > 0 && drafted.toSorted().join(",") !== values.toSorted().join(",")) gaps.push(`list is wrong: ${drafted.join(", ")}`);
  // The help of most frameworks does not tell an integer from a number without a default with a fraction.
  if (type !== arg.type) gaps.push(`type ${arg.type} instead of ${type}`);
  if (repeat !== arg.repeat) gaps.push(repeat ? "repeat not found" : "repeat is wrong");
  return gaps;
}

function compareRelations(option: SpecOption, arg: DraftedArgument, tool: DraftedTool): readonly string[] {
  const gaps: string[] = [];
  if ((option.required ?? false) !== arg.required) gaps.push(arg.required ? "required is wrong" : "required not found");
  if (option.negatable === true && !arg.negatable && findByFlag(tool, bareNegations(option)) === undefined) gaps.push("negation not found");
  if (option.excludes !== undefined) {
    const other = findByFlag(tool, [`--${option.excludes}`, `-${option.excludes}`]);
    const isFound = tool.exclusive.some((names) => names.includes(arg.name) && names.includes(other?.name ?? ""));
    if (!isFound) gaps.push(`exclusive with --${option.excludes} not found`);
  }
  return gaps;
}

/** A default, or an environment variable, after a description. Drafts keep them. */
const KEPT_AFTER_TEXT = /^[.;,]? ?(?:[[(](?:default\b|env\b|\$)[^[\]()]*[\])])?$/i;

function compareText({ text }: SpecOption, arg: DraftedArgument): readonly string[] {
  // A long text ends at a word.
  const [cut = "", rest] = arg.description.split(" …");
  const description = rest !== undefined && text.startsWith(cut) ? text + rest : arg.description;
  const isRight = description.startsWith(text) && KEPT_AFTER_TEXT.test(description.slice(text.length));
  return isRight ? [] : [`text "${arg.description}"`];
}

/** Compares positional values by their order. `showsRequired`: the help shows which are required. */
function comparePositionals(
  wanted: readonly SpecPositional[],
  drafted: readonly DraftedArgument[],
  omits: readonly OmittedFact[],
): readonly string[] {
  const [showsRequired, showsNames] = [!omits.includes("values"), !omits.includes("names")];
  const gaps = wanted.flatMap(({ name, repeat = false, required = false }, index) => {
    const arg = drafted[index];
    if (arg === undefined) return [`${name}: lost`];
    return [
      ...(!showsNames || arg.name.toLowerCase().startsWith(name) ? [] : [`${name}: named ${arg.name}`]),
      ...(arg.repeat === repeat ? [] : [`${name}: ${repeat ? "repeat not found" : "repeat is wrong"}`]),
      ...(arg.required === required || !showsRequired ? [] : [`${name}: required ${required ? "not found" : "is wrong"}`]),
    ];
  });
  return [...gaps, ...drafted.slice(wanted.length).map(({ name }) => `${name}: junk value`)];
}

/** Returns the negations without a dash, such as `--nocolor`, which are arguments of their own: the key `negatable` passes `--no-color`. */
function bareNegations({ name, negatable = false }: SpecOption): readonly string[] {
  return negatable ? [`--no${name}`, `-no${name}`] : [];
}

/** Options that every command may have. */
const USUAL = new Set(["--help", "-help", "-h", "-?", "--version", "-version", "-V"]);

function findJunk(command: SpecCommand, tool: DraftedTool, { adds = [] }: Framework): readonly string[] {
  const shown = command.options.filter(({ hidden }) => hidden !== true);
  const known = new Set([...USUAL, ...adds, ...shown.flatMap((option) => [...spellings(option), ...bareNegations(option)])]);
  return tool.args
    .filter(({ isPositional, flags }) => !isPositional && !flags.some((flag) => known.has(flag)))
    .map(({ flags, name }) => flags[0] ?? name);
}
