/** Explains a call without running it: passes it through the stages of the runtime, and locates each part in the YAML. */
import type { ArgConstraint } from "@climax-gen/runtime/internal/constraint/arg-constraint";
import type { CallExplanation, ExplainedCommand } from "@climax-gen/runtime/internal/explain/call-explanation";
import type { ExecutorSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import type { Tool, ToolArg } from "@climax-gen/runtime/internal/tool/tool";
import { placeOf, variableOf } from "@climax-gen/runtime/internal/argument/form";
import { RESULT_KEYS } from "@climax-gen/runtime/internal/call/exit-code";
import { refusesName } from "@climax-gen/runtime/internal/call/unknown-arguments";
import { describeExecutor } from "@climax-gen/runtime/internal/executor/describe-executor";
import { explainCall } from "@climax-gen/runtime/internal/explain/explain-call";
import { toPolicy } from "@climax-gen/runtime/internal/policy/policy";
import { MASK } from "@climax-gen/runtime/internal/text/mask";
import { readingOf } from "@climax-gen/runtime/internal/tool/tool";
import type { CheckedPolicy, CliFile } from "../check/files/checked-file.ts";
import type { DefinedTool } from "../check/files/definitions.ts";
import { type Address, type AddressedFile, addressOf, type FilePosition, positionOf, WHOLE_FILE } from "../check/files/locations.ts";
import { omitAbsent, withEntries } from "../check/files/omit-absent.ts";
import { combineSurroundings, executorOfTool } from "../describe/combine-surroundings.ts";
import { FACT_KEYS } from "../describe/describe-facts.ts";
import { toolPolicies } from "../describe/describe-policy.ts";
import type {
  ExplainedArgument,
  ExplainedConfirmation,
  ExplainedConstraint,
  ExplainedRule,
  ExplainedWord,
  Explanation,
  ExecutionFacts,
} from "./explanation.ts";
import { listLimits } from "./limits.ts";
import type { CommandDefinition } from "./positions.ts";
import { positionOfArg, positionsOfWords } from "./positions.ts";

/** A call to explain. */
export interface ExplainedCallRequest {
  /** The tool under the policy. */
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  readonly definition: DefinedTool;
  readonly policies: readonly CheckedPolicy[];
  readonly env: Readonly<Record<string, string>>;
}

/** Explains a call with the runtime's stages. Runs nothing. */
export async function explain(request: ExplainedCallRequest): Promise<Explanation> {
  const { tool, given, definition, policies, env } = request;
  const applied = policies.map(({ spec }) => toPolicy(spec));
  const explained = await explainCall(tool, given, { env, policies: applied });
  const known = new Set([...tool.args.map(({ name }) => name), ...(readingOf(tool) ? Object.keys(given) : [])]);
  const command = explained.kind === "command" && definition.kind === "cli" ? { ...explained, definition } : undefined;
  const address = addressOf(tool.name);
  return omitAbsent<Explanation>({
    tool: tool.name,
    outcome: explained.kind,
    reply: explained.kind === "refused" ? explained.text : undefined,
    argv: command && listWords(command, command.definition, toExecutorRules(policies, tool.name)),
    arguments: listArguments(request, explained.values ?? new Map()),
    ignored: Object.keys(given).filter((name) => !known.has(name) && !refusesName(name, tool, applied)),
    limits: definition.kind === "cli" ? await listLimits({ tool, definition, given }) : [],
    constraints: policies.flatMap((policy) => listConstraints(tool, policy, explained)),
    callers: withEntries(
      policies.flatMap((policy) => listRules(["scopes"], toolPolicies([policy.spec]).get(tool.name)?.[0] ?? {}, [policy, address])),
    ),
    surroundings: command && describeSurroundings(command, command.definition, toExecutorRules(policies, tool.name)),
    results: command && withEntries(listRules(RULES, command.definition.tool, [command.definition.file, address])),
    facts: command && withEntries(listRules(FACT_KEYS, tool, [command.definition.file, address])),
    machines: definition.kind === "cli" ? withEntries(listMachines(definition)) : undefined,
    reads: explained.kind === "reading" ? explained.paths : undefined,
    confirm: explained.kind !== "refused" && explained.isConfirmed,
    message: command?.message && locateConfirmation(command.message, command.definition),
  });
}

function locateConfirmation(
  { text, resolvers }: NonNullable<ExplainedCommand["message"]>,
  { file, tool }: CommandDefinition,
): ExplainedConfirmation {
  const address = addressOf(tool.name);
  return {
    text,
    place: positionOf(file, address, ["confirm_message"]),
    resolvers: resolvers.map(({ name, argv }) => ({
      name,
      argv,
      place: positionOf(file, address, ["resolve", name, "command"]),
    })),
  };
}

/** A policy, and its executor for a tool. */
interface ExecutorRule {
  readonly policy: CheckedPolicy;
  /** Omitted if the policy has none for the tool. */
  readonly executor?: ExecutorSpec;
  /** The part of the policy that has the executor. */
  readonly owner: Address;
}

/** Returns the executor of each policy for a tool: that of its own rules, or that of the policy. */
function toExecutorRules(policies: readonly CheckedPolicy[], tool: string): readonly ExecutorRule[] {
  return policies.map((policy): ExecutorRule => {
    const own = toolPolicies([policy.spec]).get(tool)?.[0]?.executor;
    const executor = own ?? policy.spec.executor;
    return { policy, owner: own === undefined ? WHOLE_FILE : addressOf(tool), ...(executor && { executor }) };
  });
}

function listWords(
  { prefix, words }: ExplainedCommand,
  definition: CommandDefinition,
  rules: readonly ExecutorRule[],
): readonly ExplainedWord[] {
  const origins = words.map(({ origin }) => origin);
  const rule = rules.find(isSandbox) ?? rules.find(({ policy }) => policy.spec.limits) ?? rules[0];
  const places = positionsOfWords(definition, origins, rule?.executor?.type ?? "local");
  const around = rule === undefined ? [] : prefix.map((word) => toPrefixWord(word, rule));
  return [
    ...around,
    ...words.flatMap(({ text, origin }, index) => {
      const place = places[index];
      return place === undefined ? [] : [{ word: text, origin, place }];
    }),
  ];
}

const RULES = [...RESULT_KEYS, "output"] as const;

/** Returns the keys that a part has, with their values and locations. */
function listRules<Key extends string>(
  keys: readonly Key[],
  part: { readonly [Name in Key]?: unknown },
  [file, address]: readonly [AddressedFile, Address],
): readonly ExplainedRule[] {
  return keys.flatMap((key) => {
    const value: unknown = part[key];
    return value === undefined ? [] : [{ key, value, place: positionOf(file, address, [key], "key") }];
  });
}

/** Returns the keys about the machines on which the tool is available: its own `os` replaces that of the config. */
function listMachines({ file, tool }: CommandDefinition): readonly ExplainedRule[] {
  const os = tool.os === undefined ? listRules(["os"], file, [file, WHOLE_FILE]) : listRules(["os"], tool, [file, addressOf(tool.name)]);
  return [...os, ...listRules(["when_missing"], file, [file, WHOLE_FILE])];
}

function isSandbox({ executor }: ExecutorRule): boolean {
  return executor !== undefined && executor.type !== "local";
}

function toPrefixWord(word: string, rule: ExecutorRule): ExplainedWord {
  // Without a sandbox, only limits put words before a command.
  const place = isSandbox(rule) ? positionOfExecutor(rule) : positionOf(rule.policy, WHOLE_FILE, ["limits"], "key");
  return { word, origin: { kind: "executor" }, place };
}

function positionOfExecutor({ policy, owner }: ExecutorRule): FilePosition {
  return positionOf(policy, owner, ["executor"], "key");
}

function listArguments(
  { tool, given, definition }: ExplainedCallRequest,
  values: ReadonlyMap<string, unknown>,
): readonly ExplainedArgument[] {
  const givenValues = new Map(Object.entries(given).filter(([, value]) => value !== null));
  const secrets = new Set(tool.args.filter(({ secret }) => secret).map(({ name }) => name));
  return Array.from(values, ([name, value]): ExplainedArgument => {
    const isGiven = givenValues.has(name);
    const raw = givenValues.get(name);
    const isConverted = isGiven && !secrets.has(name) && JSON.stringify(raw) !== JSON.stringify(value);
    return {
      name,
      value: secrets.has(name) ? MASK : value,
      source: isGiven ? "call" : "default",
      ...(isConverted && { given: raw }),
      place: positionOfArg(definition, name, isGiven ? "name" : "default"),
    };
  });
}

function listConstraints(tool: Tool, policy: CheckedPolicy, explained: CallExplanation): readonly ExplainedConstraint[] {
  const { args = {} } = toolPolicies([policy.spec]).get(tool.name)?.[0] ?? {};
  const violations = explained.kind === "refused" ? explained.violations : [];
  const refuses = (name: string, key: string): boolean =>
    violations.some(({ arg, constraint }) => arg === name && (constraint === undefined || constraint === key));
  const isAsked = (name: string, key: string): boolean =>
    isPresence(key) ? explained.values !== undefined : explained.values?.has(name) === true;
  return Object.entries(args).flatMap(([arg, rules]) =>
    (Object.entries(rules) as [keyof ArgConstraint, unknown][])
      .filter(([key]) => key !== "message")
      .map(([constraint, limit]) => ({
        arg,
        constraint,
        limit,
        verdict: refuses(arg, constraint) ? "refuses" : isAsked(arg, constraint) ? "holds" : "not_asked",
        place: positionOf(policy, addressOf(tool.name, arg), [constraint], "key"),
      })),
  );
}

/** Reports whether a constraint depends on the presence of the argument. It is checked also for calls without the argument. */
function isPresence(key: string): boolean {
  return key === "forbid" || key === "required";
}

function describeSurroundings(explained: ExplainedCommand, definition: CommandDefinition, rules: readonly ExecutorRule[]): ExecutionFacts {
  const policies = rules.map(({ policy }) => policy);
  const { directory, stdin, inherited, timeoutSeconds, replyAfterSeconds, files } = explained;
  const combined = combineSurroundings(policies.map(({ spec }) => spec));
  const executor = executorOfTool(combined, definition.tool.name);
  const rule = rules.find(isSandbox) ?? rules.find((one) => one.executor !== undefined);
  const isAll = (combined.env?.inherit ?? "all") === "all";
  const isOfConfig = directory !== undefined && (executor.type === "local" || executor.working_dir === undefined);
  const directoryPosition = isOfConfig ? positionOfDirectory(definition, explained.values) : undefined;
  return omitAbsent<ExecutionFacts>({
    executor: executor.type,
    executorText: rule && describeExecutor(executor),
    executorPosition: rule && positionOfExecutor(rule),
    directory,
    directoryPosition,
    stdin,
    environment: listVariables(explained, definition, policies),
    files: files.map(({ name, path }) => ({ arg: name, path, place: positionOfArg(definition, name, "file") })),
    inherited: isAll ? "all" : inherited,
    timeoutSeconds,
    replyAfterSeconds,
  });
}

/** Lists the variables of the config, then those of the tool, of the policies and of arguments: later ones override earlier ones. */
function listVariables(
  { variables }: ExplainedCommand,
  definition: CommandDefinition,
  policies: readonly CheckedPolicy[],
): ExecutionFacts["environment"] {
  const { file, tool } = definition;
  const placesOf = (
    owner: Address,
    { env, secrets }: { readonly env?: CliFile["env"] | undefined; readonly secrets?: CliFile["secrets"] | undefined },
  ) => Object.keys({ ...env, ...secrets }).map((name) => [name, { name, place: positionOf(file, owner, ["env", name], "key") }] as const);
  const ofArgs = Array.from(variables, ([name, value]) => {
    const arg = tool.args.find((candidate) => variableOf(candidate) === name)?.name ?? "";
    return [name, { name, value, place: positionOfArg(definition, arg, "env") }] as const;
  });
  const ofPolicies = policies.flatMap((policy) =>
    Object.keys(policy.spec.env?.secrets ?? {}).map(
      (name) => [name, { name, place: positionOf(policy, WHOLE_FILE, ["env", "secrets", name], "key") }] as const,
    ),
  );
  const found = [...placesOf(WHOLE_FILE, file), ...placesOf(addressOf(tool.name), tool), ...ofPolicies, ...ofArgs];
  return Array.from(new Map(found).values());
}

/** Returns the position of the `working_dir` that applies, unless an argument sets the directory. */
function positionOfDirectory({ file, tool }: CommandDefinition, values: ReadonlyMap<string, unknown>): FilePosition | undefined {
  const isChosen = (arg: ToolArg): boolean => placeOf(arg) === "directory" && values.has(arg.name) && values.get(arg.name) !== "";
  if (tool.args.some(isChosen)) return undefined;
  if (tool.working_dir === undefined && file.working_dir === undefined) return undefined;
  const owner: Address = tool.working_dir === undefined ? WHOLE_FILE : addressOf(tool.name);
  return positionOf(file, owner, ["working_dir"], "key");
}
