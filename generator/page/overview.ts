/** Renders the part of the page that is readable without its script: the numbers of tools, and how commands run. */
import type { LimitsSpec } from "@climax-gen/runtime/internal/policy/policy-spec";
import { DEFAULT_LIMITS } from "@climax-gen/runtime/internal/policy/combine";
import type { Html, HtmlValue } from "../html/html.ts";
import { attribute, html } from "../html/html.ts";
import { renderMessage } from "../html/message.ts";
import { combineSurroundings } from "../describe/combine-surroundings.ts";
import { describeMachines } from "../describe/describe-machines.ts";
import { describeCliSecrets } from "../describe/describe-secrets.ts";
import { describeInherit, describeSurroundings } from "../describe/describe-policy.ts";
import { formatLimit, nameLimit } from "../describe/format-limit.ts";
import { count, escapeLines, groupDigits } from "../text/wording.ts";
import { cliHref, riskHref, toolHref } from "./addresses.ts";
import type { PageData, PageHazard, PagePosition } from "./page-data.ts";
import { RISKS, riskOf } from "./risks.ts";
import type { Tone } from "../html/base-style.ts";

/** Returns the markup of the overview. `policyFiles` are the paths of the policies as the user named them. */
export function renderOverview(data: PageData, policyFiles: readonly string[]): Html {
  return html`<section id="overview" aria-labelledby="overview-title">
    <h1 id="overview-title" tabindex="-1"><bdi>${escapeLines(data.server.name)}</bdi></h1>
    <p class="lead">${describeServer(data)}</p>
    ${renderFigures(data)} ${renderClis(data)} ${renderExecution(data, policyFiles)} ${renderConfirmed(data)} ${renderHazards(data)}
    ${renderDisabled(data)}
  </section>`;
}

function describeServer({ rows, clis, policies, disabled, server }: PageData): string {
  const tools = rows.length === 0 ? "no tools" : `${countLarge(rows.length, "tool")} of ${countLarge(clis.length, "program")}`;
  const sentence = `An MCP server with ${tools}, version ${server.version}.`;
  if (policies.length === 0) return `${sentence} No policy applies: agents can call every tool.`;
  if (disabled.length === 0) return sentence;
  return `${sentence} The policy disables ${countLarge(disabled.length, rows.length === 0 ? "tool" : "other tool")}.`;
}

/** Formats a count with thousands separators: `3,000 tools`. */
function countLarge(quantity: number, noun: string): string {
  return count(quantity, noun).replace(/^\d+/, (digits) => groupDigits(Number(digits)));
}

function renderFigures({ rows, disabled }: PageData): Html {
  const figures = RISKS.map(({ risk, label, tone }) => ({
    value: rows.filter((row) => riskOf(row) === risk).length,
    label: html`<a href="${riskHref(risk)}">${label}</a>`,
    tone,
  }));
  const confirmed = rows.filter(({ confirm }) => confirm).length;
  const more = [
    { value: confirmed, label: "require confirmation", tone: "info" as const },
    { value: disabled.length, label: "disabled by policy", tone: "neutral" as const },
  ];
  return html`<dl class="figures">
    ${[...figures, ...more].map(
      ({ value, label, tone }) =>
        html`<div${attribute("data-tone", tone)}>
        <dt>${label}</dt>
        <dd>${groupDigits(value)}</dd>
      </div>`,
    )}
  </dl>`;
}

function renderClis({ clis, rows }: PageData): Html | undefined {
  if (clis.length === 0) return undefined;
  const byCli = clis.map((_, index) => rows.filter(({ cli }) => cli === index));
  const most = Math.max(1, ...byCli.map(({ length }) => length));
  return html`<h2 id="programs">Programs</h2>
    <p class="legend">${RISKS.map(({ label, tone }) => html`<span><i class="swatch" data-tone="${tone}"></i> ${label}</span>`)}</p>
    <table class="programs stacked" role="table" aria-labelledby="programs">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">Program</th>
          <th role="columnheader" scope="col">Description</th>
          <th role="columnheader" scope="col">Tools by risk</th>
          <th role="columnheader" scope="col" class="number">Tools</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${clis.map(({ cli, commands }, index) => {
          const counts = RISKS.map(({ risk, label, tone }) => ({
            label,
            tone,
            value: (byCli[index] ?? []).filter((row) => riskOf(row) === risk).length,
          }));
          return html`<tr role="row">
            <th role="rowheader" scope="row">
              <a class="mono" href="${cliHref(cli.name)}"><bdi>${escapeLines(cli.name)}</bdi></a>
            </th>
            <td role="cell">
              <div dir="auto">${escapeLines(cli.description)}</div>
              ${renderCommands(commands)}
              ${[...describeMachines(cli), ...describeCliSecrets(cli)].map((phrase) => html`<div class="muted">${escapeLines(phrase)}</div>`)}
            </td>
            <td role="cell">${renderRiskBar(counts, most)}</td>
            <td role="cell" class="number">${groupDigits((byCli[index] ?? []).length)}</td>
          </tr>`;
        })}
      </tbody>
    </table> `;
}

/** Maximum number of base commands that are shown. Each tool can have its own. */
const SHOWN_COMMANDS = 3;

function renderCommands(commands: readonly string[]): Html | undefined {
  if (commands.length === 0) return undefined;
  const rest = commands.length - SHOWN_COMMANDS;
  return html`<div class="muted commands">
    runs
    ${commands.slice(0, SHOWN_COMMANDS).map((command, index) => [index > 0 && ", ", html`<code dir="ltr">${escapeLines(command)}</code>`])}
    ${rest > 0 && `and ${rest} more`}
  </div>`;
}

