/** Diagnostics about the message of a confirmation and its resolvers. */
import { error, warning } from "./code-entry.ts";

export const confirmCodes = {
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
} as const;
