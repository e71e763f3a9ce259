/** Finds the YAML locations of the parts of a call. */
import type { ExecutorSpec, WordOrigin } from "@climax-gen/runtime/compiler";
import { splitCommand } from "@climax-gen/runtime/compiler";
import type { CheckedPolicy } from "../check/policy/check-policy.ts";
import type { CheckedConfig } from "../check/cli/config.ts";
import { findLineStarts, positionAt } from "../text/lines.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";

/** Line and column, from 1. Columns count UTF-16 code units. */
export interface Place {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A tool in the file that defines it. */
export interface Definition {
  readonly checked: CheckedConfig;
  /** Index of the tool in the file. */
  readonly index: number;
}

/** Returns the effective definition of a tool: the last one (vectors list.inline.*). */
export function findDefinition(configs: readonly CheckedConfig[], tool: string): Definition | undefined {
  const checked = configs.findLast(({ config }) => config.tools.some(({ name }) => name === tool));
  return checked && { checked, index: checked.config.tools.findIndex(({ name }) => name === tool) };
}

/** Returns the location of a value, or of the nearest existing part around it. */
export function placeOf(document: LoadedDocument, path: YamlPath, kind: "key" | "value" = "value"): Place {
  const found = document.locate(path);
  if (found === undefined && path.length > 0) return placeOf(document, path.slice(0, -1), kind);
  return placeAt(document, found?.[kind]?.start ?? found?.value.start ?? 0);
}

function placeAt({ source }: LoadedDocument, offset: number): Place {
  const { line, column } = positionAt(findLineStarts(source.text), offset);
  return { path: source.path, line, column };
}

/** Returns the location of a key of an argument, or of the argument if it does not have the key. */
export function placeOfArg({ checked, index }: Definition, name: string, key = "name"): Place {
  const args = checked.config.tools[index]?.args ?? [];
  const path = ["tools", index, "args", args.findIndex((arg) => arg.name === name)];
  if (checked.definition !== undefined) return placeOf(checked.document, ["tools", index, "inputSchema", "properties", name], "key");
  return placeOf(checked.document, hasKey(checked, [...path, key]) ? [...path, key] : [...path, "name"]);
}

/** Returns the location of a constraint in a policy. */
export function placeOfConstraint({ document }: CheckedPolicy, path: readonly [tool: string, arg: string, key: string]): Place {
  const [tool, arg, key] = path;
  return placeOf(document, ["tools", tool, "args", arg, key], "key");
}

function hasKey({ document }: CheckedConfig, path: YamlPath): boolean {
  return document.locate(path) !== undefined;
}

/**
 * Returns the locations of a command line's arguments, in order. In docker, the runtime attributes the arguments of both commands to the tool,
 * because it expands none of them. The number of arguments in the config separates the two.
 */
export function placesOfWords(definition: Definition, origins: readonly WordOrigin[], executor: ExecutorSpec["type"]): readonly Place[] {
  const { checked, index } = definition;
  const { document, config } = checked;
  const tool = config.tools[index];
  const base = splitCommand(config.command);
  const baseCount = executor === "docker" && base.ok ? base.words.length : origins.filter(({ kind }) => kind === "cli_command").length;
  return origins.map((origin, place): Place => {
    switch (origin.kind) {
      case "cli_command":
      case "tool_command":
        if (place < baseCount) return placeOfWord(document, ["command"], place);
        return placeOfWord(document, ["tools", index, "command"], place - baseCount);
      case "end_of_options":
        return placeOf(document, tool?.end_of_options === undefined ? ["end_of_options"] : ["tools", index, "end_of_options"], "key");
      case "arg":
        return placeOfArg(definition, origin.name, origin.part === "value" ? "name" : "flag");
      case "global_arg": {
        const path = ["global_args", config.global_args.findIndex(({ name }) => name === origin.name)];
        const key = origin.part === "flag" ? "flag" : "default";
        return placeOf(document, hasKey(checked, [...path, key]) ? [...path, key] : [...path, "name"]);
      }
    }
  });
}

/** Returns the location of the n-th argument of a command, or the command's start if quotes or line breaks prevent counting. */
function placeOfWord(document: LoadedDocument, path: YamlPath, number: number): Place {
  const span = document.locate(path)?.value;
  if (span === undefined) return placeOf(document, path);
  const written = document.source.text.slice(span.start, span.end);
  const words = /["'\\$~\n]/.test(written) ? [] : [...written.matchAll(/\S+/g)];
  return placeAt(document, span.start + (words[number]?.index ?? 0));
}
