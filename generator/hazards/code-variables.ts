/**
 * Finds variables that decide which code runs: fixed ones that load code into programs or have a relative path while callers choose the
 * directory, and those that arguments set.
 */
import { variableOf } from "@climax-gen/runtime/internal/argument/form";
import { isSuspiciousVariable, isUnsafeVariable } from "@climax-gen/runtime/internal/tool/unsafe-variables";
import type { CheckedFile } from "../check/files/checked-file.ts";
import { addressOf, WHOLE_FILE } from "../check/files/locations.ts";
import type { EnabledCommand, Hazard, AllowPart, HazardPart } from "./hazard.ts";
import { constraintsOf, hazardAt, namesValues, partAt, partsOf } from "./hazard.ts";
import { listWrittenWords, slotsOf } from "./written-words.ts";

/** Finds the hazards in the `env` of a config, and in that of its enabled tools. */
export function findCodeVariables(file: CheckedFile, tools: readonly EnabledCommand[]): readonly Hazard[] {
  if (file.kind !== "cli" || [file, ...file.tools].every(({ env }) => env === undefined)) return [];
  const own = tools.filter((tool) => tool.file === file);
  const whole = partAt(file, WHOLE_FILE);
  return [
    ...findInEnv(file.env, { owner: file.name, part: whole, parts: [whole], isMovable: own.some(choosesDirectory) }),
    ...own.flatMap((tool) => {
      const part = partAt(file, addressOf(tool.tool.name));
      return findInEnv(tool.tool.env, { owner: tool.tool.name, part, parts: partsOf(tool), isMovable: choosesDirectory(tool) });
    }),
  ];
}

/**
 * Returns the arguments of a tool that set a variable whose name has a shape of such variables. Known names are errors (`unsafe-variable`).
 */
export function findSuspiciousVariables(owner: EnabledCommand): readonly Hazard[] {
  const { file, tool } = owner;
  return tool.args.flatMap((arg) => {
    const { name, type, enum: members } = arg;
    const variable = variableOf(arg);
    const isFree = type === "string" && members === undefined && !constraintsOf(owner, name).some(namesValues);
    if (variable === undefined || !isFree || !isSuspiciousVariable(variable)) return [];
    const part = partAt(file, addressOf(tool.name, name), ["env"]);
    return [hazardAt("suspicious-variable", part, partsOf(owner, name), { tool: tool.name, variable })];
  });
}

interface EnvOwner {
  readonly owner: string;
  readonly part: HazardPart;
  readonly parts: readonly AllowPart[];
  /** True if callers choose the working directory. */
  readonly isMovable: boolean;
}

function findInEnv(env: Readonly<Record<string, string>> = {}, { owner, part, parts, isMovable }: EnvOwner): readonly Hazard[] {
  return Object.entries(env).flatMap(([variable, value]) => {
    const isRelative = isMovable && isUnsafeVariable(variable) && hasRelativePath(value);
    if (!isRelative && !loadsCode(variable, value)) return [];
    const why = isRelative ? ", and callers choose the directory to which its path is relative" : "";
    return [hazardAt("code-variable", { ...part, path: [...part.path, "env", variable] }, parts, { variable, owner, why })];
  });
}

function choosesDirectory(owner: EnabledCommand): boolean {
  return slotsOf(listWrittenWords(owner)).some(({ kind, isFree }) => kind === "directory" && isFree);
}

/** Reports whether a list of paths, or an option in it, has a relative path. Names without a slash are programs in `PATH`. */
function hasRelativePath(value: string): boolean {
  return value.split(/[:\s=]/).some((one) => /^\.{1,2}(?:\/|$)/.test(one) || /^[\w@%+-][\w.@%+-]*\//.test(one));
}

const LOADERS = new Set(
  "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV PYTHONSTARTUP PYTHONINSPECT PERL5DB GTK_MODULES DOTNET_STARTUP_HOOKS PROMPT_COMMAND".split(
    " ",
  ),
);
const OPTIONS = new Set("NODE_OPTIONS RUBYOPT PERL5OPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS".split(" "));

/** Reports whether a variable loads code: by its name, or by an option in its value. */
function loadsCode(name: string, value: string): boolean {
  if (value === "") return false;
  return (
    LOADERS.has(name) ||
    (OPTIONS.has(name) &&
      /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|-M|-m|-d|-I|-javaagent|-agentpath|-agentlib)/.test(value))
  );
}
