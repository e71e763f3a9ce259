/** Reads the kind of a document from its top-level `kind`. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import { describeFound } from "../load/values.ts";
import type { Report } from "./reporting/report.ts";

/** The value of `kind` in a document. */
export type DocumentKind = "cli" | "directive" | "policy" | "fragment";

const kinds: readonly DocumentKind[] = ["cli", "directive", "policy", "fragment"];

/** Returns the kind of the document. Defaults to "cli". Reports an unknown kind and returns undefined. */
export function readKind(report: Report): DocumentKind | undefined {
  const { kind = "cli" } = report.document.value;
  const known = kinds.find((candidate) => candidate === kind);
  if (known !== undefined) return known;
  const near = typeof kind === "string" ? nearNames(kind, kinds, 1) : [];
  report.atValue("unknown-kind", ["kind"], { found: describeFound(kind), near });
  return undefined;
}
