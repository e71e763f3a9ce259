import { withDefaults } from "../../runtime/arguments.ts";
import { buildCommandLine } from "../../runtime/command-line.ts";
import type { ArgValue } from "../../runtime/tool-spec.ts";
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
  readonly executor?: unknown;
}

interface Expected {
  readonly argv: readonly string[];
}

describeConformance<Input, Expected>({
  file: "argv",
  skip: ({ input }) => (input.executor === undefined ? undefined : "executors come with policies"),
  compare,
});

/** The vectors give values as they came over the wire, so nothing is coerced here; null is absent (design 4.7). */
function compare({ input, expected }: Vector<Input, Expected>): Comparison {
  const tool = toTool(input.command, input.tool, input.global_args);
  if (tool === undefined) return { got: "a quote that is never closed", want: expected };
  const given = Object.entries(JSON.parse(input.arguments_json) as Record<string, ArgValue | null>);
  const values = withDefaults(tool.args, new Map(given.filter((entry): entry is [string, ArgValue] => entry[1] !== null)));
  const line = buildCommandLine(tool, values, input.env);
  return { got: line.kind === "ready" ? { argv: line.invocation.argv } : line, want: expected };
}
