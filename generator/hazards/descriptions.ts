/** Finds hazards in text that models read: characters that reviewers cannot see, and instructions to the model. */
import { CONSTRAINT_KEYS, formOfConstraint } from "@climax-gen/runtime/internal/constraint/constraints";
import type { CheckedFile } from "../check/files/checked-file.ts";
import { addressOf, WHOLE_FILE } from "../check/files/locations.ts";
import { nameCharacter } from "../text/wording.ts";
import { readPath } from "../check/reporting/report.ts";
import type { YamlPath } from "../load/locate.ts";
import { isList, isMapping, type YamlValue } from "../load/values.ts";
import type { Hazard, AllowPart, HazardPart, PolicyRules, EnabledTool } from "./hazard.ts";
import { hazardAt, partAt, partsOf } from "./hazard.ts";

/**
 * Finds hazards in the text that models read: descriptions, titles, enum values and defaults of enabled tools, and names, categories and
 * tags of CLIs. Includes the descriptions and values that policies replace them with.
 */
export function findDescriptionHazards(configs: readonly CheckedFile[], tools: readonly EnabledTool[]): readonly Hazard[] {
  const inConfigs = configs.map((file) => {
    const whole = partAt(file, WHOLE_FILE);
    return searchTexts(whole, ["name", "description", "category", "tags"], () => [whole]);
  });
  const inPolicies = tools.flatMap((owner) => owner.policies.map((rules) => searchPolicy(owner, rules)));
  return [...inConfigs, ...tools.map(searchTool), ...inPolicies].flat();
}

function searchTool(owner: EnabledTool): readonly Hazard[] {
  const { kind, file, tool } = owner;
  const part = partAt(file, addressOf(tool.name));
  if (kind === "directive") return searchTexts(part, ["title", "description", "inputSchema"], () => partsOf(owner));
  const own = searchTexts(part, ["title", "description"], () => partsOf(owner));
  const args = tool.args.flatMap(({ name }) =>
    searchTexts(partAt(file, addressOf(tool.name, name)), ["description", "enum", "default"], () => partsOf(owner, name)),
  );
  return [...own, ...args];
}

/** The constraints that list values. Models read them as the `enum` of the argument. */
const VALUE_LISTS = CONSTRAINT_KEYS.filter((key) => formOfConstraint(key) === "values");

function searchPolicy(owner: EnabledTool, { policy, constraints }: PolicyRules): readonly Hazard[] {
  const lists = [...constraints.keys()].flatMap((arg) =>
    searchTexts(partAt(policy, addressOf(owner.tool.name, arg)), VALUE_LISTS, () => partsOf(owner, arg)),
  );
  return [...searchTexts(partAt(policy, addressOf(owner.tool.name)), ["description"], () => partsOf(owner)), ...lists];
}

/**
 * Searches the strings at these keys of a part, at any depth: in a list, or in a Directive tool's schema. `parts` returns the parts that
 * can acknowledge a hazard.
 */
function searchTexts({ document, path }: HazardPart, keys: readonly string[], parts: () => readonly AllowPart[]): readonly Hazard[] {
  const search = (value: YamlValue, at: YamlPath): readonly Hazard[] => {
    if (typeof value === "string") return findHazardsOfText(value, { document, path: at }, parts);
    if (isList(value)) return value.flatMap((item, index) => search(item, [...at, index]));
    return isMapping(value) ? Object.entries(value).flatMap(([key, member]) => search(member, [...at, key])) : [];
  };
  const values = readPath(document.value, path);
  if (!isMapping(values)) return [];
  return keys.flatMap((key) => {
    const value = values[key];
    return value === undefined ? [] : search(value, [...path, key]);
  });
}

function findHazardsOfText(text: string, part: HazardPart, parts: () => readonly AllowPart[]): readonly Hazard[] {
  const hidden = findHiddenCharacter(text);
  const instruction = findInstruction(text);
  if (hidden === undefined && instruction === undefined) return [];
  return [
    ...(hidden === undefined ? [] : [hazardAt("hidden-character", part, parts(), { name: nameCharacter(hidden) })]),
    ...(instruction === undefined ? [] : [hazardAt("instruction-in-text", part, parts(), { found: instruction })]),
  ];
}

/**
 * Zero-width characters: invisible spaces, operators and fillers, and variation selectors, which can carry data. Bidirectional controls and
 * tag characters are reported anywhere in a file (`load/decode.ts`).
 */
const ZERO_WIDTH =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0]|\u034f|[\u{180b}-\u{180d}]|[\u{e0100}-\u{e01ef}]/u;

/** Fast path: ASCII contains no hidden characters. */
const ASCII = /^\p{ASCII}*$/u;

/** Joiners and variation selectors after characters that never use them. Emoji and some scripts need them. */
const MISPLACED =
  /(?:^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\s!-/:-@[-`{-~])(?<hidden>\u200c|\u200d|[\u{fe00}-\u{fe0f}])/u;

function findHiddenCharacter(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  return ZERO_WIDTH.exec(text)?.[0] ?? MISPLACED.exec(text)?.groups?.["hidden"];
}

/** Returns the first instruction in a text. Single words, such as most list items, contain none. */
function findInstruction(text: string): string | undefined {
  return /[\s<]/.test(text) ? INSTRUCTIONS.map((rule) => rule.exec(text)?.[0]).find((found) => found !== undefined) : undefined;
}

/** Phrases of instructions that no tool description needs. `you must use '='` and `you must use --force` describe a program. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|those|other)\s+){0,4}(?:previous|prior|earlier|preceding|above|system|other)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|messages?|rules|directions|guidelines|tools?)\b/i,
  /\b(?:do not|don't|never|without)\s+(?:\w+\s+){0,2}(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|show(?:ing)?)\s+(?:\w+\s+){0,4}(?:to\s+)?the\s+user\b(?!['’]s)/i,
  /\b(?:you|the (?:assistant|model|agent|ai|llm))\s+must\s+(?:always|never|not|first|also|now|immediately|call|use(?! ['"`]?(?:=|--?\w))|run|invoke|read|send|include|pass|follow|obey|ignore)\b/i,
  /<\/?(?:important|system|instructions?|secret|assistant)>/i,
  /\b(?:before|after|instead of|when)\s+(?:using|calling|running|invoking)\s+(?:this|any|any other|other|another)\s+tools?,?\s+(?:you\s+|always\s+|first\s+|must\s+|should\s+)*(?:read|send|call|include|pass|open|upload|fetch|run)\b/i,
  /\b(?:reveal|repeat|print|output|leak|ignore)\s+(?:\w+\s+){0,2}(?:system prompt|hidden instructions?)\b/i,
];
