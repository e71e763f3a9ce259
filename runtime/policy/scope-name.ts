/** The names of OAuth scopes (RFC 6749, section 3.3). */
const SCOPE = /^[!#-[\]-~]+$/;

/** Reports whether an access token can have a text as a scope: ASCII without spaces, quotation marks and backslashes. */
export function isScopeName(text: string): boolean {
  return SCOPE.test(text);
}
