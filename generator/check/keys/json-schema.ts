/** Generates the JSON Schemas of the formats, for editors, from the schemas of the checks. */
import * as z from "zod";
import { acknowledgeableCodes } from "../../diagnostics/codes-hazards.ts";
import { argSchema, wordsSchema } from "./arg-schema.ts";
import { configSchema, fragmentSchema } from "./config-schema.ts";
import { resolverSchema, toolSchema } from "./tool-schema.ts";
import { directiveSchema, directiveToolSchema } from "./directive-schema.ts";
import { executorSchema } from "./execution-schema.ts";
import { constraintSchema, functionPolicySchema, policySchema, toolPolicySchema } from "./policy-schema.ts";

/** A JSON Schema, by keyword. */
export type SchemaDocument = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema (draft 2020-12) of a config. It rejects unknown keys at all levels, except `x-*`. */
export function configJsonSchema(): SchemaDocument {
  return toJsonSchema(configSchema);
}

/** Returns the JSON Schema of a fragment, which configs include. */
export function fragmentJsonSchema(): SchemaDocument {
  return toJsonSchema(fragmentSchema);
}

/** Returns the JSON Schema of a policy. It cannot check names of tools and arguments, which depend on the configs. */
export function policyJsonSchema(): SchemaDocument {
  return toJsonSchema(policySchema);
}

/** Returns the JSON Schema of a Directive definition. It checks an input schema only for its `type`. */
export function directiveJsonSchema(): SchemaDocument {
  return toJsonSchema(directiveSchema);
}

/** Mappings in which `x-allow` acknowledges hazards. In all others it is an ordinary `x-*` key. */
const ACKNOWLEDGING: ReadonlySet<z.core.$ZodType> = new Set([
  configSchema,
  toolSchema,
  argSchema,
  wordsSchema,
  resolverSchema,
  directiveSchema,
  directiveToolSchema,
  policySchema,
  executorSchema,
  toolPolicySchema,
  functionPolicySchema,
  constraintSchema,
]);

/** Returns the schema of `x-allow`, which `hazards/acknowledgements.ts` reads. */
function allowSchema(): z.core.JSONSchema.BaseSchema {
  const names = { type: "array", minItems: 1, items: { type: "string", minLength: 1 } } as const;
  return {
    description: "Acknowledged hazards, each with the reason why it is accepted",
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      properties: {
        code: { description: "Code of the hazard", type: "string", enum: [...acknowledgeableCodes] },
        reason: { description: "Why the hazard is accepted", type: "string", pattern: "\\S" },
        tools: { description: "Names and globs of the tools that have the hazard; defaults to all", ...names },
        args: { description: "Names and globs of the arguments that have the hazard; defaults to all", ...names },
      },
      required: ["code", "reason"],
    },
  };
}

function toJsonSchema(schema: z.ZodObject): SchemaDocument {
  return z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io: "input",
    override: ({ zodSchema, jsonSchema }) => {
      // An object without properties has free keys: variables, tools, arguments.
      if (jsonSchema.properties === undefined) return;
      jsonSchema.additionalProperties = false;
      if (ACKNOWLEDGING.has(zodSchema)) {
        jsonSchema.properties = { ...jsonSchema.properties, "x-allow": allowSchema() };
        // Without `x-allow`: strict validators reject a key that two rules describe.
        jsonSchema.patternProperties = { "^x-(?!allow$)": {} };
      } else jsonSchema.patternProperties = { "^x-": {} };
    },
  });
}
