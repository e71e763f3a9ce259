import { toInputSchema } from "../../runtime/tool/input-schema.ts";
import type { InputSchema } from "../../runtime/tool/input-schema.ts";
import { toToolArg } from "./vector-tools.ts";
import type { VectorArg } from "./vector-tools.ts";
import { describeConformance } from "./vectors.ts";

interface Input {
  readonly args: readonly VectorArg[];
}

describeConformance<Input, { readonly schema: InputSchema }>({
  file: "schema",
  compare: ({ input, expected }) => ({
    got: withOrder(toInputSchema(input.args.map(toToolArg))),
    want: withOrder(expected.schema),
  }),
});

function withOrder(schema: InputSchema): unknown {
  return { schema, order: Object.keys(schema.properties) };
}
