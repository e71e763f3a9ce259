/** Separates the environment of a server from its secrets. */
import { isTelemetrySecret } from "../telemetry/telemetry.ts";
import type { Environment } from "../tool/environment-variables.ts";
import { defined } from "../text/defined.ts";

/** The environment, divided into variables for commands and secrets of the server. */
export interface ServerEnvironment {
  /** The variables that commands may inherit. */
  readonly env: Environment;
  /** Variables of HTTP that no command inherits. Omitted if unset or empty. */
  readonly token?: string;
  readonly stateKey?: string;
}

/** Removes the variables that no command may inherit: the token and key of HTTP, and the credentials of collectors. */
export function readServerEnvironment(variables: Readonly<Record<string, string | undefined>>): ServerEnvironment {
  const { CLIMAX_HTTP_TOKEN: token, CLIMAX_STATE_KEY: stateKey, ...others } = variables;
  const env = Object.entries(others).filter(([name, value]) => value !== undefined && !isTelemetrySecret(name, value));
  return { env: Object.fromEntries(env) as Environment, ...defined({ token: token || undefined, stateKey: stateKey || undefined }) };
}
