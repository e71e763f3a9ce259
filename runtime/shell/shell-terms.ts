/** Writes the reply of a rejected call in the terms of a shell: flags instead of the names of arguments. */
import type { ShellFlag } from "./flags.ts";

/** Starts of the lines of a reply that name several arguments. */
const RELATION = /^ {2}- (?:Exactly|At least|At most) one of |^ {2}- Argument '[^']*' requires /;

/** The start of a line about one argument, or about an item of it: `Argument 'paths[2]'`. */
const SUBJECT = /^( {2}- )(Argument|Missing required argument) '([^'[.]+)([^']*)'/;

/**
 * Returns the text of a reply about arguments or a policy, in which each name of an argument is its flag. Values that callers passed are
 * unchanged, even if a value is the name of an argument. Any other reply stays as it is.
 */
export function toShellTerms(text: string, flags: readonly ShellFlag[]): string {
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  const termOf = (quoted: string, name: string): string => byName.get(name)?.flag ?? quoted;
  return text
    .split("\n")
    .map((line) => {
      if (RELATION.test(line)) return line.replace(/^( {2}- )Argument /, "$1").replaceAll(/'([^']*)'/g, termOf);
      return line.replace(SUBJECT, (whole, start: string, subject: string, name: string, item: string) => {
        const flag = byName.get(name);
        if (flag === undefined) return whole;
        if (subject === "Argument") return `${start}${flag.flag}${item}`;
        return `${start}${flag.isOperand ? `Missing ${operandOf(flag)} or ${flag.flag}` : `Missing ${flag.flag}`}`;
      });
    })
    .join("\n");
}

/** Returns the placeholder of an operand in a usage line. */
export function operandOf({ name }: Pick<ShellFlag, "name">): string {
  return name.toUpperCase().replaceAll("-", "_");
}
