/** Diagnostics about policies: alone, and against the configs that they are for. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, escapeUnprintable, joinWords, quote } from "../text/wording.ts";

/** An argument, and the tool that it belongs to. */
export interface OfTool {
  readonly tool: string;
  readonly arg: string;
}

export const policyCodes = {
  "policy-as-input": {
    severity: "error",
    message: () => "a policy has no tools of its own, give it with `--policy` beside the configs that it is for",
  },
  "only-policies": {
    severity: "error",
    message: () => "no config is among the inputs, only policies such as this one, name a file or folder with configs",
  },
  "not-a-policy": {
    severity: "error",
    message: (details: { readonly found: string }) =>
      `the kind of a policy cannot be ${details.found}, write \`kind: policy\`, or name a file that holds a policy`,
  },
  "policy-range": {
    severity: "error",
    message: (details: { readonly key: string; readonly range: string; readonly found: string }) =>
      `\`${details.key}\` must be ${details.range}, not ${details.found}`,
  },
  "docker-without-image": {
    severity: "error",
    message: () => "commands cannot run in docker without an image, write one, such as `image: alpine:3`",
  },
  "executor-key": {
    severity: "error",
    message: (details: { readonly key: string; readonly type: string; readonly others: readonly string[] }) => {
      const types = joinWords(
        details.others.map((type) =>
          type === "docker" && details.key !== "image" ? "`type: docker` with an `image`" : `\`type: ${type}\``,
        ),
        "or",
      );
      return `\`${details.key}\` means nothing to an executor of type ${details.type}, write ${types}, or remove the key`;
    },
  },
  "memory-format": {
    severity: "error",
    message: (details: { readonly found: string }) =>
      `docker does not take ${quote(details.found)} as an amount of memory, write a number and a unit, such as \`512m\` or \`2g\``,
  },
  "literal-path": {
    severity: "warning",
    message: (details: { readonly key: string; readonly text: string; readonly fix: string }) =>
      `${quote(details.text)} is not expanded in \`${details.key}\`, ${details.fix}`,
  },
  "inherit-value": {
    severity: "error",
    message: (details: { readonly found: string; readonly near: readonly string[] }) =>
      `\`inherit\` cannot be ${details.found}${didYouMean(details.near) || ', write "all", "minimal" or a list of names, `[]` for none'}`,
  },
  "bad-pattern": {
    severity: "error",
    message: (details: { readonly key: string; readonly problem: string }) =>
      `this \`${details.key}\` cannot be used: ${escapeUnprintable(details.problem)}`,
  },
  "min-above-max": {
    severity: "error",
    message: (details: { readonly min: number; readonly max: number }) =>
      `no number is at least ${details.min} and at most ${details.max}, exchange \`min\` and \`max\` or correct one`,
  },
  "empty-one-of": {
    severity: "error",
    message: () => "an empty `one_of` allows no value at all, list the values or remove the key",
  },
  "one-of-item": {
    severity: "error",
    message: (details: { readonly expected: string; readonly found: string; readonly fix?: string }) =>
      `each value of \`one_of\` must be ${details.expected}, not ${details.found}${details.fix === undefined ? "" : `, ${details.fix}`}`,
  },
  "duplicate-one-of": {
    severity: "warning",
    message: (details: { readonly value: string }) => `${details.value} is in \`one_of\` twice, remove one`,
  },
  "policy-unknown-tool": {
    severity: "warning",
    message: (details: { readonly tool: string }) => `no config has a tool ${quote(details.tool)}, so this has no effect`,
  },
  "policy-misspelt-tool": {
    severity: "error",
    message: (details: { readonly tool: string; readonly near: readonly string[] }) =>
      `no config has a tool ${quote(details.tool)}, correct the name or remove it${didYouMean(details.near)}`,
  },
  "policy-unknown-argument": {
    severity: "error",
    message: (details: OfTool & { readonly near: readonly string[] }) =>
      `the tool ${quote(details.tool)} has no argument ${quote(details.arg)}, so this protects nothing${didYouMean(details.near) || ", remove it"}`,
  },
  "policies-contradict": {
    severity: "error",
    message: (details: { readonly problem: string }) => escapeUnprintable(details.problem),
  },
  "policies-leave-nothing": {
    severity: "warning",
    message: () => "the policies together leave no tool at all, enable a tool in each of them",
  },
  "policy-leaves-nothing": {
    severity: "warning",
    message: () => "the policy leaves no tool at all, name the tools that are enabled, or write `default: enabled`",
  },
  "constraint-type": {
    severity: "error",
    message: (details: OfTool & { readonly key: string; readonly type: string; readonly fitting: readonly string[] }) => {
      const way =
        details.fitting.length === 0
          ? "remove it"
          : `it can have ${joinWords(
              details.fitting.map((key) => `\`${key}\``),
              "or",
            )}`;
      return `\`${details.key}\` does not fit ${quote(details.arg)} of ${quote(details.tool)}, which is of type ${details.type}, ${way}`;
    },
  },
  "one-of-not-in-enum": {
    severity: "warning",
    message: (details: OfTool & { readonly value: string; readonly near: readonly string[] }) =>
      `${quote(details.value)} is not in the enum of ${quote(details.arg)} of ${quote(details.tool)}${didYouMean(details.near) || ", remove it"}`,
  },
  "no-value-left": {
    severity: "error",
    message: (details: OfTool) =>
      `these constraints refuse every value that ${quote(details.arg)} of ${quote(details.tool)} can have, loosen one of them`,
  },
  "default-refused": {
    severity: "warning",
    message: (details: OfTool & { readonly value: string; readonly key: string }) =>
      `the default ${details.value} of ${quote(details.arg)} is refused by \`${details.key}\`, so every call of ${quote(details.tool)} without it fails`,
  },
} as const satisfies Record<string, CodeEntry>;
