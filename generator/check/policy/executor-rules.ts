/** Checks the executor, the environment and the limits of a policy. */
import { isOption } from "@climax-gen/runtime/internal/policy/docker-values";
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { YamlPath } from "../../load/locate.ts";
import { describeFound, describeValue, isMapping } from "../../load/values.ts";
import { checkNetwork } from "./network-rules.ts";
import type { NameProblem } from "../cli/name-rules.ts";
import { EMPTY_NAME } from "../cli/name-rules.ts";
import { checkSecret } from "../reporting/check-secret.ts";
import { checkTilde } from "../reporting/literal-paths.ts";
import type { Part } from "../reporting/part.ts";
import { factsOf } from "../keys/key-facts.ts";
import { executorSchema, type ParsedExecutor, type ParsedInheritedEnv, type ParsedLimits } from "../keys/execution-schema.ts";
import type { Report } from "../reporting/report.ts";

/** Amounts of memory as `docker run --memory` accepts them, without 0, which means unlimited. */
const memoryAmount = /^(?=.*[1-9])\d+(\.\d+)? ?([bkmgtp]|[kmgtp]i?b)?$/i;

/**
 * Reports keys that the type does not support. They are errors, because an author who writes an `image` and forgets the `type` expects a
 * container that is not created.
 */
export function checkExecutor({ raw, value, parsed, path, proposed }: Part<ParsedExecutor>, report: Report): void {
  const { type, network } = value;
  // Reported also without a type. A network of a suitable type is checked below.
  const isWrong = typeof network === "number" || typeof network === "boolean" || Array.isArray(network);
  if (isWrong) checkNetwork(network, type ?? "local", [...path, "network"], report);
  // An unknown key may be the type.
  if (type === undefined || (raw["type"] === undefined && parsed === undefined)) return;
  for (const key of Object.keys(value)) {
    const others = executorsWith(key);
    const isWritten = raw[key] !== undefined && raw[key] !== null;
    if (isWritten && key !== "type" && !others.includes(type)) report.atKey("executor-key", [...path, key], { key, type, others });
  }
  switch (type) {
    case "local":
      return;
    case "docker":
      // An image of a wrong type, or under another key, has been reported.
      if (!proposed.has("image") && !raw["image"] && typeof raw["image"] !== "boolean" && raw["image"] !== 0)
        report.atMissing("docker-without-image", [...path, "image"]);
      if (!isWrong) checkNetwork(network, type, [...path, "network"], report);
      return checkDocker(value, path, report);
    case "bubblewrap":
      if (!isWrong) checkNetwork(network, type, [...path, "network"], report);
      return checkBubblewrap(value, path, report);
  }
}

/**
 * Reports an executor of a tool or a glob without a type. It replaces the sandbox of the policy, so `local` is written there. Keys that
 * another type has, and keys that may be the type, have been reported.
 */
export function checkOwnExecutor({ raw, parsed, path, proposed }: Part<ParsedExecutor>, report: Report): void {
  const isOther = Object.entries(raw).some(([key, value]) => executorsWith(key).length > 0 && value !== undefined && value !== null);
  if (parsed === undefined || proposed.has("type") || isOther || (raw["type"] ?? null) !== null) return;
  report.atMissing("executor-without-type", [...path, "type"]);
}

function executorsWith(key: string): readonly ParsedExecutor["type"][] {
  return factsOf(executorSchema, key).executors ?? [];
}

function checkDocker({ image, memory, volumes = [] }: Partial<ParsedExecutor>, path: YamlPath, report: Report): void {
  if (isOption(image ?? "")) report.atValue("docker-image-option", [...path, "image"], { found: image ?? "" });
  if (memory !== undefined && !memoryAmount.test(memory)) report.atValue("memory-format", [...path, "memory"], { found: memory });
  volumes.forEach((volume, index) => checkTilde("volumes", volume, [...path, "volumes", index], report));
}

function checkBubblewrap({ writable = [] }: Partial<ParsedExecutor>, path: YamlPath, report: Report): void {
  writable.forEach((folder, index) => checkTilde("writable", folder, [...path, "writable", index], report));
}

/**
 * Checks the amount of memory, which the schema accepts as any text.
 * @param types the types of all executors of the policy; undefined if a type is not valid
 */
export function checkLimits(
  { value: { memory, processes }, path }: Part<ParsedLimits>,
  types: readonly (string | undefined)[],
  report: Report,
): void {
  const type = types.find((one) => one !== undefined && one !== "docker");
  if (processes !== undefined && type !== undefined) report.atKey("processes-executor", [...path, "processes"], { type });
  if (memory !== undefined && !memoryAmount.test(memory)) report.atValue("memory-format", [...path, "memory"], { found: memory });
}

/** Checks that `inherit` is `all`, `minimal` or a list of names, and the sources of secrets. The schema accepts any value. */
export function checkInheritedEnv({ value, raw, path }: Part<ParsedInheritedEnv>, report: Report): void {
  const { inherit } = value;
  const { secrets = null } = raw;
  if (isMapping(secrets))
    for (const [name, source = null] of Object.entries(secrets)) checkSecret(name, source, [...path, "secrets", name], report);
  const at = [...path, "inherit"];
  if (inherit === undefined || inherit === "all" || inherit === "minimal") return;
  if (!Array.isArray(inherit)) {
    const found = describeFound(inherit);
    const near = typeof inherit === "string" ? nearNames(inherit.toLowerCase(), ["all", "minimal"], 1) : [];
    report.atValue("inherit-value", at, { found, near });
    return;
  }
  (inherit as readonly unknown[]).forEach((name, index) => checkVariable(name, [...at, index], report));
}

function checkVariable(name: unknown, path: YamlPath, report: Report): void {
  if (typeof name !== "string") {
    const details = { what: "each name in `inherit`", expected: "text", found: describeValue(name), fix: "write the name of a variable" };
    report.atValue("wrong-type", path, details);
    return;
  }
  const problem = findNameProblem(name);
  if (problem !== undefined) report.atValue("env-name", path, { name, ...problem });
}

function findNameProblem(name: string): NameProblem | undefined {
  if (name === "") return EMPTY_NAME;
  if (name.startsWith("$")) return { reason: "a name cannot start with `$`", fix: "remove the `$`" };
  if (name.includes("=")) return { reason: "a policy cannot set variables, only pass them on", fix: "write only the name" };
  return /[*?\s]/.test(name) ? { reason: "a name stands for one variable", fix: "list each variable by its full name" } : undefined;
}
