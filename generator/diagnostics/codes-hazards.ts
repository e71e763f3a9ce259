/** Hazards: permissions of a valid config and policy that need review. Each can be acknowledged. */
import { warning } from "./code-entry.ts";
import type { OfTool } from "./codes-policy.ts";
import { acceptedFindings } from "./codes-verify.ts";
import { quote } from "../text/wording.ts";

/** Returns the advice to acknowledge a hazard that is intended. */
function allow(code: string, part: string): string {
  return `acknowledge it with \`x-allow: [{ code: ${code}, reason: … }]\` in ${part}`;
}

export const hazardCodes = {
  "path-pattern": warning(
    'the pattern of "{arg}" of "{tool}" accepts {what}, for example "{text}"',
    `add \`within\` with the directory that must contain the path, or ${allow("path-pattern", "the constraint")}`,
  ),
  "hollow-policy": warning("{what}", (details: { readonly fix: string; readonly isOfExecutor?: boolean }) =>
    details.isOfExecutor === true ? `${details.fix}, or ${allow("hollow-policy", "the executor")}` : details.fix,
  ),
  "option-injection": warning(
    'callers can pass options such as "{option}" as "{arg}" of "{tool}"',
    `remove \`allow_leading_dash\`, set \`end_of_options: true\` for a positional, limit the values with an \`enum\` or a \`pattern\`, or ${allow("option-injection", "the argument")}`,
  ),
  "mixed-text": warning(
    'callers of "{tool}" choose any text for "{arg}", which is part of the word "{word}"',
    (details: { readonly arg: string }) =>
      `limit the values of ${quote(details.arg)} with a \`pattern\` or an \`enum\`, or ${allow("mixed-text", "the tool")}`,
  ),
  "unconfirmed-tool": warning(
    '"{tool}" has the risk "{risk}" and runs without confirmation',
    (details: { readonly tool: string }) =>
      `set \`confirm: true\` for the tool, set \`default: disabled\`, or ${allow("unconfirmed-tool", `the entry ${quote(details.tool)} of \`tools\``)}`,
  ),
  "resolver-risk": warning(
    'the resolver "{name}" of "{tool}" runs before the user confirms the call, and its command is that of "{other}", which has the risk "{risk}"',
    `use a command that only reads, or ${allow("resolver-risk", "the resolver")}`,
  ),
  "interpreter-command": warning(
    ({ tool, arg, program, isDirectory }: OfTool & { readonly program: string; readonly isDirectory: boolean }) =>
      `callers of ${quote(tool)} can run any program, because ${quote(program)} ${isDirectory ? "runs what it finds in the directory" : "executes"} ${quote(arg)}`,
    `remove the argument, list the allowed texts in an \`enum\`, move the executed text to \`command\`, or ${allow("interpreter-command", "the argument or the tool")}`,
  ),
  "described-command": warning(
    'the {key} says that "{arg}" of "{tool}" is run as a command: "{text}"',
    `remove the argument, list the allowed texts in an \`enum\`, or ${allow("described-command", "the argument")}`,
  ),
  "special-operand": warning(
    'callers can pass "{example}" as "{arg}" of "{tool}", which {program} reads as {meaning}',
    (details: { readonly isFirst: boolean }) =>
      `set \`value: "./{}"\` for a path${details.isFirst ? ", write an option that starts with `-` in `command`" : ""}, limit the values with an \`enum\` or a \`pattern\`, or ${allow("special-operand", "the argument")}`,
  ),
  "within-alone": warning(
    '`within` does not confine "{arg}" of "{tool}", because {program} reads a value that starts with "{start}" as {kind}',
    `set \`value: "./{}"\` for the argument in the config, add \`pattern: "[.]/.*"\` to the constraint, or ${allow("within-alone", "the constraint")}`,
  ),
  "suspicious-variable": warning(
    'callers of "{tool}" choose the variable {variable}, and variables with such a name often decide which code runs',
    `list the allowed texts in an \`enum\`, set the variable under \`env\` of the config, or ${allow("suspicious-variable", "the argument")}`,
  ),
  "code-variable": warning(
    'the variable {variable} of "{owner}" decides which code runs{why}',
    (details: { readonly why: string }) =>
      `remove the variable${details.why === "" ? "" : ", use an absolute path"}, or ${allow("code-variable", "the config or the tool")}`,
  ),
  "risk-too-low": warning(
    '"{tool}" has the risk "read", but {why}',
    (details: { readonly risk: string }) => `set \`risk: ${details.risk}\`, or ${allow("risk-too-low", "the tool")}`,
  ),
  "shell-syntax": warning(
    'the command of "{owner}" passes "{word}" to the program literally, because commands do not run in a shell',
    "move pipes and redirections into a script, or write `'{word}'` if the program expects the word",
  ),
  "duplicate-flag": warning(
    'the arguments "{other}" and "{name}" of "{owner}" have the same flag "{flag}"',
    `change the \`flag\` of one of them, or ${allow("duplicate-flag", "the second one")}`,
  ),
  "possible-placeholder": warning('"{text}" is passed to the program literally', "{fix}"),
  "repeated-words": warning(
    'the program receives "{words}" twice, from the command of the config and of the tool',
    (details: { readonly rest: string }) => {
      const fix = details.rest === "" ? "remove the tool's `command`" : `write ${quote(details.rest)}`;
      return `${fix}, or enclose the first word in single quotes if the repetition is intended`;
    },
  ),
  "positional-order": warning(
    'in calls without "{optional}", the value of "{name}" takes its position',
    'define "{optional}" after the required positionals, or add `required: true`, a `default` or a `flag` to it',
  ),
  "late-options": warning(
    '"{program}"{measured} does not read flags after the first positional value',
    ({ canEnd, isWritten }: { readonly canEnd: boolean; readonly isWritten: boolean }) => {
      if (canEnd) return "add `end_of_options: true`";
      const fix = isWritten
        ? "move the flags before the positional values"
        : "write `order: as_written` and the flags before the positional values";
      return `${fix}, or ${allow("late-options", "the tool")}`;
    },
  ),
  "paths-after-dashes": warning(
    '"{command}" reads every value after `--` as a path, also "{value}"',
    `remove \`end_of_options: true\`, or ${allow("paths-after-dashes", "the tool")}`,
  ),
  "hidden-character": warning(
    "the text contains the zero-width character {name}, which models read but reviewers cannot see",
    "remove the character",
  ),
  "instruction-in-text": warning(
    '"{found}" reads like an instruction to the model',
    `describe only what the tool does, or ${allow("instruction-in-text", "the tool, config or policy entry that contains the text")}`,
  ),
  "allow-format": warning(
    "`x-allow` is not a list of hazards and reasons",
    "write a list of codes and reasons, for example `[{ code: interpreter-command, reason: … }]`",
  ),
  "allow-unknown-code": warning(
    'unknown hazard "{code}"',
    (details: { readonly codes: readonly string[] }) => `use one of ${details.codes.join(", ")}`,
  ),
  "allow-unused": warning('there is no hazard "{code}" to acknowledge', "remove the acknowledgement"),
  "allow-in-fragment": warning(
    "`x-allow` has no effect on this part of a fragment",
    "move it to an argument of a group, or to a tool or a config that includes the fragment",
  ),
} as const;

/** Codes of hazards. */
export type HazardCode = Exclude<keyof typeof hazardCodes, "allow-format" | "allow-unknown-code" | "allow-unused" | "allow-in-fragment">;

/** Codes that `x-allow` accepts: hazards, and findings of `verify`. Sorted. */
export const acknowledgeableCodes: readonly string[] = [
  ...Object.keys(hazardCodes).filter((code) => !code.startsWith("allow-")),
  ...acceptedFindings,
].toSorted();
