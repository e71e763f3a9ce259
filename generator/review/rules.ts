/** Every change that `climax-gen diff` knows: one table of codes, each with its class and what it means. */

/** How a change is to be read, the gravest first; docs/review.md says what each class promises. */
export const CHANGE_CLASSES = ["breaking", "widening", "narrowing", "compatible", "metadata"] as const;

export type ChangeClass = (typeof CHANGE_CLASSES)[number];

/** What `--fail-on` can name. */
export const FAILURES = [...CHANGE_CLASSES, "hazards"] as const;

export type Failure = (typeof FAILURES)[number];

interface Rule {
  readonly class: ChangeClass;
  /** What has changed, as the table in docs/review.md and the rules of a SARIF file say it. */
  readonly means: string;
  /** The codes that the same change may have when the sides are swapped. */
  readonly reverse: readonly string[];
}

type RuleTable = Readonly<Record<string, Rule>>;

const rule = (kind: ChangeClass, means: string, ...reverse: readonly string[]): Rule => ({ class: kind, means, reverse });

const toolRules = {
  "tool-removed": rule("breaking", "a tool is gone", "tool-added"),
  "tool-renamed": rule("breaking", "a tool has another name, and the same command and arguments", "tool-renamed"),
  "command-changed": rule("breaking", "a tool runs another command", "command-changed"),
  "env-changed": rule("breaking", "commands get another environment variable, or another value of one", "env-changed"),
  "working-dir-changed": rule("breaking", "commands start in another folder", "working-dir-changed"),
  "global-args-changed": rule("breaking", "the server adds other words to every command", "global-args-changed"),
  "word-order-changed": rule("breaking", "`end_of_options` puts the words of a call in another order", "word-order-changed"),
  "flag-order-changed": rule(
    "breaking",
    "flags reach the program in another order, which some programs read differently",
    "flag-order-changed",
  ),
  "timeout-lowered": rule("breaking", "a call is ended earlier", "timeout-raised"),
  "exit-codes-narrowed": rule("breaking", "an exit code that was a success is a failure", "exit-codes-widened"),
  "tool-added": rule("widening", "there is a new tool", "tool-removed"),
  "risk-raised": rule("widening", "a tool says that it does more than before", "risk-lowered"),
  "risk-lowered": rule("widening", "a tool says that it does less than before, so that clients may stop asking", "risk-raised"),
  "end-of-options-added": rule(
    "widening",
    "positional values follow the flags and `--`, so that they may start with `-`",
    "end-of-options-removed",
  ),
  "end-of-options-removed": rule(
    "narrowing",
    "positional values no longer follow `--`, and may not start with `-`",
    "end-of-options-added",
  ),
  "timeout-raised": rule("compatible", "a call may take longer", "timeout-lowered"),
  "exit-codes-widened": rule("compatible", "an exit code that was a failure is a success", "exit-codes-narrowed"),
  "argument-order-changed": rule("metadata", "arguments are listed in another order", "argument-order-changed"),
  "title-changed": rule("metadata", "a tool has another title", "title-changed"),
  "description-changed": rule("metadata", "a tool, an argument or a CLI is described in other words", "description-changed"),
  "search-words-changed": rule("metadata", "other keywords, tags or another category find a tool", "search-words-changed"),
  "cli-renamed": rule("metadata", "a tool belongs to a CLI of another name", "cli-renamed"),
} as const satisfies RuleTable;

const argumentRules = {
  "argument-removed": rule("breaking", "an argument is gone", "argument-added", "required-argument-added"),
  "argument-renamed": rule("breaking", "an argument has another name, and reaches the program as before", "argument-renamed"),
  "required-argument-added": rule("breaking", "there is a new argument that every call must give", "argument-removed"),
  "argument-required": rule(
    "breaking",
    "every call must give an argument that could be left out",
    "argument-optional",
    "requirement-dropped",
  ),
  "type-narrowed": rule("breaking", "the type of an argument has fewer values", "type-widened"),
  "type-changed": rule("breaking", "an argument has another type", "type-changed"),
  "enum-narrowed": rule("breaking", "an argument has fewer values to choose from", "enum-widened"),
  "default-changed": rule("breaking", "calls that leave an argument out run with another value of it", "default-changed"),
  "flag-changed": rule("breaking", "an argument reaches the program behind another flag", "flag-changed"),
  "position-changed": rule("breaking", "positional arguments stand in another order", "position-changed"),
  "mode-changed": rule("breaking", "an argument changes between flag, positional, `cwd` and `stdin`", "mode-changed"),
  "repeat-changed": rule("breaking", "an argument changes between one value and a list of them", "repeat-changed"),
  "argument-added": rule("widening", "there is a new argument", "argument-removed"),
  "requirement-dropped": rule(
    "widening",
    "an argument can be left out of a tool that may change something: one without `risk: read`",
    "argument-required",
  ),
  "type-widened": rule("widening", "the type of an argument has more values", "type-narrowed"),
  "enum-widened": rule("widening", "an argument has more values to choose from", "enum-narrowed"),
  "leading-dash-allowed": rule("widening", "values may start with `-` and be read as options", "leading-dash-refused"),
  "leading-dash-refused": rule("narrowing", "values may no longer start with `-`", "leading-dash-allowed"),
  "secret-removed": rule("widening", "values of an argument are written into logs", "secret-added"),
  "secret-added": rule("narrowing", "values of an argument are kept out of logs", "secret-removed"),
  "argument-optional": rule("compatible", "an argument of a tool with `risk: read` can be left out", "argument-required"),
  "default-stated": rule("metadata", "a default says what calls without the argument did before", "default-stated"),
} as const satisfies RuleTable;

