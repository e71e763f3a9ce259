/** Table of the changes that `climax-gen diff` reports. */
import { presenceRules, rulesOfConstraints } from "./constraint-rules.ts";
import { breaking, CHANGE_CLASSES, compatible, metadata, narrowing, type Rule, type RuleTable, widening } from "./rule.ts";

const toolRules = {
  "tool-removed": breaking("a tool was removed", "tools-removed"),
  "tool-renamed": breaking("a tool was renamed; its command and arguments are the same", "tools-renamed"),
  "command-changed": breaking("a tool runs a different command", "command-lines-changed"),
  "env-changed": breaking("an environment variable of the commands was added, removed or changed"),
  "working-dir-changed": breaking("commands run in a different directory"),
  "global-args-changed": breaking("the server adds different arguments to every command"),
  "word-order-changed": breaking(
    "`end_of_options` or `order` changes the order of the arguments of a command line",
    "command-lines-changed",
  ),
  "constant-words-changed": breaking("constant words between the arguments were added, removed or changed", "command-lines-changed"),
  "relations-narrowed": breaking("arguments that could be combined or omitted no longer can"),
  "relations-widened": widening("arguments that could not be combined or omitted can be"),
  "flag-order-changed": breaking("flags are passed in a different order, which some programs interpret differently"),
  "timeout-lowered": breaking("a call is terminated earlier"),
  "exit-codes-narrowed": breaking("an exit code no longer counts as success"),
  "exit-condition-changed": breaking("an exit code counts as a failure under another condition"),
  "program-changed": widening("a tool runs a different program, or the command names another path", "command-lines-changed"),
  "code-variable-changed": widening("an environment variable that can decide which code runs was added, removed or changed"),
  "tool-added": widening("a tool was added", "tools-added"),
  "risk-raised": widening("the declared risk of a tool is higher", "risk-changed"),
  "risk-lowered": widening("the declared risk of a tool is lower, so clients may stop asking for confirmation", "risk-changed"),
  "network-raised": widening("a tool declares that it reaches the network, or no longer declares that it does not"),
  "network-lowered": widening("a tool declares that it does not reach the network, so clients may stop asking for confirmation"),
  "runs-code-raised": widening(
    "a tool declares that it runs code of its directory or of the caller, or no longer declares that it does not",
  ),
  "runs-code-lowered": widening(
    "a tool no longer declares that it runs code of its directory or of the caller, or declares that it does not",
  ),
  "idempotent-raised": widening("a tool declares that a repeated call has no further effect, so clients may repeat calls"),
  "idempotent-lowered": metadata("a tool no longer declares that a repeated call has no further effect"),
  "end-of-options-added": widening("positional values follow the flags and `--`, so they may start with `-`", "command-lines-changed"),
  "end-of-options-removed": narrowing("positional values no longer follow `--`, and must not start with `-`", "command-lines-changed"),
  "unknown-arguments-refused": narrowing("calls with unknown arguments are rejected"),
  "unknown-arguments-ignored": widening("unknown arguments of a call are ignored"),
  "resolver-added": widening("another command runs before a confirmation, to find a value for its message"),
  "resolver-changed": widening("a different command runs before a confirmation"),
  "resolver-removed": narrowing("a command no longer runs before a confirmation"),
  "discovery-changed": breaking(
    "`--discovery auto` chooses another mode, because the list of tools grew or shrank: agents see other tools",
  ),
  "timeout-raised": compatible("a call may take longer"),
  "exit-codes-widened": compatible("an additional exit code counts as success"),
  "relations-restated": metadata("relations of arguments are described differently; they allow the same calls"),
  "examples-changed": metadata("the examples of a tool changed"),
  "exit-meanings-changed": metadata("the reply describes exit codes differently"),
  "output-changed": breaking("replies have another form: `output` or its schema changed"),
  "missing-programs-changed": compatible("a server treats programs that are not installed differently"),
  "command-choices-added": widening("a server can run another command, if it is the one that is installed"),
  "command-choices-removed": breaking("a server can no longer run one of several commands"),
  "systems-removed": breaking("tools are left out on a system"),
  "systems-added": widening("tools are available on another system"),
  "stderr-changed": compatible("other replies contain standard error"),
  "reply-prefix-changed": compatible("replies start with another line"),
  "timeout-succeeds": compatible("a call that reaches its timeout is a success"),
  "timeout-fails": breaking("a call that reaches its timeout is no longer a success"),
  "argument-order-changed": metadata("arguments or enum values are listed in a different order"),
  "confirm-message-changed": metadata("the message of a confirmation changed"),
  "title-changed": metadata("the title of a tool changed"),
  "description-changed": metadata("the description of a tool, an argument or a CLI changed", "texts-changed"),
  "search-words-changed": metadata("keywords, tags or a category changed"),
  "program-version-changed": metadata("the config is for other versions of the program"),
  "cli-renamed": metadata("the CLI of a tool was renamed", "texts-changed"),
} satisfies RuleTable;

