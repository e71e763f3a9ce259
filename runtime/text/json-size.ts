/** Counts the values of JSON without parsing it. */

/** Maximum number of objects and arrays in JSON of a caller, of properties, and of list items. */
export const MAX_JSON_PARTS = 50_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const BRACKET = 0x5b;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Reports whether JSON in UTF-8 has more than `MAX_JSON_PARTS` objects and arrays, properties, or list items. Two or three bytes of text
 * become an object of up to 80 bytes, and two bytes an item of eight. Without a limit, a few inputs of some megabytes would exhaust the
 * memory. Objects with hundreds of thousands of properties occupy the SDK for seconds. Every character of JSON's syntax is one byte of UTF-8.
 */
export function isComplexJson(json: Uint8Array): boolean {
  const max = MAX_JSON_PARTS;
  let containers = 0;
  let properties = 0;
  let commas = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === QUOTE) isText = !isText;
    else if (isText) index += byte === BACKSLASH ? 1 : 0;
    else if (byte === BRACE || byte === BRACKET) containers += 1;
    else if (byte === COLON) properties += 1;
    else if (byte === COMMA) commas += 1;
    // A list or an object has one comma less than it has items or properties. The difference is at most the number of items.
    if (containers > max || properties > max || commas - properties > max) return true;
  }
  return false;
}
