/** Diagnostics about the output and the exit codes of a tool. */
import { error, nearOr } from "./code-entry.ts";
import { quote } from "../text/wording.ts";

export const outputCodes = {
  "output-form": error(
    "{found} is not a form of output",
    nearOr("write `json`, `jsonl`, `raw`, `text`, a media type such as `image/png`, or a mapping"),
  ),
  "output-key": error("`{key}` has no effect with {form}", "{fix}"),
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
    "the meaning of exit code {code} must be text or `{ error: text }`, not {found}",
    "write what it means, for example `{code}: nothing matched`",
  ),
  "exit-code-contradiction": error(
    "exit code {code} is a success in `success_exit_codes` and an error here",
    'remove it from `success_exit_codes`, or write "{text}" without `error`',
  ),
} as const;
