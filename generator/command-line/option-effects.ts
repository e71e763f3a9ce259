/** Rejects options that have no effect in combination with the other options. */
import type { Command } from "commander";

/** An option that depends on others. Names are those of parsed options, such as `dryRun`. */
export type DependentOption =
  /** Has an effect only if `beside` is given, with one of the `values` if they are set. */
  | { readonly option: string; readonly beside: string; readonly values?: readonly string[] }
  /** Has no effect if all of these options are given. */
  | { readonly option: string; readonly replacedBy: readonly string[] };

/** Reports a usage error if one of these options is given without effect. */
export function rejectWithoutEffect(command: Command, options: readonly DependentOption[]): void {
  command.hook("preAction", () => {
    for (const dependent of options.filter(({ option }) => isGiven(command, option))) {
      const found = findProblem(command, dependent);
      if (found !== undefined) command.error(`error: option '${found.option}' has no effect ${found.reason}\nhelp: ${found.help}`);
    }
  });
}

/** Reports a usage error if `--json` is given with another `--format`. */
export function rejectTwoFormats(command: Command): void {
  command.hook("preAction", () => {
    const format = String(command.getOptionValue("format"));
    if (isGiven(command, "json") && isGiven(command, "format") && format !== "json")
      command.error(`error: option '--json' cannot be used with option '--format ${format}'\nhelp: remove one of the two`);
  });
}

interface Problem {
  readonly option: string;
  readonly reason: string;
  readonly help: string;
}

function findProblem(command: Command, dependent: DependentOption): Problem | undefined {
  const { flags: option, name } = find(command, dependent.option);
  if ("replacedBy" in dependent) {
    if (!dependent.replacedBy.every((other) => isGiven(command, other))) return undefined;
    const others = dependent.replacedBy.map((other) => `'${find(command, other).flags}'`);
    return { option, reason: `with ${others.join(" and ")}`, help: `remove ${name}` };
  }
  const { beside, values } = dependent;
  const other = find(command, beside);
  if (!isGiven(command, beside)) return { option, reason: `without '${other.flags}'`, help: `add ${other.name}, or remove ${name}` };
  const value = String(command.getOptionValue(beside));
  if (values === undefined || values.includes(value)) return undefined;
  const fitting = values.map((one) => `${other.name} ${one}`).join(" or ");
  return { option, reason: `with '${other.name} ${value}'`, help: `remove ${name}, or use it with ${fitting}` };
}

/** Reports whether the user gave the option. */
function isGiven(command: Command, option: string): boolean {
  return command.getOptionValueSource(option) === "cli";
}

/** Returns an option as the help shows it, and its long name. */
function find(command: Command, option: string): { readonly flags: string; readonly name: string } {
  const found = command.options.find((one) => one.attributeName() === option);
  if (found === undefined) throw new Error(`no option ${option}`);
  return { flags: found.flags, name: found.long ?? found.flags };
}
