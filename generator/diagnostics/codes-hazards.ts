/** Hazards: permissions of a valid config and policy that need review. Each can be acknowledged. */
import type { CodeEntry } from "./code-entry.ts";
import type { OfTool } from "./codes-policy.ts";
import { acceptedFindings } from "./codes-verify.ts";
import { quote } from "../text/wording.ts";

/** Returns the advice to acknowledge a hazard that is intended. */
function allow(code: string, part: string): string {
  return `acknowledge it with \`x-allow: [{ code: ${code}, reason: … }]\` in ${part}`;
}

export const hazardCodes = {
  "path-pattern": {
    severity: "warning",
    message: (details: OfTool & { readonly what: string; readonly text: string }) =>
      `the pattern of ${quote(details.arg)} of ${quote(details.tool)} accepts ${details.what}, for example ${quote(details.text)}`,
    help: `add \`within\` with the directory that must contain the path, or ${allow("path-pattern", "the constraint")}`,
  },
  "hollow-policy": {
    severity: "warning",
    message: (details: { readonly what: string }) => details.what,
    help: (details: { readonly fix: string; readonly isOfExecutor?: boolean }) =>
      details.isOfExecutor === true ? `${details.fix}, or ${allow("hollow-policy", "the executor")}` : details.fix,
  },
  "option-injection": {
    severity: "warning",
    message: (details: OfTool & { readonly option: string }) =>
      `callers can pass options such as ${quote(details.option)} as ${quote(details.arg)} of ${quote(details.tool)}`,
    help: `remove \`allow_leading_dash\`, set \`end_of_options: true\` for a positional, limit the values with an \`enum\` or a \`pattern\`, or ${allow("option-injection", "the argument")}`,
  },
  "mixed-text": {
    severity: "warning",
    message: (details: OfTool & { readonly word: string }) =>
      `callers of ${quote(details.tool)} choose any text for ${quote(details.arg)}, which is part of the word ${quote(details.word)}`,
    help: (details: { readonly arg: string }) =>
      `limit the values of ${quote(details.arg)} with a \`pattern\` or an \`enum\`, or ${allow("mixed-text", "the tool")}`,
  },
  "unconfirmed-tool": {
    severity: "warning",
    message: (details: { readonly tool: string; readonly risk: string }) =>
      `${quote(details.tool)} has the risk ${quote(details.risk)} and runs without confirmation`,
    help: (details: { readonly tool: string }) =>
      `set \`confirm: true\` for the tool, set \`default: disabled\`, or ${allow("unconfirmed-tool", `the entry ${quote(details.tool)} of \`tools\``)}`,
  },
  "resolver-risk": {
    severity: "warning",
    message: (details: { readonly name: string; readonly tool: string; readonly other: string; readonly risk: string }) =>
      `the resolver ${quote(details.name)} of ${quote(details.tool)} runs before the user confirms the call, and its command is that of ${quote(details.other)}, which has the risk ${quote(details.risk)}`,
    help: `use a command that only reads, or ${allow("resolver-risk", "the resolver")}`,
  },
  "interpreter-command": {
    severity: "warning",
    message: ({ tool, arg, program, isDirectory }: OfTool & { readonly program: string; readonly isDirectory: boolean }) =>
      `callers of ${quote(tool)} can run any program, because ${quote(program)} ${isDirectory ? "runs what it finds in the directory" : "executes"} ${quote(arg)}`,
    help: `remove the argument, list the allowed texts in an \`enum\`, move the executed text to \`command\`, or ${allow("interpreter-command", "the argument or the tool")}`,
  },
  "described-command": {
    severity: "warning",
    message: (details: OfTool & { readonly key: string; readonly text: string }) =>
      `the ${details.key} says that ${quote(details.arg)} of ${quote(details.tool)} is run as a command: ${quote(details.text)}`,
    help: `remove the argument, list the allowed texts in an \`enum\`, or ${allow("described-command", "the argument")}`,
  },
  "special-operand": {
    severity: "warning",
    message: (details: OfTool & { readonly program: string; readonly example: string; readonly meaning: string }) =>
      `callers can pass ${quote(details.example)} as ${quote(details.arg)} of ${quote(details.tool)}, which ${details.program} reads as ${details.meaning}`,
    help: (details: { readonly isFirst: boolean }) =>
      `set \`value: "./{}"\` for a path${details.isFirst ? ", write an option that starts with `-` in `command`" : ""}, limit the values with an \`enum\` or a \`pattern\`, or ${allow("special-operand", "the argument")}`,
  },
  "within-alone": {
    severity: "warning",
    message: (details: OfTool & { readonly program: string; readonly kind: string; readonly start: string }) =>
      `\`within\` does not confine ${quote(details.arg)} of ${quote(details.tool)}, because ${details.program} reads a value that starts with ${quote(details.start)} as ${details.kind}`,
    help: `set \`value: "./{}"\` for the argument in the config, add \`pattern: "[.]/.*"\` to the constraint, or ${allow("within-alone", "the constraint")}`,
  },
  "suspicious-variable": {
    severity: "warning",
    message: (details: OfTool & { readonly variable: string }) =>
      `callers of ${quote(details.tool)} choose the variable ${details.variable}, and variables with such a name often decide which code runs`,
    help: `list the allowed texts in an \`enum\`, set the variable under \`env\` of the config, or ${allow("suspicious-variable", "the argument")}`,
  },
  "code-variable": {
    severity: "warning",
    message: (details: { readonly variable: string; readonly owner: string; readonly why: string }) =>
      `the variable ${details.variable} of ${quote(details.owner)} decides which code runs${details.why}`,
    help: (details: { readonly why: string }) =>
      `remove the variable${details.why === "" ? "" : ", use an absolute path"}, or ${allow("code-variable", "the config or the tool")}`,
  },
  "risk-too-low": {
    severity: "warning",
    message: (details: { readonly tool: string; readonly why: string }) => `${quote(details.tool)} has the risk "read", but ${details.why}`,
    help: (details: { readonly risk: string }) => `set \`risk: ${details.risk}\`, or ${allow("risk-too-low", "the tool")}`,
  },
  "shell-syntax": {
    severity: "warning",
    message: (details: { readonly word: string; readonly owner: string }) =>
      `the command of ${quote(details.owner)} passes ${quote(details.word)} to the program literally, because commands do not run in a shell`,
    help: (details: { readonly word: string }) =>
      `move pipes and redirections into a script, or write \`'${details.word}'\` if the program expects the word`,
  },
  "duplicate-flag": {
    severity: "warning",
    message: (details: { readonly name: string; readonly other: string; readonly flag: string; readonly owner: string }) =>
      `the arguments ${quote(details.other)} and ${quote(details.name)} of ${quote(details.owner)} have the same flag ${quote(details.flag)}`,
    help: `change the \`flag\` of one of them, or ${allow("duplicate-flag", "the second one")}`,
  },
  "possible-placeholder": {
    severity: "warning",
    message: (details: { readonly text: string }) => `${quote(details.text)} is passed to the program literally`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "repeated-words": {
    severity: "warning",
    message: (details: { readonly words: string }) =>
      `the program receives ${quote(details.words)} twice, from the command of the config and of the tool`,
    help: (details: { readonly rest: string }) => {
      const fix = details.rest === "" ? "remove the tool's `command`" : `write ${quote(details.rest)}`;
      return `${fix}, or enclose the first word in single quotes if the repetition is intended`;
    },
  },
  "positional-order": {
    severity: "warning",
    message: (details: { readonly name: string; readonly optional: string }) =>
      `in calls without ${quote(details.optional)}, the value of ${quote(details.name)} takes its position`,
    help: (details: { readonly optional: string }) =>
      `define ${quote(details.optional)} after the required positionals, or add \`required: true\`, a \`default\` or a \`flag\` to it`,
  },
  "late-options": {
    severity: "warning",
    message: (details: { readonly program: string; readonly version: string }) =>
      `${quote(details.program)} (measured: ${details.version}) does not read flags after the first positional value`,
    help: ({ canEnd, isWritten }: { readonly canEnd: boolean; readonly isWritten: boolean }) => {
      if (canEnd) return "add `end_of_options: true`";
      const fix = isWritten
        ? "move the flags before the positional values"
        : "write `order: as_written` and the flags before the positional values";
      return `${fix}, or ${allow("late-options", "the tool")}`;
    },
  },
  "hidden-character": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `the text contains the zero-width character ${details.name}, which models read but reviewers cannot see`,
    help: "remove the character",
  },
  "instruction-in-text": {
    severity: "warning",
    message: (details: { readonly found: string }) => `${quote(details.found)} reads like an instruction to the model`,
    help: `describe only what the tool does, or ${allow("instruction-in-text", "the tool, config or policy entry that contains the text")}`,
  },
  "allow-format": {
    severity: "warning",
    message: "`x-allow` is not a list of hazards and reasons",
    help: "write a list of codes and reasons, for example `[{ code: interpreter-command, reason: … }]`",
  },
  "allow-unknown-code": {
    severity: "warning",
    message: (details: { readonly code: string }) => `unknown hazard ${quote(details.code)}`,
    help: (details: { readonly codes: readonly string[] }) => `use one of ${details.codes.join(", ")}`,
  },
  "allow-unused": {
    severity: "warning",
    message: (details: { readonly code: string }) => `there is no hazard ${quote(details.code)} to acknowledge`,
    help: "remove the acknowledgement",
  },
  "allow-in-fragment": {
    severity: "warning",
    message: "`x-allow` has no effect on this part of a fragment",
    help: "move it to an argument of a group, or to a tool or a config that includes the fragment",
  },
} as const satisfies Record<string, CodeEntry>;

/** Codes of hazards. */
export type HazardCode = Exclude<keyof typeof hazardCodes, "allow-format" | "allow-unknown-code" | "allow-unused" | "allow-in-fragment">;

/** Codes that `x-allow` accepts: hazards, and findings of `verify`. Sorted. */
export const acknowledgeableCodes: readonly string[] = [
  ...Object.keys(hazardCodes).filter((code) => !code.startsWith("allow-")),
  ...acceptedFindings,
].toSorted();
