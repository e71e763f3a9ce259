/** Finds arguments whose description or name says that the program runs the value, for programs that the lists do not contain. */
import type { ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { placeOf } from "@climax-gen/runtime/internal/argument/form";
import { addressOf } from "../check/files/locations.ts";
import type { EnabledCommand, Hazard } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";
import { listWrittenWords, slotsOf } from "./written-words.ts";

/**
 * Returns the hazards of a tool.
 * @param reported names of the arguments that are reported as executed already
 */
export function findDescribedCommands(owner: EnabledCommand, reported: ReadonlySet<string>): readonly Hazard[] {
  const { file, tool } = owner;
  const slots = slotsOf(listWrittenWords(owner)).filter(({ isFree, kind }) => isFree && kind !== "directory");
  const free = new Set(slots.map(({ name }) => name));
  return tool.args.flatMap((arg) => {
    if (!free.has(arg.name) || reported.has(arg.name)) return [];
    const found = findPhrase(arg);
    if (found === undefined) return [];
    const part = partAt(file, addressOf(tool.name, arg.name), [found.key]);
    const details = { tool: tool.name, arg: arg.name };
    return [{ ...hazardAt("described-command", part, partsOf(owner, arg.name), { ...details, ...found }), executes: details }];
  });
}

interface Phrase {
  readonly key: "description" | "name" | "flag";
  readonly text: string;
}

/** Returns the phrase of a description, or the name of an option, that says that the value is run. */
export function findPhrase(arg: ToolArg): Phrase | undefined {
  const { name, description = "", flag } = arg;
  const clean = description.replaceAll(/[`'"]/g, "");
  const sentences = clean.split(/(?<=[.;!?])\s+/);
  const phrase = sentences
    .filter((sentence) => !NEGATED.test(sentence))
    .flatMap((sentence) => RUNS.map((rule) => rule.exec(sentence)?.[0] ?? []))
    .flat()[0];
  if (phrase !== undefined) return { key: "description", text: phrase };
  const isOption = !["operand", "stdin"].includes(placeOf(arg));
  const option = flag ?? name;
  return isOption && COMMAND_NAME.test(option.replace(/=$/, "")) && !SELECTS.test(clean) && !NEGATED.test(clean)
    ? { key: flag === undefined ? "name" : "flag", text: option }
    : undefined;
}

/** Sentences that say that nothing runs, or that describe a program that is not chosen by the value. */
const NEGATED =
  /\b(?:not|never|no longer|without|instead of|n't)\b[^.]{0,40}\b(?:run|runs|execut\w*|start\w*|invok\w*)\b|\b(?:dry[- ]run|rerun)\b/i;
/** The value selects commands by name, and does not start one. */
const SELECTS = /\b(?:name|names|filter|select|match|matching|only|list|show|find|search|help|documentation|topic|history)\b/i;

const THING = "(?:shell |external |custom |given |this |that |the |a |an |another |arbitrary |any |your |its |system )*";
const PROGRAM_WORD =
  "(?:commands?|cmd|programs?|scripts?|executables?|hooks?|binary|code|expressions? as code|shell code|CMD|COMMAND|PROGRAM|PROG)";

const RUNS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:run|runs|execute|executes|invoke|invokes|spawn|spawns|launch|launches|exec|execs|eval|evals|evaluate|evaluates)\\s+(?:<|\\[|\\{)?${THING}(?:<|\\[|\\{)?${PROGRAM_WORD}\\b`,
    "i",
  ),
  new RegExp(
    `\\b(?:[Uu]s(?:e|es|ing)|[Pp]ip\\w*|[Ff]ilter\\w*|[Pp]ass\\w*)\\b[^.]{0,30}(?:<cmd>|<command>|<program>|<prog>|\\bCMD\\b|\\bCOMMAND\\b|\\bPROGRAM\\b)`,
  ),
  new RegExp(
    `\\b${PROGRAM_WORD}\\s+(?:that is |which is |to be |that will be |is |are |to )?(?:run|executed?|exec|invoked?|spawn(?:ed)?|launch(?:ed)?|started?|call)\\b`,
    "i",
  ),
  /\b(?:shell|external|custom|arbitrary)\s+(?:command|program|script)\b/i,
  /\b(?:run|runs|executed|interpreted|evaluated)\s+(?:it\s+)?(?:by|in|with|through|as|via)\s+(?:the\s+|a\s+)?(?:shell|code|command|python|perl|ruby|lua|javascript|script)\b/i,
];

const COMMAND_NAME = /^-{0,2}(?:[\w-]+[_-])?(?:cmd|command|exec|execute|program|prog|shell|hook|prepipe|pager|editor)$/i;
