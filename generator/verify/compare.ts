/** Compares a tool's use of its program with the program's documentation. Pure. */
import { nearNames } from "@climax-gen/runtime/compiler";
import type { OptionFacts, Page } from "../import/description.ts";
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

/** A difference between a config and the documentation of its program. */
export type Finding =
  | (FindingBase & { readonly kind: "unknown"; readonly near: readonly string[] })
  | (FindingBase & {
      readonly kind: "takes_value" | "takes_none" | "unglued" | "deprecated";
      readonly option: OptionFacts;
    })
  | (FindingBase & { readonly kind: "values_gone" | "values_new"; readonly option: OptionFacts; readonly values: readonly string[] });

/** Returns the differences, in the order of the flags. */
export function compareTool({ tool, flags }: ToolUse, knowledge: CommandKnowledge): readonly Finding[] {
  return flags.flatMap((use) => compareFlag({ tool, use }, knowledge));
}

function compareFlag(base: FindingBase, knowledge: CommandKnowledge): readonly Finding[] {
  const { use } = base;
  const option = knowledge.options.find(({ names }) => names.includes(use.flag));
  if (option === undefined) {
    if (isMentioned(use.flag, knowledge)) return [];
    const names = knowledge.options.flatMap((one) => one.names).filter((name) => name.startsWith("--"));
    return [{ ...base, kind: "unknown", near: use.flag.startsWith("--") ? nearNames(use.flag, names, 3) : [] }];
  }
  return [
    ...compareForm(base, option),
    ...compareValues(base, option),
    ...(option.isDeprecated ? [{ ...base, kind: "deprecated" as const, option }] : []),
  ];
}

function compareForm(base: FindingBase, option: OptionFacts): readonly Finding[] {
  const { form, flag } = base.use;
  if (form === undefined || option.kind === "unknown") return [];
  // Each digit of `-0 ... -9` is a switch.
  if (/^-\d$/.test(flag) && option.valueForm === "attached") return [];
  if (form === "switch") return option.kind === "value" ? [{ ...base, kind: "takes_value", option }] : [];
  if (option.kind === "switch" && option.isAssignable === true && form === "glued") return [];
  if (option.kind === "switch") return [{ ...base, kind: "takes_none", option }];
  const isUnglued = option.kind === "optional" && option.valueForm === "glued" && form === "separate" && flag.startsWith("--");
  return isUnglued ? [{ ...base, kind: "unglued", option }] : [];
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
