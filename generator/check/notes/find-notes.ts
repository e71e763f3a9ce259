/** Finds what is worth a note about the tools of a server: undeclared risks, and names that clients change in classic mode. */
import { writtenFlagOf } from "@climax-gen/runtime/internal/argument/form";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { diagnose } from "../../diagnostics/diagnose.ts";
import type { Diagnostic, SourceLocation } from "../../diagnostics/diagnostic.ts";
import type { CheckedFile, CheckedPolicy } from "../files/checked-file.ts";
import type { DefinedTool } from "../files/definitions.ts";
import { findDefinitions } from "../files/definitions.ts";
import { addressOf, locateClosest } from "../files/locations.ts";

/** Checked inputs of one server. */
export interface NoteInputs {
  /** Configs without errors. */
  readonly configs: readonly CheckedFile[];
  readonly policies: readonly CheckedPolicy[];
}

/** Returns the notes about the tools that the policies enable. */
export function findNotes({ configs, policies }: NoteInputs): readonly Diagnostic[] {
  const read = policies.map(({ spec }) => toPolicy(spec));
  const tools = [...findDefinitions(configs).values()].filter(({ tool }) => isEnabled(tool.name, read));
  const byFile = groupBy(tools, ({ file }) => file);
  return [
    ...byFile.flatMap((own) =>
      noteTools(
        "no-risk",
        own.filter(({ kind, tool }) => kind === "cli" && tool.risk === undefined),
      ),
    ),
    ...byFile.flatMap((own) =>
      noteTools(
        "dotted-tool-name",
        own.filter(({ tool }) => tool.name.includes(".")),
      ),
    ),
    ...groupBy(tools, ({ tool }) => foldName(tool.name)).flatMap((same) => (same.length > 1 ? noteTools("similar-tool-names", same) : [])),
    ...tools.flatMap(findFrameworkNames),
  ];
}

/** Returns the tools with the same key, in the order of the first one. */
function groupBy(tools: readonly DefinedTool[], keyOf: (tool: DefinedTool) => unknown): readonly (readonly DefinedTool[])[] {
  return [...groupEntries(tools.map((tool) => [keyOf(tool), tool])).values()];
}

/** Returns a note about several tools, at the name of the first one. */
function noteTools(code: "no-risk" | "dotted-tool-name" | "similar-tool-names", tools: readonly DefinedTool[]): readonly Diagnostic[] {
  const [first] = tools;
  return first === undefined ? [] : [diagnose(code, locateName(first), { tools: tools.map(({ tool }) => tool.name) })];
}

function locateName({ file, tool }: DefinedTool, arg?: string): SourceLocation {
  return locateClosest(file, addressOf(tool.name, arg), ["name"]);
}

/** Returns the name as clients write it that know only `_` and lower case. */
function foldName(name: string): string {
  return name.replaceAll(/[-./]/g, "_").toLowerCase();
}

/** Names that Python frameworks pass as parameters of their own (LangChain, llama-index, CrewAI, smolagents). */
const FRAMEWORK_NAMES: ReadonlySet<string> = new Set(["config", "run_manager", "runtime", "self", "model_config"]);

function findFrameworkNames(definition: DefinedTool): readonly Diagnostic[] {
  const { kind, tool } = definition;
  return tool.args
    .filter(({ name }) => FRAMEWORK_NAMES.has(name) || name.startsWith("_"))
    .map((arg) => {
      const written = kind === "cli" && arg.flag === undefined ? writtenFlagOf(arg) : undefined;
      const flag = written === undefined ? {} : { flag: written };
      return diagnose("framework-argument-name", locateName(definition, arg.name), { arg: arg.name, tool: tool.name, ...flag });
    });
}
