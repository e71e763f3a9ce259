/** Which of the server's own variables the commands get: `env.inherit` of a policy. */
import type { Environment } from "../tool/environment-variables.ts";
import type { EnvInherit } from "./policy-spec.ts";

/** `minimal`, beside every `LC_…`: what a program needs to find others, to know its user, and to speak the user's language. */
export const MINIMAL_ENVIRONMENT: ReadonlySet<string> = new Set(["PATH", "HOME", "USER", "LANG", "TERM", "TMPDIR", "TZ"]);

/** The variables that are inherited; a name that is not set stays unset. The config's own `env` is added where a command is run. */
export function inheritEnvironment(env: Environment, inherit: EnvInherit = "all"): Environment {
  if (inherit === "all") return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => isInherited(name, inherit)));
}

/** Whether a variable of this name is passed on. */
export function isInherited(name: string, inherit: EnvInherit): boolean {
  switch (inherit) {
    case "all":
      return true;
    case "minimal":
      return MINIMAL_ENVIRONMENT.has(name) || name.startsWith("LC_");
    default:
      return inherit.includes(name);
  }
}
