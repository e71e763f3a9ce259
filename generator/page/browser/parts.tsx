/** Renders small parts of several views. */
import { splitCode } from "../../text/code-spans.ts";
import { escapeLines } from "../../text/wording.ts";
import type { PagePosition } from "../page-data.ts";
import { RISKS, type RiskClass } from "../risks.ts";

/** Renders the name of a risk. */
export function RiskBadge({ risk }: { readonly risk: RiskClass }) {
  const { name, tone } = RISKS.find((one) => one.risk === risk) ?? { name: risk, tone: "neutral" };
  return (
    <span class="badge" data-tone={tone}>
      {name}
    </span>
  );
}

/** Renders a message of a diagnostic, with the words between backticks as code. */
export function Message({ text: message }: { readonly text: string }) {
  return <>{splitCode(escapeLines(message)).map(({ text, isCode }, number) => (isCode ? <code key={number}>{text}</code> : text))}</>;
}

interface PositionProps {
  readonly position: PagePosition;
  readonly files: readonly string[];
  /** Position on whose file the reader is. Positions in this file are shown as a line only. */
  readonly near?: PagePosition | undefined;
}

/** Renders a position in a YAML file: the name of the file and the line. The tooltip has the whole path. */
export function PositionLabel({ position: [file, line], files, near }: PositionProps) {
  const path = files[file] ?? "";
  return (
    <span class="position" title={`${path}:${line}`}>
      {near?.[0] === file ? `line ${line}` : <code dir="ltr">{`${shortenPath(path, files)}:${line}`}</code>}
    </span>
  );
}

/** Returns the name of a file, or its path if another file has the same name. */
function shortenPath(path: string, files: readonly string[]): string {
  const name = nameOf(path);
  return files.filter((other) => nameOf(other) === name).length > 1 ? path : name;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
