/** Creates a side from YAML: its model under its policies, and the location of every part. */
import { isDeepStrictEqual } from "node:util";
import type { AnyPolicySpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { CheckedFile, CheckedPolicy } from "../check/files/checked-file.ts";
import { findDefinitions } from "../check/files/definitions.ts";
import { addressOf, locate, toFilePosition, WHOLE_FILE } from "../check/files/locations.ts";
import { listTools } from "../resolve/model.ts";
import { resolveModel } from "../resolve/resolve-model.ts";
import type { PartName, ProgramVersions, Side } from "./side.ts";
import { toToolMap } from "./side.ts";

/** Returns the side of files without an error. */
export function toYamlSide(label: string, files: readonly CheckedFile[], policies: readonly CheckedPolicy[]): Side {
  const { clis, policies: kept } = resolveModel(files, { policies: policies.map(({ spec }) => spec) });
  const tools = toToolMap(listTools(clis));
  const defined = files.flatMap((file) => file.tools.map(({ name }) => name));
  return {
    label,
    tools,
    disabled: new Set(defined.filter((name) => !tools.has(name))),
    policies: kept,
    programVersions: new Map(files.flatMap((file) => file.tools.map(({ name }) => [name, readVersions(file)] as const))),
    locate: createLocator(files, policies),
  };
}

/** Reads the keys for `verify`, which the model does not contain. */
function readVersions({ document }: CheckedFile): ProgramVersions {
  const { program_version, version_command } = document.value;
  return {
    program_version: typeof program_version === "string" ? program_version : undefined,
    version_command: typeof version_command === "string" ? version_command : undefined,
  };
}

function createLocator(files: readonly CheckedFile[], policies: readonly CheckedPolicy[]): Side["locate"] {
  const definitions = findDefinitions(files);
  return (part) => {
    const address = part.tool === undefined ? WHOLE_FILE : addressOf(part.tool, part.arg);
    const owner = part.tool ?? part.member;
    const definition = owner === undefined ? undefined : definitions.get(owner);
    const candidates = part.isPolicy ? withMatchFirst(policies, part) : definition ? [definition.file] : [];
    const found = candidates.map((file) => locate(file, address, part.keys, "key")).find((location) => location !== undefined);
    return found && toFilePosition(found);
  };
}

/** Returns the policies, first those that have this value at the keys. */
function withMatchFirst(policies: readonly CheckedPolicy[], part: PartName): readonly CheckedPolicy[] {
  if (part.value === undefined || policies.length < 2) return policies;
  const isMatch = ({ spec }: CheckedPolicy): boolean => isDeepStrictEqual(readValue(spec, part), part.value);
  return [...policies.filter(isMatch), ...policies.filter((policy) => !isMatch(policy))];
}

function readValue(spec: AnyPolicySpec, { tool, arg, keys }: PartName): unknown {
  const owner = tool === undefined ? [] : ["tools", tool, ...(arg === undefined ? [] : ["args", arg])];
  return [...owner, ...keys].reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    spec,
  );
}
