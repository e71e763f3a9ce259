/** Colors of text on a terminal. */

/** Functions that color text, or return it unchanged. A subset of the result of picocolors' `createColors()`. */
export interface Colors {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
}

const asWritten = (text: string): string => text;

/** Returns every text unchanged. */
export const noColors: Colors = {
  bold: asWritten,
  dim: asWritten,
  red: asWritten,
  yellow: asWritten,
  green: asWritten,
  cyan: asWritten,
};
