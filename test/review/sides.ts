/** Two sides out of texts, as tests of the comparison need them. */
import { checkInputs } from "../../generator/check-inputs.ts";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.ts";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import type { Side } from "../../generator/review/side.ts";
import { toYamlSide } from "../../generator/review/yaml-side.ts";

/** The hazards of one config and perhaps a policy. */
export async function toHazards(label: string, config: string, policy?: string): Promise<readonly Diagnostic[]> {
  const policyFile = policy === undefined ? undefined : { path: `${label}-policy.yaml`, bytes: Buffer.from(policy) };
  return await findHazards(
    await checkInputs([{ path: `${label}.yaml`, bytes: Buffer.from(config) }], policyFile ? { policies: [policyFile] } : {}),
  );
}

/** The side of one config and perhaps a policy. Throws what is wrong with them. */
export async function toSide(label: string, config: string, policy?: string): Promise<Side> {
  return await toSideOf(label, [{ path: `${label}.yaml`, bytes: Buffer.from(config) }], policy);
}

/** The side of several files. */
export async function toSideOf(label: string, files: readonly InputFile[], policy?: string): Promise<Side> {
  const policyFile = policy === undefined ? undefined : { path: `${label}-policy.yaml`, bytes: Buffer.from(policy) };
  const checked = await checkInputs(files, policyFile ? { policies: [policyFile] } : {});
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(formatDiagnostics(errors));
  return toYamlSide(label, checked.configs, checked.policies);
}
