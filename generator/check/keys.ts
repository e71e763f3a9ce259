/** Keys that no config has: typos, words of other tools, and keys in the wrong place. */
import { nearNames } from "@climax-gen/runtime";
import type { YamlPath } from "../load/locate.ts";
import type { YamlMapping } from "../load/values.ts";
import { argSchema, configSchema, toolSchema } from "./config-schema.ts";
import { describeOwner } from "./owners.ts";
import type { Report } from "./report.ts";

export type Level = "config" | "tool" | "argument";

const keysOf: Readonly<Record<Level, ReadonlySet<string>>> = {
  config: new Set(Object.keys(configSchema.shape)),
  tool: new Set(Object.keys(toolSchema.shape)),
  argument: new Set(Object.keys(argSchema.shape)),
};

/** Reports each key that the level does not have; keys that start with `x-` are free (design 4.1). */
export function checkKeys(level: Level, mapping: YamlMapping, path: YamlPath, report: Report): void {
  const known = keysOf[level];
  for (const key of Object.keys(mapping)) {
    if (known.has(key) || key.startsWith("x-")) continue;
    const near = foreignWords.get(key)?.filter((word) => known.has(word)) ?? [];
    const hint = near.length > 0 ? undefined : describeLevel(key);
    report.atKey("unknown-key", [...path, key], {
      key,
      owner: describeOwner(report.document.value, path),
      near: near.length > 0 ? near : nearNames(key, known, 3),
      ...(hint !== undefined && { hint }),
    });
  }
}

function describeLevel(key: string): string | undefined {
  if (keysOf.config.has(key)) return "it belongs to the top level of the file";
  if (keysOf.tool.has(key)) return "it belongs to a tool";
  return keysOf.argument.has(key) ? "it belongs to an argument of a tool" : undefined;
}

/** What people write who come from argparse, OpenAPI, Fig, GitHub Actions or a shell, and our words for it. */
const foreignWords: ReadonlyMap<string, readonly string[]> = new Map([
  ["arguments", ["args"]],
  ["parameters", ["args"]],
  ["params", ["args"]],
  ["inputs", ["args"]],
  ["options", ["args", "enum"]],
  ["global_arguments", ["global_args"]],
  ["global_options", ["global_args"]],
  ["desc", ["description"]],
  ["help", ["description"]],
  ["summary", ["description"]],
  ["doc", ["description"]],
  ["cmd", ["command"]],
  ["binary", ["command"]],
  ["executable", ["command"]],
  ["program", ["command"]],
  ["run", ["command"]],
  ["subcommand", ["command"]],
  ["commands", ["tools"]],
  ["subcommands", ["tools"]],
  ["environment", ["env"]],
  ["cwd", ["working_dir"]],
  ["workdir", ["working_dir"]],
  ["working_directory", ["working_dir"]],
  ["label", ["tags", "title"]],
  ["labels", ["tags"]],
  ["choices", ["enum"]],
  ["values", ["enum"]],
  ["allowed", ["enum"]],
  ["option", ["flag"]],
  ["switch", ["flag"]],
  ["short", ["flag"]],
  ["long", ["flag"]],
  ["multiple", ["repeat"]],
  ["variadic", ["repeat"]],
  ["repeated", ["repeat"]],
  ["mandatory", ["required"]],
  ["sensitive", ["secret"]],
  ["exit_codes", ["success_exit_codes"]],
  ["timeout_seconds", ["timeout"]],
  ["id", ["name"]],
]);
