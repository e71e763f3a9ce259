/**
 * Finds hazards: valid but risky content that needs a decision. Each hazard is a warning with a location, unless an `x-allow` entry
 * acknowledges it with a reason.
 */
import { groupEntries } from "@climax-gen/runtime/internal/text/group-entries";
import { isEnabled, toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import type { CheckedFile, CheckedPolicy, CliFile } from "../check/files/checked-file.ts";
import { findDefinitions, listDefinitions } from "../check/files/definitions.ts";
import { addressOf, pathOf } from "../check/files/locations.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { LoadedDocument } from "../load/document.ts";
import type { YamlPath } from "../load/locate.ts";
import type { ReviewedHazard } from "./acknowledgements.ts";
import { dropAcknowledged, reviewHazards } from "./acknowledgements.ts";
import { listVariants } from "../check/files/command-choice.ts";
import { findCommandLineHazards, findSharedHazards } from "./command-lines.ts";
import { findDescriptionHazards } from "./descriptions.ts";
import type { EnabledCommand, EnabledTool, Hazard, NamedPart, PolicyRules } from "./hazard.ts";
import { findHollowConstraints, findHollowExecutors } from "./hollow-policies.ts";
import { findMixedWords } from "./mixed-words.ts";
import { findOptionInjections } from "./option-injections.ts";
import { findPathPatterns } from "./path-patterns.ts";
import { findExecutedTexts, findDirectoryCode } from "./executed-texts.ts";
import { findCodeVariables, findSuspiciousVariables } from "./code-variables.ts";
import { findDescribedCommands } from "./described-commands.ts";
import { findLateOptions, findPathsAfterDashes } from "./late-options.ts";
import { assumedRisks, findLowRisk, findUnconfirmedTools, withRisks } from "./low-risks.ts";
import { findResolverRisks } from "./resolver-risks.ts";
import { findSpecialOperands } from "./special-operands.ts";
import { findWithinAlone } from "./within-alone.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";

/** Checked inputs of one server. */
export interface HazardInputs {
  /** Configs without errors. */
  readonly configs: readonly CheckedFile[];
  readonly policies: readonly CheckedPolicy[];
}

/** Returns the warnings for these inputs. Skips tools that the policy disables or a later file redefines. Never rejects. */
export async function findHazards(inputs: HazardInputs): Promise<readonly Diagnostic[]> {
  const { configs, policies } = inputs;
  const found = await collectHazards(inputs);
  // A config can be used with several policies. Its acknowledgement of a hazard remains valid with a policy that removes the hazard.
  const unlimited = policies.length === 0 ? found : await collectHazards({ configs, policies: [] });
  const elsewhere = [...(policies.length === 0 ? [] : unlimited.hazards), ...unlimited.consequences];
  const documents = listDocuments(inputs);
  const left = dropAcknowledged({ hazards: found.hazards, elsewhere }, documents);
  const files = [...groupEntries(policies.map((policy) => [policy.document, policy] as const)).values()];
  if (files.length < 2 || !left.some(({ code }) => code === "allow-unused")) return left;
  // A policy can also be used without the others, which remove hazards of its rules.
  const alone = await Promise.all(files.map((layers) => collectHazards({ configs, policies: layers })));
  return dropAcknowledged({ hazards: found.hazards, elsewhere: [...elsewhere, ...alone.flatMap(({ hazards }) => hazards)] }, documents);
}

/** Returns all hazards of these inputs, each with its acknowledgement. Never rejects. */
export async function listHazards(inputs: HazardInputs): Promise<readonly ReviewedHazard[]> {
  return reviewHazards((await collectHazards(inputs)).hazards, listDocuments(inputs));
}

/**
 * Returns the configs with the risks that the server assumes: a declared `risk: read` is replaced in a tool that writes or executes, unless
 * an `x-allow` entry acknowledges the hazard `risk-too-low`.
 */
export function assumeRisks({ configs, policies }: HazardInputs): readonly CheckedFile[] {
  const found = listVariants(configs).flatMap((variant) => {
    const tools = listCommands(listEnabledTools(variant, policies)).filter(({ tool }) => tool.risk === "read");
    return findLowRisks(tools, tools.flatMap(findTexts), { configs: variant, policies });
  });
  return withRisks(configs, assumedRisks(reviewHazards(found, listDocuments({ configs, policies })).filter(isOpen)));
}

/** Returns each document once: a policy file with globs is expanded to several policies. */
function listDocuments({ configs, policies }: HazardInputs): readonly LoadedDocument[] {
  return [...new Set([...configs, ...policies].map(({ document }) => document))];
}

interface Found {
  readonly hazards: readonly Hazard[];
  /** What follows for `risk` and `runs_code` if no entry acknowledges that tools run text of the caller: see `findConsequences`. */
  readonly consequences: readonly Hazard[];
}

/** Returns the hazards of each command that a server can choose, each once, and their consequences. */
async function collectHazards({ configs, policies }: HazardInputs): Promise<Found> {
  const found = await Promise.all(listVariants(configs).map((variant) => collectFor({ configs: variant, policies })));
  const hazards = found.flatMap((one) => one.hazards);
  const consequences = found.flatMap((one) => one.consequences);
  if (found.length === 1) return { hazards, consequences };
  return { hazards: [...new Map(hazards.map((hazard) => [JSON.stringify(hazard.diagnostic), hazard])).values()], consequences };
}

async function collectFor({ configs, policies }: HazardInputs): Promise<Found> {
  const tools = listEnabledTools(configs, policies);
  const commands = listCommands(tools);
  const texts = commands.flatMap(findTexts);
  const patterns = await Promise.all(tools.map(findPathPatterns));
  const hollow = await Promise.all(tools.map(findHollowConstraints));
  const hazards = [
    ...policies.flatMap(findHollowExecutors),
    ...hollow.flat(),
    ...patterns.flat(),
    ...commands.flatMap(findOptionInjections),
    ...commands.flatMap(findLateOptions),
    ...commands.flatMap(findPathsAfterDashes),
    ...commands.flatMap(findMixedWords),
    ...commands.flatMap(findUnconfirmedTools),
    ...findResolverRisks(tools, configs),
    ...texts,
    ...commands.flatMap(findSpecialOperands),
    ...commands.flatMap(findWithinAlone),
    ...commands.flatMap(findSuspiciousVariables),
    ...configs.flatMap((file) => findCodeVariables(file, commands)),
    ...findLowRisks(commands, texts, { configs, policies }),
    ...commands.flatMap(findCommandLineHazards),
    ...[...new Set(tools.map(({ file }) => file))].flatMap(findSharedHazards),
    ...configs.flatMap((file) => findCheckedHazards(file, tools)),
    ...findDescriptionHazards(configs, tools),
  ];
  return { hazards, consequences: findConsequences(commands, texts) };
}

/** Returns the hazards of a tool that runs text of the caller, by the lists of programs and by its descriptions. */
function findTexts(owner: EnabledCommand): readonly Hazard[] {
  const found = findExecutedTexts(owner);
  return [...found, ...findDescribedCommands(owner, new Set(found.flatMap(({ executes }) => executes?.arg ?? [])))];
}

function findLowRisks(tools: readonly EnabledCommand[], texts: readonly Hazard[], inputs: HazardInputs): readonly Hazard[] {
  const open = reviewHazards(texts, listDocuments(inputs)).filter(isOpen);
  const executed = new Set(open.flatMap(({ executes }) => executes?.tool ?? []));
  return tools.flatMap((owner) => [...findLowRisk(owner, executed), ...findDeniedCode(owner, executed)]);
}

/**
 * Returns what follows for `risk` and `runs_code` if no entry acknowledges that tools run text of the caller. An entry for it is not unused,
 * because an author who sees both acknowledges both.
 */
function findConsequences(tools: readonly EnabledCommand[], texts: readonly Hazard[]): readonly Hazard[] {
  const executed = new Set(texts.flatMap(({ executes }) => executes?.tool ?? []));
  return tools.flatMap((owner) => [...findLowRisk(owner, executed), ...findDeniedCode(owner, executed)]);
}

function isOpen({ acknowledgement }: ReviewedHazard): boolean {
  return acknowledgement === undefined;
}

/** Returns the tools with a command line, which Directive tools do not have. */
function listCommands(tools: readonly EnabledTool[]): readonly EnabledCommand[] {
  return tools.filter((owner) => owner.kind === "cli");
}

function listEnabledTools(configs: readonly CheckedFile[], policies: readonly CheckedPolicy[]): readonly EnabledTool[] {
  const read = policies.map(({ spec }) => toPolicy(spec));
  const readers = policies.map((policy) => createRulesReader(policy));
  const last = findDefinitions(configs);
  return configs.flatMap(listDefinitions).flatMap((definition): readonly EnabledTool[] => {
    const { tool } = definition;
    if (last.get(tool.name)?.tool !== tool || !isEnabled(tool.name, read)) return [];
    return [{ ...definition, policies: readers.map((rulesOf) => rulesOf(tool.name)) }];
  });
}

function createRulesReader(policy: CheckedPolicy): (tool: string) => PolicyRules {
  const byTool = new Map(Object.entries(policy.spec.tools));
  return (tool) => {
    const rules = byTool.get(tool) ?? {};
    return { policy, rules, constraints: new Map(Object.entries(rules.args ?? {})) };
  };
}

/** Returns the hazards of a config that are outside its tools, or in an enabled tool. */
function findCheckedHazards(file: CheckedFile, tools: readonly EnabledTool[]): readonly Hazard[] {
  if (file.kind !== "cli" || file.hazards === undefined) return [];
  const indexes = new Set(tools.filter((tool) => tool.file === file).map((tool) => pathOf(file, addressOf(tool.tool.name))?.[1]));
  return file.hazards
    .filter(({ path: [part, index] }) => part !== "tools" || indexes.has(index))
    .map(({ diagnostic, path }): Hazard => {
      const parts = path.map((_, length) => ({ document: file.document, path: path.slice(0, length), ...namesAt(file, path) }));
      return { diagnostic, parts };
    });
}

/** Returns the names of the tool and of the argument that contain a path of a config. */
function namesAt({ tools }: CliFile, [part, index, list, position]: YamlPath): NamedPart {
  const tool = part === "tools" && typeof index === "number" ? tools[index] : undefined;
  if (tool === undefined) return {};
  const item = list === "args" && typeof position === "number" ? (tool.order ?? tool.args.map(({ name }) => name))[position] : undefined;
  return { tool: tool.name, ...(typeof item === "string" && { arg: item }) };
}

/**
 * Returns the hazard of a tool that declares `runs_code: false`, at most one.
 * @param executed names of the tools that execute text of the caller, without an acknowledgement
 */
function findDeniedCode(owner: EnabledCommand, executed: ReadonlySet<string>): readonly Hazard[] {
  const { file, tool } = owner;
  if (tool.runs_code !== false) return [];
  const program = findDirectoryCode(owner);
  const why = executed.has(tool.name)
    ? "callers can run a program with it"
    : program && `\`${program}\` runs code of its working directory`;
  if (why === undefined) return [];
  return [hazardAt("denied-code", partAt(file, addressOf(tool.name), ["runs_code"]), partsOf(owner), { tool: tool.name, why })];
}