function renderExecution({ policies }: PageData, policyFiles: readonly string[]): Html {
  const sentences = describeSurroundings(policies.map(({ limits: _limits, ...policy }) => policy));
  const surroundings = combineSurroundings(policies);
  const { executor, toolExecutors, env, limits = {} } = surroundings;
  const environment = env === undefined ? [describeInherit("all", surroundings)] : [];
  const isLocal = executor === undefined && toolExecutors === undefined;
  const facts: readonly (readonly [string, HtmlValue])[] = [
    ["Policy", policyFiles.length === 0 ? (policies.length === 0 ? "none" : "embedded") : policyFiles.map(toFileName)],
    ["Commands", [...(isLocal ? [LOCAL] : []), ...environment, ...sentences].map(toLine)],
    ["Limits", renderLimits(limits)],
  ];
  return html`<h2>Execution</h2>
    <dl class="facts">
      ${facts.map(
        ([term, value]) =>
          html`<dt>${term}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
}

const LOCAL = "Commands run on the server's machine, without a shell";
const toLine = (text: string): Html => html`<div dir="auto">${escapeLines(text)}</div>`;
const toFileName = (path: string): Html => html`<div><code>${escapeLines(path)}</code></div>`;

/** The limits, in the order of the page. */
const LIMITS = [
  "max_timeout",
  "reply_after",
  "max_concurrency",
  "max_queue",
  "max_output_bytes",
  "max_reply_bytes",
  "max_capture_bytes",
  "memory",
  "cpu_seconds",
  "processes",
] as const satisfies readonly (keyof LimitsSpec)[];

/** The limits of the policy, and the finite defaults. Each tool also has its own timeout. */
function renderLimits(limits: LimitsSpec): Html {
  const shown = LIMITS.flatMap((key) => {
    const value = limits[key] ?? DEFAULT_LIMITS[key];
    return Number.isFinite(value) ? [{ label: nameLimit(key), value: formatLimit(key, value), isDefault: limits[key] === undefined }] : [];
  });
  return html`<ul class="limits">
    ${shown.map(({ label, value, isDefault }) => html`<li>${label}: ${value}${isDefault && html` <span class="muted">(default)</span>`}</li>`)}
  </ul>`;
}

function renderConfirmed({ rows }: PageData): Html | undefined {
  const confirmed = rows.filter(({ confirm }) => confirm);
  if (confirmed.length === 0) return undefined;
  return html`<h2>Tools that require confirmation</h2>
    <ul class="names">
      ${confirmed.map(({ name }) => html`<li>${toolLink(name)}</li>`)}
    </ul>`;
}

function renderHazards({ rows, hazards, files }: PageData): Html | undefined {
  const open = hazards.filter(({ acknowledged }) => acknowledged === undefined);
  const tools = rows.filter((row) => row.hazards !== undefined);
  if (open.length === 0 && tools.length === 0) return undefined;
  return html`<h2>Hazards to review</h2>
    ${open.map((hazard) => renderHazard(hazard, files))}
    ${
      tools.length > 0 &&
      html`<ul class="names">
        ${tools.map(({ name, hazards: number = 0 }) => html`<li>${toolLink(name)} <span class="muted">${count(number, "hazard")}</span></li>`)}
      </ul>`
    }`;
}

function renderHazard({ code, message, position }: PageHazard, files: readonly string[]): Html {
  return html`<p class="notice" data-tone="warn">
    <span dir="auto">${renderMessage(escapeLines(message))}</span> <code class="muted">${code}</code>
    ${position && html`<code class="muted">${formatPosition(position, files)}</code>`}
  </p>`;
}

function formatPosition([file, line]: PagePosition, files: readonly string[]): string {
  return `${files[file] ?? ""}:${line}`;
}

function renderDisabled({ disabled }: PageData): Html | undefined {
  if (disabled.length === 0) return undefined;
  return html`<h2>Disabled by the policy</h2>
    <details>
      <summary>${count(disabled.length, "tool")} that agents cannot see or call</summary>
      <ul class="names">
        ${disabled.map((name) => html`<li><code dir="auto">${escapeLines(name)}</code></li>`)}
      </ul>
    </details>`;
}

function toolLink(name: string): Html {
  return html`<a class="mono" href="${toolHref(name)}"><bdi>${escapeLines(name)}</bdi></a>`;
}

/** Number of tools of one risk. */
interface RiskCount {
  readonly label: string;
  readonly tone: Tone;
  readonly value: number;
}

const WIDTH = 200;
const HEIGHT = 12;
/** Minimum width of a segment, so that one tool among hundreds is visible. */
const MIN_SEGMENT = 2;

/** Returns a bar with one segment per class. The full width stands for `most` tools. */
function renderRiskBar(counts: readonly RiskCount[], most: number): Html {
  const shown = counts.filter(({ value }) => value > 0);
  const label = shown.map(({ label: name, value }) => `${value} ${name}`).join(", ");
  let start = 0;
  const segments = shown.map(({ tone, value }) => {
    const width = Math.max(MIN_SEGMENT, Math.round((value / most) * WIDTH));
    const segment = html`<rect data-tone="${tone}" x="${start}" y="0" width="${width}" height="${HEIGHT}"></rect>`;
    start += width;
    return segment;
  });
  return html`<svg
    class="risk-bar"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="xMinYMid"
    width="${WIDTH}"
    height="${HEIGHT}"
  >
    ${segments}
  </svg>`;
}
