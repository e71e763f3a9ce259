/** Table of the changes that `climax-gen diff` reports. */

/** Classes of changes, most severe first. docs/review.md describes each class. */
export const CHANGE_CLASSES = ["breaking", "widening", "narrowing", "compatible", "metadata"] as const;

/** Effect of a change on existing calls and on the access of agents. */
export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** Values of `--fail-on`. */
export const FAILURES = [...CHANGE_CLASSES, "hazards"] as const;

/** One value of `--fail-on`. */
export type Failure = (typeof FAILURES)[number];

interface Rule {
  readonly class: ChangeClass;
  /** Meaning, for the table in docs/review.md and the rules of a SARIF file. */
  readonly means: string;
  /** Possible codes of the same change with swapped sides. */
  readonly reverse: readonly string[];
}

type RuleTable = Readonly<Record<string, Rule>>;

const rule = (kind: ChangeClass, means: string, ...reverse: readonly string[]): Rule => ({ class: kind, means, reverse });

const toolRules = {
  "tool-removed": rule("breaking", "a tool was removed", "tool-added"),
  "tool-renamed": rule("breaking", "a tool was renamed; its command and arguments are the same", "tool-renamed"),
  "command-changed": rule("breaking", "a tool runs a different command", "command-changed"),
  "env-changed": rule("breaking", "an environment variable of the commands was added, removed or changed", "env-changed"),
  "working-dir-changed": rule("breaking", "commands run in a different directory", "working-dir-changed"),
  "global-args-changed": rule("breaking", "the server adds different arguments to every command", "global-args-changed"),
  "word-order-changed": rule(
    "breaking",
    "`end_of_options` or `order` changes the order of the arguments of a command line",
    "word-order-changed",
  ),
  "constant-words-changed": rule(
    "breaking",
    "constant words between the arguments were added, removed or changed",
    "constant-words-changed",
  ),
  "relations-narrowed": rule("breaking", "arguments that could be combined or omitted no longer can", "relations-widened"),
  "relations-widened": rule("widening", "arguments that could not be combined or omitted can be", "relations-narrowed"),
  "flag-order-changed": rule(
    "breaking",
    "flags are passed in a different order, which some programs interpret differently",
    "flag-order-changed",
  ),
  "timeout-lowered": rule("breaking", "a call is terminated earlier", "timeout-raised"),
  "exit-codes-narrowed": rule("breaking", "an exit code no longer counts as success", "exit-codes-widened"),
  "program-changed": rule("widening", "a tool runs a different program, or the command names another path", "program-changed"),
  "code-variable-changed": rule(
    "widening",
    "an environment variable that can decide which code runs was added, removed or changed",
    "code-variable-changed",
  ),
  "tool-added": rule("widening", "a tool was added", "tool-removed"),
  "risk-raised": rule("widening", "the declared risk of a tool is higher", "risk-lowered"),
  "risk-lowered": rule("widening", "the declared risk of a tool is lower, so clients may stop asking for confirmation", "risk-raised"),
  "end-of-options-added": rule(
    "widening",
    "positional values follow the flags and `--`, so they may start with `-`",
    "end-of-options-removed",
  ),
  "end-of-options-removed": rule(
    "narrowing",
    "positional values no longer follow `--`, and must not start with `-`",
    "end-of-options-added",
  ),
  "unknown-arguments-refused": rule("narrowing", "calls with unknown arguments are rejected", "unknown-arguments-ignored"),
  "unknown-arguments-ignored": rule("widening", "unknown arguments of a call are ignored", "unknown-arguments-refused"),
  "resolver-added": rule("widening", "another command runs before a confirmation, to find a value for its message", "resolver-removed"),
  "resolver-changed": rule("widening", "a different command runs before a confirmation", "resolver-changed"),
  "resolver-removed": rule("narrowing", "a command no longer runs before a confirmation", "resolver-added"),
  "discovery-changed": rule(
    "breaking",
    "`--discovery auto` chooses another mode, because the list of tools grew or shrank: agents see other tools",
    "discovery-changed",
  ),
  "timeout-raised": rule("compatible", "a call may take longer", "timeout-lowered"),
  "exit-codes-widened": rule("compatible", "an additional exit code counts as success", "exit-codes-narrowed"),
  "relations-restated": rule(
    "metadata",
    "relations of arguments are described differently; they allow the same calls",
    "relations-restated",
  ),
  "examples-changed": rule("metadata", "the examples of a tool changed", "examples-changed"),
  "exit-meanings-changed": rule("metadata", "the reply describes exit codes differently", "exit-meanings-changed"),
  "output-changed": rule("breaking", "replies have another form: `output` or its schema changed", "output-changed"),
  "stderr-changed": rule("compatible", "replies of successful calls contain standard error, or no longer do", "stderr-changed"),
  "timeout-succeeds": rule("compatible", "a call that reaches its timeout is a success", "timeout-fails"),
  "timeout-fails": rule("breaking", "a call that reaches its timeout is no longer a success", "timeout-succeeds"),
  "argument-order-changed": rule("metadata", "arguments or enum values are listed in a different order", "argument-order-changed"),
  "confirm-message-changed": rule("metadata", "the message of a confirmation changed", "confirm-message-changed"),
  "title-changed": rule("metadata", "the title of a tool changed", "title-changed"),
  "description-changed": rule("metadata", "the description of a tool, an argument or a CLI changed", "description-changed"),
  "search-words-changed": rule("metadata", "keywords, tags or a category changed", "search-words-changed"),
  "program-version-changed": rule("metadata", "the config is for other versions of the program", "program-version-changed"),
  "cli-renamed": rule("metadata", "the CLI of a tool was renamed", "cli-renamed"),
} as const satisfies RuleTable;

