/** Values of options that are more than a text or one of a few words; what is no such value is bad usage. */
import { InvalidArgumentError } from "commander";
import { isServerName } from "../install/server-name.ts";
import { isVersion } from "../package/names.ts";
import type { Failure } from "../review/rules.ts";
import { FAILURES } from "../review/rules.ts";

/** An empty path would be the current folder, which nobody meant. */
export function toFilled(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty; is a variable of the shell not set?");
  return text;
}

/** The values of an option that may be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, toFilled(value)];
}

export function toCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count === 0) throw new InvalidArgumentError("Write a whole number from 1 up.");
  return count;
}

export function toPart(text: string): number {
  const part = Number(text);
  if (!/^[\d.]+$/.test(text) || !(part <= 1)) throw new InvalidArgumentError("Write a number from 0 to 1.");
  return part;
}

/** `breaking,widening,hazards` */
export function toFailures(list: string): readonly Failure[] {
  return list.split(",").map((word) => {
    const found = FAILURES.find((one) => one === word.trim());
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${FAILURES.join(", ")}.`);
    return found;
  });
}

export function toServerName(name: string): string {
  if (isServerName(name)) return name;
  throw new InvalidArgumentError("Clients take letters, digits, - and _, at most 40.");
}

export function toVersion(text: string): string {
  if (isVersion(text)) return text;
  throw new InvalidArgumentError("Write a semantic version, such as 1.4.0 or 2.0.0-beta.1.");
}
