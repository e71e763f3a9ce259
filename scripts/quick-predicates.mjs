/**
 * The MCP SDK asks about each message some ten times which of four kinds it is, and each time holds it against that kind's zod schema;
 * most answers are no, and come with a list of all that is wrong. This lets what every message of a kind must have, and no other has,
 * be asked first, so that a no costs nothing. What a kind is stays the schema's decision.
 */

/** By the SDK's name of the predicate: its schema, and what that schema asks for at least. */
const PREDICATES = {
  isJSONRPCRequest: { schema: "JSONRPCRequestSchema", condition: "value?.method !== undefined && value.id !== undefined" },
  isJSONRPCNotification: { schema: "JSONRPCNotificationSchema", condition: "value?.method !== undefined && value.id === undefined" },
  isJSONRPCResultResponse: { schema: "JSONRPCResultResponseSchema", condition: "value?.result !== undefined" },
  isJSONRPCErrorResponse: { schema: "JSONRPCErrorResponseSchema", condition: "value?.error !== undefined" },
};

/**
 * The same program with predicates that look before they parse. Throws where the SDK has another form than the one this was
 * written for, so that a new version of it is looked at before it is shipped.
 */
export function makePredicatesQuick(code) {
  return Object.entries(PREDICATES).reduce((text, [name, { schema, condition }]) => {
    const parts = text.split(`${name} = (value) => ${schema}.safeParse(value).success;`);
    if (parts.length !== 2) throw new Error(`the SDK asks ${name} in another way`);
    return parts.join(`${name} = (value) => ${condition} && ${schema}.safeParse(value).success;`);
  }, code);
}
