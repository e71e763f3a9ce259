/** Finds the secrets that a server knows before it reads any tool: those of its policies and of its configs. Pure. */
import type { SecretSource, SecretSources } from "../tool/secret-source.ts";
import type { Cli } from "../tool/tool.ts";

/** A secret variable, and what names its source. */
export interface ServerSecret {
  /** `a policy`, or `the config NAME`. */
  readonly owner: string;
  readonly name: string;
  readonly source: SecretSource;
}

/**
 * Returns the first secret whose source fulfills a condition. Sources of policies replace those of configs. Sources of a single tool do not
 * count: without them, only the calls of this tool fail.
 */
export function findServerSecret(
  ofPolicies: SecretSources,
  clis: readonly Pick<Cli, "name" | "program">[],
  fits: (source: SecretSource) => boolean,
): ServerSecret | undefined {
  const owners = [
    { owner: "a policy", sources: ofPolicies },
    ...clis.map(({ name, program }) => ({ owner: `the config ${name}`, sources: { ...program?.secrets, ...ofPolicies } })),
  ];
  const secrets = owners.flatMap(({ owner, sources }) => Object.entries(sources).map(([name, source]) => ({ owner, name, source })));
  return secrets.find(({ source }) => fits(source));
}
