/** Texts that models read: characters that a reviewer does not see, and words that are meant for the model and not for a choice of tools. */
import type { CheckedConfig } from "../check/config.ts";
import { nameCharacter } from "../diagnostics/wording.ts";
import { readPath } from "../check/report.ts";
import type { YamlPath } from "../load/locate.ts";
import { isMapping, type YamlValue } from "../load/values.ts";
import type { Hazard, Part, PolicyRules, ToolInForce } from "./hazard.ts";
import { hazardAt, partsOf } from "./hazard.ts";

/** A text that a model reads, and, for the few that have a hazard, the parts that it belongs to. */
interface ReadText {
  readonly text: string;
  readonly part: () => Part;
  readonly parts: () => readonly Part[];
}

/**
 * In what models are shown of CLIs, of the tools in force and of their arguments: beside descriptions and titles the names and groups
 * of CLIs, and the values that schemas list. And in what a policy puts in their place.
 */
export function findDescriptionHazards(configs: readonly CheckedConfig[], tools: readonly ToolInForce[]): readonly Hazard[] {
  const texts = [
    ...configs.map(({ document }) =>
      ["name", "description", "category", "tags"].flatMap((key) => readTexts({ document, path: [key] }, () => [{ document, path: [] }])),
    ),
    ...tools.map(listTexts),
    ...tools.flatMap((owner) => owner.policies.map((rules) => listPolicyTexts(owner, rules))),
  ].flat();
  return texts.flatMap(findHazardsOfText);
}

function listTexts(owner: ToolInForce): readonly ReadText[] {
  const { document, definition } = owner.checked;
  const keys = definition === undefined ? ["title", "description"] : ["title", "description", "inputSchema"];
  const own = keys.flatMap((key) => readTexts({ document, path: [...owner.path, key] }, () => partsOf(owner)));
  if (definition !== undefined) return own;
  const args = owner.tool.args.flatMap(({ name }, index) =>
    ["description", "enum", "default"].flatMap((key) =>
      readTexts({ document, path: [...owner.path, "args", index, key] }, () => partsOf(owner, name)),
    ),
  );
  return [...own, ...args];
}

function listPolicyTexts(owner: ToolInForce, { policy: { document }, constraints }: PolicyRules): readonly ReadText[] {
  const path = ["tools", owner.tool.name];
  const lists = [...constraints.keys()].flatMap((arg) =>
    readTexts({ document, path: [...path, "args", arg, "one_of"] }, () => partsOf(owner, arg)),
  );
  return [...readTexts({ document, path: [...path, "description"] }, () => partsOf(owner)), ...lists];
}

/** A text, or every one of a list or of a Directive tool's schema, at any depth. */
function readTexts({ document, path }: Part, parts: () => readonly Part[]): readonly ReadText[] {
  const walk = (value: YamlValue, at: YamlPath): readonly ReadText[] => {
    if (typeof value === "string") return [{ text: value, part: () => ({ document, path: at }), parts }];
    if (Array.isArray(value)) return (value as readonly YamlValue[]).flatMap((item, index) => walk(item, [...at, index]));
    return isMapping(value) ? Object.entries(value).flatMap(([key, member]) => walk(member, [...at, key])) : [];
  };
  return walk(readPath(document.value, path) ?? null, path);
}

function findHazardsOfText({ text, part, parts }: ReadText): readonly Hazard[] {
  const hidden = findHiddenCharacter(text);
  const instruction = findInstruction(text);
  return [
    ...(hidden === undefined ? [] : [hazardAt("hidden-character", part(), parts(), { name: nameCharacter(hidden) })]),
    ...(instruction === undefined ? [] : [hazardAt("instruction-in-text", part(), parts(), { found: instruction })]),
  ];
}

/**
 * Characters without width: spaces, operators and fillers that show nothing, and selectors that carry data. Bidirectional controls
 * and tag characters are reported wherever they stand in a file (`load/decode.ts`).
 */
const ZERO_WIDTH =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0]|\u034f|[\u{180b}-\u{180d}]|[\u{e0100}-\u{e01ef}]/u;

/** Most texts, in which nothing hides. */
const ASCII = /^\p{ASCII}*$/u;

/** Joiners and selectors that emoji and some scripts need, beside letters and signs that have no use for them. */
const MISPLACED =
  /(?:^|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\s!-/:-@[-`{-~])(?<hidden>\u200c|\u200d|[\u{fe00}-\u{fe0f}])/u;

function findHiddenCharacter(text: string): string | undefined {
  if (ASCII.test(text)) return undefined;
  return ZERO_WIDTH.exec(text)?.[0] ?? MISPLACED.exec(text)?.groups?.["hidden"];
}

/** One word, as most members of lists are, asks for nothing. */
function findInstruction(text: string): string | undefined {
  return /[\s<]/.test(text) ? INSTRUCTIONS.map((rule) => rule.exec(text)?.[0]).find((found) => found !== undefined) : undefined;
}

/** Few, and each one a phrase that a description of a tool has no use for. */
const INSTRUCTIONS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\s+(?:(?:all|any|the|your|of|these|those|other)\s+){0,4}(?:previous|prior|earlier|preceding|above|system|other)\s+(?:\w+\s+){0,2}(?:instructions?|prompts?|messages?|rules|directions|guidelines|tools?)\b/i,
  /\b(?:do not|don't|never|without)\s+(?:\w+\s+){0,2}(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|show(?:ing)?)\s+(?:\w+\s+){0,4}(?:to\s+)?the\s+user\b(?!['’]s)/i,
  /\b(?:you|the (?:assistant|model|agent|ai|llm))\s+must\s+(?:always|never|not|first|also|now|immediately|call|use|run|invoke|read|send|include|pass|follow|obey|ignore)\b/i,
  /<\/?(?:important|system|instructions?|secret|assistant)>/i,
  /\b(?:before|after|instead of|when)\s+(?:using|calling|running|invoking)\s+(?:this|any|any other|other|another)\s+tools?,?\s+(?:you\s+|always\s+|first\s+|must\s+|should\s+)*(?:read|send|call|include|pass|open|upload|fetch|run)\b/i,
  /\b(?:reveal|repeat|print|output|leak|ignore)\s+(?:\w+\s+){0,2}(?:system prompt|hidden instructions?)\b/i,
];