const argumentRules = {
  "argument-removed": rule("breaking", "an argument was removed", "argument-added"),
  "argument-renamed": rule("breaking", "an argument was renamed; it is passed in the same way", "argument-renamed"),
  "required-argument-added": rule("breaking", "a required argument was added", "requirement-dropped", "argument-optional"),
  "argument-required": rule("breaking", "an optional argument became required", "argument-optional", "requirement-dropped"),
  "type-narrowed": rule("breaking", "an argument accepts or passes fewer values", "type-widened"),
  "type-changed": rule("breaking", "the type of an argument changed", "type-changed"),
  "enum-narrowed": rule("breaking", "an argument has fewer enum values", "enum-widened"),
  "default-changed": rule("breaking", "calls without an argument use a different value", "default-changed"),
  "flag-changed": rule("breaking", "an argument is passed with a different flag", "flag-changed"),
  "position-changed": rule("breaking", "positional arguments are passed in a different order", "position-changed"),
  "mode-changed": rule("breaking", "an argument changed between flag, positional, `cwd`, `stdin` and `env`", "mode-changed"),
  "variable-changed": rule("breaking", "an argument sets a different environment variable", "variable-changed"),
  "file-changed": rule("breaking", "a value is passed in a temporary file, no longer is, or the file has another suffix", "file-changed"),
  "repeat-changed": rule("breaking", "an argument changed between a single value, a list, and a list after one flag", "repeat-changed"),
  "join-changed": rule("breaking", "a list is passed as one word, no longer is, or has a different text between its items", "join-changed"),
  "template-changed": rule("breaking", "`value` was added, removed or changed, so a value becomes other words", "template-changed"),
  "enum-words-changed": rule("breaking", "a value of `enum` stands for other words", "enum-words-changed"),
  "negatable-changed": rule("breaking", "`false` is passed as a flag, or no longer is", "negatable-changed"),
  "optional-value-changed": rule("breaking", "the value of a flag became optional, or no longer is", "optional-value-changed"),
  "argument-added": rule("widening", "an argument was added", "argument-removed"),
  "requirement-dropped": rule(
    "widening",
    "an argument became optional, or a required one was removed, in a tool that may modify data: one without `risk: read`",
    "argument-required",
    "required-argument-added",
  ),
  "type-widened": rule("widening", "an argument accepts or passes more values, such as a list", "type-narrowed"),
  "enum-widened": rule("widening", "an argument has more enum values", "enum-narrowed"),
  "leading-dash-allowed": rule("widening", "values may start with `-` and be interpreted as options", "leading-dash-refused"),
  "leading-dash-refused": rule("narrowing", "values must no longer start with `-`", "leading-dash-allowed"),
  "secret-removed": rule("widening", "values of an argument are written to logs", "secret-added"),
  "secret-added": rule("narrowing", "values of an argument are no longer written to logs", "secret-removed"),
  "argument-optional": rule(
    "compatible",
    "an argument of a tool with `risk: read` became optional, or a required one was removed",
    "argument-required",
    "required-argument-added",
  ),
  "default-stated": rule("metadata", "a default was set or removed without effect on the command line", "default-stated"),
} as const satisfies RuleTable;

