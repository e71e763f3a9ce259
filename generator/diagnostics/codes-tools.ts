/** Diagnostics about the parts of a tool: its arguments, confirmation, output, exit codes and examples. */
import { error, nearOr, warning } from "./code-entry.ts";
import { describeReplacement, joinWords, oneLine, quote } from "../text/wording.ts";

export const toolCodes = {
  "duplicate-argument": error('the argument "{name}" is defined twice', "rename or remove one of the definitions"),
  "empty-flag": warning('the flag is empty, so the default "{flag}" applies', "set the flag, or remove the key"),
  "flag-as-name": warning('the flag of the argument "{name}" is "{flag}"', "write `name: {meant}, flag: {name}`"),
  "flag-with-space": warning('"{word}" is passed as one argument, including the space', "{fix}"),
  "dashes-as-flag": warning('"{flag}" is passed as a separate argument before the value', "{fix}"),
  "flag-notation": error(
    'the flag "{flag}" is passed to the program literally',
    (details: { readonly meant: string; readonly hasBothForms: boolean }) =>
      `write ${quote(details.meant)}${details.hasBothForms ? " with `type: boolean` and `negatable: true`" : ""}`,
  ),
  "enum-not-text": error("enum values must be text, not {found}", "{fix}"),
  "empty-enum": error("an empty enum allows no values", "list the allowed values, or remove the key"),
  "duplicate-enum-value": warning('duplicate enum value "{value}"', "remove all but one"),
  "enum-on-other-type": error(
    (details: { readonly type: string; readonly found?: string }) =>
      details.found === undefined
        ? `an argument of type ${details.type} cannot have a list of values`
        : `enum values of an argument of type ${details.type} cannot be ${details.found}`,
    "{fix}",
  ),
  "default-type": error(
    "the default must be {expected}, not {found}",
    (details: { readonly expected: string; readonly fix?: string | undefined }) => details.fix ?? describeReplacement(details.expected),
  ),
  "default-not-in-enum": error(
    'the default "{value}" is not in the enum',
    (details: { readonly allowed: readonly string[]; readonly others: number }) => {
      const others = details.others === 0 ? [] : [`one of ${details.others} more`];
      return `use ${joinWords([...details.allowed.map(quote), ...others], "or")}`;
    },
  ),
  "required-with-default": warning('the argument "{name}" is required, so its default has no effect', "remove `required` or `default`"),
  "secret-with-default": {
    ...warning('the generated files contain the default of the secret argument "{name}"', "{fix}"),
    hidesLine: true,
  },
  "typographic-dash": warning('"{word}" starts with a typographic dash, which programs do not recognize as an option', 'write "{meant}"'),
  "typographic-quote": warning(
    '"{word}" has a typographic quote, which is passed to the program',
    "replace typographic quotes with `'`, or remove them",
  ),
  "positional-with-flag": error('the argument "{name}" is positional but also has a flag', "remove `positional` or `flag`"),
  "conflicting-places": error('the argument "{name}" has both `{place}` and `{key}`', "remove one of the two keys"),
  "flag-with-stdin": warning(
    'the flag "{flag}" of "{name}" is not passed, because the value goes to standard input',
    "remove the flag; if the program needs a flag to read its standard input, add it to the tool's `command`",
  ),
  "several-stdin": error('standard input is already assigned to the argument "{other}"', "remove `stdin` from one of the two arguments"),
  "several-cwd": error('the working directory is already assigned to the argument "{other}"', "remove `cwd` from one of the two arguments"),
  "repeat-with-boolean": error("a boolean argument cannot be repeated", "remove `repeat`, or choose another type"),
  "boolean-positional": warning(
    'the boolean "{name}" is positional, so the program receives the word true or false',
    "replace `positional` with a `flag` to make it a switch",
  ),
  "needless-leading-dash": warning("`allow_leading_dash` has no effect: {reason}", "remove the key"),
  "global-arg-without-default": warning('the global argument "{name}" is never passed, because it has no default', "add a `default`"),
  "global-arg-key": warning("`{key}` has no effect on a global argument", "remove the key"),
  "global-arg-map": error("a global argument cannot be a map", "write one global argument for each entry"),
  "global-arg-repeat": error("a global argument cannot be repeated", "define a separate global argument for each value"),
  "template-format": error('the template has "{written}", but a placeholder is only a name', "{fix}"),
  "message-without-value": warning(
    'calls can omit "{name}", and the message then shows `(not given)` instead',
    "add `required: true` or a `default` to the argument, or remove it from the message",
  ),
  "unused-resolver": warning(
    'the resolver "{name}" never runs, because no message contains its name',
    "write `{{name}}` in `confirm_message`, or remove the resolver",
  ),
  "resolver-list": error('the value of "{name}" is a {type}, which is not one word', "use an argument with a single value"),
  "resolver-name": error(
    '"{name}" is not a valid name of a resolver or of its flag',
    "use letters, digits, `_`, `-` and `.`, and start with a letter or `_`; a flag is written without dashes",
  ),
  "resolver-timeout": error(
    "the time limit of a resolver is out of range",
    "use a number above 0 and at most {limit} seconds, or remove the key for {default} seconds",
  ),
  "output-form": error(
    "{found} is not a form of output",
    nearOr("write `json`, `jsonl`, `json-stream`, `raw`, `text`, a media type such as `image/png`, or a mapping"),
  ),
  "output-key": error("`{key}` has no effect with {form}", "{fix}"),
  "output-from": error("{found} is not a part of the output", nearOr("write `from: last_value`, or remove the key")),
  "output-size": error(
    "{found} is not a valid size of a reply",
    "use an integer of at least {least} bytes, or remove the key for {default}",
  ),
  "output-file": error("{found} does not name the file that the tool writes: {reason}", "{fix}"),
  "output-select": error("invalid JMESPath expression: {problem}", (details: { readonly meant?: string | undefined }) =>
    details.meant === undefined
      ? "correct the expression (https://jmespath.org)"
      : `write ${quote(details.meant)}: JMESPath has no dot at the start, unlike jq`,
  ),
  "output-schema-type": error("the schema of an output needs one `type`", "add `type: object`, or the type of the value"),
  "exit-code-meaning": error(
    "the meaning of exit code {code} must be text, `{ error: text }` or `{ error_if: condition }`, not {found}",
    "write what it means, for example `{code}: nothing matched`",
  ),
  "exit-code-contradiction": error(
    (details: { readonly code: string; readonly text?: string }) =>
      `exit code ${details.code} is a success in \`success_exit_codes\` and ${details.text === undefined ? "can be an error" : "an error"} here`,
    ({ text }: { readonly text?: string }) =>
      `remove it from \`success_exit_codes\`${text === undefined ? "" : `, or write ${quote(text)} without \`error\``}`,
  ),
  "exit-code-condition": error(
    "`error_if` must be a JMESPath expression or a mapping with a pattern, not {found}",
    'write an expression such as `error_if: error` for JSON output, or a pattern, such as `error_if: { stderr: "^fatal:" }`',
  ),
  "exit-code-expression": error(
    "`error_if` is a JMESPath expression, but the output of the tool is not JSON",
    "write `error_if: {fix}` for a pattern that a part of the output matches, or set `output: json`",
  ),
  "example-argument": error('the tool "{tool}" has no argument "{name}"', nearOr("remove it from the example")),
  "example-refused": error(
    (details: { readonly problem: string }) => `the server would reject this example: ${oneLine(details.problem)}`,
    "change the arguments, or remove the example",
  ),
  "example-secret": error('the example shows the secret argument "{name}" to every agent', "remove the argument from the example"),
  "example-argv": error("word {number} of the command line is {found}, not {expected}", "write `argv: {argv}`, or change the arguments"),
  "reply-prefix-line": error(
    "`reply_prefix` is not one line of text without surrounding spaces",
    "write one line, such as `reply_prefix: Times are UTC`",
  ),
  "reply-prefix-length": error(
    "`reply_prefix` has {length} characters, which each reply would repeat",
    "write at most {limit} characters, and the rest in the description",
  ),
  "reply-prefix-output": error(
    "`reply_prefix` has no place before output of the form `{form}`",
    'remove it, or write `reply_prefix: ""` in the tool if it comes from `defaults`; the description can have the text',
  ),
  "empty-systems": error("the list of systems is empty, so no server would have the tools", "add `linux` or `macos`, or remove the key"),
} as const;
