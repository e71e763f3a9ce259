/** Explains a call: its command line, with the YAML location that each part comes from. */
import type { ArgConstraint, CallExplanation, ExecutorSpec, ExplainedCommand, Tool, WordOrigin } from "@climax-gen/runtime/compiler";
import { explainCall, readingOf, refusesUnknown, toPolicy } from "@climax-gen/runtime/compiler";
import type { CheckedPolicy } from "../check/files/checked-file.ts";
import type { ToolDefinition } from "../check/files/definitions.ts";
import { type FilePosition, locateClosest, toFilePosition, WHOLE_FILE } from "../check/files/locations.ts";
import { combineSurroundings } from "../resolve/combine-surroundings.ts";
import { toolPolicies } from "../resolve/describe-policy.ts";
import type { CommandDefinition } from "./places.ts";
import { placeOfArg, placesOfWords } from "./places.ts";

export interface Explanation {
  readonly tool: string;
  /** `refused`: nothing would run, and `reply` is the server's reply. */
  readonly outcome: CallExplanation["kind"];
  readonly reply?: string;
  /** Arguments of the executor, the command and the call. Omitted if nothing runs. */
  readonly argv?: readonly ExplainedWord[];
  readonly arguments: readonly ExplainedArgument[];
  /** Given names that the tool does not have and ignores. If it rejects them, `reply` names them. */
  readonly ignored: readonly string[];
  readonly constraints: readonly ExplainedConstraint[];
  readonly surroundings?: Surroundings;
  /** Files that a Directive tool would read. If there are several, it reads the first that exists. */
  readonly reads?: readonly string[];
  readonly confirm: boolean;
  /** The tool's message of the confirmation. Omitted if the user is not asked, or the tool has none. */
  readonly message?: ExplainedQuestion;
}

/** `<name>` in the text stands for the output of a resolver. */
export interface ExplainedQuestion {
  readonly text: string;
  readonly place: FilePosition;
  /** Commands that would run before the question, in order. */
  readonly resolvers: readonly { readonly name: string; readonly argv: readonly string[]; readonly place: FilePosition }[];
}

export interface ExplainedWord {
  readonly word: string;
  readonly origin: WordOrigin | { readonly kind: "executor" };
  readonly place: FilePosition;
}

export interface ExplainedArgument {
  readonly name: string;
  /** Value that the program gets; `***` for a secret. */
  readonly value: unknown;
  readonly source: "call" | "default";
  /** The given value, if it had another type. */
  readonly given?: unknown;
  readonly place: FilePosition;
}

export interface ExplainedConstraint {
  readonly arg: string;
  readonly constraint: keyof ArgConstraint;
  readonly limit: unknown;
  /** `not_asked`: the argument has no value, so the constraint is not checked. */
  readonly verdict: "holds" | "refuses" | "not_asked";
  readonly place: FilePosition;
}

/** Execution settings of a call. Contains only the names of variables. */
export interface Surroundings {
  readonly executor: "local" | "docker" | "bubblewrap";
  readonly directory?: string;
  readonly stdin?: string;
  /** Variables that the config sets. */
  readonly environment: readonly { readonly name: string; readonly place: FilePosition }[];
  /** Variables of the server that are passed on; `all`, or those of this machine's that would be. */
  readonly inherited: "all" | readonly string[];
  readonly timeoutSeconds: number;
}

export interface ExplainedCallRequest {
  /** The tool under the policy. */
  readonly tool: Tool;
  readonly given: Readonly<Record<string, unknown>>;
  readonly definition: ToolDefinition;
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
  return {
    tool: tool.name,
    outcome: explained.kind,
    ...(explained.kind === "refused" && { reply: explained.text }),
    ...(command && { argv: listWords(command, command.definition, policies) }),
    arguments: listArguments(request, explained.values ?? new Map()),
    ignored: refusesUnknown(tool, applied) ? [] : Object.keys(given).filter((name) => !known.has(name)),
    constraints: policies.flatMap((policy) => listConstraints(tool, policy, explained)),
    ...(command && { surroundings: describeSurroundings(command, command.definition, policies) }),
    ...(explained.kind === "reading" && { reads: explained.paths }),
    confirm: explained.kind !== "refused" && explained.isConfirmed,
    ...(command?.message && { message: locateQuestion(command.message, command.definition) }),
  };
}

function locateQuestion(
  { text, resolvers }: NonNullable<ExplainedCommand["message"]>,
  { file, tool }: CommandDefinition,
): ExplainedQuestion {
  const address = { kind: "tool", tool: tool.name } as const;
  return {
    text,
    place: toFilePosition(locateClosest(file, address, ["confirm_message"])),
    resolvers: resolvers.map(({ name, argv }) => ({
      name,
      argv,
      place: toFilePosition(locateClosest(file, address, ["resolve", name, "command"])),
    })),
  };
}

function listWords(
  { prefix, words }: ExplainedCommand,
  definition: CommandDefinition,
  policies: readonly CheckedPolicy[],
): readonly ExplainedWord[] {
  const origins = words.map(({ origin }) => origin);
  const policy = policies.find(({ spec }) => isSandbox(spec.executor)) ?? policies.find(({ spec }) => spec.limits) ?? policies[0];
  const places = placesOfWords(definition, origins, policy?.spec.executor?.type ?? "local");
  const around = policy === undefined ? [] : prefix.map((word) => toPrefixWord(word, policy));
  return [
    ...around,
    ...words.flatMap(({ text, origin }, index) => {
      const place = places[index];
      return place === undefined ? [] : [{ word: text, origin, place }];
    }),
  ];
}

function isSandbox(executor: ExecutorSpec | undefined): boolean {
  return executor !== undefined && executor.type !== "local";
}

function toPrefixWord(word: string, policy: CheckedPolicy): ExplainedWord {
  // Without a sandbox, only limits put words before a command.
  const key = isSandbox(policy.spec.executor) ? "executor" : "limits";
  return { word, origin: { kind: "executor" }, place: toFilePosition(locateClosest(policy, WHOLE_FILE, [key], "key")) };
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
      value: secrets.has(name) ? "***" : value,
      source: isGiven ? "call" : "default",
      ...(isConverted && { given: raw }),
      place: placeOfArg(definition, name, isGiven ? "name" : "default"),
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
        place: toFilePosition(locateClosest(policy, { kind: "arg", tool: tool.name, arg }, [constraint], "key")),
      })),
  );
}

/** Reports whether a constraint is about the presence of the argument, so that it holds or not without a value. */
function isPresence(key: string): boolean {
  return key === "forbid" || key === "required";
}

function describeSurroundings(explained: ExplainedCommand, { file }: CommandDefinition, policies: readonly CheckedPolicy[]): Surroundings {
  const { directory, stdin, inherited, timeoutSeconds } = explained;
  const { executor, env } = combineSurroundings(policies.map(({ spec }) => spec));
  const isAll = (env?.inherit ?? "all") === "all";
  const names = Object.keys(file.env ?? {});
  return {
    executor: executor?.type ?? "local",
    ...(directory !== undefined && { directory }),
    ...(stdin !== undefined && { stdin }),
    environment: names.map((name) => ({ name, place: toFilePosition(locateClosest(file, WHOLE_FILE, ["env", name], "key")) })),
    inherited: isAll ? "all" : inherited,
    timeoutSeconds,
  };
}