const directiveRules = {
  "handler-changed": rule("breaking", "the handler of a Directive tool changed", "handler-changed"),
  "root-changed": rule("breaking", "the Directive tools read a different directory", "root-changed"),
  "root-loosened": rule("widening", "the Directive tools read files outside the earlier directory", "root-tightened"),
  "root-tightened": rule("narrowing", "the Directive tools no longer read all files of the earlier directory", "root-loosened"),
  "method-changed": rule("breaking", "a Directive tool implements a different JSON-RPC method", "method-changed"),
  "schema-changed": rule("breaking", "an input schema may reject values that it accepted (undecided)", "schema-changed"),
  "schema-undecided": rule("widening", "an input schema may accept values that it rejected (undecided)", "schema-undecided"),
  "schema-annotated": rule("metadata", "only annotations of an input schema changed", "schema-annotated"),
} as const satisfies RuleTable;

const policyRules = {
  "executor-changed": rule("breaking", "commands run in a different image or directory, or as a different user", "executor-changed"),
  "tool-enabled": rule("widening", "a policy no longer disables a tool", "tool-disabled"),
  "tool-disabled": rule("narrowing", "a policy disables a tool", "tool-enabled"),
  "functions-enabled": rule(
    "widening",
    "a policy enables functions of an embedding program, or has other rules for them",
    "functions-disabled",
  ),
  "functions-disabled": rule("narrowing", "a policy no longer enables functions of an embedding program", "functions-enabled"),
  "policy-default-enabled": rule("widening", "a policy enables tools that it does not list", "policy-default-disabled"),
  "policy-default-disabled": rule("narrowing", "a policy disables tools that it does not list", "policy-default-enabled"),
  "confirm-removed": rule("widening", "calls no longer require confirmation", "confirm-added"),
  "confirm-added": rule("narrowing", "each call requires confirmation", "confirm-removed"),
  "approval-loosened": rule("widening", "calls run unconfirmed if the client cannot ask its user", "approval-tightened"),
  "approval-tightened": rule("narrowing", "calls no longer run unconfirmed if the client cannot ask its user", "approval-loosened"),
  "executor-loosened": rule("widening", "commands can access more of the machine", "executor-tightened"),
  "executor-tightened": rule("narrowing", "commands can access less of the machine", "executor-loosened"),
  "inherit-loosened": rule("widening", "commands inherit more environment variables of the server", "inherit-tightened"),
  "inherit-tightened": rule("narrowing", "commands inherit fewer environment variables of the server", "inherit-loosened"),
  "limits-loosened": rule(
    "widening",
    "limits on time, output, resources, concurrency or the queue are higher, or were removed",
    "limits-tightened",
  ),
  "limits-tightened": rule(
    "narrowing",
    "limits on time, output, resources, concurrency or the queue are lower, or were added",
    "limits-loosened",
  ),
} as const satisfies RuleTable;

