/** The calls that the model makes in every host. */
import type { Step } from "./model/script.ts";

/** Modes of the server, and the options that select them. */
export const MODES = { progressive: [], split: ["--split-calls"], classic: ["--classic"] } as const satisfies Record<
  string,
  readonly string[]
>;
/** A mode of the server. */
export type Mode = keyof typeof MODES;
/** All modes. */
export const modes = Object.keys(MODES) as readonly Mode[];

/**
 * Permissions of a session: those that the host has without options, or all that its options give. `slow`: one call of 70 seconds, with
 * all permissions. `rules`: the shell is open, and the rules of `climax-gen install --permissions` are written.
 */
export type Profile = "default" | "allowed" | "slow" | "rules";

interface Scenario {
  readonly id: string;
  readonly tool: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** True for a tool with `risk: read`, which `climax_read` runs. */
  readonly isRead?: boolean;
}

const PERMISSIONS: readonly Scenario[] = [
  { id: "read", tool: "demo_show", args: { text: "hello" }, isRead: true },
  { id: "write", tool: "demo_note" },
  { id: "destructive", tool: "demo_wipe" },
  { id: "confirm", tool: "demo_erase" },
];

/** The last calls terminate the run of some frameworks. */
const REPLIES: readonly Scenario[] = [
  { id: "call", tool: "demo_show", args: { text: 'a "quoted" text, 工具' }, isRead: true },
  { id: "report", tool: "demo_report", args: { limit: 3 }, isRead: true },
  { id: "fail", tool: "demo_fail", isRead: true },
  { id: "long", tool: "demo_long", args: { lines: 340 }, isRead: true },
  { id: "cut", tool: "demo_long", args: { lines: 5000 }, isRead: true },
  { id: "confirm", tool: "demo_erase" },
  { id: "table", tool: "demo_table", isRead: true },
  { id: "picture", tool: "demo_picture", isRead: true },
  { id: "sound", tool: "demo_sound", isRead: true },
];

const SLOW: readonly Scenario[] = [{ id: "wait", tool: "demo_wait", args: { seconds: 70 }, isRead: true }];

const OF_PROFILE: Record<Profile, readonly Scenario[]> = { default: PERMISSIONS, allowed: REPLIES, slow: SLOW, rules: [] };

/** Returns the steps of a session. In classic mode, the model calls the tools directly. */
export function stepsOf(profile: Profile, mode: Mode): readonly Step[] {
  const calls = OF_PROFILE[profile].map((scenario) => toStep(scenario, mode));
  if (mode === "classic" || profile !== "allowed") return calls;
  return [{ id: "search", tool: "climax_search", args: { query: "show a text" } }, ...calls];
}

function toStep({ id, tool, args = {}, isRead = false }: Scenario, mode: Mode): Step {
  if (mode === "classic") return { id, tool, args };
  return { id, tool: mode === "split" && isRead ? "climax_read" : "climax_call", args: { tool_name: tool, args } };
}
