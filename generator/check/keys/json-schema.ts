/** The JSON Schemas of the formats, for editors: made from the schemas that check them. */
import * as z from "zod";
import { acknowledgeableCodes } from "../../diagnostics/codes-hazards.ts";
import { argSchema, configSchema, toolSchema } from "./config-schema.ts";
import { directiveSchema, directiveToolSchema } from "./directive-schema.ts";
import { constraintSchema, policySchema, toolPolicySchema } from "./policy-schema.ts";

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

/** The parts in which hazards are acknowledged; elsewhere the key is as free as any `x-*`. */
const ACKNOWLEDGING: ReadonlySet<z.core.$ZodType> = new Set([
  configSchema,
  toolSchema,
  argSchema,
  directiveSchema,
  directiveToolSchema,
  policySchema,
  toolPolicySchema,
  constraintSchema,
]);

/** What `x-allow` holds; `hazards/acknowledgements.ts` reads it. */
function allowSchema(): z.core.JSONSchema.BaseSchema {
  return {
    description: "Hazards that somebody has looked at, each with the reason why it may stay",
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      properties: {
        code: { description: "The code of the hazard", type: "string", enum: [...acknowledgeableCodes] },
        reason: { description: "Why it may stay", type: "string", pattern: "\\S" },
      },
      required: ["code", "reason"],
    },
  };
}

function toJsonSchema(schema: z.ZodObject): JsonSchema {
  return z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      // An object without properties has free keys: variables, tools, arguments.
      if (jsonSchema.properties === undefined) return;
      jsonSchema.additionalProperties = false;
      if (ACKNOWLEDGING.has(zodSchema)) {
        jsonSchema.properties = { ...jsonSchema.properties, "x-allow": allowSchema() };
        // Without `x-allow`: a key that two rules describe is refused by strict validators.
        jsonSchema.patternProperties = { "^x-(?!allow$)": {} };
      } else jsonSchema.patternProperties = { "^x-": {} };
    },
  });
}
