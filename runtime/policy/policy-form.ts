/**
 * Checks the form of a policy, which a JavaScript program can build or load in any form. A misspelled key or value would enable tools or
 * waive rules that the program expects. Pure.
 */
import type { ConstraintForm } from "../constraint/constraint.ts";
import { CONSTRAINT_KEYS, formOfConstraint } from "../constraint/constraints.ts";
import { isJsonObject } from "../text/json.ts";
import { isOfCaller, isOwnHeader, isSecretSource } from "../tool/secret-source.ts";
import { isUnsafeVariable } from "../tool/unsafe-variables.ts";
import { nearNames } from "../text/near-names.ts";
import type { NetworkHosts } from "./network-hosts.ts";
import { isHost, toHost } from "./network-hosts.ts";
import type {
  AnyPolicySpec,
  ApprovalSpec,
  BubblewrapExecutor,
  DockerExecutor,
  EnvSpec,
  FunctionPolicy,
  LimitsSpec,
  LocalExecutor,
  ToolPolicy,
} from "./policy-spec.ts";
import { isScopeName } from "./scope-name.ts";

/** Returns one sentence for each part of a value that has the wrong form. `place` is the start of each sentence. */
type FormCheck = (value: unknown, place: string) => readonly string[];

/** Returns one sentence for each part of a policy that has the wrong form. `place` names the policy. An `undefined` part counts as absent. */
export function findPolicyFormProblems(policy: unknown, place: string): readonly string[] {
  if (!isJsonObject(policy)) return [`${place}: expected a policy, which is an object, received ${describeReceived(policy)}`];
  return POLICY(policy, place);
}

/** Describes a value of the wrong form in a few words. */
export function describeReceived(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === "string") return JSON.stringify(value.slice(0, MAX_QUOTED_LENGTH));
  return Array.isArray(value) ? "a list" : `a value of the type ${typeof value}`;
}

/** Maximum length of a quoted text, in UTF-16 units. */
const MAX_QUOTED_LENGTH = 50;

function form(expected: string, isValid: (value: unknown) => boolean): FormCheck {
  return (value, place) => (isValid(value) ? [] : [`${place}: expected ${expected}, received ${describeReceived(value)}`]);
}

function oneOf(...words: readonly string[]): FormCheck {
  const expected = `${words.slice(0, -1).join(", ")}${words.length > 1 ? " or " : ""}${words.at(-1) ?? ""}`;
  return form(expected, (value) => words.some((word) => word === value));
}

const OBJECT = form("an object", isJsonObject);

/** Returns the form of an object that has only these keys. */
function object(keys: Readonly<Record<string, FormCheck>>): FormCheck {
  const forms = new Map(Object.entries(keys));
  return (value, place) => {
    if (!isJsonObject(value)) return OBJECT(value, place);
    return Object.entries(value).flatMap(([key, part]) => {
      const known = forms.get(key);
      if (known === undefined) return [`${place}: unknown key "${key}"${suggest(key, forms.keys())}`];
      return part === undefined ? [] : known(part, `${place}.${key}`);
    });
  };
}

/** Returns the form of an object with any keys, whose values have a form. */
function table(member: FormCheck): FormCheck {
  return (value, place) => {
    if (!isJsonObject(value)) return OBJECT(value, place);
    return Object.entries(value).flatMap(([key, part]) => member(part, `${place}.${key}`));
  };
}

/** Returns the form of a list, whose items have a form. */
function list(expected: string, item: FormCheck, least = 0): FormCheck {
  const whole = form(expected, (value) => Array.isArray(value) && value.length >= least);
  return (value, place) => {
    if (!Array.isArray(value) || value.length < least) return whole(value, place);
    return value.flatMap((part: unknown, at) => item(part, `${place}[${at}]`));
  };
}

