/** Finds hazards of command lines: words that only a shell interprets, and flags that two arguments share. */
import { flagOf, splitCommand } from "@climax-gen/runtime/compiler";
import type { CheckedConfig, RawArg } from "../check/cli/config.ts";
import { withRelated } from "../diagnostics/diagnose.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { YamlPath } from "../load/locate.ts";
import type { Hazard, Part, EnabledTool } from "./hazard.ts";
import { hazardAt, partsOf } from "./hazard.ts";

/** Finds the hazards of a tool: in its command, and in its arguments combined with the global arguments. */
export function findCommandLineHazards(owner: EnabledTool): readonly Hazard[] {
  const { checked, tool, path } = owner;
  const { document, config, definition } = checked;
  // The arguments of a Directive tool reach no program.
  if (definition !== undefined) return [];
  const args = listArgs(tool.args, [...path, "args"]);
  return [
    ...findShellWord({ document, path: [...path, "command"] }, { command: tool.command, owner: tool.name, parts: partsOf(owner) }),
    ...findDuplicates([...listArgs(config.global_args, ["global_args"]), ...args], args).map(({ flag, arg, other }) =>
      toDuplicate({ checked, owner: tool.name, parts: partsOf(owner, arg.value.name) }, { flag, arg, other }),
    ),
  ];
}

/** Finds the hazards of a config outside its tools: in its command and its global arguments. */
export function findSharedHazards(checked: CheckedConfig): readonly Hazard[] {
  const { document, config } = checked;
  const whole: Part = { document, path: [] };
  const args = listArgs(config.global_args, ["global_args"]);
  return [
    ...findShellWord({ document, path: ["command"] }, { command: config.command, owner: config.name, parts: [whole] }),
    ...findDuplicates(args, args).map(({ flag, arg, other }) =>
      toDuplicate({ checked, owner: config.name, parts: [whole, { document, path: arg.path }] }, { flag, arg, other }),
    ),
  ];
}

/** Pipes, redirections, several commands, background jobs and substitutions: `|`, `&&`, `2>/dev/null`, `>file`, `$(date)`. */
const SHELL_WORD = /^(?:\|{1,2}|&{1,2}|;|[12&]?>{1,2}(?:&?[\w./-]*)|<{1,2}(?![\w.|-]+>)[\w./-]*|\$\(.*|`.*)$/;

interface Command {
  readonly command: string;
  readonly owner: string;
  readonly parts: readonly Part[];
}

/** Finds the first shell word. The hazard points at the word if the file contains the command verbatim. */
function findShellWord(part: Part, { command, owner, parts }: Command): readonly Hazard[] {
  const split = splitCommand(command);
  const word = split.ok ? split.words.find((candidate) => SHELL_WORD.test(candidate)) : undefined;
  if (word === undefined) return [];
  const hazard = hazardAt("shell-syntax", part, parts, { word, owner });
  const { source, span } = hazard.diagnostic;
  if (source === undefined || span === undefined) return [hazard];
  // A shell word between whitespace is unquoted, so it is written as it appears in the split command.
  const offset = ` ${command} `.replace(/\s/g, " ").indexOf(` ${word} `);
  const written = source.text.slice(span.start, span.end).indexOf(command);
  const start = span.start + written + offset;
  return [written === -1 ? hazard : { ...hazard, diagnostic: { ...hazard.diagnostic, span: { start, end: start + word.length } } }];
}

interface PlacedArg {
  readonly value: RawArg;
  readonly path: YamlPath;
}

function listArgs(args: readonly RawArg[], path: YamlPath): readonly PlacedArg[] {
  return args.map((value, index) => ({ value, path: [...path, index] }));
}

interface Duplicate {
  readonly flag: string;
  readonly arg: PlacedArg;
  /** The earlier argument. */
  readonly other: PlacedArg;
}

/** Returns the flags shared by two arguments, if the later one is in `reported`. */
function findDuplicates(args: readonly PlacedArg[], reported: readonly PlacedArg[]): readonly Duplicate[] {
  const first = new Map<string, PlacedArg>();
  return args.flatMap((arg): readonly Duplicate[] => {
    if (arg.value.positional || arg.value.cwd || arg.value.stdin) return [];
    const flag = flagOf(arg.value);
    const other = first.get(flag);
    if (other === undefined) first.set(flag, arg);
    // A second argument with the same name is an error, or overrides a global argument.
    const isOther = other !== undefined && other.value.name !== arg.value.name;
    return isOther && reported.includes(arg) ? [{ flag, arg, other }] : [];
  });
}

interface Owner {
  readonly checked: CheckedConfig;
  readonly owner: string;
  readonly parts: readonly Part[];
}

function toDuplicate({ checked, owner, parts }: Owner, { flag, arg, other }: Duplicate): Hazard {
  const { document, source } = checked;
  const pathOf = ({ value, path }: PlacedArg): YamlPath => [...path, value.flag ? "flag" : "name"];
  const details = { flag, name: arg.value.name, other: other.value.name, owner };
  const hazard = hazardAt("duplicate-flag", { document, path: pathOf(arg) }, parts, details);
  const span: Span = document.locate(pathOf(other))?.value ?? { start: 0, end: 0 };
  return { ...hazard, diagnostic: withRelated(hazard.diagnostic, "first written here", { source, span }) };
}
