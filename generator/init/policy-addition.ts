/** Says how the rules of a drafted config are added to the policy of a project. Pure. */
import type { LoadedDocument } from "../load/document.ts";
import { isMapping } from "../load/values.ts";
import { isRule, NO_TOOLS, type PolicyTool, toolRules } from "./draft-policy.ts";

/**
 * Returns what to do, and the lines to add to an existing policy, indented as its `tools` are. `existing` is undefined if the policy is not
 * valid YAML: the lines then follow other rules.
 */
export function describeAddition(tools: readonly PolicyTool[], existing: LoadedDocument | undefined): readonly string[] {
  const form = existing === undefined ? BLOCK : formOf(existing);
  const isAppended = form.kind === "block" || form.kind === "flow";
  const rules = toolRules(tools, { isAppended }).map((line) => line.replace(/^ {2}/, form.indent));
  const hasRule = toolRules(tools).some(isRule);
  switch (form.kind) {
    case "block":
      return ["help: add to its `tools`:", ...rules];
    case "flow":
      return ["help: write its `tools` without braces, one rule on each line, and add:", ...rules];
    case "empty":
      return [hasRule ? "help: remove the braces after its `tools`, and add below it:" : "help: add below its `tools`:", ...rules];
    case "absent":
      return ["help: add at its end:", hasRule ? "tools:" : NO_TOOLS, ...rules];
  }
}

/** How a policy writes `tools`: one rule on each line, in braces, as empty braces, or not at all. */
interface ToolsForm {
  readonly kind: "block" | "flow" | "empty" | "absent";
  /** The indentation of a rule. */
  readonly indent: string;
}

const INDENT = "  ";
const BLOCK: ToolsForm = { kind: "block", indent: INDENT };

function formOf({ value, source, locate }: LoadedDocument): ToolsForm {
  const { tools } = value;
  if (tools === undefined) return { kind: "absent", indent: INDENT };
  const [first] = isMapping(tools) ? Object.keys(tools) : [];
  if (first === undefined) return { kind: isMapping(tools) ? "empty" : "block", indent: INDENT };
  if (source.text[locate(["tools"])?.value.start ?? 0] === "{") return { kind: "flow", indent: INDENT };
  const start = locate(["tools", first])?.key?.start ?? 0;
  const before = source.text.slice(source.text.lastIndexOf("\n", start - 1) + 1, start);
  return { kind: "block", indent: /^ +$/.test(before) ? before : INDENT };
}
