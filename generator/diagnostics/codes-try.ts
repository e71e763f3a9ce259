/** Diagnostics of `try`: differences between configs and what their examples do. */
import { allow as allowIn, type AdvisedCode } from "./allow-advice.ts";
import { error, warning } from "./code-entry.ts";
import { describeMissingProgram } from "./codes-host.ts";

/** Returns the advice to acknowledge a finding that is intended. */
function allow(code: AdvisedCode, part = "the tool"): string {
  return allowIn(code, part);
}

export const tryCodes = {
  "try-no-sandbox": error(
    "bubblewrap is missing or does not work here, so examples would run unconfined",
    "install bubblewrap, or run `try` on another machine",
  ),
  "try-missing-program": error(
    ({ program }: { readonly program: string }) => describeMissingProgram(program),
    "install the program, or run `try` without the config",
  ),
  "try-project": error("{reason}", "name the directory whose copies the examples run in"),
  "try-setup": error(
    'the setup "{command}" failed: {reason}',
    "repair the command, which runs in a copy of the project, without network unless `--network` is given",
  ),
  "try-no-examples": error("no selected tool has an example", "add `examples` to the tools, or change `--tool`"),
  "try-failed": error(
    'example {number} of "{tool}" failed: {reason}',
    `repair its \`args\` or the project, add the exit status to \`exit_codes\` if it is a success, or ${allow("try-failed")}`,
  ),
  "try-exit-code": warning(
    'example {number} of "{tool}" exits with status {exit}, a success without a meaning',
    "add `exit_codes: { {exit}: … }` with the meaning of the status",
  ),
  "try-no-json": error(
    'the output of example {number} of "{tool}" {problem}',
    `change \`output\`, or the flags that select the form, or ${allow("try-no-json")}`,
  ),
  "try-select-nothing": warning(
    '`select` of "{tool}" finds nothing in the output of example {number}',
    `compare \`select\` with the output, or ${allow("try-select-nothing")}`,
  ),
  "try-read-wrote": error(
    '"{tool}" has the risk "read", but its example {number} changes {files}',
    `set \`risk: write\`, add a flag or a variable that prevents the change, or ${allow("try-read-wrote")}`,
  ),
  "try-same-text": warning(
    'the reply to example {number} of "{tool}" contains standard error twice, because standard output repeats it',
    `set \`stderr: on_failure\` if the example succeeds, or ${allow("try-same-text")}`,
  ),
  "try-large-reply": warning(
    'the reply to example {number} of "{tool}" has about {tokens} tokens, more than {max}',
    `add \`select\`, a default that limits the output, or \`output.max_bytes\`, or ${allow("try-large-reply")}`,
  ),
  "try-network": error(
    '"{tool}" has `network: false`, but its example {number} tries to reach {addresses}',
    `set \`network: true\`, add a flag that prevents it, or ${allow("try-network")}`,
  ),
  "try-trap": error(
    '"{tool}" has the risk "read", but its example {number} runs a program that the project names: {traps}',
    `fix the settings with flags or variables of the config, or ${allow("try-trap")}`,
  ),
  "try-trap-write": warning(
    'example {number} of "{tool}" runs a program that the project names: {traps}',
    `set \`runs_code: true\` if the tool is for this, fix the settings with flags or variables of the config, or ${allow("try-trap-write")}`,
  ),
  "try-record": error('"{path}" is not a record of `climax-gen try`: {problem}', "write it with `--record`"),
  "try-changed": error("{subject}: {difference}", "repair the config, or write the record again with `--record`"),
} as const;

/** Findings of `try` that `x-allow` acknowledges. */
export const acceptedTryFindings: readonly (keyof typeof tryCodes)[] = [
  "try-failed",
  "try-no-json",
  "try-select-nothing",
  "try-read-wrote",
  "try-same-text",
  "try-large-reply",
  "try-network",
  "try-trap",
  "try-trap-write",
];
