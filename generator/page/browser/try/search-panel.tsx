/** Renders the search of the server as a form, the results with their scores, and the reply that an agent gets. */
import type { SearchRequest } from "@climax-gen/runtime/browser";
import { DEFAULT_SEARCH_LIMIT } from "@climax-gen/runtime/browser";
import "./try.css";
import { useEffect, useId, useState } from "preact/hooks";
import { escapeLines } from "../../../text/wording.ts";
import type { PageSearch, SearchAnswer } from "./page-search.ts";
import { SearchResults } from "./search-results.tsx";
import type { ServerStore } from "./page-server.ts";
import { TextField } from "./text-field.tsx";
import { CodeBlock } from "./code-block.tsx";
import { estimateTokens } from "../../../text/token-estimate.ts";

/** Properties of `SearchPanel`. */
export interface SearchPanelProps {
  readonly store: Pick<ServerStore, "clis">;
  readonly search: PageSearch;
  /** Returns the address of a tool in the page. */
  readonly toolHref: (name: string) => string;
  /** The query at the start. Defaults to none. */
  readonly query?: string;
  /** Called after each change of the query. */
  readonly onQuery?: (query: string) => void;
}

/** Pause after the last key before the search runs, in milliseconds. */
const PAUSE_MS = 120;

/** The strings of the form. */
interface SearchTexts {
  readonly query: string;
  readonly cli: string;
  readonly category: string;
  readonly limit: string;
  readonly schemas: string;
}

/** Renders the form of a search, and its reply. */
export function SearchPanel({ store, search, toolHref, query = "", onQuery }: SearchPanelProps) {
  const [texts, setTexts] = useState<SearchTexts>({ query, cli: "", category: "", limit: "", schemas: "" });
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState<{ readonly given: SearchRequest; readonly answer: SearchAnswer } | undefined>(undefined);
  const change = (changed: Partial<SearchTexts>): void => {
    setTexts({ ...texts, ...changed });
    setOffset(0);
    if (changed.query !== undefined) onQuery?.(changed.query);
  };
  useEffect(() => {
    const given = toArguments(texts, offset);
    const timer = setTimeout(() => setShown({ given, answer: search.answer(given) }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, texts, offset]);
  return (
    <div class="try">
      <SearchForm store={store} texts={texts} onChange={change} />
      <p role="status" class="try-status">
        {shown === undefined ? "Reading the tools…" : describeAnswer(shown.given, shown.answer)}
      </p>
      {shown !== undefined && (
        <>
          <SearchResults answer={shown.answer} given={shown.given} toolHref={toolHref} onOffset={setOffset} />
          <SearchReply answer={shown.answer} given={shown.given} />
        </>
      )}
    </div>
  );
}

interface SearchFormProps extends Pick<SearchPanelProps, "store"> {
  readonly texts: SearchTexts;
  readonly onChange: (changed: Partial<SearchTexts>) => void;
}

function SearchForm({ store, texts, onChange }: SearchFormProps) {
  const clis = store.clis.map(({ cli }) => cli);
  const categories = [...new Set(clis.flatMap(({ category }) => category ?? []))].toSorted();
  return (
    <form role="search" class="try-form try-search" aria-label="Search as an agent" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Query"
        type="search"
        value={texts.query}
        hint="Text that an agent sends to climax_search"
        onInput={(query) => onChange({ query })}
      />
      <NameSelect label="CLI" names={clis.map(({ name }) => name)} value={texts.cli} onChange={(cli) => onChange({ cli })} />
      {categories.length > 0 && (
        <NameSelect label="Category" names={categories} value={texts.category} onChange={(category) => onChange({ category })} />
      )}
      <TextField
        label="Results"
        inputMode="numeric"
        value={texts.limit}
        placeholder={String(DEFAULT_SEARCH_LIMIT)}
        error={findNumberProblem(texts.limit)}
        onInput={(limit) => onChange({ limit })}
      />
      <TextField
        label="With schema"
        inputMode="numeric"
        value={texts.schemas}
        placeholder="all"
        error={findNumberProblem(texts.schemas)}
        onInput={(schemas) => onChange({ schemas })}
      />
    </form>
  );
}

interface NameSelectProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NameSelect({ label, names, value, onChange }: NameSelectProps) {
  const id = useId();
  return (
    <div class="try-field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">Any</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {escapeLines(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

const isWhole = (text: string): boolean => /^\d{1,6}$/.test(text);

function findNumberProblem(text: string): string | undefined {
  return text === "" || isWhole(text) ? undefined : "Not a whole number: ignored";
}

function toArguments({ query, cli, category, limit, schemas }: SearchTexts, offset: number): SearchRequest {
  return {
    ...(query !== "" && { query }),
    ...(cli !== "" && { cli }),
    ...(category !== "" && { category }),
    ...(isWhole(limit) && { limit: Number(limit) }),
    ...(offset > 0 && { offset }),
    ...(isWhole(schemas) && { schemas: Number(schemas) }),
  };
}

function describeAnswer(given: SearchRequest, { total, tokens, isError }: SearchAnswer): string {
  const size = `The reply has about ${tokens.toLocaleString("en")} tokens.`;
  if (isError) return `The search is rejected. ${size}`;
  const isSummary = [given.query, given.cli, given.category].every((filter) => filter === undefined);
  if (isSummary) return `Without a filter, agents get the list of CLIs. ${size}`;
  return `${total === 1 ? "1 tool matches" : `${total.toLocaleString("en")} tools match`}. ${size}`;
}

/** Maximum length of the indented reply, in UTF-16 units. A longer one would slow the page down. */
const MAX_SHOWN = 200_000;

/** Renders the request and the reply of a search as an agent sees them. */
function SearchReply({ answer, given }: { readonly answer: SearchAnswer; readonly given: SearchRequest }) {
  const request = JSON.stringify({ name: "climax_search", arguments: given });
  const reply = answer.texts.map(indentJson).join("\n\n");
  return (
    <details class="try-reply">
      <summary>Reply to the agent, about {answer.tokens.toLocaleString("en")} tokens</summary>
      <p class="muted">
        The numbers of tokens are estimates, a few percent off. The server sends the JSON on one line; it is indented here. Values of secret
        arguments are masked.
      </p>
      <h3>Request, about {estimateTokens(request)} tokens</h3>
      <CodeBlock label="Request of the agent" text={request} />
      <h3>Reply</h3>
      <CodeBlock label="Reply to the agent" text={reply.length > MAX_SHOWN ? `${reply.slice(0, MAX_SHOWN)}\n…` : reply} />
    </details>
  );
}

/** Indents JSON. Returns other text, such as a hint, unchanged. */
function indentJson(text: string): string {
  return text.startsWith("{") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}
