/** The source of a secret variable as JSON Schema, for editors. `check/reporting/check-secret.ts` checks it. */

const text = { type: "string", minLength: 1 } as const;
const seconds = { type: "number", minimum: 0 } as const;

/** Returns an object with one required key, and further optional ones. */
function source(key: string, value: object, others: object = {}): object {
  return { type: "object", properties: { [key]: value, ...others }, required: [key], additionalProperties: false };
}

/** A source: exactly one of `file`, `command`, `header` and `claim`. */
export const secretSourceJson = {
  anyOf: [
    source("file", { ...text, description: "Path of a file; `~/` and `$VAR` are of the server" }),
    source(
      "command",
      { type: "array", items: { type: "string" }, minItems: 1, description: "A program and its arguments, without a shell" },
      {
        timeout: { ...seconds, description: "Maximum time of the command, in seconds; defaults to 10" },
        cache: { ...seconds, description: "Time for which the value is used again, in seconds; defaults to 0" },
      },
    ),
    source("header", { ...text, description: "A header of the caller's HTTP request" }),
    source("claim", { ...text, description: "A claim of the caller's access token" }),
  ],
};
