/** Finds patterns that do not confine a path to a directory, each with an example path. */
import type { ArgConstraint, Tool } from "@climax-gen/runtime";
import { checkPolicy, toPolicy } from "@climax-gen/runtime";
import type { RawArg } from "../check/config.ts";
import { compileLanguage, findInIntersection } from "../patterns/language.ts";
import type { Hazard, EnabledTool } from "./hazard.ts";
import { hazardAt, policyPartsOf } from "./hazard.ts";

/** Argument names that contain a word for a path, separated by `_` or `-`. */
const PATH_WORD = /(?:^|[_-])(?:path|file|filename|filepath|dir|directory|folder)s?(?:$|[_-])/i;
const PATH_DESCRIPTION = /^(?:the |an? )?(?:paths?|files?|folders?|director(?:y|ies))\b/i;

interface Escape {
  readonly what: string;
  /** Patterns of example paths, most illustrative first. */
  readonly patterns: readonly string[];
}

const PARENT: Escape = { what: "a path with `..` in it", patterns: ["(?s:.*/)?\\.\\./\\.\\./etc/passwd", "(?s:(?:.*/)?\\.\\.(?:/.*)?)"] };
const ABSOLUTE: Escape = { what: "an absolute path", patterns: ["/etc/passwd", "(?s:/.*)"] };
const RELATIVE = "(?s:[^/].*)";

/** Checks the `pattern` of path arguments. Skips arguments with `within`, `one_of` or an enum, which confine the value themselves. */
export async function findPathPatterns(owner: EnabledTool): Promise<readonly Hazard[]> {
  const { tool, policy, constraints } = owner;
  if (policy === undefined) return [];
  const hazards: Hazard[] = [];
  for (const arg of tool.args) {
    const rules = constraints.get(arg.name);
    if (rules?.pattern === undefined || rules.within !== undefined || rules.one_of !== undefined || !isPath(arg)) continue;
    const found = await findEscape(rules);
    if (found === undefined) continue;
    const part = { document: policy.document, path: ["tools", tool.name, "args", arg.name, "pattern"] };
    hazards.push(hazardAt("path-pattern", part, policyPartsOf(owner, arg.name), { tool: tool.name, arg: arg.name, ...found }));
  }
  return hazards;
}

function isPath({ name, description, type, cwd, stdin, enum: members }: RawArg): boolean {
  if (type !== "string" || stdin || members !== undefined) return false;
  return cwd || PATH_WORD.test(name) || PATH_DESCRIPTION.test(description);
}

/** Returns an escaping path that all constraints accept. An absolute path counts only if the pattern also accepts relative paths. */
async function findEscape(rules: ArgConstraint): Promise<{ readonly what: string; readonly text: string } | undefined> {
  const accepted = compileLanguage(rules.pattern ?? "");
  const acceptsRelative = findInIntersection(accepted, compileLanguage(RELATIVE)).kind === "found";
  for (const { what, patterns } of acceptsRelative ? [PARENT, ABSOLUTE] : [PARENT]) {
    for (const pattern of patterns) {
      const witness = findInIntersection(accepted, compileLanguage(pattern));
      if (witness.kind === "found" && (await accepts(rules, witness.text))) return { what, text: witness.text };
    }
  }
  return undefined;
}

/** Reports whether the runtime accepts a value, which includes `deny_pattern` and `max_length`. */
async function accepts(rules: ArgConstraint, text: string): Promise<boolean> {
  const policy = toPolicy({ tools: { t: { args: { a: rules } } } });
  return (await checkPolicy(ANY_TOOL, new Map([["a", text]]), [policy], ".")).length === 0;
}

const ANY_TOOL: Tool = {
  name: "t",
  description: "",
  command: [],
  args: [{ name: "a", type: "string" }],
  cli: { name: "", description: "", command: [], global_args: [], tool_count: 1 },
};