const argumentRules = {
  "argument-removed": breaking("an argument was removed", "arguments-changed"),
  "argument-renamed": breaking("an argument was renamed; it is passed in the same way", "arguments-changed"),
  "required-argument-added": breaking("a required argument was added", "arguments-changed"),
  "argument-required": breaking("an optional argument became required", "arguments-changed"),
  "type-narrowed": breaking("an argument accepts or passes fewer values", "arguments-changed"),
  "type-changed": breaking("the type of an argument changed", "arguments-changed"),
  "enum-narrowed": breaking("an argument has fewer enum values"),
  "default-changed": breaking("calls without an argument use a different value"),
  "flag-changed": breaking("an argument is passed with a different flag", "command-lines-changed"),
  "position-changed": breaking("positional arguments are passed in a different order", "command-lines-changed"),
  "mode-changed": breaking("an argument changed between flag, positional, `cwd`, `stdin` and `env`", "command-lines-changed"),
  "variable-changed": breaking("an argument sets a different environment variable"),
  "file-changed": breaking("a value is passed in a temporary file, no longer is, or the file has another suffix"),
  "repeat-changed": breaking("an argument changed between a single value, a list, and a list after one flag", "arguments-changed"),
  "join-changed": breaking(
    "a list is passed as one word, no longer is, or has a different text between its items",
    "command-lines-changed",
  ),
  "template-changed": breaking("`value` was added, removed or changed, so a value becomes other words", "command-lines-changed"),
  "enum-words-changed": breaking("a value of `enum` stands for other words", "command-lines-changed"),
  "negatable-changed": breaking("`false` is passed as a flag, or no longer is", "arguments-changed"),
  "optional-value-changed": breaking("the value of a flag became optional, or no longer is", "command-lines-changed"),
  "argument-added": widening("an argument was added", "arguments-changed"),
  "requirement-dropped": widening(
    "an argument became optional, or a required one was removed, in a tool that may modify data: one without `risk: read`",
    "arguments-changed",
  ),
  "type-widened": widening("an argument accepts or passes more values, such as a list", "arguments-changed"),
  "enum-widened": widening("an argument has more enum values"),
  "leading-dash-allowed": widening("values may start with `-` and be interpreted as options"),
  "leading-dash-refused": narrowing("values must no longer start with `-`"),
  "secret-removed": widening("values of an argument are written to logs"),
  "spellings-changed": metadata("the guard reads other spellings of a flag", "command-lines-changed"),
  "secret-added": narrowing("values of an argument are no longer written to logs"),
  "argument-optional": compatible(
    "an argument of a tool with `risk: read` became optional, or a required one was removed",
    "arguments-changed",
  ),
  "default-stated": metadata("a default was set or removed without effect on the command line"),
} satisfies RuleTable;

const directiveRules = {
  "handler-changed": breaking("the handler of a Directive tool changed"),
  "root-changed": breaking("the Directive tools read a different directory"),
  "root-loosened": widening("the Directive tools read files outside the earlier directory"),
  "root-tightened": narrowing("the Directive tools no longer read all files of the earlier directory"),
  "method-changed": breaking("a Directive tool implements a different JSON-RPC method"),
  "schema-changed": breaking("an input schema may reject values that it accepted (undecided)"),
  "schema-undecided": widening("an input schema may accept values that it rejected (undecided)"),
  "schema-annotated": metadata("only annotations of an input schema changed"),
} satisfies RuleTable;

const policyRules = {
  "executor-changed": breaking("commands run in a different image or directory, or as a different user"),
  "tool-enabled": widening("a policy no longer disables a tool", "tools-added"),
  "tool-disabled": narrowing("a policy disables a tool", "tools-removed"),
  "functions-enabled": widening("a policy enables functions of an embedding program, or has other rules for them", "tools-added"),
  "functions-disabled": narrowing("a policy no longer enables functions of an embedding program", "tools-removed"),
  "policy-default-enabled": widening("a policy enables tools that it does not list", "tools-added"),
  "policy-default-disabled": narrowing("a policy disables tools that it does not list", "tools-removed"),
  "confirm-removed": widening("calls no longer require confirmation", "confirmation-removed"),
  "confirm-added": narrowing("each call requires confirmation", "confirmation-added"),
  "approval-loosened": widening("calls run unconfirmed if the client cannot ask its user", "unasked-calls-changed"),
  "approval-tightened": narrowing("calls no longer run unconfirmed if the client cannot ask its user", "unasked-calls-changed"),
  "executor-loosened": widening("commands can access more of the machine"),
  "executor-tightened": narrowing("commands can access less of the machine"),
  "inherit-loosened": widening("commands inherit more environment variables of the server"),
  "inherit-tightened": narrowing("commands inherit fewer environment variables of the server"),
  "scopes-loosened": widening("callers over HTTP need fewer scopes for a tool"),
  "scopes-tightened": narrowing("callers over HTTP need further scopes for a tool"),
  "secrets-loosened": widening("commands get a further secret"),
  "secrets-changed": widening("commands get a secret from another source"),
  "secrets-tightened": narrowing("commands no longer get a secret"),
  "limits-loosened": widening("limits on time, output, resources, concurrency or the queue are higher, or were removed"),
  "limits-tightened": narrowing("limits on time, output, resources, concurrency or the queue are lower, or were added"),
  "reply-after-changed": compatible("commands have their first reply at another time, or only at their end"),
} satisfies RuleTable;

const ruleTable = { ...toolRules, ...argumentRules, ...directiveRules, ...policyRules, ...rulesOfConstraints(), ...presenceRules };

/** Codes are stable, because scripts match on them. The code of a removed rule is never reused. */
export type ChangeCode = keyof typeof ruleTable;

/** Rules by code. */
export const changeRules: Readonly<Record<ChangeCode, Rule>> = ruleTable;

/** All codes, by class, in the order of the table. */
export const CHANGE_CODES: readonly ChangeCode[] = CHANGE_CLASSES.flatMap((one) =>
  // Safe cast: the table is a literal above.
  (Object.keys(ruleTable) as ChangeCode[]).filter((code) => ruleTable[code].class === one),
);
