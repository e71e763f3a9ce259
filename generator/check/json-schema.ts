/** The JSON Schema of a CLI config, for editors: made from the schema that checks it. */
import { z } from "zod";
import { configSchema } from "./config-schema.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Draft 2020-12. Keys that a config does not have are refused, apart from `x-*`, in the config, its tools and its arguments. */
export function configJsonSchema(): JsonSchema {
  return z.toJSONSchema(configSchema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type !== "object") return;
      jsonSchema.additionalProperties = false;
      jsonSchema.patternProperties = { "^x-": {} };
    },
  });
}
