/** Diagnostics about how values become words of a command line, and about relations between arguments. */
import { error, warning } from "./code-entry.ts";
import { didYouMean, joinWords, quote } from "../text/wording.ts";

export const wordCodes = {
  "conflicting-keys": error("`{key}` cannot be combined with `{other}`", "remove one of the two keys"),
  "key-for-type": error(
    "`{key}` does not apply to an argument of type {type}",
    (details: { readonly types: readonly string[] }) =>
      `remove the key, or write ${joinWords(
        details.types.map((type) => `\`type: ${type}\``),
        "or",
      )}`,
  ),
  "negation-flag": error(
    '`negatable` needs a flag that starts with `--`, not "{flag}"',
    (details: { readonly flag: string }) => `write the long flag, or map both values: \`enum: { true: "${details.flag}", false: "…" }\``,
  ),
  "double-negation": warning(
    (details: { readonly flag: string }) => `the negation of ${quote(details.flag)} is ${quote(`--no-${details.flag.slice(2)}`)}`,
    (details: { readonly flag: string; readonly name: string }) => {
      const flag = `flag: --${details.flag.slice("--no-".length)}`;
      const [, positive] = /^no[-_](.+)$/.exec(details.name) ?? [];
      const meant = positive === undefined ? flag : `name: ${positive}, ${flag}`;
      return `write \`${meant}\`, whose \`true\` passes \`${flag.slice("flag: ".length)}\`, or remove \`negatable\``;
    },
  ),
  "flag-for-list": error(
    (details: { readonly flag?: string }) =>
      `\`repeat: once\` needs a flag${details.flag === undefined ? "" : ` that is a separate word, not ${quote(details.flag)}`}`,
    (details: { readonly flag?: string; readonly isMap?: boolean }) =>
      `${details.flag === undefined ? "add a `flag`" : "remove the `=`"}, or ${details.isMap === true ? "remove `repeat`" : "write `repeat: true`"}`,
  ),
  "template-placeholder": error(
    "the template has the unknown placeholder `{{name}}`",
    (details: { readonly name: string; readonly allowed: readonly string[]; readonly meant?: string | undefined }) =>
      details.meant !== undefined
        ? `write ${quote(details.meant)}`
        : `write ${joinWords([...details.allowed.map((name) => `\`{${name}}\``), `\`{{${details.name}}}\` for literal braces`], "or")}`,
  ),
  "template-for-map": error(
    (details: { readonly type: string }) => `\`{key}\` and \`{value}\` are the parts of a map, but the argument is of type ${details.type}`,
    "write `type: map`, or `{}` for the value",
  ),
  "template-brace": error(
    "the template has a single `{brace}`",
    (details: { readonly brace: string }) => `write \`${details.brace.repeat(2)}\` for a literal brace`,
  ),
  "template-without-value": error(
    "the template does not contain the value",
    (details: { readonly placeholder: string; readonly meant?: string | undefined }) =>
      details.meant === undefined ? `add \`{${details.placeholder}}\` to it` : `write ${quote(details.meant)}`,
  ),
  "variable-name": error(
    '"{name}" is not the name of an environment variable',
    "use letters, digits and `_`, and start with a letter or `_`",
  ),
  "unsafe-variable": error(
    "with the variable {name}, callers could choose the code that runs",
    "set it under `env` of the config, or pass the value as a flag",
  ),
  "enum-word": error("an enum value must stand for words, not {found}", "{fix}"),
  "empty-enum-word": warning('the enum value "{value}" passes an empty argument', "write `[]` to pass no argument"),
  "enum-key": error('the enum value "{value}" is not of type {type}', "{allowed}"),
  "enum-flag-words": error(
    'the enum value "{value}" stands for {count} words, but the flag takes one',
    "remove the flag and write it in each list of words",
  ),
  "relation-argument": error(
    '`{key}` names the unknown argument "{name}"',
    (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ??
      (details.known.length === 0 ? "define the argument, or remove its name" : `use ${joinWords(details.known.map(quote), "or")}`),
  ),
  "relation-size": error("each list of `{key}` needs at least two arguments", "add an argument, or remove the list"),
  "relation-repeated": error('the argument "{name}" is listed twice', "remove one of the names"),
  "relation-default": error(
    'the argument "{name}" of `{key}` has a default, which every call would pass',
    "remove the default, or the argument from the list",
  ),
  "relation-required": error(
    (details: { readonly name: string; readonly key: string }) =>
      `the argument ${quote(details.name)} of \`${details.key}\` is required, so ${
        details.key === "at_least_one" ? "every call passes one" : "no call can pass another one"
      }`,
    "remove `required`, or the argument from the list",
  ),
  "words-without-order": error(
    "constant words have no position in the default order of the command line",
    "write `order: as_written` in the tool",
  ),
  "words-argument": error(
    'the argument "{name}" is part of constant words, so it cannot have `{key}`',
    "remove the key, or the placeholder",
  ),
  "words-enum": error(
    (details: { readonly value: string; readonly count: number; readonly name: string; readonly word: string }) =>
      `the enum value ${quote(details.value)} stands for ${details.count === 0 ? "no word" : `${details.count} words`}, but the word ${quote(details.word)} has other text beside \`{${details.name}}\``,
    (details: { readonly count: number; readonly name: string }) =>
      `${details.count === 0 ? 'map the value to the text `""`' : "map the value to one word"}, or write \`{${details.name}}\` as a word of its own`,
  ),
  "empty-join": error("the text between joined items is empty, so the program cannot tell them apart", 'write a separator such as `","`'),
  "empty-words": error("the list of constant words is empty", "add a word, or remove the item"),
  "empty-template": error("the list of templates is empty", "add a template such as `{}`, or remove the key"),
  "limit-range": error("`{key}` cannot be {found}", "{fix}"),
  "limits-reversed": error(
    (details: { readonly min: number; readonly max: number }) =>
      `no ${details.min > details.max ? "number" : "integer"} is at least ${details.min} and at most ${details.max}`,
    (details: { readonly min: number; readonly max: number }) =>
      details.min > details.max ? "swap the two limits" : "change one of the two limits, or write `type: number`",
  ),
  "unmatched-pattern": error("`{key}` matches {matched}", "{fix}"),
  "default-outside-limits": error("`{key}` rejects the default", "change the default or `{key}`"),
  "enum-outside-limits": error('`{key}` rejects the enum value "{value}"', "remove the value, or `{key}`"),
  "duplicate-variable": error(
    'the argument "{other}" sets the variable {name} too, and one value would replace the other',
    "remove one of the two, or list both in `at_most_one` of the tool",
  ),
  "order-with-end": error(
    "`order: as_written` writes no `--`, but the config sets `{key}`",
    "write `{key}: false` or `order: default` in the tool",
  ),
  "relation-self": error('the argument "{name}" requires itself', "remove the name"),
  "relation-contradiction": error(
    (details: { readonly name: string; readonly value: string | undefined; readonly other: string; readonly key: string }) =>
      `no call can pass ${quote(details.name)}${details.value === undefined ? "" : ` with the value ${quote(details.value)}`}: it requires ${quote(details.other)}, which \`${details.key}\` excludes`,
    "remove the name, or change `{key}`",
  ),
  "requires-empty": warning(
    "`requires` lists no argument here, so it has no effect",
    "list the arguments that a call must also pass, for example `[path]`, or remove the key",
  ),
  "requires-value": error(
    '`requires` names "{value}", which is not a value of the argument "{name}"',
    (details: { readonly near: readonly string[]; readonly known: readonly string[] }) =>
      didYouMean(details.near) ?? `use ${joinWords(details.known.map(quote), "or")}`,
  ),
  "requires-free-value": error(
    '`requires` names values of the argument "{name}", but its values are not listed',
    ({ type }: { readonly type: string }) =>
      type === "map" ? "write `requires` as a list of arguments" : "list them in `enum`, or write `requires` as a list of arguments",
  ),
  "suffix-without-dot": warning(
    (details: { readonly suffix: string }) => `the file's name ends with ${quote(`1${details.suffix}`)}, without a dot`,
    "write `suffix: .{suffix}`",
  ),
  "file-suffix": error('"{suffix}" cannot be the end of a file\'s name', "use letters, digits, `.`, `_` and `-`, at most 32 of them"),
} as const;
