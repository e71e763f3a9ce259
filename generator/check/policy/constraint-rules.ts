/** Checks the constraints of one argument by themselves, without the definition of the argument. */
import { CONSTRAINT_KEYS, formOfConstraint, isValueConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import { findPatternProblem } from "@climax-gen/runtime/internal/text/linear-pattern";
import { quote } from "../../text/wording.ts";
import { describeValue } from "../../load/values.ts";
import { checkAmbiguity } from "../cli/text-rules.ts";
import { diagnose, withRelated } from "../../diagnostics/diagnose.ts";
import { suggestFix } from "../reporting/fixes.ts";
import { checkFolder } from "../reporting/literal-paths.ts";
import { onlyBoolean } from "./policy-format.ts";
import type { ConstraintPart } from "./policy-parts.ts";
import type { Report } from "../reporting/report.ts";

/** Checks a constraint. Loads the engine for patterns only if there is a pattern. */
export async function checkConstraint(part: ConstraintPart, report: Report): Promise<void> {
  const { value, path } = part;
  for (const key of CONSTRAINT_KEYS) {
    const form = formOfConstraint(key);
    const source = form === "pattern" || form === "denied pattern" ? value[key] : undefined;
    const problem = typeof source === "string" ? await findPatternProblem(source, form === "pattern" ? "allow" : "deny") : undefined;
    if (problem !== undefined) report.atValue("bad-pattern", [...path, key], { key, problem });
  }
  checkRange(part, report);
  checkOneOf(part, report);
  checkEquals(part, report);
  checkMessage(part, report);
  checkFolder("within", value.within, [...path, "within"], report);
}

function checkRange({ value: { min, max }, path }: ConstraintPart, report: Report): void {
  if (typeof min === "number") checkAmbiguity(min, [...path, "min"], report);
  if (typeof max === "number") checkAmbiguity(max, [...path, "max"], report);
  if (typeof min !== "number" || typeof max !== "number" || min <= max) return;
  const diagnostic = diagnose("min-above-max", report.locateValue([...path, "min"]), { min, max });
  report.add(withRelated(diagnostic, "the largest value", report.locateValue([...path, "max"])));
}

function checkEquals({ value: { equals }, path }: ConstraintPart, report: Report): void {
  if (equals === undefined) return;
  const at = [...path, "equals"];
  const isScalar = typeof equals === "string" || typeof equals === "boolean" || (typeof equals === "number" && Number.isFinite(equals));
  if (isScalar) return checkAmbiguity(equals, at, report);
  const details = { what: "`equals`", expected: "text, a number or a boolean", found: describeValue(equals) };
  report.atValue("wrong-type", at, { ...details, fix: Array.isArray(equals) ? "use `one_of` for several values" : "write one value" });
}

/** Reports `required` with `forbid`, constraints on the value of a forbidden argument, and a message without a constraint. */
function checkMessage({ raw, value, path }: ConstraintPart, report: Report): void {
  if (value.forbid && value.required) report.atKey("presence-conflict", [...path, "forbid"]);
  // A forbidden argument has no value to constrain.
  const idle = value.forbid ? CONSTRAINT_KEYS.filter((key) => isValueConstraint(key) && raw[key] !== undefined && raw[key] !== null) : [];
  for (const key of idle) report.atKey("idle-constraint", [...path, key], { key });
  const others = Object.keys(raw).filter((key) => key !== "message" && !key.startsWith("x-"));
  if (value.message !== undefined && others.length === 0) report.atKey("message-alone", [...path, "message"]);
}

function checkOneOf({ value, path }: ConstraintPart, report: Report): void {
  const seen = new Set<unknown>();
  value.one_of?.forEach((item, index) => {
    const at = [...path, "one_of", index];
    if (typeof item !== "string" && !(typeof item === "number" && Number.isFinite(item))) {
      const only = onlyBoolean(value.one_of);
      const forText = item === null ? "remove it" : suggestFix("text", item, report.writtenAt(at));
      const fix = only === undefined ? forText : `write \`equals: ${only}\` instead of \`one_of\` for a boolean, or \`"${only}"\` for text`;
      report.atValue("one-of-item", at, { key: "one_of", expected: "text or a number", found: describeValue(item), fix });
      return;
    }
    if (seen.has(item))
      report.atValue("duplicate-one-of", at, { key: "one_of", value: typeof item === "string" ? quote(item) : String(item) });
    seen.add(item);
    checkAmbiguity(item, at, report);
  });
}
