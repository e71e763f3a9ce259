/** Compares a tool's use of its program with the program's documentation and its answers. Pure. */
import { nearNames } from "@climax-gen/runtime/internal/text/near-names";
import type { OptionFacts, Page } from "../import/description.ts";
import type { FlagVerdict } from "../probe/flag-verdict.ts";
import type { FlagUse, ToolUse } from "./tool-use.ts";

/** The documentation of a tool's command. */
export interface CommandKnowledge {
  /** Options of the command, of its parents and of all commands; those of the command first. */
  readonly options: readonly OptionFacts[];
  /** Pages of the command and its parents. */
  readonly pages: readonly Page[];
}

interface FindingBase {
  readonly tool: string;
  readonly use: FlagUse;
}

/** What the program says about flags. Flags that were not asked about are absent. */
export type Verdicts = ReadonlyMap<string, FlagVerdict>;

/** A difference between a config and its program. `option` is the documented option, if there is one. */
export type Finding =
  /** `refused`: the program rejects the flag. `unknown`: the documentation does not mention it. */
  | (FindingBase & { readonly kind: "unknown" | "refused"; readonly near: readonly string[] })
  | (FindingBase & { readonly kind: "takes_none"; readonly option?: OptionFacts; readonly isConfirmed: boolean })
  /** `unglued`: the flag takes its value only in the same word. `unjoined`: only in a separate word. */
  | (FindingBase & { readonly kind: "unglued"; readonly option?: OptionFacts; readonly isOptional: boolean })
  | (FindingBase & { readonly kind: "takes_value" | "unjoined"; readonly option?: OptionFacts })
  | (FindingBase & { readonly kind: "deprecated"; readonly option: OptionFacts })
  | (FindingBase & { readonly kind: "values_gone" | "values_new"; readonly option: OptionFacts; readonly values: readonly string[] });

/** Returns the differences, in the order of the flags. */
export function compareTool(
  { tool, flags }: Pick<ToolUse, "tool" | "flags">,
  knowledge: CommandKnowledge,
  verdicts: Verdicts = new Map(),
): readonly Finding[] {
  return flags.flatMap((use) => compareFlag({ tool, use }, knowledge, verdicts.get(use.flag)));
}

function compareFlag(base: FindingBase, knowledge: CommandKnowledge, verdict: FlagVerdict | undefined): readonly Finding[] {
  const { use } = base;
  const option = knowledge.options.find(({ names }) => names.includes(use.flag));
  if (verdict?.kind === "rejected") return [{ ...base, kind: "refused", near: findNear(use, knowledge) }];
  const isAnswered = verdict !== undefined && verdict.kind !== "unclear";
  if (option === undefined) {
    if (isAnswered) return compareAnswer(base, verdict);
    return isMentioned(use.flag, knowledge) ? [] : [{ ...base, kind: "unknown", near: findNear(use, knowledge) }];
  }
  const documented = compareForm(base, option);
  const isOpen = option.kind === "unknown" || documented.length > 0;
  // If the config agrees with the documentation, an answer decides only about the notation of a value.
  const answered = isAnswered && verdict.kind !== "known" ? compareAnswer(base, verdict, option) : undefined;
  const form = isOpen ? (answered ?? documented) : (answered ?? []).filter(({ kind }) => kind === "unjoined" || kind === "unglued");
  return [...form, ...compareValues(base, option), ...(option.isDeprecated ? [{ ...base, kind: "deprecated" as const, option }] : [])];
}

function findNear({ flag }: FlagUse, { options }: CommandKnowledge): readonly string[] {
  const names = options.flatMap((one) => one.names).filter((name) => name.startsWith("--") && name !== flag);
  return flag.startsWith("--") ? nearNames(flag, names, 3) : [];
}

/** Compares the notation of a flag with the documentation. */
function compareForm(base: FindingBase, option: OptionFacts): readonly Finding[] {
  const { form, flag } = base.use;
  if (form === undefined || option.kind === "unknown") return [];
  // Each digit of `-0 ... -9` is a switch.
  if (/^-\d$/.test(flag) && option.valueForm === "attached") return [];
  if (form === "switch") return option.kind === "value" ? [{ ...base, kind: "takes_value", option }] : [];
  if (option.kind === "switch" && option.isAssignable === true && form === "glued") return [];
  if (option.kind === "switch") return [{ ...base, kind: "takes_none", option, isConfirmed: false }];
  const isUnglued = option.kind === "optional" && option.valueForm === "glued" && form === "separate" && flag.startsWith("--");
  return isUnglued ? [{ ...base, kind: "unglued", option, isOptional: true }] : [];
}

/** Compares the notation of a flag with what the program says. */
function compareAnswer(base: FindingBase, verdict: FlagVerdict, option?: OptionFacts): readonly Finding[] {
  const { form } = base.use;
  const { kind, joined, separate } = verdict;
  const found = { ...base, ...(option && { option }) };
  if (form === undefined || kind === "known") return [];
  if (form === "switch") return kind === "value" ? [{ ...found, kind: "takes_value" }] : [];
  if (kind === "switch")
    return option?.isAssignable === true && form === "glued" ? [] : [{ ...found, kind: "takes_none", isConfirmed: true }];
  if (form === "separate") return separate === false ? [{ ...found, kind: "unglued", isOptional: kind === "optional" }] : [];
  return joined === false ? [{ ...found, kind: "unjoined" }] : [];
}

/** Compares the values of an enum with the documented values, if the documentation lists all values. */
function compareValues(base: FindingBase, option: OptionFacts): readonly Finding[] {
  const { values } = base.use;
  const listed = option.values?.value;
  if (values === undefined || listed?.strength !== "closed") return [];
  const gone = values.filter((value) => !listed.words.includes(value));
  const added = listed.words.filter((word) => !values.includes(word));
  return [
    ...(gone.length > 0 ? [{ ...base, kind: "values_gone" as const, option, values: gone }] : []),
    ...(added.length > 0 ? [{ ...base, kind: "values_new" as const, option, values: added }] : []),
  ];
}

/**
 * Reports whether a page mentions the flag: as a word, as the opposite of a `--no-` flag, as a family such as `--skip-<thing>`, as a bundle
 * of letters, or as a letter with a number.
 */
function isMentioned(flag: string, { options, pages }: CommandKnowledge): boolean {
  const opposite = flag.replace(/^--no-/, "--");
  if (options.some(({ names, negation }) => negation === flag || names.includes(opposite))) return true;
  if (
    options.some(({ names: [family = ""], valueForm }) => valueForm === "attached" && /^--\w.*-$/.test(family) && flag.startsWith(family))
  )
    return true;
  const numbered = /^(-[A-Za-z])\d+$/.exec(flag)?.[1];
  if (numbered !== undefined && options.some(({ names, kind }) => kind !== "switch" && names.includes(numbered))) return true;
  const letters = /^-([A-Za-z]{2,})$/.exec(flag)?.[1];
  if (letters !== undefined && Array.from(letters).every((letter) => options.some(({ names }) => names.includes(`-${letter}`))))
    return true;
  return pages.some(({ text }) => hasWord(text.replace(/.\u0008/g, ""), flag));
}

/** Reports whether a text contains the flag between characters that cannot belong to a flag. */
function hasWord(text: string, flag: string): boolean {
  for (let at = text.indexOf(flag); at !== -1; at = text.indexOf(flag, at + 1)) {
    if (!/[\w-]/.test(text[at - 1] ?? " ") && !/[\w-]/.test(text[at + flag.length] ?? " ")) return true;
  }
  return false;
}
