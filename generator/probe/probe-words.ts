/** Command lines that ask a program about one flag. Each has invented flags after it, so that the program refuses it and does nothing. */

/** The invented flags. No program has them. A flag that takes values takes the first ones, and the program names the next one. */
export const INVENTED = ["zz9alpha", "zz9beta", "zz9gamma"] as const;

/** A value that no file, number, host or choice has. */
export const INVENTED_VALUE = "zz9value";

/** An operand that no file has. */
export const INVENTED_OPERAND = "zz9operand";

/** How to write a command line that the program refuses because of its first invented flag. */
export interface ProbeFrame {
  /** The words of the subcommand. */
  readonly path: readonly string[];
  /** What precedes the names of invented flags. */
  readonly dashes: "--" | "-";
  /** Operands at the end. Some programs check the number of operands before they name an unknown flag. */
  readonly operands: number;
  /** Whether `--help` follows, for a program that only warns about an unknown flag. */
  readonly asksHelp: boolean;
}

/** Frames in the order in which they are tried. */
export function listFrames(path: readonly string[]): readonly ProbeFrame[] {
  const frame = { path, dashes: "--", operands: 0, asksHelp: false } as const;
  return [frame, { ...frame, operands: 1 }, { ...frame, operands: 2 }, { ...frame, dashes: "-" }, { ...frame, asksHelp: true }];
}

/** Returns the words after the program: those about the flag, then the invented flags. Without words, the program must name `zz9alpha`. */
export function framedWords({ path, dashes, operands, asksHelp }: ProbeFrame, words: readonly string[]): readonly string[] {
  return [
    ...path,
    ...words,
    ...INVENTED.map((name) => `${dashes}${name}`),
    ...Array.from({ length: operands }, () => INVENTED_OPERAND),
    ...(asksHelp ? ["--help"] : []),
  ];
}

/** Returns the word that joins a flag and a value, or undefined for `-x` and `-x1`, whose value follows without a sign. */
export function joinedWord(flag: string): string | undefined {
  return /^--[A-Za-z0-9][\w.:+-]*$|^-[A-Za-z]{2}[\w.:+-]*$/.test(flag) ? `${flag}=${INVENTED_VALUE}` : undefined;
}
