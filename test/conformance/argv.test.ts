import { withDefaults } from "../../runtime/arguments/arguments.ts";
import { argvOf, buildCommandLine } from "../../runtime/command-line/command-line.ts";
import { findLeadingDashes } from "../../runtime/command-line/dash-guard.ts";
import { toBuildableHandler, wrapCommand } from "../../runtime/executor/wrap-command.ts";
import type { ExecutorSpec } from "../../runtime/policy/policy-spec.ts";
import type { ArgValue } from "../../runtime/tool/tool-spec.ts";
import { commandOf } from "../fixtures/tools.ts";
import { toTool } from "./vector-tools.ts";
import type { VectorArg, VectorTool } from "./vector-tools.ts";
import { describeConformance } from "./vectors.ts";
import type { Comparison, Vector } from "./vectors.ts";

interface Input {
  readonly command: string;
  readonly tool: VectorTool;
  readonly global_args: readonly VectorArg[];
  readonly arguments_json: string;
  readonly env: Readonly<Record<string, string>>;
  readonly executor?: ExecutorSpec;
}

interface Expected {
  readonly argv: readonly string[];
}

describeConformance<Input, Expected>({ file: "argv", compare });

/** Vectors contain values as received, and this comparison does not coerce them. A null argument counts as omitted. */
function compare({ input, expected }: Vector<Input, Expected>): Comparison {
  const { env, executor = { type: "local" } } = input;
  const plain = toTool(input.command, input.tool, input.global_args);
  if (plain === undefined) return { got: "a quote that is never closed", want: expected };
  const given = Object.entries(JSON.parse(input.arguments_json) as Record<string, ArgValue | null>);
  const values = withDefaults(plain.args, new Map(given.filter((entry): entry is [string, ArgValue] => entry[1] !== null)));
  const handler = toBuildableHandler(executor, commandOf(plain));
  const line = buildCommandLine(plain, handler, { values, env });
  const dashes = findLeadingDashes(line.words);
  if (dashes.length > 0) return { got: dashes, want: expected };
  const host = { variables: env, inherited: env, directory: "/", architecture: process.arch };
  const { argv } = wrapCommand(executor, { argv: argvOf(line), env: {} }, host, () => CONTAINER);
  return { got: { argv }, want: { argv: withAdditions(expected.argv, executor) } };
}

const CONTAINER = "climax-1";

/** Adds the options of every container: its name, by which it is killed, and a ban on gaining privileges. */
function withAdditions(argv: readonly string[], executor: ExecutorSpec): readonly string[] {
  if (executor.type !== "docker") return argv;
  return [...argv.slice(0, 3), "--name", CONTAINER, "--security-opt", "no-new-privileges", ...argv.slice(3)];
}
