/** Renders the list of tools: filters, and pages of at most 100 tools. */
import { useMemo, useState } from "preact/hooks";
import { toolHref } from "../addresses.ts";
import { escapeLines } from "../../text/wording.ts";
import type { ToolRow } from "../page-data.ts";
import { RISKS, riskOf } from "../risks.ts";
import type { Filters } from "./filter-rows.ts";
import { filterRows, NO_FILTERS } from "./filter-rows.ts";
import { RiskBadge } from "./parts.tsx";
import type { PageStore } from "./read-data.ts";

const PAGE_LENGTH = 100;

interface ListProps {
  readonly store: PageStore;
  readonly filters: Filters;
  readonly onFilter: (filters: Filters) => void;
}

/** Renders the tools that match the filters, in pages. */
export function ToolList({ store, filters, onFilter }: ListProps) {
  const { rows, clis } = store;
  const [page, setPage] = useState(0);
  const found = useMemo(
    () =>
      filterRows(
        rows,
        clis.map(({ cli }) => cli.name),
        filters,
      ),
    [rows, clis, filters],
  );
  const last = Math.max(0, Math.ceil(found.length / PAGE_LENGTH) - 1);
  const current = Math.min(page, last);
  const start = current * PAGE_LENGTH;
  const shown = found.slice(start, start + PAGE_LENGTH);
  const change = (part: Partial<Filters>): void => {
    setPage(0);
    onFilter({ ...filters, ...part });
  };
  return (
    <section aria-labelledby="list-title">
      <h1 id="list-title" tabIndex={-1}>
        Tools
      </h1>
      {rows.length > 0 && <FilterForm store={store} filters={filters} onChange={change} />}
      <p class="count" role="status">
        {rows.length === 0 ? describeEmpty(store) : countText(found.length, rows.length)}
        {filters !== NO_FILTERS && found.length < rows.length && (
          <button type="button" class="link" onClick={() => change(NO_FILTERS)}>
            Show all
          </button>
        )}
      </p>
      {groupByCli(shown, rows).map(({ cli, indexes }) => (
        <section key={cli} class="group" aria-labelledby={`group-${cli}`}>
          <h2 id={`group-${cli}`}>
            <bdi>{escapeLines(clis[cli]?.cli.name ?? "")}</bdi>
          </h2>
          <ul class="tools">
            {indexes.map((index) => (
              <ToolItem key={index} row={rows[index]} />
            ))}
          </ul>
        </section>
      ))}
      {last > 0 && <Pager current={current} last={last} total={found.length} onOpen={setPage} />}
    </section>
  );
}

function describeEmpty({ disabled }: PageStore): string {
  return disabled.length === 0 ? "The server has no tools." : "The policy disables all tools.";
}

function countText(found: number, all: number): string {
  const shown = found.toLocaleString("en");
  return found === all ? `${shown} ${all === 1 ? "tool" : "tools"} ` : `${shown} of ${all.toLocaleString("en")} tools `;
}

interface FormProps {
  readonly store: PageStore;
  readonly filters: Filters;
  readonly onChange: (part: Partial<Filters>) => void;
}

function FilterForm({ store: { clis, rows }, filters, onChange }: FormProps) {
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>Filter</span>
        <input
          type="search"
          value={filters.text}
          placeholder="Name or description"
          onInput={({ currentTarget }) => onChange({ text: currentTarget.value })}
        />
      </label>
      {clis.length > 1 && (
        <label>
          <span>Program</span>
          <select value={filters.cli} onChange={({ currentTarget }) => onChange({ cli: currentTarget.value })}>
            <option value="">All</option>
            {clis.map(({ cli: { name } }) => (
              <option key={name} value={name}>
                {escapeLines(name)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span>Risk</span>
        <select value={filters.risk} onChange={({ currentTarget }) => onChange({ risk: currentTarget.value })}>
          <option value="">Any</option>
          {RISKS.map(({ risk, name }) => (
            <option key={risk} value={risk}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {rows.some(({ confirm }) => confirm) && (
        <label class="check">
          <input
            type="checkbox"
            checked={filters.confirmed}
            onChange={({ currentTarget }) => onChange({ confirmed: currentTarget.checked })}
          />
          <span>Requires confirmation</span>
        </label>
      )}
    </form>
  );
}

function ToolItem({ row }: { readonly row: ToolRow | undefined }) {
  if (row === undefined) return null;
  return (
    <li>
      <a class="tool-name mono" href={toolHref(row.name)}>
        <bdi>{escapeLines(row.name)}</bdi>
      </a>
      <span class="badges">
        <RiskBadge risk={riskOf(row)} />
        {row.confirm && (
          <span class="badge" data-tone="info">
            requires confirmation
          </span>
        )}
        {row.hazards !== undefined && (
          <span class="badge" data-tone="warn">
            {row.hazards} {row.hazards === 1 ? "hazard" : "hazards"}
          </span>
        )}
      </span>
      <span class="summary" dir="auto">
        {escapeLines(row.summary)}
      </span>
    </li>
  );
}

interface PagerProps {
  readonly current: number;
  readonly last: number;
  readonly total: number;
  readonly onOpen: (page: number) => void;
}

function Pager({ current, last, total, onOpen }: PagerProps) {
  const open = (page: number): void => {
    onOpen(page);
    document.getElementById("list-title")?.focus({ preventScroll: true });
    scrollTo(0, 0);
  };
  const start = current * PAGE_LENGTH;
  return (
    <nav class="pager" aria-label="Pages of the list">
      <button type="button" disabled={current === 0} onClick={() => open(current - 1)}>
        Previous
      </button>
      <span>
        {(start + 1).toLocaleString("en")} to {Math.min(total, start + PAGE_LENGTH).toLocaleString("en")} of {total.toLocaleString("en")}
      </span>
      <button type="button" disabled={current === last} onClick={() => open(current + 1)}>
        Next
      </button>
    </nav>
  );
}

interface Group {
  readonly cli: number;
  readonly indexes: readonly number[];
}

/** Groups rows by CLI. The tools of one CLI are consecutive. */
function groupByCli(indexes: readonly number[], rows: readonly ToolRow[]): readonly Group[] {
  const groups = new Map<number, number[]>();
  for (const index of indexes) {
    const cli = rows[index]?.cli ?? 0;
    groups.set(cli, [...(groups.get(cli) ?? []), index]);
  }
  return Array.from(groups, ([cli, own]) => ({ cli, indexes: own }));
}
