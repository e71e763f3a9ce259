/** Checks that the facts of a tool do not contradict each other. */
import type { Report } from "../reporting/report.ts";
import type { ToolPart } from "./parts.ts";

/** Reports facts of a tool, its own or inherited, of which at most one is true. */
export function checkFacts({ value, path }: ToolPart, report: Report): void {
  const { name = "", risk, network, idempotent, runs_code } = value;
  if (risk === "read" && idempotent === false) {
    report.atValue("contradictory-facts", [...path, "idempotent"], {
      name,
      fact: "idempotent: false",
      other: "risk: read",
      reason: "a tool that only reads changes nothing, however often it runs",
      fix: "set `idempotent: true` for the tool, or another `risk`",
    });
  }
  if (runs_code === true && network === false) {
    report.atValue("contradictory-facts", [...path, "network"], {
      name,
      fact: "network: false",
      other: "runs_code: true",
      reason: "the code that it runs can reach the network",
      fix: "set `network: true` for the tool, and deny the network in the `executor` of a policy",
    });
  }
}