const directiveRules = {
  "handler-changed": rule("breaking", "a Directive tool has another answer", "handler-changed"),
  "root-changed": rule("breaking", "a Directive tool reads another folder", "root-changed"),
  "method-changed": rule("breaking", "a Directive tool answers another JSON-RPC method", "method-changed"),
  "schema-changed": rule("breaking", "an input schema may refuse what it accepted; that is not decided", "schema-changed"),
  "schema-undecided": rule("widening", "an input schema may accept what it refused; that is not decided", "schema-undecided"),
  "schema-annotated": rule("metadata", "an input schema says the same in other words", "schema-annotated"),
} as const satisfies RuleTable;

const policyRules = {
  "executor-changed": rule("breaking", "commands run in another image, folder or as another user", "executor-changed"),
  "tool-enabled": rule("widening", "a policy no longer disables a tool", "tool-disabled"),
  "tool-disabled": rule("narrowing", "a policy disables a tool", "tool-enabled"),
  "policy-default-enabled": rule("widening", "tools that a policy does not name are enabled", "policy-default-disabled"),
  "policy-default-disabled": rule("narrowing", "tools that a policy does not name are disabled", "policy-default-enabled"),
  "confirm-removed": rule("widening", "the user is no longer asked before a call", "confirm-added"),
  "confirm-added": rule("narrowing", "the user is asked before each call", "confirm-removed"),
  "executor-loosened": rule("widening", "commands can reach more of the machine", "executor-tightened"),
  "executor-tightened": rule("narrowing", "commands can reach less of the machine", "executor-loosened"),
  "inherit-loosened": rule("widening", "commands get more of the server's environment variables", "inherit-tightened"),
  "inherit-tightened": rule("narrowing", "commands get fewer of the server's environment variables", "inherit-loosened"),
  "limits-loosened": rule("widening", "commands may take more time, output or places", "limits-tightened"),
  "limits-tightened": rule("narrowing", "commands may take less time, output or places", "limits-loosened"),
} as const satisfies RuleTable;

const constraintRules = {
  "pattern-loosened": rule("widening", "`pattern` accepts values that it refused, such as the one shown", "pattern-tightened"),
  "pattern-tightened": rule("narrowing", "`pattern` refuses values that it accepted", "pattern-loosened"),
  "pattern-undecided": rule("widening", "`pattern` may accept what it refused; that cannot be decided", "pattern-undecided"),
  "pattern-rewritten": rule("metadata", "`pattern` accepts the same values, said in another way", "pattern-rewritten"),
  "deny-pattern-loosened": rule("widening", "`deny_pattern` lets values pass that it refused", "deny-pattern-tightened"),
  "deny-pattern-tightened": rule("narrowing", "`deny_pattern` refuses values that it let pass", "deny-pattern-loosened"),
  "deny-pattern-undecided": rule(
    "widening",
    "`deny_pattern` may let pass what it refused; that cannot be decided",
    "deny-pattern-undecided",
  ),
  "deny-pattern-rewritten": rule("metadata", "`deny_pattern` refuses the same values, said in another way", "deny-pattern-rewritten"),
  "one-of-loosened": rule("widening", "`one_of` has more values, or is gone", "one-of-tightened"),
  "one-of-tightened": rule("narrowing", "`one_of` has fewer values, or is new", "one-of-loosened"),
  "min-loosened": rule("widening", "`min` is lower, or gone", "min-tightened"),
  "min-tightened": rule("narrowing", "`min` is higher, or new", "min-loosened"),
  "max-loosened": rule("widening", "`max` is higher, or gone", "max-tightened"),
  "max-tightened": rule("narrowing", "`max` is lower, or new", "max-loosened"),
  "max-length-loosened": rule("widening", "`max_length` is higher, or gone", "max-length-tightened"),
  "max-length-tightened": rule("narrowing", "`max_length` is lower, or new", "max-length-loosened"),
  "within-loosened": rule("widening", "`within` names a folder that reaches further, or is gone", "within-tightened"),
  "within-tightened": rule("narrowing", "`within` names a folder that reaches less far, or is new", "within-loosened"),
} as const satisfies RuleTable;

const ruleTable = { ...toolRules, ...argumentRules, ...directiveRules, ...policyRules, ...constraintRules };

/** Whether a change of the class is a warning where nothing fails on it; the others are notes. */
export function isGrave(one: ChangeClass): boolean {
  return one === "breaking" || one === "widening";
}

/** Codes are stable: scripts match on them, so one that is gone is not used again. */
export type ChangeCode = keyof typeof ruleTable;

/** By code. */
export const changeRules: Readonly<Record<ChangeCode, Rule>> = ruleTable;

/** Every code, class by class, in the order of the table. */
export const CHANGE_CODES: readonly ChangeCode[] = CHANGE_CLASSES.flatMap((one) =>
  // The keys of a table that is written down above.
  (Object.keys(ruleTable) as ChangeCode[]).filter((code) => ruleTable[code].class === one),
);
