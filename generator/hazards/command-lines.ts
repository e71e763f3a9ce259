/** Finds hazards of command lines: words that only a shell interprets, and flags that two arguments share. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { templatesOf, writtenFlagOf, writtenNegationOf } from "@climax-gen/runtime/internal/argument/form";
import { splitCommand } from "@climax-gen/runtime/internal/tool/command-words";
import type { CheckedFile, CliFile } from "../check/files/checked-file.ts";
import { addressOf, type Address, locateClosest, WHOLE_FILE } from "../check/files/locations.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import { locateWord } from "../load/document.ts";
import type { EnabledCommand, Hazard, AllowPart, HazardPart } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";

/** Finds the hazards of a tool: in its command, and in its arguments combined with the global arguments. */
export function findCommandLineHazards(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  const args = tool.args.map((value): AddressedArg => ({ value, address: addressOf(tool.name, value.name) }));
  return [
    ...findShellWord(partAt(file, addressOf(tool.name), ["program"]), {
      command: tool.program ?? "",
      owner: tool.name,
      parts: partsOf(owner),
    }),
    ...findShellWord(partAt(file, addressOf(tool.name), ["command"]), { command: tool.command, owner: tool.name, parts: partsOf(owner) }),
    ...findDuplicates([...listGlobalArgs(file), ...args], args, [...(tool.at_most_one ?? []), ...(tool.exactly_one ?? [])]).map(
      (duplicate) => toDuplicate({ file, owner: tool.name, parts: partsOf(owner, duplicate.arg.value.name) }, duplicate),
    ),
  ];
}

/** Finds the hazards of a config outside its tools: in its command and its global arguments. */
export function findSharedHazards(file: CheckedFile): readonly Hazard[] {
  if (file.kind !== "cli") return [];
  const { name, command } = file;
  const whole = partAt(file, WHOLE_FILE);
  const args = listGlobalArgs(file);
  return [
    ...findShellWord(partAt(file, WHOLE_FILE, ["command"]), { command, owner: name, parts: [whole] }),
    ...findDuplicates(args, args).map((duplicate) =>
      toDuplicate({ file, owner: name, parts: [whole, partAt(file, duplicate.arg.address)] }, duplicate),
    ),
  ];
}

/** Pipes, redirections, several commands, background jobs and substitutions: `|`, `&&`, `2>/dev/null`, `>file`, `$(date)`. */
const SHELL_WORD = /^(?:\|{1,2}|&{1,2}|;|[12&]?>{1,2}(?:&?[\w./-]*)|<{1,2}(?![\w.|-]+>)[\w./-]*|\$\(.*|`.*)$/;

interface OwnedCommand {
  readonly command: string;
  readonly owner: string;
  readonly parts: readonly AllowPart[];
}

/** Finds the first shell word. The hazard points at the word if the file contains the command verbatim. */
function findShellWord(part: HazardPart, { command, owner, parts }: OwnedCommand): readonly Hazard[] {
  const split = splitCommand(command);
  const word = split.kind === "words" ? split.words.find((candidate) => SHELL_WORD.test(candidate)) : undefined;
  if (word === undefined) return [];
  const hazard = hazardAt("shell-syntax", part, parts, { word, owner });
  const { source, span } = locateWord(part.document, part.path, { text: command, word });
  return [{ ...hazard, diagnostic: { ...hazard.diagnostic, source, span } }];
}

interface AddressedArg {
  readonly value: ToolArg;
  readonly address: Address;
}

function listGlobalArgs({ global_args }: CliFile): readonly AddressedArg[] {
  return global_args.map((value) => ({ value, address: { kind: "global_arg", arg: value.name } }));
}

interface Duplicate {
  readonly flag: string;
  readonly arg: AddressedArg;
  /** The earlier argument. */
  readonly other: AddressedArg;
}

/**
 * Returns the flags that two arguments write in the same form, if the later one is in `reported`. Arguments of which a call can pass only
 * one may share a flag.
 * @param alternatives lists of such arguments, by name
 */
function findDuplicates(
  args: readonly AddressedArg[],
  reported: readonly AddressedArg[],
  alternatives: readonly (readonly string[])[] = [],
): readonly Duplicate[] {
  const words = args.flatMap(({ value }) => listFlagWords(value)).map((word) => word.replace(/=$/, ""));
  // Nearly all tools have distinct flags, and need no comparison of forms.
  if (new Set(words).size === words.length) return [];
  const earlier = new Map<string, AddressedArg[]>();
  const isReported = new Set(reported);
  return args.flatMap((arg): readonly Duplicate[] => {
    const { name } = arg.value;
    // A second argument with the same name is an error, or overrides a global argument.
    const isOther = ({ value: other }: AddressedArg): boolean =>
      other.name !== name && !alternatives.some((names) => names.includes(name) && names.includes(other.name));
    const duplicates = listFlags(arg.value).flatMap(({ flag, key }) => {
      const others = earlier.get(key) ?? [];
      const other = others.find(isOther);
      others.push(arg);
      earlier.set(key, others);
      return other === undefined ? [] : [{ flag, arg, other }];
    });
    return isReported.has(arg) ? duplicates.slice(0, 1) : [];
  });
}

interface WrittenFlag {
  readonly flag: string;
  /** Equal for two flags that a program does not distinguish. */
  readonly key: string;
}

/** Returns the flags of an argument in each form. A program reads `--name value` and `--name=value` alike. */
function listFlags(arg: ToolArg): readonly WrittenFlag[] {
  const words = listFlagWords(arg);
  const written = words.map((word) => ({ flag: word, key: word }));
  const joined = arg.type === "boolean" ? [] : words.map((flag) => ({ flag, key: `${flag.replace(/=$/, "")}=` }));
  const all = [...written, ...joined];
  return formsOf(arg).flatMap((form) => all.map(({ flag: word, key }) => ({ flag: word, key: `${key}\0${form}` })));
}

/** Returns the flag of an argument, and that of `false`. */
function listFlagWords(arg: ToolArg): readonly string[] {
  return [writtenFlagOf(arg), writtenNegationOf(arg)].filter((flag) => flag !== undefined);
}

/** Returns the words after a flag, in each form. `-c a={}` and `-c b={}` are different options with the same flag. */
function formsOf(arg: ToolArg): readonly string[] {
  const forms = arg.enum_words === undefined ? [templatesOf(arg)] : Object.values(arg.enum_words);
  return forms.map((words) => words.join("\0"));
}

interface Owner {
  readonly file: CliFile;
  readonly owner: string;
  readonly parts: readonly AllowPart[];
}

function toDuplicate({ file, owner, parts }: Owner, { flag, arg, other }: Duplicate): Hazard {
  const keyOf = ({ value }: AddressedArg): string => (value.flag === undefined ? "name" : "flag");
  const details = { flag, name: arg.value.name, other: other.value.name, owner };
  const hazard = hazardAt("duplicate-flag", partAt(file, arg.address, [keyOf(arg)]), parts, details);
  const related = locateClosest(file, other.address, [keyOf(other)]);
  return { ...hazard, diagnostic: withRelated(hazard.diagnostic, "first written here", related) };
}
