/** Exports for the code of generated projects, which import them as `#runtime`. The package's own entry is `index.ts`. */
export type { DirectiveSpec, DirectiveToolSpec } from "./tool/directive-spec.ts";
export type { AnyPolicySpec, PolicySpec } from "./policy/policy-spec.ts";
export type { AnyToolSpec, CliSpec } from "./tool/tool-spec.ts";
export type { ExactlyOne, ToolSpec } from "./tool/typed-tool-spec.ts";
export type { ToolIndex } from "./tool-index/tool-index.ts";
export { createToolIndex } from "./tool-index/tool-index.ts";
