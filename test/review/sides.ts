/** Creates sides and hazards from YAML text. */
import { type CheckedInputs, checkInputs } from "../../generator/check-inputs.ts";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import type { ReviewedHazard } from "../../generator/hazards/acknowledgements.ts";
import { listHazards } from "../../generator/hazards/find-hazards.ts";
import type { InputFile } from "../../generator/load/decode.ts";
import type { Side } from "../../generator/review/side.ts";
import { toYamlSide } from "../../generator/review/yaml-side.ts";

/** Returns the hazards of a config and an optional policy. */
export async function toHazards(label: string, config: string, policy?: string): Promise<readonly ReviewedHazard[]> {
  return await listHazards(await checkInputs([toConfigFile(label, config)], { policies: toPolicyFiles(label, [policy]) }));
}

/** Creates the side of a config and an optional policy, with its hazards. Throws their diagnostics. */
export async function toSideWithHazards(label: string, config: string, policy?: string) {
  const checked = await checkSide([toConfigFile(label, config)], toPolicyFiles(label, [policy]));
  return { side: toYamlSide(label, checked.configs, checked.policies), hazards: await listHazards(checked) };
}

/** Creates the side of a config and an optional policy. Throws their diagnostics. */
export async function toSide(label: string, config: string, policy?: string): Promise<Side> {
  return await toSideOf(label, [toConfigFile(label, config)], policy);
}

/** Creates the side of several files, under policies: the first is in `<label>-policy.yaml`, the second in `<label>-policy-2.yaml`. */
export async function toSideOf(label: string, files: readonly InputFile[], ...policies: readonly (string | undefined)[]): Promise<Side> {
  const checked = await checkSide(files, toPolicyFiles(label, policies));
  return toYamlSide(label, checked.configs, checked.policies);
}

const toConfigFile = (label: string, text: string): InputFile => ({ path: `${label}.yaml`, bytes: Buffer.from(text) });

function toPolicyFiles(label: string, policies: readonly (string | undefined)[]): readonly InputFile[] {
  return policies.flatMap((text, index) =>
    text === undefined ? [] : [{ path: `${label}-policy${index === 0 ? "" : `-${index + 1}`}.yaml`, bytes: Buffer.from(text) }],
  );
}

async function checkSide(files: readonly InputFile[], policies: readonly InputFile[]): Promise<CheckedInputs> {
  const checked = await checkInputs(files, { policies });
  const errors = checked.diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(formatDiagnostics(errors));
  return checked;
}
