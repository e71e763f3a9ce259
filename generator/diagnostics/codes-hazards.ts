/** Hazards: permissions of a valid config and policy that need review. Each can be acknowledged. */
import { allow, entryOf } from "./allow-advice.ts";
import { warning } from "./code-entry.ts";
import type { OfTool } from "./codes-policy.ts";
import { acceptedLintFindings } from "./codes-lint.ts";
import { acceptedTryFindings } from "./codes-try.ts";
import { acceptedFindings } from "./codes-verify.ts";
import { didYouMean, quote } from "../text/wording.ts";

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
    ({ separator }: { readonly separator: string | undefined }) =>
      separator === undefined
        ? `set \`value: "./{}"\` for the argument in the config, add \`pattern: "[.]/.*"\` to the constraint, or ${allow("within-alone", "the constraint")}`
        : `add \`pattern: "[^${separator}]*"\` to the argument in the config, or ${allow("within-alone", "the constraint")}`,
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
  "denied-code": warning(
    '"{tool}" declares `runs_code: false`, but {why}',
    `set \`runs_code: true\` for the tool, or ${allow("denied-code", "the tool")}`,
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
    `write a list of codes and reasons, for example \`${entryOf("interpreter-command")}\``,
  ),
  "allow-reason": warning(
    '"{reason}" is not a reason, so "{code}" is not acknowledged',
    "write why the tool may be used in spite of it, for example who calls it",
  ),
  "allow-unknown-code": warning(
    'unknown hazard "{code}"',
    (details: { readonly near: readonly string[]; readonly codes: readonly string[] }) =>
      didYouMean(details.near) ?? `use one of ${details.codes.join(", ")}`,
  ),
  "allow-names": warning(
    "`{key}` of an acknowledgement is not a list of names, so the acknowledgement has no effect",
    "write a list of names or globs, for example `{near}: [npm_*]`, or remove the key",
  ),
  "allow-unused-name": warning(
    '`{key}` that match "{name}" have no "{code}" to acknowledge',
    "remove the name from `{key}` of the acknowledgement",
  ),
  "allow-in-defaults": warning(
    "`x-allow` has no effect in `defaults`",
    "move it to the top level of the config, where it applies to all tools",
  ),
  "allow-unused": warning('there is no hazard "{code}" to acknowledge', "remove the acknowledgement"),
  "allow-in-fragment": warning(
    "`x-allow` has no effect on this part of a fragment",
    "move it to an argument of a group, or to a tool or a config that includes the fragment",
  ),
} as const;

/** Codes of hazards. */
export type HazardCode = Exclude<keyof typeof hazardCodes, `allow-${string}`>;

/** Codes that `x-allow` accepts: hazards, and findings of `verify`, `try` and `validate --lint`. Sorted. */
export const acknowledgeableCodes: readonly string[] = [
  ...Object.keys(hazardCodes).filter((code) => !code.startsWith("allow-")),
  ...acceptedFindings,
  ...acceptedTryFindings,
  ...acceptedLintFindings,
].toSorted();

/** Meaning of each hazard code, for the table in docs/review.md and the rules of a SARIF file. */
export const hazardMeanings: Readonly<Record<HazardCode, string>> = {
  "path-pattern":
    "a `pattern` on a path that accepts `..`, or an absolute path in addition to relative ones; the warning shows an example path",
  "option-injection":
    "an argument with `allow_leading_dash` and nothing that keeps options out: no `end_of_options`, no enum, no constraint",
  "mixed-text":
    "free text of the caller in the same word as other text, such as `pass:{}` or `scale={w}:{h}`, without a `pattern` or an `enum`",
  "hollow-policy":
    "a part of a policy that restricts nothing: `within: /`, a volume of the whole machine or of the Docker socket, a pattern for any directory, `equals` on an argument that a call can leave out",
  "unconfirmed-tool": "a tool of `risk: write` or `destructive` without `confirm`, under a policy with `default: enabled`",
  "resolver-risk":
    "a command under `resolve`, which runs before the user confirms the call, that is the command of a tool of `risk: write` or `destructive`",
  "interpreter-command":
    "a program that executes text of the caller: a shell, an interpreter, `psql -c`, `find -exec`, `rsync --rsh`, `make`, `npx`, `ssh` and similar programs",
  "described-command": "an argument whose description, or the name of its option, says that the value is run as a command",
  "special-operand":
    "an operand that a program reads as options, an operator or a command although it has no dash: the first word of `tar`, `!` of `find`, `of=` of `dd`, `@file` of compilers, and of `ruff` and `mypy` in values of options, too",
  "within-alone":
    "`within` as the only limit on a value that the program reads as a URL, as `host:path` or in another notation, or splits into several paths: `kubectl kustomize`, `git`, `rsync`, `docker build`, `helm --values`",
  "suspicious-variable":
    "an argument that sets a variable with a name such as `…_PAGER`, `…_OPTS`, `…_HOME` or `PYTHON…`, which often decides which code runs",
  "code-variable":
    "a variable under `env` that loads code, such as `LD_PRELOAD`, or one that decides which code runs and has a relative path while callers choose the directory",
  "risk-too-low":
    "a tool of `risk: read` that writes or executes: an option such as `sort -o`, an output operand, a command such as `rm`, `runs_code: true`, or an `interpreter-command`",
  "denied-code": "a tool of `runs_code: false` whose program runs code of the working directory, such as `npm test`, or of the caller",
  "shell-syntax": "a word of a command that only a shell interprets, such as `>` or `&&`",
  "duplicate-flag": "two arguments that a call can pass together, with the same flag and the same form of value",
  "possible-placeholder":
    "a word of a command, or a flag, that looks like a placeholder, such as `<rev>`: it is passed to the program literally",
  "repeated-words": "a tool `command` that begins with the last words of the config's `command`, such as `git git log`",
  "positional-order": "a required positional after an optional one, whose position it takes in calls without the optional one",
  "late-options":
    "flags that are written after positional values, for a program that was measured to read options only before them: `gpg`, `seq`, `git grep`, `go build`",
  "paths-after-dashes":
    "`end_of_options: true` of a tool with values that are not paths, for a program that reads every value after `--` as a path: `git show`, `git log`",
  "hidden-character":
    "zero-width characters in text that models read: titles, descriptions, names, categories and tags of CLIs, enum values and defaults",
  "instruction-in-text": "text that instructs the model, for example to ignore other instructions or to hide something from the user",
};
