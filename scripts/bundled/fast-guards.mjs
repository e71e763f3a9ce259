/**
 * Rewrites the functions with which the MCP SDK distinguishes the kinds of JSON-RPC messages. The SDK validates each request ten times
 * against four schemas, which takes a tenth of the processor time of a call. The results do not change.
 *
 * `var isJSONRPCRequest = (value) => SCHEMA;` becomes a function that rejects a message without `method` or `id` first, and remembers the
 * messages that the schema has accepted.
 */

/** Members that each schema requires or forbids. */
const GUARDS = [
  { name: "isJSONRPCRequest", requires: ["method", "id"] },
  { name: "isJSONRPCNotification", requires: ["method"], forbids: ["id"] },
  { name: "isJSONRPCResultResponse", requires: ["result"] },
  { name: "isJSONRPCErrorResponse", requires: ["error"] },
];

/**
 * Source of a guard. `members` has pairs of a member's name and whether it is required. Accepted messages can be remembered, because they
 * are not changed later.
 */
const FUNCTION = `
function guardMessages(members, validate) {
  const accepted = new WeakSet();
  return (value) => {
    if (typeof value !== "object" || value === null) return false;
    for (const [name, isRequired] of members) if (name in value !== isRequired) return false;
    if (accepted.has(value)) return true;
    const isValid = validate(value);
    if (isValid) accepted.add(value);
    return isValid;
  };
}
`;

/** Returns the same program with faster guards. Throws if the SDK defines them in another way, so that each new version is reviewed. */
export function makeGuardsFast(code) {
  let rewritten = code;
  for (const guard of GUARDS) rewritten = rewriteGuard(rewritten, guard);
  return rewritten + FUNCTION;
}

function rewriteGuard(code, { name, requires, forbids = [] }) {
  const schema = `${name.slice("is".length)}Schema`;
  const parts = code.split(`var ${name} = (value) => ${schema}.safeParse(value).success;`);
  if (parts.length !== 2) throw new Error(`the SDK defines ${name} in another way`);
  const members = [...requires.map((member) => [member, true]), ...forbids.map((member) => [member, false])];
  return parts.join(`var ${name} = guardMessages(${JSON.stringify(members)}, (value) => ${schema}.safeParse(value).success);`);
}
