/** Renders the arguments of a tool, with the rules of config and policies. Each argument has an address. */
import type { ToolArg } from "@climax-gen/runtime/browser";
import { canStandAlone, isInFile, isListArg, toForm } from "@climax-gen/runtime/browser";
import { useEffect } from "preact/hooks";
import { escapeLines } from "../../text/wording.ts";
import { toolHref } from "../addresses.ts";
import type { PageArg, PageRule, PageTool, PagePosition } from "../page-data.ts";
import { PositionLabel } from "./parts.tsx";

interface TableProps {
  readonly tool: PageTool;
  readonly files: readonly string[];
  /** The argument that the address names. */
  readonly current?: string | undefined;
}

/** Renders the arguments of a tool. Scrolls to the current one. */
export function ArgumentTable({ tool, files, current }: TableProps) {
  const { name, args } = tool.record;
  useEffect(() => {
    const row = current === undefined ? null : document.getElementById(rowId(name, current));
    row?.scrollIntoView({ block: "center" });
    row?.focus({ preventScroll: true });
  }, [name, current]);
  if (args.length === 0) return <p class="muted">This tool takes no arguments.</p>;
  return (
    <table class="arguments stacked" role="table" aria-labelledby="arguments">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Argument
          </th>
          <th role="columnheader" scope="col">
            Description
          </th>
          <th role="columnheader" scope="col">
            Rules
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {args.map((arg, index) => (
          <ArgumentRow
            key={arg.name}
            tool={name}
            arg={arg}
            shown={tool.args[index]}
            near={tool.position}
            files={files}
            isCurrent={arg.name === current}
          />
        ))}
      </tbody>
    </table>
  );
}

const rowId = (tool: string, arg: string): string => toolHref(tool, arg).slice(1);

interface RowProps {
  readonly tool: string;
  readonly arg: ToolArg;
  readonly shown: PageArg | undefined;
  readonly near: PagePosition | undefined;
  readonly files: readonly string[];
  readonly isCurrent: boolean;
}

function ArgumentRow({ tool, arg, shown, near, files, isCurrent }: RowProps) {
  const isRequired = arg.required === true || arg.limits?.required === true;
  return (
    <tr role="row" id={rowId(tool, arg.name)} tabIndex={-1} class={isCurrent ? "current" : undefined}>
      <th role="rowheader" scope="row">
        <a class="mono arg-name" href={toolHref(tool, arg.name)}>
          <bdi>{escapeLines(arg.name)}</bdi>
        </a>
        <span class="arg-type">
          {describeType(arg)}
          {describePassing(arg)}
          {isRequired && <strong>, required</strong>}
          {arg.secret === true && <strong>, secret</strong>}
        </span>
        {shown?.position && <PositionLabel position={shown.position} files={files} near={near} />}
      </th>
      <td role="cell">
        <div class="text" dir="auto">
          {escapeLines(arg.description ?? "")}
        </div>
        {arg.default !== undefined && (
          <div class="muted">
            default <code dir="auto">{escapeLines(typeof arg.default === "string" ? arg.default : JSON.stringify(arg.default))}</code>
          </div>
        )}
      </td>
      <td role="cell">
        {shown && shown.rules.length > 0 && (
          <ul class="rules">
            {shown.rules.map((rule, number) => (
              <Rule key={number} rule={rule} near={near} files={files} />
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

function describeType(arg: ToolArg): string {
  const { type } = arg;
  if (type === "map") return "map of strings";
  if (isListArg(arg)) return `list of ${type}s`;
  return canStandAlone(arg) ? `${type}, or true for the flag alone` : type;
}

/** Names the destination of a value that is not a part of the command line. */
function describePassing(arg: ToolArg): string {
  const form = toForm(arg);
  switch (form.place) {
    case "stdin":
      return ", as standard input";
    case "directory":
      return ", as the working directory";
    case "variable":
      return `, as the variable ${escapeLines(form.name)}`;
    case "option":
    case "operand":
    case "words":
      return isInFile(arg) ? ", in a temporary file" : "";
  }
}

/** Number of values of a rule that are shown before the reader expands the list. */
const SHOWN_VALUES = 12;

function Rule({
  rule,
  near,
  files,
}: {
  readonly rule: PageRule;
  readonly near: PagePosition | undefined;
  readonly files: readonly string[];
}) {
  const { source, text, values = [], unit, message, position } = rule;
  const rest = values.slice(SHOWN_VALUES);
  return (
    <li>
      {source === "policy" && (
        <>
          <span class="badge" data-tone="info">
            policy
          </span>{" "}
        </>
      )}
      {text} <Values values={values.slice(0, SHOWN_VALUES)} /> {unit}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length} more</summary>
          <Values values={rest} />
        </details>
      )}
      {message !== undefined && <div dir="auto">“{escapeLines(message)}”</div>}
      {position && (source === "policy" || near?.[0] !== position[0]) && (
        <>
          {" "}
          <PositionLabel position={position} files={files} near={near} />
        </>
      )}
    </li>
  );
}

function Values({ values }: { readonly values: readonly string[] }) {
  return (
    <>
      {values.map((value, number) => (
        <span key={number}>
          {number > 0 && ", "}
          <code dir="auto">{value === "" ? '""' : escapeLines(value)}</code>
        </span>
      ))}
    </>
  );
}
