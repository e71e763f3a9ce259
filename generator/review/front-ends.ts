/** What changes mean for each front end of a server: one rule for each kind of change that a front end shows in its own way. */
import type { Change } from "./change.ts";
import type { ChangeCode } from "./rules.ts";

/** The front ends (docs/front-ends.md). */
export const FRONT_ENDS = ["mcp", "command_line", "skill", "guard"] as const;

/** A front end of a server. */
export type FrontEnd = (typeof FRONT_ENDS)[number];

/** The kinds of changes. A change without a kind is the same in every front end, such as a longer timeout. */
const KINDS = [
  {
    kind: "tools-removed",
    codes: ["tool-removed", "tool-disabled", "policy-default-disabled", "functions-disabled"],
    effects: {
      mcp: "searches and lists no longer have the tools, and calls fail",
      command_line: "the commands end with an error",
      skill: "the references no longer name the tools: package again",
      guard: "refuses the command lines of the tools, unless another tool covers them",
    },
  },
  {
    kind: "tools-added",
    codes: ["tool-added", "tool-enabled", "policy-default-enabled", "functions-enabled"],
    effects: {
      mcp: "searches and lists have the tools",
      command_line: "has the commands: install completions again",
      skill: "the references name the tools: package again",
      guard: "lets the command lines of the tools through",
    },
  },
  {
    kind: "tools-renamed",
    codes: ["tool-renamed"],
    effects: {
      mcp: "calls by the old name fail",
      command_line: "the command has the new name: change scripts, install completions again",
      skill: "the references have the new name: package again",
    },
  },
  {
    kind: "arguments-changed",
    codes: [
      "argument-removed",
      "argument-renamed",
      "argument-added",
      "required-argument-added",
      "argument-required",
      "argument-optional",
      "requirement-dropped",
      "type-narrowed",
      "type-widened",
      "type-changed",
      "repeat-changed",
      "negatable-changed",
    ],
    effects: {
      mcp: "the input schema changes: calls with the old arguments can fail",
      command_line: "the flags of the same names change with it: change scripts",
      skill: "the references name the arguments: package again",
    },
  },
  {
    kind: "command-lines-changed",
    codes: [
      "command-changed",
      "program-changed",
      "flag-changed",
      "position-changed",
      "mode-changed",
      "join-changed",
      "template-changed",
      "enum-words-changed",
      "constant-words-changed",
      "word-order-changed",
      "optional-value-changed",
      "end-of-options-added",
      "end-of-options-removed",
    ],
    effects: { guard: "reads command lines by the new declaration: the old words can be refused or mean something else" },
  },
  {
    kind: "confirmation-added",
    codes: ["confirm-added"],
    effects: {
      mcp: "asks the user before the call, in clients that can ask",
      command_line: "asks in a terminal, and refuses elsewhere with status 126",
      skill: "lists the tools that ask: package again",
      guard: "asks in a terminal, and refuses elsewhere with status 126",
    },
  },
  {
    kind: "confirmation-removed",
    codes: ["confirm-removed"],
    effects: {
      mcp: "runs without asking",
      command_line: "runs without asking, also without a terminal",
      skill: "no longer lists the tools as asking: package again",
      guard: "runs without asking, also without a terminal",
    },
  },
  {
    kind: "unasked-calls-changed",
    codes: ["approval-loosened", "approval-tightened"],
    effects: {
      mcp: "calls run, or no longer run, in clients that cannot ask",
      command_line: "calls run, or no longer run, without a terminal",
      guard: "calls run, or no longer run, without a terminal",
    },
  },
  {
    kind: "risk-changed",
    codes: ["risk-raised", "risk-lowered"],
    effects: {
      mcp: "clients may ask more or less often, and `climax_read` runs other tools",
      skill: "the references state the risk: package again",
    },
  },
] as const satisfies readonly KindRule[];

interface KindRule {
  readonly kind: string;
  readonly codes: readonly ChangeCode[];
  readonly effects: Readonly<Partial<Record<FrontEnd, string>>>;
}

/** A kind of change of a comparison, and what it means for the front ends that it affects. */
export interface FrontEndEffect {
  readonly kind: string;
  /** Number of changes of this kind. */
  readonly changes: number;
  readonly effects: KindRule["effects"];
}

/** Returns the kinds that the changes have, in the order of the table. */
export function frontEndEffects(changes: readonly Pick<Change, "code">[]): readonly FrontEndEffect[] {
  const rules: readonly KindRule[] = KINDS;
  return rules.flatMap(({ kind, codes, effects }) => {
    const number = changes.filter(({ code }) => codes.includes(code)).length;
    return number === 0 ? [] : [{ kind, changes: number, effects }];
  });
}

/** Names of the kinds, for the JSON Schema. */
export const FRONT_END_KINDS: readonly string[] = KINDS.map(({ kind }) => kind);

/** Returns one line: the effect on each front end that is affected. */
export function describeEffects({ effects }: Pick<FrontEndEffect, "effects">): string {
  return FRONT_ENDS.flatMap((frontEnd) => (effects[frontEnd] === undefined ? [] : [`${labelOf(frontEnd)}: ${effects[frontEnd]}`])).join(
    "; ",
  );
}

function labelOf(frontEnd: FrontEnd): string {
  return frontEnd.replace("_", " ");
}

/** Explanation of the effects, for headings. */
export const FRONT_ENDS_MEANING = "what the changes mean for MCP clients, the command line, skills and guards";
