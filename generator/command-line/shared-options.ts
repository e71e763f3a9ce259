/** Arguments and options of several commands. Each is a list of arguments for commander's `argument` or `option`. */
import { collect, parseNonEmpty } from "./option-values.ts";

/** The configs, Directive definitions and policies of a command. */
export const INPUTS = ["<inputs...>", "YAML files, or directories to search for *.yaml and *.yml", collect] as const;

/** The inputs and the call of `explain` and `call`. */
export const CALL = [
  "<inputs...>",
  "YAML files or directories, then the tool's name, then its arguments as JSON (default: none)",
  collect,
] as const;

/** The usage of a command with the argument `CALL`. */
export const CALL_USAGE = '[options] <inputs...> TOOL [\'{"argument": "value"}\']';

/** `--policy` of a command that writes no project. */
export const POLICY = [
  "--policy <file>",
  "apply a policy; can be repeated, then all apply (default: every tool is enabled)",
  collect,
] as const;

/** `--name` of the server of the inputs. */
export const NAME = ["--name <name>", "name of the server (default: the config's, or climax for several)", parseNonEmpty] as const;

/** `--split-calls`, without a value. */
export const SPLIT_CALLS = ["--split-calls", "register climax_read too, which runs only tools with risk: read"] as const;

/** `--root`, whose value the command parses. */
export const ROOT = ["--root <dir>", "base directory of Directive definitions (default: the working directory)"] as const;

/** `--force` of a command that writes a directory. */
export const FORCE = ["--force", "overwrite files that were edited by hand or not generated"] as const;

/** `--strict`, without a value. */
export const STRICT = ["--strict", "treat warnings as errors"] as const;

/** `--json` of a command with one other format, text. */
export const JSON_RESULT = ["--json", "print the result as JSON on standard output"] as const;

/** `--json` of a command with `--format`. */
export const JSON_FORMAT = ["--json", "equals --format json"] as const;
