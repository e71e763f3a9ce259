/** The characters of random strings. */
import fc from "fast-check";

/** Number of surrogates, which are not characters, and the first surrogate. */
const SURROGATES = 0x800;
const FIRST_SURROGATE = 0xd800;

/**
 * Any Unicode character: `fc.string({ unit: anyCharacter })`. The unit "binary" of fast-check generates the same strings, but its table of all
 * characters takes a second and 100 MB in every worker.
 */
export const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (character) => {
    const [code = -1, ...more] = Array.from(String(character), (one) => one.codePointAt(0) ?? -1);
    if (code < 0 || more.length > 0 || Math.floor(code / SURROGATES) === FIRST_SURROGATE / SURROGATES) throw new Error("not one character");
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
