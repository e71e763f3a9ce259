/** Reads the `Accept` header of a request. Contains no code of the SDK. */

/** The media types of a response. The server chooses one, so a client has to accept both. */
const NEEDED = ["application/json", "text/event-stream"];

/**
 * Returns the header in the form that the SDK compares: both media types, or undefined if the client does not accept both. Ranges such as
 * `text/*` and weights apply as in RFC 9110, section 12.5.1. A request without the header accepts all media types.
 */
export function normalizeAccept(header: string | null | undefined): string | undefined {
  const ranges = (header ?? "*/*").split(",").map(parseRange);
  return NEEDED.every((type) => isAccepted(type, ranges)) ? NEEDED.join(", ") : undefined;
}

interface MediaRange {
  readonly range: string;
  readonly isExcluded: boolean;
}

function parseRange(text: string): MediaRange {
  const [range = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  return { range, isExcluded: parameters.some((parameter) => /^q\s*=\s*0(?:\.0*)?$/.test(parameter)) };
}

/** Applies the most specific range that matches the type. */
function isAccepted(type: string, ranges: readonly MediaRange[]): boolean {
  const candidates = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
  const found = candidates.map((candidate) => ranges.find(({ range }) => range === candidate)).find((range) => range !== undefined);
  return found !== undefined && !found.isExcluded;
}
