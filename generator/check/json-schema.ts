/** The JSON Schemas of the formats, for editors: made from the schemas that check them. */
import { z } from "zod";
import { configSchema } from "./config-schema.ts";
import { directiveSchema } from "./directive-schema.ts";
import { policySchema } from "./policy-schema.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Draft 2020-12. Keys that a config does not have are refused, apart from `x-*`, in the config, its tools and its arguments. */
export function configJsonSchema(): JsonSchema {
  return toJsonSchema(configSchema);
}

/** The same of a policy; what depends on the configs that it is for, a schema cannot say. */
export function policyJsonSchema(): JsonSchema {
  return toJsonSchema(policySchema);
}

/** The same of a Directive definition; of the schemas inside it, it only says that they are those of objects. */
export function directiveJsonSchema(): JsonSchema {
  return toJsonSchema(directiveSchema);
}

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ jsonSchema }) => {
      // An object without properties has free keys: variables, tools, arguments.
      if (jsonSchema.properties === undefined) return;
      jsonSchema.additionalProperties = false;
      jsonSchema.patternProperties = { "^x-": {} };
    },
  });
}
