/** Parses option values that are not plain text or a choice. Throws `InvalidArgumentError` for invalid values. */
import { InvalidArgumentError } from "commander";
import { isServerName, MAX_SERVER_NAME } from "../install/server-name.ts";
import { isVersion } from "../package/names.ts";
import type { Failure } from "../review/rule.ts";
import { FAILURES } from "../review/rule.ts";

/** Parses a non-empty string. An empty path would mean the current directory, which is never intended. */
export function parseNonEmpty(text: string): string {
  if (text === "") throw new InvalidArgumentError("Check that the shell variable is set.");
  return text;
}

/** Collects the values of an option that can be repeated. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, parseNonEmpty(value)];
}

/** Parses a whole number, 1 or more. */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!/^\d+$/.test(text) || count === 0) throw new InvalidArgumentError("Use a positive integer.");
  return count;
}

/** Parses a whole number, 0 or more. */
export function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("Use a whole number, 0 or more.");
  return Number(text);
}

/** Parses a number from 0 to 1. */
export function parseFraction(text: string): number {
  const part = Number(text);
  if (!/^[\d.]+$/.test(text) || !(part <= 1)) throw new InvalidArgumentError("Use a number from 0 to 1.");
  return part;
}

/** Collects the values of a list such as `breaking,widening,hazards`, and of lists of the same option before it. */
export function parseFailures(list: string, before: readonly Failure[] = []): readonly Failure[] {
  const listed = list.split(",").map((word) => {
    const found = FAILURES.find((one) => one === word.trim());
    if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${FAILURES.join(", ")}.`);
    return found;
  });
  return [...before, ...listed];
}

/** Returns the name of a server if all clients accept it. */
export function parseServerName(name: string): string {
  if (isServerName(name)) return name;
  throw new InvalidArgumentError(`Use at most ${MAX_SERVER_NAME} letters, digits, - and _.`);
}

/** Returns the text if it is a semantic version. */
export function parseVersion(text: string): string {
  if (isVersion(text)) return text;
  throw new InvalidArgumentError("Use a semantic version, such as 1.4.0 or 2.0.0-beta.1.");
}