const constraintRules = {
  "pattern-loosened": rule("widening", "`pattern` accepts values that it rejected, such as the one shown", "pattern-tightened"),
  "pattern-tightened": rule("narrowing", "`pattern` rejects values that it accepted", "pattern-loosened"),
  "pattern-undecided": rule("widening", "`pattern` may accept values that it rejected (undecided)", "pattern-undecided"),
  "pattern-rewritten": rule("metadata", "`pattern` was reworded; it accepts the same values", "pattern-rewritten"),
  "deny-pattern-loosened": rule("widening", "`deny_pattern` accepts values that it rejected", "deny-pattern-tightened"),
  "deny-pattern-tightened": rule("narrowing", "`deny_pattern` rejects values that it accepted", "deny-pattern-loosened"),
  "deny-pattern-undecided": rule("widening", "`deny_pattern` may accept values that it rejected (undecided)", "deny-pattern-undecided"),
  "deny-pattern-rewritten": rule("metadata", "`deny_pattern` was reworded; it rejects the same values", "deny-pattern-rewritten"),
  "one-of-loosened": rule("widening", "`one_of` has more values, or was removed", "one-of-tightened"),
  "one-of-tightened": rule("narrowing", "`one_of` has fewer values, or was added", "one-of-loosened"),
  "min-loosened": rule("widening", "`min` is lower, or was removed", "min-tightened"),
  "min-tightened": rule("narrowing", "`min` is higher, or was added", "min-loosened"),
  "max-loosened": rule("widening", "`max` is higher, or was removed", "max-tightened"),
  "max-tightened": rule("narrowing", "`max` is lower, or was added", "max-loosened"),
  "max-length-loosened": rule("widening", "`max_length` is higher, or was removed", "max-length-tightened"),
  "max-length-tightened": rule("narrowing", "`max_length` is lower, or was added", "max-length-loosened"),
  "within-loosened": rule("widening", "`within` allows a larger or different directory, or was removed", "within-tightened"),
  "within-tightened": rule("narrowing", "`within` allows a smaller or different directory, or was added", "within-loosened"),
  "equals-loosened": rule("widening", "`equals` allows a different value, or was removed", "equals-tightened"),
  "equals-tightened": rule("narrowing", "`equals` rejects values that it accepted, or was added", "equals-loosened"),
  "forbid-removed": rule("widening", "calls may pass an argument that `forbid` rejected", "forbid-added"),
  "forbid-added": rule("narrowing", "`forbid` rejects calls that pass an argument", "forbid-removed"),
  "required-removed": rule("widening", "the policy no longer requires an argument", "required-added"),
  "required-added": rule("narrowing", "the policy rejects calls without an argument", "required-removed"),
  "message-changed": rule("metadata", "the reply to a rejected value changed", "message-changed"),
} as const satisfies RuleTable;

const ruleTable = { ...toolRules, ...argumentRules, ...directiveRules, ...policyRules, ...constraintRules };

/** Reports whether changes of a class are warnings by default. Changes of other classes are notes. */
export function isSevere(one: ChangeClass): boolean {
  return one === "breaking" || one === "widening";
}

/** Codes are stable, because scripts match on them. The code of a removed rule is never reused. */
export type ChangeCode = keyof typeof ruleTable;

/** Rules by code. */
export const changeRules: Readonly<Record<ChangeCode, Rule>> = ruleTable;

/** All codes, by class, in the order of the table. */
export const CHANGE_CODES: readonly ChangeCode[] = CHANGE_CLASSES.flatMap((one) =>
  // Safe cast: the table is a literal above.
  (Object.keys(ruleTable) as ChangeCode[]).filter((code) => ruleTable[code].class === one),
);
