/** Types and constructors shared by the hazard checks. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { ToolPolicy } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Risk } from "@climax-gen/runtime/internal/tool/tool-spec";
import { listedValues } from "@climax-gen/runtime/internal/constraint/constraints";
import type { CheckedFile, CheckedPolicy } from "../check/files/checked-file.ts";
import type { DefinedTool } from "../check/files/definitions.ts";
import { type Address, type AddressedFile, addressOf, locationOf, pathOf, WHOLE_FILE } from "../check/files/locations.ts";
import type { HazardCode } from "../diagnostics/codes-hazards.ts";
import { diagnose } from "../diagnostics/diagnose.ts";
import type { DetailsOf } from "../diagnostics/codes.ts";
import type { Diagnostic, SourceLocation } from "../diagnostics/diagnostic.ts";
import { locateNearest, type LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";

/** The tool and the argument that something is about. `arg` is omitted for a tool as a whole, and both for a whole file. */
export interface NamedPart {
  readonly tool?: string;
  readonly arg?: string;
}

/** Part of a file: the whole file, a tool, an argument or a constraint. */
export interface HazardPart {
  readonly document: LoadedDocument;
  readonly path: YamlPath;
}

/** A part whose `x-allow` can acknowledge a hazard. */
export interface AllowPart extends HazardPart, NamedPart {}

/** A warning that an `x-allow` entry can acknowledge. */
export interface Hazard {
  readonly diagnostic: Diagnostic;
  /** Parts whose `x-allow` can acknowledge the hazard, with the tool and the argument that have it. */
  readonly parts: readonly AllowPart[];
  /** The argument whose text is executed. Omitted for other hazards. */
  readonly executes?: { readonly tool: string; readonly arg: string };
  /** Risk that the server assumes for a tool whose declared risk is not trusted. Omitted for other hazards. */
  readonly assumed?: { readonly tool: string; readonly risk: Risk };
}

/** A tool of the server: the last definition of its name, enabled by every policy. */
export type EnabledTool = DefinedTool & UnderPolicies;

/** An enabled tool that runs a command. */
export type EnabledCommand = EnabledTool & { readonly kind: "cli" };

interface UnderPolicies {
  readonly policies: readonly PolicyRules[];
}

/** The rules of one policy for a tool. */
export interface PolicyRules {
  readonly policy: CheckedPolicy;
  readonly rules: ToolPolicy;
  readonly constraints: ReadonlyMap<string, ArgConstraint>;
}

/** Returns the constraints of an argument in all policies. */
export function constraintsOf({ policies }: EnabledTool, arg: string): readonly ArgConstraint[] {
  return policies.flatMap(({ constraints }) => constraints.get(arg) ?? []);
}

/** Reports whether a policy lists the values that calls can pass, or forbids the argument. */
export function namesValues(constraint: ArgConstraint): boolean {
  return listedValues(constraint) !== undefined || constraint.forbid === true;
}

/** Returns a hazard at a value of a file. */
export function hazardAt<Code extends HazardCode>(
  code: Code,
  part: HazardPart,
  parts: readonly AllowPart[],
  ...details: DetailsOf<Code>
): Hazard {
  return { diagnostic: diagnose(code, locatePart(part), ...details), parts };
}

/** Returns the location of a part, or of the nearest enclosing part that is written. */
export function locatePart({ document, path }: HazardPart): SourceLocation {
  return locationOf(locateNearest(document, path));
}

/** Returns the part of a file at an address, or at the keys inside it. */
export function partAt(file: AddressedFile, address: Address, keys: YamlPath = []): HazardPart {
  return { document: file.document, path: pathOf(file, address, keys) ?? [] };
}

/** Returns the flag of an argument, or its name if the flag is not written. */
export function flagPartOf({ file, tool }: EnabledCommand, name: string): HazardPart {
  const arg = tool.args.find((candidate) => candidate.name === name);
  return partAt(file, addressOf(tool.name, name), [arg?.flag === undefined ? "name" : "flag"]);
}

/** Returns the enclosing parts of a tool, or of one of its arguments, in the config and in the policy. */
export function partsOf(owner: EnabledTool, arg?: string): readonly AllowPart[] {
  return [...enclosingParts(owner.file, owner, arg), ...policyPartsOf(owner, arg)];
}

/** Returns the parts of the policies only: for hazards of a policy, because configs are used with several. */
export function policyPartsOf(owner: EnabledTool, arg?: string): readonly AllowPart[] {
  return owner.policies.flatMap(({ policy }) => enclosingParts(policy, owner, arg));
}

function enclosingParts(file: CheckedFile | CheckedPolicy, owner: EnabledTool, arg: string | undefined): readonly AllowPart[] {
  const addresses = [WHOLE_FILE, addressOf(owner.tool.name), ...(arg === undefined ? [] : [addressOf(owner.tool.name, arg)])];
  const names: NamedPart = { tool: owner.tool.name, ...(arg !== undefined && { arg }) };
  return addresses.map((address) => ({ ...partAt(file, address), ...names }));
}
