/**
 * Messages of programs about a word of their command line, by what they say. Each row is the wording of one or several parsers. No message
 * depends on upper and lower case.
 */

/** Messages about a flag that does not exist. */
export const UNKNOWN = anyOf(
  /\bunknown\b/,
  /\bunrecogni[sz]ed\b/,
  /\bno such\b/,
  /\binvalid\b/,
  /\billegal\b/,
  /\bunexpected\b/,
  /\bundefined\b/,
  /\bunsupported\b/,
  /\bbad\b/,
  /\bnot a valid\b/,
  /\bnot valid\b/,
  /\bnot defined\b/,
  /\bdoes not exist\b/,
  /\bisn't a valid\b/,
  /\bis not an? (?:recogni[sz]ed )?(?:option|flag)\b/,
  /\bnot recogni[sz]ed\b/,
  /\bwasn't expected\b/,
  /\bunknow\b/,
);

/** Messages that call the next word a flag. */
export const UNKNOWN_FLAG =
  /(?:unknown|unrecogni[sz]ed|no such|invalid|illegal|unexpected) (?:\S+ )?(?:flag|option|switch)s?:? ["'`\u2018]?-/i;

/** Messages about an unknown letter. */
export const UNKNOWN_LETTER = anyOf(
  /(?:unknown|unrecogni[sz]ed|invalid|illegal|no such|unexpected|undefined|bad|unsupported)\b.{0,20}\b(?:option|flag|switch|argument|parameter)s?\b/,
  /(?:option|flag|switch)\b.{0,20}\b(?:is (?:unknown|unrecogni[sz]ed|invalid)|not recogni[sz]ed)/,
);

/** Messages about a value after a flag that takes none. Boolean parsers of Go name the type of the value. */
export const NO_VALUE = anyOf(
  /doesn['\u2019]t (?:allow|take|accept) (?:an? )?(?:argument|value|parameter)/,
  /does not (?:take|allow|accept) (?:an? )?(?:argument|value|parameter)/,
  /takes no (?:argument|value|parameter)/,
  /unexpected value/,
  /no more were expected/,
  /ignored explicit argument/,
  /option .* needs no/,
  /cannot take/,
  /must not have an? (?:argument|value)/,
  /(?:invalid|not a(?: valid)?) bool(?:ean)?\b/,
  /takes 0 arguments/,
  /was(?: not|n['\u2019]t) expect(?:ing any|ed to have)/,
  /strconv\.ParseBool/,
  /for (?:boolean )?flag \S+: parse error/,
  /expected (?:a )?boolean/,
  /must be (?:either )?(?:true|a boolean)/,
  /expected value to be (?:either )?"?true"? or /,
);

/** Messages of Go about a value of a flag that is a boolean or one of some words. */
export const BOOLEAN_OR_WORD = /\bneither ["'`\u2018]?[\w-]+["'`\u2019]? nor a valid bool/i;

/** Messages about a value that is missing, because the next word starts with a dash. */
export const MISSING = anyOf(
  /requires (?:an? |its )?(?:\S+ )?(?:argument|value|parameter|operand)/,
  /expected (?:one|an?|at least one|\d+) (?:\S+ ){0,2}(?:argument|value|parameter)/,
  /value is required/,
  /missing (?:\S+ )?(?:argument|value|parameter|operand|option)/,
  /needs (?:an? )?(?:\S+ )?(?:argument|value|parameter)/,
  /argument (?:is )?(?:missing|expected|required)/,
  /argument missing/,
  /no value (?:specified|given|supplied)/,
  /not enough arguments/,
  /without (?:an? )?(?:argument|value)/,
  /must be followed by/,
  /expects? (?:an? )?(?:argument|value|parameter)/,
  /(?:value|argument) expected/,
  /requires class path/,
  /got a flag/,
);

/** Messages about a value that must be in the word of the flag. */
export const JOINED_ONLY = anyOf(
  /must be (?:given|specified|written|passed) (?:as|like|with) \S*=/,
  /\buse ["'`\u2018]?--?[\w-]+=/,
  /(?:requires|needs|missing) (?:an? )?["'`\u2018]?=/,
);

/** Messages about a value that name the whole word of the flag. */
export const WRONG_VALUE = anyOf(
  /(?:invalid|bad|illegal|unknown|unsupported|unrecogni[sz]ed) (?:\S+ ){0,2}(?:value|choice|number)\b/,
  /(?:argument|parameter|value) (?:for|to|of)\b/,
  /could not parse/,
  /parsing/,
);

/** Messages of a program that has other options in a directory with its files. Outside a repository, `git diff` compares two paths. */
export const NEEDS_PLACE = anyOf(
  /not a git repository/,
  /usage: git diff --no-index/,
  /outside (?:of )?a (?:git )?(?:repository|work(?:ing)? tree)/,
  /not (?:in|inside) a \S+ (?:repository|project|workspace)/,
);

function anyOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join("|"), "i");
}
