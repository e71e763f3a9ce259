/** The scopes of an access token, and which tools they let a caller run. */
import type { Risk } from "../tool/tool-spec.ts";

/** Each of them includes those in front of it. */
export const SCOPES = ["climax:read", "climax:write", "climax:destructive"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope that a call needs: that of the tool's risk, and the highest where the tool claims none. */
export function scopeOf(risk: Risk | undefined): Scope {
  switch (risk) {
    case "read":
      return "climax:read";
    case "write":
      return "climax:write";
    case "destructive":
    case undefined:
      return "climax:destructive";
  }
}

/** What a caller is told whose token is not enough. */
export function describeNeed(needed: Scope): string {
  return `this call needs a token with the scope ${needed}`;
}

/** Whether a token with the granted scopes, ours and others, is enough. */
export function covers(granted: readonly string[], needed: Scope): boolean {
  return SCOPES.slice(SCOPES.indexOf(needed)).some((scope) => granted.includes(scope));
}
