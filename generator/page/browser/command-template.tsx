/** Renders the command line of all possible calls, and the origin of its words. */
import { Fragment } from "preact";
import { toolHref } from "../addresses.ts";
import type { PageTool, TemplateGroup, TemplateValue, TemplateWord } from "../page-data.ts";
import { escapeUnprintable } from "../../text/wording.ts";
import { PositionLabel } from "./parts.tsx";

interface TemplateProps {
  readonly tool: PageTool;
  readonly groups: readonly TemplateGroup[];
  readonly files: readonly string[];
}

/** Renders the command line of a tool, with the position of each word in YAML. */
export function CommandTemplate({ tool, groups, files }: TemplateProps) {
  const { name } = tool.record;
  return (
    <>
      <h2 id="command">Command line</h2>
      <pre class="code-block template" dir="ltr">
        {groups.map((group, number) => (
          <Fragment key={number}>
            {number > 0 && " "}
            <span class="group">
              <Group group={group} tool={name} />
            </span>
          </Fragment>
        ))}
      </pre>
      <p class="legend muted">
        {groups.some(({ optional }) => optional) && "A call writes words in brackets only if they have a value. "}
        {groups.some(isForEach) && "An ellipsis marks words that it writes for each value."}
      </p>
      <table class="origins stacked" role="table" aria-label="Origin of the words">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Words
            </th>
            <th role="columnheader" scope="col">
              Origin
            </th>
            {tool.position && (
              <th role="columnheader" scope="col">
                YAML
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {mergeWords(groups).map((words, number) => (
            <OriginRow key={number} words={words} tool={tool} files={files} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function isForEach({ repeated, words }: TemplateGroup): boolean {
  return repeated === true || words.some(({ joined }) => joined !== undefined);
}

function Group({ group: { optional, repeated, words }, tool }: { readonly group: TemplateGroup; readonly tool: string }) {
  return (
    <>
      {optional && <span class="mark">[</span>}
      {words.map((word, number) => (
        <span key={number}>
          {number > 0 && " "}
          <Word word={word} tool={tool} />
        </span>
      ))}
      {repeated && <span class="mark"> …</span>}
      {optional && <span class="mark">]</span>}
    </>
  );
}

function Word({ word: { parts, joined, alternatives = [] }, tool }: { readonly word: TemplateWord; readonly tool: string }) {
  const isQuoted = needsQuotes(parts);
  return (
    <>
      {isQuoted && <span class="mark">"</span>}
      {parts.map((part, number) =>
        typeof part === "string" ? (
          <bdi key={number}>{isQuoted ? escapeQuoted(part) : escapeUnprintable(part)}</bdi>
        ) : (
          <a key={number} href={toolHref(tool, part.arg)}>
            <bdi>{escapeUnprintable(`<${nameOf(part)}>`)}</bdi>
          </a>
        ),
      )}
      {joined !== undefined && <span class="mark">{escapeUnprintable(joined)}…</span>}
      {isQuoted && <span class="mark">"</span>}
      {alternatives.map((text) => (
        <span key={text}>
          <span class="mark"> | </span>
          <bdi>{escapeUnprintable(text)}</bdi>
        </span>
      ))}
    </>
  );
}

function nameOf({ arg, entry }: TemplateValue): string {
  return entry === undefined ? arg : `${arg}.${entry}`;
}

/** Reports whether a word without quotes would look like several words or be invisible. */
function needsQuotes(parts: TemplateWord["parts"]): boolean {
  return parts.every((part) => part === "") || parts.some((part) => typeof part === "string" && /[\s'"]/.test(part));
}

function escapeQuoted(text: string): string {
  return escapeUnprintable(text.replaceAll(/["\\]/g, "\\$&"));
}

/** Joins neighbors that have the same origin and line. */
function mergeWords(groups: readonly TemplateGroup[]): readonly (readonly TemplateWord[])[] {
  const merged: TemplateWord[][] = [];
  for (const word of groups.flatMap(({ words }) => words)) {
    const last = merged.at(-1);
    if (last?.[0] !== undefined && keyOf(last[0]) === keyOf(word)) last.push(word);
    else merged.push([word]);
  }
  return merged;
}

function keyOf({ origin, position }: TemplateWord): string {
  return JSON.stringify([describeOrigin(origin), position]);
}

function OriginRow({
  words,
  tool,
  files,
}: {
  readonly words: readonly TemplateWord[];
  readonly tool: PageTool;
  readonly files: readonly string[];
}) {
  const [first] = words;
  if (first === undefined) return null;
  const { name } = tool.record;
  return (
    <tr role="row">
      <td role="cell" class="mono" dir="ltr">
        {words.map((word, number) => (
          <span key={number}>
            {number > 0 && " "}
            <Word word={word} tool={name} />
          </span>
        ))}
      </td>
      <td role="cell">
        <bdi>{escapeUnprintable(describeOrigin(first.origin))}</bdi>
      </td>
      {tool.position && (
        <td role="cell">{first.position && <PositionLabel position={first.position} files={files} near={tool.position} />}</td>
      )}
    </tr>
  );
}

function describeOrigin(origin: TemplateWord["origin"]): string {
  switch (origin.kind) {
    case "cli_command":
      return "base command";
    case "tool_command":
      return "command of the tool";
    case "words":
      return "constant words";
    case "arg":
      return `argument ${origin.name}`;
    case "global_arg":
      return `global argument ${origin.name}`;
    default:
      return origin.kind.replaceAll("_", " ");
  }
}
