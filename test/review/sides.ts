/** Creates sides and hazards from YAML text. */
import { checkInputs } from "../../generator/check-inputs.ts";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import type { ReviewedHazard } from "../../generator/hazards/acknowledgements.ts";
import { listHazards } from "../../generator/hazards/find-hazards.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import type { Side } from "../../generator/review/side.ts";
import { toYamlSide } from "../../generator/review/yaml-side.ts";

/** Returns the hazards of a config and an optional policy. */
export async function toHazards(label: string, config: string, policy?: string): Promise<readonly ReviewedHazard[]> {
  const policyFile = policy === undefined ? undefined : { path: `${label}-policy.yaml`, bytes: Buffer.from(policy) };
  return await listHazards(
    await checkInputs([{ path: `${label}.yaml`, bytes: Buffer.from(config) }], policyFile ? { policies: [policyFile] } : {}),
  );
}

/** Creates the side of a config and an optional policy. Throws their diagnostics. */
export async function toSide(label: string, config: string, policy?: string): Promise<Side> {
  return await toSideOf(label, [{ path: `${label}.yaml`, bytes: Buffer.from(config) }], policy);
}

/** Creates the side of several files, under policies: the first is in `<label>-policy.yaml`, the second in `<label>-policy-2.yaml`. */
export async function toSideOf(label: string, files: readonly InputFile[], ...policies: readonly (string | undefined)[]): Promise<Side> {
  const policyFiles = policies.flatMap((text, index) =>
    text === undefined ? [] : [{ path: `${label}-policy${index === 0 ? "" : `-${index + 1}`}.yaml`, bytes: Buffer.from(text) }],
  );
  const checked = await checkInputs(files, { policies: policyFiles });
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(formatDiagnostics(errors));
  return toYamlSide(label, checked.configs, checked.policies);
}
