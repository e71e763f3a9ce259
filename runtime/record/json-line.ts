/** JSON as logs and audits have it, which people look at: a caller writes a part of each line. */

/** What a terminal obeys (C1 control characters are none in JSON), what turns or hides text, and line ends that only some readers know. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The value on one line, in which everything that is not shown is written out: as JSON it means the same. Does not end the line. */
export function toJsonLine(value: object): string {
  return JSON.stringify(value).replaceAll(INVISIBLE, (character) =>
    character
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
