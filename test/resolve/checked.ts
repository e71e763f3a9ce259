/** Checks configs from YAML with the first two stages. */
import { checkConfig } from "../../generator/check/check-config.ts";
import type { CheckedFile } from "../../generator/check/files/checked-file.ts";
import { loadDocument } from "../../generator/load/document.ts";

/** Parses and checks a config. Throws if it has an error. */
export function checked(yaml: string, path = "configs/test.yaml"): CheckedFile {
  const { document, diagnostics } = loadDocument({ path, bytes: new TextEncoder().encode(yaml) });
  const result = document === undefined ? { diagnostics } : checkConfig(document);
  if (result.file === undefined) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.file;
}
