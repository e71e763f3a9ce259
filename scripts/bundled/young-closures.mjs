/**
 * Rewrites assignments of a bundle by which the MCP SDK connects a server to its transport. Over HTTP, each request has its own server.
 *
 * V8 allocates the function of `object.property = () => …` in the old generation, because such functions are usually methods, which live
 * long. Until the next full garbage collection, the function then keeps the server of its request alive, which V8 moves to the old
 * generation too. The statement `var young; object.property = young = () => …` has the same effect, and V8 allocates the function in the
 * young generation.
 */

const PROPERTIES = ["this._transport.onclose", "this._transport.onerror", "this._transport.onmessage", "this._abortCleanup"];

/** Returns the same program with other allocations. Throws if the SDK assigns in another way, so that each new version is reviewed. */
export function allocateClosuresYoung(code) {
  return PROPERTIES.reduce(rewriteAssignment, code);
}

function rewriteAssignment(code, property) {
  const parts = code.split(`${property} = (`);
  if (parts.length !== 2) throw new Error(`the SDK assigns a function to ${property} in another way`);
  return parts.join(`var young; ${property} = young = (`);
}
