/** Selects the server's variables that commands inherit: `env.inherit` of a policy. */
import type { Environment } from "../tool/environment-variables.ts";
import type { EnvInherit } from "./policy-spec.ts";

/** The variables of `minimal`, which also includes every `LC_…`: the search path, the user, the locale and the terminal. */
export const MINIMAL_ENVIRONMENT: ReadonlySet<string> = new Set(["PATH", "HOME", "USER", "LANG", "TERM", "TMPDIR", "TZ"]);

/** Returns the variables that are inherited. The config's own `env` is added later, when a command runs. */
export function inheritEnvironment(env: Environment, inherit: EnvInherit = "all"): Environment {
  if (inherit === "all") return env;
  return Object.fromEntries(Object.entries(env).filter(([name]) => isInherited(name, inherit)));
}

/** Reports whether a variable of this name is inherited. */
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
