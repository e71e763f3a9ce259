import { validateArguments } from "../../runtime/arguments/arguments.ts";
import { toToolArg } from "./vector-tools.ts";
import type { VectorArg } from "./vector-tools.ts";
import { describeConformance, untag } from "./vectors.ts";
import type { Comparison, Vector } from "./vectors.ts";

interface Input {
  readonly args: readonly VectorArg[];
  readonly arguments_json: string;
}

interface Expected {
  readonly coerced: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[];
  readonly error_kinds: readonly (readonly [kind: string, arg: string])[];
  readonly raises?: unknown;
}

describeConformance<Input, Expected>({ file: "coerce", compare });

/**
 * The reference also returns unknown arguments and arguments that it cannot convert. This implementation omits both, so only the others are
 * compared.
 */
function compare({ input, expected }: Vector<Input, Expected>): Comparison {
  const { values, problems } = validateArguments(input.args.map(toToolArg), JSON.parse(input.arguments_json) as Record<string, unknown>);
  if (expected.raises !== undefined) return { got: problems, want: expected.raises };
  const known = new Set(input.args.map((arg) => arg.name));
  const refused = new Set(expected.error_kinds.map(([, arg]) => arg));
  const coerced = Object.entries(expected.coerced).filter(([name]) => known.has(name) && !refused.has(name));
  return {
    got: {
      values: [...values],
      errors: problems.map((problem) => problem.message),
      kinds: problems.map((problem) => [problem.kind, problem.arg]),
    },
    want: { values: untag(coerced), errors: expected.errors, kinds: expected.error_kinds },
  };
}
