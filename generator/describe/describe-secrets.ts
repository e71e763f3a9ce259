/** Describes the secret variables of configs and of their tools. Those of policies are in the sentences about a policy. */
import type { Program, Tool } from "@climax-gen/runtime/internal/tool/tool";
import { commandOf } from "@climax-gen/runtime/internal/tool/tool";
import type { SecretSources } from "@climax-gen/runtime/internal/tool/secret-source";
import { describeSource } from "@climax-gen/runtime/internal/tool/secret-source";

/** Names secret variables with their sources: `GH_TOKEN from the file ~/token`. */
export function describeSecrets(secrets: SecretSources): string {
  return Object.entries(secrets)
    .map(([name, source]) => `${name} from ${describeSource(source)}`)
    .join(", ");
}

/** Returns a phrase for the secret variables of a CLI, such as `secret variables: TOKEN from the file ~/token`. Empty if it has none. */
export function describeCliSecrets({ program }: { readonly program?: Pick<Program, "secrets"> }): readonly string[] {
  return toPhrase(program?.secrets);
}

/** Returns a phrase for the secret variables that a tool has in addition to those of its CLI. Empty if it has none. */
export function describeOwnSecrets(tool: Tool): readonly string[] {
  return toPhrase(commandOf(tool)?.changes?.secrets);
}

function toPhrase(secrets: SecretSources | undefined): readonly string[] {
  return secrets === undefined || Object.keys(secrets).length === 0 ? [] : [`secret variables: ${describeSecrets(secrets)}`];
}
