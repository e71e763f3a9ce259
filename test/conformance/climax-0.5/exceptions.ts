/** The cases of CLImax 0.5 that have another result here, or no counterpart, each with the reason. */

type Reasons = readonly (readonly [reason: string, ids: readonly string[]])[];

const different: Reasons = [
  [
    "templates are checked when compiling",
    [
      "load.confirm-message.template-is-not-checked",
      "resolve.template-error-fails-the-call",
      "text.template.attribute",
      "text.template.bad-attribute-fails",
      "text.template.bad-format-fails",
      "text.template.closing-brace-fails",
      "text.template.conversion-and-format",
      "text.template.dotted-name-of-missing-argument",
      "text.template.empty-braces-fail",
      "text.template.not-used-when-nobody-is-asked",
      "text.template.unknown-name",
    ],
  ],
  ["a template contains only arguments of the tool and resolvers", ["text.template.argument-that-the-tool-lacks"]],
  ["a template of a resolver that names another resolver is an error", ["resolve.cannot-use-another-resolve"]],
  ["a message shows defaults", ["text.template.default-is-not-seen"]],
  ["a message shows `(not given)` for null, which means absent", ["text.template.null-argument"]],
  ["a message is one line, and control characters in values are escaped", ["text.template.several-lines"]],
  ["resolvers run in the executor of the policy", ["resolve.is-local-under-docker"]],
  ["unknown keys are errors", ["load.policy.global.by-field-name", "load.resolve.unknown-key-is-ignored"]],
  ["booleans are `true` and `false`", ["load.policy.tools.text-is-converted", "load.policy.tools.yes-is-true"]],
  ["a name in `approval.tools` that resembles the name of a tool is an error", ["ask.approval-tools.unknown-name-is-silent"]],
  ["a negative offset counts as 0", ["search.offset-negative", "search.offset-negative-and-default-limit"]],
  ["invalid limits have the text of other invalid arguments", ["search.limit-2.7", "search.limit-is-no-number"]],
  ["a number as text is converted", ["search.offset-is-no-number"]],
  ["summaries have the counters of searches", ["search.summary.has-no-totals", "search.summary.limit-and-offset"]],
  ["summaries show the enabled tools, and have counters", ["search.summary-ignores-the-policy"]],
];

const inapplicable: Reasons = [
  [
    "the client asks its user, so the server has no dialog that could time out",
    ["answer.nobody-answers-for-120-seconds", "answer.nobody-answers-for-120-seconds.headless-approve"],
  ],
  ["the client asks its user, so the server does not ask on its terminal", ["terminal.YES", "terminal.y", "terminal.yeah"]],
  ["there is no dialog of the server to test", ["cli.test-dialog.approved"]],
  [
    "the command line is that of a compiler, not of a server",
    ["cli.list.bundled", "cli.list.shows-no-risk", "cli.path-needs-config", "cli.transport.unknown", "cli.version"],
  ],
  [
    "HTTP has other paths, and there is no SSE transport",
    ["http.sse.GET-_", "http.sse.POST-_messages_-no-session", "http.streamable-http.POST-_mcp"],
  ],
  ["the meta-tools have more parameters, which test/runtime/server compares with those of 0.3", ["list.meta-tools"]],
  ["a server has its own version", ["initialize.version"]],
];

/** Reasons by id. A case that agrees after all must not be listed: its test fails. */
export const differences: ReadonlyMap<string, string> = toMap(different);

/** Reasons by id of the cases that are not run. */
export const notApplicable: ReadonlyMap<string, string> = toMap(inapplicable);

function toMap(reasons: Reasons): ReadonlyMap<string, string> {
  return new Map(reasons.flatMap(([reason, ids]) => ids.map((id) => [id, reason] as const)));
}
