/** Chooses the spelling of an option that a command line has, and the place of its value. */
import type { OptionFacts } from "../description.ts";

/** The flag of an option, and how its value follows. */
export interface DraftFlag {
  readonly flag: string;
  readonly isSwitch?: boolean;
  readonly isNegatable?: boolean;
  /** True if both values are written: `--x=true` and `--x=false`. */
  readonly isAssigned?: boolean;
  readonly isOptional?: boolean;
}

/**
 * Returns the flag of an option. An optional value needs `=`, so an option with names like `-color` becomes a switch. Other values get `=`
 * after long names, so that they can start with a dash, but not in a notation such as `--indent n`, whose parsers may not accept `=`.
 */
export function chooseFlag(option: OptionFacts, names: readonly string[]): DraftFlag {
  const { kind, valueForm } = option;
  // `--x` after `-x` can be its negation.
  const usable = names.filter((name, index) => !names.slice(0, index).includes(name.slice(1)));
  const long = usable.find((name) => name.startsWith("--"));
  const best = long ?? usable.find((name) => name.length > 2) ?? names[0] ?? "";
  if (kind === "switch" || kind === "unknown") {
    const negated = negatedName(option);
    if (negated === undefined && option.isAssignable && best.length > 2) return { flag: `${best}=`, isSwitch: true, isAssigned: true };
    return negated === undefined ? { flag: best, isSwitch: true } : { flag: negated, isSwitch: true, isNegatable: true };
  }
  if (kind === "optional") {
    const glued = long ?? usable.find((name) => /^-[A-Za-z0-9]$/.test(name));
    return glued === undefined ? { flag: best, isSwitch: true } : { flag: glued, isOptional: true };
  }
  if (option.following !== undefined) return { flag: best };
  const isGluable = valueForm === "glued" ? best.length > 2 : long !== undefined && (valueForm === "bracketed" || valueForm === "attached");
  return { flag: isGluable ? `${best}=` : best };
}

/**
 * Returns the text before a value in the same word: `-T` for `-T4`, `-splash:` for `-splash:image`, `-` for a number such as `-9`. Returns
 * undefined if another spelling can take the value in a separate word.
 */
export function attachedWord({ valueForm }: OptionFacts, names: readonly string[]): string | undefined {
  if (valueForm === "colon") return `${names.toSorted((one, other) => other.length - one.length)[0] ?? ""}:`;
  if (valueForm !== "attached") return undefined;
  if (names.some((one) => /^-[\d#]$/.test(one))) return "-";
  return names.length === 1 ? names[0] : undefined;
}

/** Returns the name `--x` of a switch that `--no-x` turns off. */
export function negatedName({ kind, names, negation }: OptionFacts): string | undefined {
  return kind === "switch" || kind === "unknown"
    ? names.find((name) => name.startsWith("--") && `--no-${name.slice(2)}` === negation)
    : undefined;
}
