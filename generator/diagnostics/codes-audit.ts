/** Diagnostics of `policy`: audits that a policy is drafted from. */
import { error, warning } from "./code-entry.ts";
import { count } from "../text/wording.ts";

export const auditCodes = {
  "audit-unreadable": error("cannot read the audit: {reason}", "name the file of `CLIMAX_AUDIT_FILE` for `--from`"),
  "audit-empty": error(
    "the audit has no call that ran",
    "start the server with `CLIMAX_AUDIT_FILE=audit.jsonl` and `--audit-values`, use its tools, and draft the policy then",
  ),
  "audit-no-known-tool": error("no call that ran is of a tool of the inputs", "name the configs of the server that wrote the audit"),
  "audit-lines": warning(
    ({ lines }: { readonly lines: number }) =>
      `${count(lines, "line")} ${lines === 1 ? "is no record" : "are no records"} of an audit, and skipped`,
    "compare the file with the audit that the server wrote",
  ),
  "audit-unknown-tool": warning(
    '{calls} of "{tool}", which the inputs do not have, cannot be covered',
    "name the configs of all tools of the server, or ignore the calls of a removed tool",
  ),
  "audit-unknown-arg": warning(
    'recorded calls pass "{arg}", an argument that the tool does not have',
    "update the callers: the policy has no rule for the argument",
  ),
  "audit-without-values": warning(
    "the audit has no values of arguments, so texts are limited only in their length",
    "start the server with `--audit-values` for lists and ranges of values",
  ),
  "policy-output": error("cannot write the policy: {reason}", "use another file for `-o`"),
} as const;
