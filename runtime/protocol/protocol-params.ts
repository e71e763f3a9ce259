/** The parameters of methods whose handlers check them. */
import type { StandardSchemaV1 } from "@modelcontextprotocol/server";

/** Accepts all parameters, because the handler validates them. Removes `_meta`, which belongs to the protocol. */
export const ANY_PARAMS: StandardSchemaV1<unknown, Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "climax-gen",
    validate: (params) => {
      const { _meta, ...given } = (params ?? {}) as Record<string, unknown>;
      return { value: given };
    },
  },
};
