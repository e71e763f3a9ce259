/** Throws for an internal error, such as a caller that continues after errors, or two lists that do not match. */
export function internalError(message: string): never {
  throw new Error(message);
}
