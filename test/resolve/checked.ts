/** Checked configs from YAML, as the first two stages make them. */
import { checkConfig } from "../../generator/check/check-config.ts";
import type { CheckedConfig } from "../../generator/check/cli/config.ts";
import { loadDocument } from "../../generator/load/document.ts";

/** The config of a text that has no error; throws where it has one. */
export function checked(yaml: string, path = "configs/test.yaml"): CheckedConfig {
  const { document, diagnostics } = loadDocument({ path, bytes: new TextEncoder().encode(yaml) });
  const result = document === undefined ? { diagnostics } : checkConfig(document);
  if (result.config === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.config;
}
