/** Renders one tool, with everything that a reviewer needs. */
import { toListedSchema } from "@climax-gen/runtime/browser";
import { escapeLines } from "../../text/wording.ts";
import { cliHref } from "../addresses.ts";
import type { PageTool, ToolRow } from "../page-data.ts";
import { riskOf } from "../risks.ts";
import { ArgumentTable } from "./argument-table.tsx";
import { CommandTemplate } from "./command-template.tsx";
import { Hazards } from "./hazards.tsx";
import { RiskBadge } from "./parts.tsx";
import type { PageStore } from "./read-data.ts";
import { CallForm } from "./try/call-form.tsx";
import { CodeBlock } from "./try/code-block.tsx";
import { toServerTool } from "./try/page-server.ts";

interface ViewProps {
  readonly store: PageStore;
  readonly name: string;
  /** The argument that the address names. */
  readonly arg?: string | undefined;
}

/** Renders the view of one tool. */
export function ToolView({ store, name, arg }: ViewProps) {
  const index = store.findTool(name);
  const row = index === undefined ? undefined : store.rows[index];
  if (index === undefined || row === undefined) return <MissingTool store={store} name={name} />;
  const tool = store.readTool(index);
  return (
    <article aria-labelledby="tool-title" class="tool">
      <Breadcrumb store={store} row={row} />
      <h1 id="tool-title" class="mono" tabIndex={-1}>
        <bdi>{escapeLines(name)}</bdi>
      </h1>
      <Facts store={store} row={row} tool={tool} />
      <div class="description" dir="auto">
        {escapeLines(tool.record.description)}
      </div>
      <Hazards hazards={tool.hazards} files={store.files} near={tool.position} />
      <h2 id="arguments">Arguments</h2>
      <ArgumentTable tool={tool} files={store.files} current={arg} />
      {tool.relations.length > 0 && (
        <ul class="relations">
          {tool.relations.map((sentence) => (
            <li key={sentence} dir="auto">
              {escapeLines(sentence)}
            </li>
          ))}
        </ul>
      )}
      {tool.template && <CommandTemplate tool={tool} groups={tool.template} files={store.files} />}
      <Examples tool={tool} />
      <section class="no-print" aria-labelledby="try">
        <h2 id="try" tabIndex={-1}>
          Try a call
        </h2>
        <CallForm key={name} store={store} tool={tool} />
      </section>
      <h2 id="schema">Input schema</h2>
      <p class="lead">The JSON Schema that agents get{store.policies.length > 0 && ", under the policy"}.</p>
      <CodeBlock label="Input schema" text={JSON.stringify(toListedSchema(toServerTool(store, tool)), null, 2)} />
    </article>
  );
}

function MissingTool({ store, name }: { readonly store: PageStore; readonly name: string }) {
  return (
    <section>
      <h1 tabIndex={-1}>No such tool</h1>
      <p class="lead">
        <code dir="auto">{escapeLines(name)}</code> {store.disabled.includes(name) ? "is disabled by the policy." : "is not on this page."}{" "}
        <a href="#tools">Show all tools</a>
      </p>
    </section>
  );
}

function Breadcrumb({ store, row }: { readonly store: PageStore; readonly row: ToolRow }) {
  const cli = store.clis[row.cli]?.cli.name ?? "";
  return (
    <nav class="breadcrumb" aria-label="Breadcrumb">
      <a href="#tools">Tools</a>
      <span aria-hidden="true">/</span>
      <a href={cliHref(cli)}>
        <bdi>{escapeLines(cli)}</bdi>
      </a>
    </nav>
  );
}

function Facts({ store, row, tool }: { readonly store: PageStore; readonly row: ToolRow; readonly tool: PageTool }) {
  const { title } = tool.record;
  return (
    <p class="tool-facts">
      <RiskBadge risk={riskOf(row)} />
      {row.confirm && (
        <span class="badge" data-tone="info">
          requires confirmation
        </span>
      )}
      {title && <bdi>{escapeLines(title)}</bdi>}
      <span class="muted">{escapeLines(tool.facts)}</span>
      <button type="button" class="link no-print" onClick={openForm}>
        Try a call
      </button>
      {tool.position && <code class="position" dir="ltr">{`${store.files[tool.position[0]]}:${tool.position[1]}`}</code>}
    </p>
  );
}

/** Moves the focus to the form, which is below all arguments. The next Tab key selects its first control. */
function openForm(): void {
  document.getElementById("try")?.focus();
}

function Examples({ tool: { record } }: { readonly tool: PageTool }) {
  const { examples = [] } = record;
  if (examples.length === 0) return null;
  return (
    <>
      <h2 id="examples">Examples</h2>
      {examples.map(({ description, args }, number) => (
        <figure key={number} class="example">
          {description !== undefined && <figcaption dir="auto">{escapeLines(description)}</figcaption>}
          <CodeBlock label={`Arguments of example ${number + 1}`} text={JSON.stringify(args, null, 2)} />
        </figure>
      ))}
    </>
  );
}
