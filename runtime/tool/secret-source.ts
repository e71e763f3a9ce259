/** The source of the value of a secret variable. The value itself is read for each call, and is in no generated file. */

import { isJsonObject } from "../text/json.ts";

/** The source of one secret variable. */
export type SecretSource = FileSecret | CommandSecret | HeaderSecret | ClaimSecret;

/** The content of a file, without line ends at its end. */
export interface FileSecret {
  /** Path. `~/` and `$VAR` are read from the server's environment; a relative path is relative to the server's directory. */
  readonly file: string;
}

/** The standard output of a command, without line ends at its end. The command runs without a shell, in the server's own environment. */
export interface CommandSecret {
  /** The program and its arguments. `$VAR` is read from the server's environment. */
  readonly command: readonly string[];
  /** Maximum time of the command, in seconds. Defaults to 10. */
  readonly timeout?: number;
  /** Time for which the value is used again, in seconds. Defaults to 0: the command runs for each call. */
  readonly cache?: number;
}

/** A header of the caller's HTTP request. */
export interface HeaderSecret {
  /** Name of the header, in lower case. */
  readonly header: string;
}

/** A claim of the caller's access token. */
export interface ClaimSecret {
  /** Name of the claim, which is a text or a number. */
  readonly claim: string;
}

/** The sources of a command's secret variables, by the name of the variable. */
export type SecretSources = Readonly<Record<string, SecretSource>>;

/** Reports whether the value belongs to the caller of the request, who must be authenticated over HTTP. */
export function isOfCaller(source: SecretSource): source is HeaderSecret | ClaimSecret {
  return "header" in source || "claim" in source;
}

/** Headers with the credentials of the server itself. A command must not get them: the token of a server is for this server only. */
const OWN_HEADERS: ReadonlySet<string> = new Set(["authorization", "proxy-authorization", "cookie"]);

/** Reports whether a header, in lower case, has the credentials of the server itself, which no command must get. */
export function isOwnHeader(name: string): boolean {
  return OWN_HEADERS.has(name);
}

/** Names a source for messages and reviews: `the file ~/token`, or `the command op read …`. */
export function describeSource(source: SecretSource): string {
  if ("file" in source) return `the file ${source.file}`;
  if ("command" in source) return `the command ${source.command.join(" ")}`;
  return "header" in source ? `the caller's header ${source.header}` : `the claim ${source.claim} of the caller's token`;
}

/** Reports whether a value of any form is a source. */
export function isSecretSource(value: unknown): value is SecretSource {
  if (!isJsonObject(value)) return false;
  const { file, command, header, claim, timeout, cache } = value;
  const isTime = (time: unknown): boolean => time === undefined || (typeof time === "number" && time >= 0);
  const isCommand = Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === "string");
  const found = [file, header, claim].filter((text) => typeof text === "string" && text !== "").length + Number(isCommand);
  const known = [file, command, header, claim, timeout, cache].filter((part) => part !== undefined).length;
  const hasTimes = timeout !== undefined || cache !== undefined;
  return found === 1 && known === Object.keys(value).length && isTime(timeout) && isTime(cache) && (isCommand || !hasTimes);
}
