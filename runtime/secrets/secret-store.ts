/** Reads the secret variables of calls: from files, from commands with a cache, and from the caller's request. */
import type { SecretFile } from "../process/secret-file.ts";
import type { ProcessRunner } from "../process/process.ts";
import { resolvePath } from "../text/posix-path.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { expandVariables, readVariable } from "../tool/environment-variables.ts";
import type { CommandSecret, SecretSource, SecretSources } from "../tool/secret-source.ts";
import { describeSource } from "../tool/secret-source.ts";
import type { Credentials } from "./credentials.ts";

/** Time limit of a command without its own, in seconds. */
const DEFAULT_SECRET_TIMEOUT_SECONDS = 10;

/** Maximum size of a secret, in bytes. A key with its certificates has a few kilobytes. */
const MAX_SECRET_BYTES = 64 * 1024;

/** The values of a call's secret variables, or the reason why one has none. */
export type ReadSecrets =
  | { readonly kind: "read"; readonly variables: Environment }
  | {
      readonly kind: "failed";
      /** The name of the variable. */
      readonly variable: string;
      /** For the operator's log: the source and its fault. Contains no part of a value. */
      readonly problem: string;
      /** For the caller, who can repair it: the header or the claim that is missing. Omitted for a fault of the server. */
      readonly missing?: string;
    };

/** The secrets of a server. */
export interface SecretStore {
  /** Reads every source, one after the other. Never rejects. */
  readonly read: (sources: SecretSources, credentials: Credentials | undefined) => Promise<ReadSecrets>;
}

/** The parts of the server that a store uses. */
export interface SecretStoreParts {
  /** The server's environment: that of commands, and for `$VAR` and `~`. */
  readonly env: Environment;
  /** The server's directory, for relative paths and commands. */
  readonly directory: string;
  readonly run: ProcessRunner["run"];
}

/** The value of one source, or the reason why it has none. */
type Value =
  | { readonly kind: "value"; readonly text: string }
  | { readonly kind: "fault"; readonly fault: string; readonly missing?: string };

interface CachedValue {
  readonly value: Promise<Value>;
  /** The time until which the value is used again, on the clock of `performance.now()`. Infinity while the command runs. */
  until: number;
}

/**
 * Creates a store. A command runs once at a time for all calls that need its value, so that many calls do not start many processes. A
 * failure is not cached.
 */
export function createSecretStore({ env, directory, run }: SecretStoreParts): SecretStore {
  const cache = new Map<string, CachedValue>();
  const readCommand = (source: CommandSecret): Promise<Value> => {
    const key = JSON.stringify(source);
    const known = cache.get(key);
    if (known !== undefined && performance.now() < known.until) return known.value;
    const entry: CachedValue = { value: runSecretCommand(source, { env, directory, run }), until: Infinity };
    cache.set(key, entry);
    void entry.value.then(({ kind }) => (entry.until = kind === "value" ? performance.now() + (source.cache ?? 0) * 1000 : 0));
    return entry.value;
  };
  const readSource = async (source: SecretSource, credentials: Credentials | undefined): Promise<Value> => {
    if ("command" in source) return await readCommand(source);
    if ("file" in source) {
      // Loaded only for secrets in files.
      const { readSecretFile } = await import("../process/secret-file.ts");
      return toValue(await readSecretFile(locate(source.file, { env, directory }), MAX_SECRET_BYTES));
    }
    const text = "header" in source ? credentials?.header(source.header) : credentials?.claim(source.claim);
    const missing = "header" in source ? `the HTTP header ${source.header}` : `an access token with the claim ${source.claim}`;
    return text === undefined ? { kind: "fault", fault: "the request has none", missing } : checkText(text);
  };
  return {
    async read(sources, credentials) {
      const variables: [string, string][] = [];
      // Variables with equal sources have one value: a command runs at most once for a call.
      const values = new Map<string, Value>();
      for (const [variable, source] of Object.entries(sources)) {
        const key = JSON.stringify(source);
        const value = values.get(key) ?? (await readSource(source, credentials));
        values.set(key, value);
        if (value.kind === "value") {
          variables.push([variable, value.text]);
          continue;
        }
        const problem = `${variable} from ${describeSource(source)}: ${value.fault}`;
        return { kind: "failed", variable, problem, ...(value.missing !== undefined && { missing: value.missing }) };
      }
      return { kind: "read", variables: Object.fromEntries(variables) };
    },
  };
}

function locate(file: string, { env, directory }: Pick<SecretStoreParts, "env" | "directory">): string {
  const home = readVariable(env, "HOME");
  const path = file.startsWith("~/") && home !== undefined ? `${home}${file.slice(1)}` : file;
  return resolvePath(directory, expandVariables(path, env));
}

async function runSecretCommand(
  { command, timeout = DEFAULT_SECRET_TIMEOUT_SECONDS }: CommandSecret,
  { env, directory, run }: SecretStoreParts,
): Promise<Value> {
  const argv = command.map((word) => expandVariables(word, env));
  const result = await run({ argv, env, cwd: directory, timeoutMs: timeout * 1000, maxOutputBytes: MAX_SECRET_BYTES });
  switch (result.kind) {
    case "not_started":
      return { kind: "fault", fault: `it does not start (${result.reason})` };
    case "timed_out":
      return { kind: "fault", fault: `it did not end within ${timeout} seconds` };
    case "cancelled":
      return { kind: "fault", fault: "it was cancelled" };
    case "exited":
      // Standard error is not quoted: programs print parts of keys there.
      if (result.exit !== 0) return { kind: "fault", fault: `it ended with ${result.exit}` };
      // A part of a secret, with the runner's note about the rest, is not a secret.
      if ((result.bytes?.stdout ?? 0) > MAX_SECRET_BYTES) return { kind: "fault", fault: `it printed more than ${MAX_SECRET_BYTES} bytes` };
      return checkText(result.stdout);
  }
}

function toValue(read: SecretFile): Value {
  return read.kind === "read" ? checkText(read.text) : { kind: "fault", fault: read.problem };
}

/** Removes line ends at the end. Rejects a text that no variable can have, and an empty one: a program would use it as no credential. */
function checkText(whole: string): Value {
  const text = whole.replace(/[\r\n]+$/, "");
  if (text === "") return { kind: "fault", fault: "it is empty" };
  return text.includes("\0") ? { kind: "fault", fault: "it contains a NUL character" } : { kind: "value", text };
}
