/** The parts of an authenticated request that secrets can be read from. */

/** Reads the headers and the claims of one request. Kept apart from the data of the sender, which log and audit record. */
export interface Credentials {
  /** Returns a header by its name in lower case. Undefined if the request has none, or several. */
  readonly header: (name: string) => string | undefined;
  /** Returns a claim of the access token, as text. Undefined if the token has none, or if the claim is neither a text nor a number. */
  readonly claim: (name: string) => string | undefined;
}

/** Returns the credentials of a request, whose headers are lists of values, as in `headersDistinct` of Node.js. Names are never looked up in inherited properties. */
export function toCredentials(
  headers: Readonly<Record<string, readonly string[] | undefined>>,
  claims: Readonly<Record<string, unknown>> = {},
): Credentials {
  return {
    header(name) {
      const [value = "", ...others] = (Object.hasOwn(headers, name) ? headers[name] : undefined) ?? [];
      return value === "" || others.length > 0 ? undefined : value;
    },
    claim(name) {
      const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
      if (typeof value === "number") return String(value);
      return typeof value === "string" && value !== "" ? value : undefined;
    },
  };
}
