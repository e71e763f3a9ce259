/** The first two stages over all inputs: what every command begins with. */
import type { CheckedConfig } from "./check/config.ts";
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { InputFile } from "./load/decode.ts";

export interface CheckedInputs {
  /** The configs without an error, in input order. */
  readonly configs: readonly CheckedConfig[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads and checks every file, alone and together. `yaml` and `zod` are loaded here, so that `--help` does not wait for them. */
export async function checkInputs(files: readonly InputFile[], onProgress: (text: string) => void = () => {}): Promise<CheckedInputs> {
  const [{ loadDocument }, { checkConfig }, { checkTogether }] = await Promise.all([
    import("./load/document.ts"),
    import("./check/check-config.ts"),
    import("./check/check-together.ts"),
  ]);
  const configs: CheckedConfig[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [place, file] of files.entries()) {
    onProgress(`checking ${place + 1} of ${files.length} files`);
    const loaded = loadDocument(file);
    diagnostics.push(...loaded.diagnostics);
    if (loaded.document === undefined) continue;
    const checked = checkConfig(loaded.document);
    diagnostics.push(...checked.diagnostics);
    if (checked.config !== undefined) configs.push(checked.config);
  }
  return { configs, diagnostics: [...diagnostics, ...checkTogether(configs)] };
}
