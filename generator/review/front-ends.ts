/** The meaning of changes for each front end of a server: one rule for each kind of change that a front end shows in its own way. */
import type { Change } from "./change.ts";
import { type ChangeKind } from "./rule.ts";
import { changeRules } from "./rules.ts";

/** The front ends (docs/front-ends.md). */
export const FRONT_ENDS = ["mcp", "command_line", "skill", "guard"] as const;

/** A front end of a server. */
export type FrontEnd = (typeof FRONT_ENDS)[number];

/** The meaning of each kind of change for the front ends that it affects. `rules.ts` has the kind of each change. */
const KINDS: Readonly<Record<ChangeKind, Effects>> = {
  "tools-removed": {
    mcp: "searches and lists no longer have the tools, and calls fail",
    command_line: "the commands end with an error",
    skill: "the references no longer name the tools: package again",
    guard: "refuses the command lines of the tools, unless another tool covers them",
  },
  "tools-added": {
    mcp: "searches and lists have the tools",
    command_line: "has the commands: install completions again",
    skill: "the references name the tools: package again",
    guard: "lets the command lines of the tools through",
  },
  "tools-renamed": {
    mcp: "calls by the old name fail",
    command_line: "the command has the new name: change scripts, install completions again",
    skill: "the references have the new name: package again",
  },
  "arguments-changed": {
    mcp: "the input schema changes: calls with the old arguments can fail",
    command_line: "the flags of the same names change with it: change scripts",
    skill: "the references name the arguments: package again",
  },
  "command-lines-changed": { guard: "reads command lines by the new declaration: the old words can be refused or mean something else" },
  "confirmation-added": {
    mcp: "asks the user before the call, in clients that can ask",
    command_line: "asks in a terminal, and refuses elsewhere with status 126",
    skill: "lists the tools that ask: package again",
    guard: "asks in a terminal, and refuses elsewhere with status 126",
  },
  "confirmation-removed": {
    mcp: "runs without asking",
    command_line: "runs without asking, also without a terminal",
    skill: "no longer lists the tools as asking: package again",
    guard: "runs without asking, also without a terminal",
  },
  "unasked-calls-changed": {
    mcp: "calls run, or no longer run, in clients that cannot ask",
    command_line: "calls run, or no longer run, without a terminal",
    guard: "calls run, or no longer run, without a terminal",
  },
  "risk-changed": {
    mcp: "clients may ask more or less often, and `climax_read` runs other tools",
    skill: "the references state the risk: package again",
  },
  "texts-changed": {
    mcp: "searches and lists have the new texts",
    command_line: "the help has the new texts",
    skill: "the references have the new texts: package again",
  },
};

type Effects = Readonly<Partial<Record<FrontEnd, string>>>;

/** A kind of change of a comparison, and what it means for the front ends that it affects. */
export interface FrontEndEffect {
  readonly kind: string;
  /** Number of changes of this kind. */
  readonly changes: number;
  readonly effects: Effects;
}

/** Returns the kinds that the changes have, in the order of the table. */
export function frontEndEffects(changes: readonly Pick<Change, "code">[]): readonly FrontEndEffect[] {
  return Object.entries(KINDS).flatMap(([kind, effects]) => {
    const number = changes.filter(({ code }) => changeRules[code].kind === kind).length;
    return number === 0 ? [] : [{ kind, changes: number, effects }];
  });
}

/** Names of the kinds, for the JSON Schema. */
export const FRONT_END_KINDS: readonly string[] = Object.keys(KINDS);

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
