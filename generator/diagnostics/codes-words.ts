/** Diagnostics about how values become words of a command line, and about relations between arguments. */
import type { CodeEntry } from "./code-entry.ts";
import { didYouMean, joinWords, quote } from "../text/wording.ts";

export const wordCodes = {
  "conflicting-keys": {
    severity: "error",
    message: (details: { readonly key: string; readonly other: string }) =>
      `\`${details.key}\` cannot be combined with \`${details.other}\``,
    help: "remove one of the two keys",
  },
  "key-for-type": {
    severity: "error",
    message: (details: { readonly key: string; readonly type: string }) =>
      `\`${details.key}\` does not apply to an argument of type ${details.type}`,
    help: (details: { readonly types: readonly string[] }) =>
      `remove the key, or write ${joinWords(
        details.types.map((type) => `\`type: ${type}\``),
        "or",
      )}`,
  },
  "negation-flag": {
    severity: "error",
    message: (details: { readonly flag: string }) => `\`negatable\` needs a flag that starts with \`--\`, not ${quote(details.flag)}`,
    help: (details: { readonly flag: string }) =>
      `write the long flag, or map both values: \`enum: { true: "${details.flag}", false: "…" }\``,
  },
  "double-negation": {
    severity: "warning",
    message: (details: { readonly flag: string }) => `the negation of ${quote(details.flag)} is ${quote(`--no-${details.flag.slice(2)}`)}`,
    help: (details: { readonly flag: string; readonly name: string }) => {
      const flag = `flag: --${details.flag.slice("--no-".length)}`;
      const [, positive] = /^no[-_](.+)$/.exec(details.name) ?? [];
      const meant = positive === undefined ? flag : `name: ${positive}, ${flag}`;
      return `write \`${meant}\`, whose \`true\` passes \`${flag.slice("flag: ".length)}\`, or remove \`negatable\``;
    },
  },
  "flag-for-list": {
    severity: "error",
    message: (details: { readonly flag?: string }) =>
      `\`repeat: once\` needs a flag${details.flag === undefined ? "" : ` that is a separate word, not ${quote(details.flag)}`}`,
    help: (details: { readonly flag?: string; readonly isMap?: boolean }) =>
      `${details.flag === undefined ? "add a `flag`" : "remove the `=`"}, or ${details.isMap === true ? "remove `repeat`" : "write `repeat: true`"}`,
  },
  "template-placeholder": {
    severity: "error",
    message: (details: { readonly name: string }) => `the template has the unknown placeholder \`{${details.name}}\``,
    help: (details: { readonly name: string; readonly allowed: readonly string[]; readonly meant?: string | undefined }) =>
      details.meant !== undefined
        ? `write ${quote(details.meant)}`
        : `write ${joinWords([...details.allowed.map((name) => `\`{${name}}\``), `\`{{${details.name}}}\` for literal braces`], "or")}`,
  },
  "template-for-map": {
    severity: "error",
    message: (details: { readonly type: string }) =>
      `\`{key}\` and \`{value}\` are the parts of a map, but the argument is of type ${details.type}`,
    help: "write `type: map`, or `{}` for the value",
  },
  "template-brace": {
    severity: "error",
    message: (details: { readonly brace: string }) => `the template has a single \`${details.brace}\``,
    help: (details: { readonly brace: string }) => `write \`${details.brace.repeat(2)}\` for a literal brace`,
  },
  "template-without-value": {
    severity: "error",
    message: "the template does not contain the value",
    help: (details: { readonly placeholder: string; readonly meant?: string | undefined }) =>
      details.meant === undefined ? `add \`{${details.placeholder}}\` to it` : `write ${quote(details.meant)}`,
  },
  "variable-name": {
    severity: "error",
    message: (details: { readonly name: string }) => `${quote(details.name)} is not the name of an environment variable`,
    help: "use letters, digits and `_`, and start with a letter or `_`",
  },
  "unsafe-variable": {
    severity: "error",
    message: (details: { readonly name: string }) => `with the variable ${details.name}, callers could choose the code that runs`,
    help: "set it under `env` of the config, or pass the value as a flag",
  },
  "enum-word": {
    severity: "error",
    message: (details: { readonly found: string }) => `an enum value must stand for words, not ${details.found}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "empty-enum-word": {
    severity: "warning",
    message: (details: { readonly value: string }) => `the enum value ${quote(details.value)} passes an empty argument`,
    help: "write `[]` to pass no argument",
  },
  "enum-key": {
    severity: "error",
    message: (details: { readonly value: string; readonly type: string }) =>
      `the enum value ${quote(details.value)} is not of type ${details.type}`,
    help: (details: { readonly allowed: string }) => details.allowed,
  },
  "enum-flag-words": {
    severity: "error",
    message: (details: { readonly value: string; readonly count: number }) =>
      `the enum value ${quote(details.value)} stands for ${details.count} words, but the flag takes one`,
    help: "remove the flag and write it in each list of words",
  },
  "relation-argument": {
    severity: "error",
    message: (details: { readonly key: string; readonly name: string }) =>
      `\`${details.key}\` names the unknown argument ${quote(details.name)}`,
    help: (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ??
      (details.known.length === 0 ? "define the argument, or remove its name" : `use ${joinWords(details.known.map(quote), "or")}`),
  },
  "relation-size": {
    severity: "error",
    message: (details: { readonly key: string }) => `each list of \`${details.key}\` needs at least two arguments`,
    help: "add an argument, or remove the list",
  },
  "relation-repeated": {
    severity: "error",
    message: (details: { readonly name: string }) => `the argument ${quote(details.name)} is listed twice`,
    help: "remove one of the names",
  },
  "relation-default": {
    severity: "error",
    message: (details: { readonly name: string; readonly key: string }) =>
      `the argument ${quote(details.name)} of \`${details.key}\` has a default, which every call would pass`,
    help: "remove the default, or the argument from the list",
  },
  "relation-required": {
    severity: "error",
    message: (details: { readonly name: string; readonly key: string }) =>
      `the argument ${quote(details.name)} of \`${details.key}\` is required, so ${
        details.key === "at_least_one" ? "every call passes one" : "no call can pass another one"
      }`,
    help: "remove `required`, or the argument from the list",
  },
  "words-without-order": {
    severity: "error",
    message: "constant words have no position in the default order of the command line",
    help: "write `order: as_written` in the tool",
  },
  "words-argument": {
    severity: "error",
    message: (details: { readonly name: string; readonly key: string }) =>
      `the argument ${quote(details.name)} is part of constant words, so it cannot have \`${details.key}\``,
    help: "remove the key, or the placeholder",
  },
  "empty-join": {
    severity: "error",
    message: "the text between joined items is empty, so the program cannot tell them apart",
    help: 'write a separator such as `","`',
  },
  "empty-words": {
    severity: "error",
    message: "the list of constant words is empty",
    help: "add a word, or remove the item",
  },
  "empty-template": {
    severity: "error",
    message: "the list of templates is empty",
    help: "add a template such as `{}`, or remove the key",
  },
  "limit-range": {
    severity: "error",
    message: (details: { readonly key: string; readonly found: string }) => `\`${details.key}\` cannot be ${details.found}`,
    help: (details: { readonly key: string; readonly isInexact: boolean }) => {
      if (details.key !== "max_length") return "write a finite number";
      return details.isInexact ? `write an integer up to ${Number.MAX_SAFE_INTEGER}, or remove the key` : "write an integer of at least 0";
    },
  },
  "limits-reversed": {
    severity: "error",
    message: (details: { readonly min: number; readonly max: number }) =>
      `no ${details.min > details.max ? "number" : "integer"} is at least ${details.min} and at most ${details.max}`,
    help: (details: { readonly min: number; readonly max: number }) =>
      details.min > details.max ? "swap the two limits" : "change one of the two limits, or write `type: number`",
  },
  "unmatched-pattern": {
    severity: "error",
    message: (details: { readonly key: string; readonly matched: string }) => `\`${details.key}\` matches ${details.matched}`,
    help: (details: { readonly fix: string }) => details.fix,
  },
  "default-outside-limits": {
    severity: "error",
    message: (details: { readonly key: string }) => `\`${details.key}\` rejects the default`,
    help: (details: { readonly key: string }) => `change the default or \`${details.key}\``,
  },
  "enum-outside-limits": {
    severity: "error",
    message: (details: { readonly value: string; readonly key: string }) =>
      `\`${details.key}\` rejects the enum value ${quote(details.value)}`,
    help: (details: { readonly key: string }) => `remove the value, or \`${details.key}\``,
  },
  "duplicate-variable": {
    severity: "error",
    message: (details: { readonly name: string; readonly other: string }) =>
      `the argument ${quote(details.other)} sets the variable ${details.name} too, and one value would replace the other`,
    help: "remove one of the two, or list both in `at_most_one` of the tool",
  },
  "order-with-end": {
    severity: "error",
    message: "`order: as_written` writes no `--`, but the config sets `end_of_options`",
    help: "write `end_of_options: false` or `order: default` in the tool",
  },
  "relation-self": {
    severity: "error",
    message: (details: { readonly name: string }) => `the argument ${quote(details.name)} requires itself`,
    help: "remove the name",
  },
  "relation-contradiction": {
    severity: "error",
    message: (details: { readonly name: string; readonly other: string; readonly key: string }) =>
      `no call can pass ${quote(details.name)}: it requires ${quote(details.other)}, which \`${details.key}\` excludes`,
    help: (details: { readonly key: string }) => `remove the name, or change \`${details.key}\``,
  },
  "suffix-without-dot": {
    severity: "warning",
    message: (details: { readonly suffix: string }) => `the file's name ends with ${quote(`1${details.suffix}`)}, without a dot`,
    help: (details: { readonly suffix: string }) => `write \`suffix: .${details.suffix}\``,
  },
  "file-suffix": {
    severity: "error",
    message: (details: { readonly suffix: string }) => `${quote(details.suffix)} cannot be the end of a file's name`,
    help: "use letters, digits, `.`, `_` and `-`, at most 32 of them",
  },
} as const satisfies Record<string, CodeEntry>;
