/** Values of command-line options, in the form that `parseArgs` of Node.js returns, and the error for an invalid value. */

type Options = Readonly<Record<string, { readonly type: "string" | "boolean"; readonly multiple?: boolean; readonly short?: string }>>;

/** The values of options by name. Options that are not given are omitted. */
export type OptionValues<All extends Options> = { -readonly [Name in keyof All]?: ValueOf<All[Name]> };

type ValueOf<Option> = Option extends { readonly type: "boolean" }
  ? boolean
  : Option extends { readonly multiple: true }
    ? string[]
    : string;

/** Thrown by the readers of options, and caught by `readLaunch`. The message names the option. */
export class WrongOption extends Error {}