function suggest(key: string, known: Iterable<string>): string {
  const [near] = nearNames(key, known, 1);
  return near === undefined ? "" : `: did you mean "${near}"?`;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isScalar = (value: unknown): boolean => isText(value) || typeof value === "number" || typeof value === "boolean";

const isScope = (value: unknown): boolean => typeof value === "string" && isScopeName(value);

const TEXT = form("a text", isText);
const TEXTS = form("a list of texts", (value) => Array.isArray(value) && value.every(isText));
const SWITCH = form("true or false", (value) => typeof value === "boolean");
const NUMBER = form("a number", (value) => typeof value === "number" && !Number.isNaN(value));
const AMOUNT = form("a number that is not negative", (value) => typeof value === "number" && value >= 0);

const FORMS: Readonly<Record<ConstraintForm, FormCheck>> = {
  pattern: TEXT,
  "denied pattern": TEXT,
  values: form("a list of texts and numbers", (value) => Array.isArray(value) && value.every(isScalar)),
  length: AMOUNT,
  minimum: NUMBER,
  maximum: NUMBER,
  directory: TEXT,
  "single value": form("a text, a number, true or false", isScalar),
  switch: SWITCH,
  text: TEXT,
};

const CONSTRAINT = object(Object.fromEntries(CONSTRAINT_KEYS.map((key) => [key, FORMS[formOfConstraint(key)]])));

const LOCAL = object({ type: oneOf("local") } satisfies Record<keyof LocalExecutor, FormCheck>);

const DOCKER = object({
  type: oneOf("docker"),
  image: TEXT,
  volumes: TEXTS,
  working_dir: TEXT,
  network: TEXT,
  user: TEXT,
  memory: TEXT,
  pids: AMOUNT,
  read_only: SWITCH,
} satisfies Record<keyof DockerExecutor, FormCheck>);

const HOST = form(
  "a name such as api.example.org or *.example.org, or an IP address in its shortest form",
  (value) => typeof value === "string" && isHost(toHost(value)),
);

const HOSTS = object({ hosts: list("a list of at least one host", HOST, 1) } satisfies Record<keyof NetworkHosts, FormCheck>);

const NETWORK: FormCheck = (value, place) => (isJsonObject(value) ? HOSTS(value, place) : oneOf("none", "host")(value, place));

const BUBBLEWRAP = object({
  type: oneOf("bubblewrap"),
  writable: TEXTS,
  network: NETWORK,
  working_dir: TEXT,
} satisfies Record<keyof BubblewrapExecutor, FormCheck>);

const EXECUTORS = new Map<unknown, FormCheck>([
  ["local", LOCAL],
  ["docker", DOCKER],
  ["bubblewrap", BUBBLEWRAP],
]);

const EXECUTOR: FormCheck = (value, place) => {
  if (!isJsonObject(value)) return OBJECT(value, place);
  const known =
    EXECUTORS.get(value["type"]) ?? ((): readonly string[] => oneOf("local", "docker", "bubblewrap")(value["type"], `${place}.type`));
  return known(value, place);
};

const FUNCTION_RULES = {
  enabled: SWITCH,
  description: TEXT,
  confirm: SWITCH,
  scopes: list("a list of texts", form("the name of a scope, without spaces and quotation marks", isScope)),
  args: table(CONSTRAINT),
} satisfies Record<keyof FunctionPolicy, FormCheck>;

const RULES = object({ ...FUNCTION_RULES, executor: EXECUTOR } satisfies Record<keyof ToolPolicy, FormCheck>);

const LIMITS = object({
  max_output_bytes: AMOUNT,
  max_concurrency: AMOUNT,
  max_queue: AMOUNT,
  max_timeout: AMOUNT,
  memory: AMOUNT,
  cpu_seconds: AMOUNT,
  processes: AMOUNT,
  max_reply_bytes: AMOUNT,
  max_capture_bytes: AMOUNT,
  reply_after: AMOUNT,
} satisfies Record<keyof LimitsSpec, FormCheck>);

const INHERITED = form(
  "all, minimal or a list of texts",
  (value) => value === "all" || value === "minimal" || (Array.isArray(value) && value.every(isText)),
);

const SECRET = form("the source of a secret: file, command, header or claim", isSecretSource);

const SECRETS: FormCheck = (value, place) => {
  if (!isJsonObject(value)) return OBJECT(value, place);
  return Object.entries(value).flatMap(([name, source]) => {
    if (!isSecretSource(source)) return SECRET(source, `${place}.${name}`);
    if (!isOfCaller(source)) return [];
    if (isUnsafeVariable(name)) return [`${place}.${name}: with this variable, callers could choose the code that runs`];
    if (!("header" in source)) return [];
    const { header } = source;
    if (header !== header.toLowerCase()) return [`${place}.${name}.header: expected lower case, received ${describeReceived(header)}`];
    return isOwnHeader(header) ? [`${place}.${name}.header: ${describeReceived(header)} is for the server itself`] : [];
  });
};

const POLICY = object({
  default: oneOf("enabled", "disabled"),
  tools: table(RULES),
  functions: table(object(FUNCTION_RULES)),
  executor: EXECUTOR,
  env: object({ inherit: INHERITED, secrets: SECRETS } satisfies Record<keyof EnvSpec, FormCheck>),
  limits: LIMITS,
  approval: object({
    global: oneOf("none", "destructive", "write", "all"),
    tools: table(SWITCH),
    headless: oneOf("deny", "approve"),
  } satisfies Record<keyof ApprovalSpec, FormCheck>),
  unknown_args: oneOf("refuse"),
} satisfies Record<keyof AnyPolicySpec, FormCheck>);
