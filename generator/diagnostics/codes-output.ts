/** Diagnostics about the output and the exit codes of a tool. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, quote } from "../text/wording.ts";

export const outputCodes = {
  "output-form": {
    severity: "error",
    message: (details: { readonly found: string }) => `${details.found} is not a form of output`,
    help: (details: { readonly near: readonly string[] }) =>
      didYouMean(details.near) ?? "write `json`, `jsonl`, `raw`, `text`, a media type such as `image/png`, or a mapping",
  },
  "output-key": {
    severity: "error",
    message: (details: { readonly key: string; readonly form: string }) => `\`${details.key}\` has no effect with ${details.form}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "output-size": {
    severity: "error",
    message: (details: { readonly found: string }) => `${details.found} is not a valid size of a reply`,
    help: (details: { readonly least: number; readonly default: string }) =>
      `use an integer of at least ${details.least} bytes, or remove the key for ${details.default}`,
  },
  "output-file": {
    severity: "error",
    message: (details: { readonly found: string; readonly reason: string }) =>
      `${details.found} does not name the file that the tool writes: ${details.reason}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "output-select": {
    severity: "error",
    message: (details: { readonly problem: string }) => `invalid JMESPath expression: ${details.problem}`,
    help: (details: { readonly meant?: string | undefined }) =>
      details.meant === undefined
        ? "correct the expression (https://jmespath.org)"
        : `write ${quote(details.meant)}: JMESPath has no dot at the start, unlike jq`,
  },
  "output-schema-type": {
    severity: "error",
    message: "the schema of an output needs one `type`",
    help: "add `type: object`, or the type of the value",
  },
  "exit-code-meaning": {
    severity: "error",
    message: (details: { readonly code: string; readonly found: string }) =>
      `the meaning of exit code ${details.code} must be text or \`{ error: text }\`, not ${details.found}`,
    help: (details: { readonly code: string }) => `write what it means, for example \`${details.code}: nothing matched\``,
  },
  "exit-code-contradiction": {
    severity: "error",
    message: (details: { readonly code: string }) => `exit code ${details.code} is a success in \`success_exit_codes\` and an error here`,
    help: (details: { readonly text: string }) =>
      `remove it from \`success_exit_codes\`, or write ${quote(details.text)} without \`error\``,
  },
} as const satisfies Record<string, CodeEntry>;
