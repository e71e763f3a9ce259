/** Hazards: what a correct config and policy let callers do that a reviewer should have decided. Each can be acknowledged. */
import type { CodeEntry } from "./code-entry.ts";
import type { OfTool } from "./codes-policy.ts";
import { escapeUnprintable, quote } from "../text/wording.ts";

export const hazardCodes = {
  "path-pattern": {
    severity: "warning",
    message: (details: OfTool & { readonly what: string; readonly text: string }) =>
      `this pattern lets ${quote(details.arg)} of ${quote(details.tool)} be ${details.what}, such as ${quote(details.text)}, add \`within\` with the folder that it must stay inside`,
  },
  "hollow-policy": {
    severity: "warning",
    message: (details: { readonly what: string }) => escapeUnprintable(details.what),
  },
  "option-injection": {
    severity: "warning",
    message: (details: OfTool & { readonly option: string }) =>
      `callers can give the program options such as ${quote(details.option)} as ${quote(details.arg)} of ${quote(details.tool)}, set \`end_of_options: true\`, or limit the values by an \`enum\`, or by a \`pattern\` in a policy`,
  },
  "unconfirmed-tool": {
    severity: "warning",
    message: (details: { readonly tool: string; readonly risk: string }) =>
      `${quote(details.tool)} has the risk ${quote(details.risk)} and runs without asking anybody, give it \`confirm: true\`, or write \`default: disabled\``,
  },
  "interpreter-command": {
    severity: "warning",
    message: (details: OfTool & { readonly program: string }) =>
      `${quote(details.program)} runs the text of ${quote(details.arg)}, so callers of ${quote(details.tool)} can run any program, write what it runs into \`command\`, or list the allowed texts in an \`enum\``,
  },
  "shell-syntax": {
    severity: "warning",
    message: (details: { readonly word: string; readonly owner: string }) =>
      `the command of ${quote(details.owner)} runs without a shell, so ${quote(details.word)} is passed to the program as it is, move pipes and redirections into a script`,
  },
  "duplicate-flag": {
    severity: "warning",
    message: (details: { readonly name: string; readonly other: string; readonly flag: string; readonly owner: string }) =>
      `the arguments ${quote(details.other)} and ${quote(details.name)} of ${quote(details.owner)} both write ${quote(details.flag)}, give one of them another \`flag\``,
  },
  "hidden-character": {
    severity: "warning",
    message: (details: { readonly name: string }) =>
      `the text holds ${details.name}, which has no width: a reviewer sees another text than a model reads, remove it`,
  },
  "instruction-in-text": {
    severity: "warning",
    message: (details: { readonly found: string }) =>
      `${quote(details.found)} reads like an instruction to the model, write only what the tool does`,
  },
  "allow-format": {
    severity: "warning",
    message: () =>
      "this acknowledges nothing, write a list of codes with the reason for each, such as `[{ code: interpreter-command, reason: … }]`",
  },
  "allow-unknown-code": {
    severity: "warning",
    message: (details: { readonly code: string; readonly codes: readonly string[] }) =>
      `no hazard has the code ${quote(details.code)}, the codes are ${details.codes.map(escapeUnprintable).join(", ")}`,
  },
  "allow-unused": {
    severity: "warning",
    message: (details: { readonly code: string }) => `there is no hazard ${quote(details.code)} here, remove its acknowledgement`,
  },
} as const satisfies Record<string, CodeEntry>;

/** The codes that `x-allow` can name. */
export type HazardCode = Exclude<keyof typeof hazardCodes, "allow-format" | "allow-unknown-code" | "allow-unused">;

/** Sorted. */
export const acknowledgeableCodes: readonly string[] = Object.keys(hazardCodes)
  .filter((code) => !code.startsWith("allow-"))
  .toSorted();
