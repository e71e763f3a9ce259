/** Renders the results of a search, each with the reasons for its rank. */
import type { ExplainedHit, SearchRequest } from "@climax-gen/runtime/browser";
import { DEFAULT_SEARCH_LIMIT } from "@climax-gen/runtime/browser";
import { describeScore } from "../../../search/score-reasons.ts";
import { escapeLines } from "../../../text/wording.ts";
import type { SearchAnswer } from "./page-search.ts";

/** Properties of `SearchResults`. */
export interface SearchResultsProps {
  readonly answer: SearchAnswer;
  readonly given: SearchRequest;
  readonly toolHref: (name: string) => string;
  /** Shows another page. */
  readonly onOffset: (offset: number) => void;
}

/** Renders the results of a search with their scores, in pages. */
export function SearchResults({ answer: { hits, total }, given, toolHref, onOffset }: SearchResultsProps) {
  const { limit = DEFAULT_SEARCH_LIMIT, offset = 0 } = given;
  if (hits.length === 0) return null;
  return (
    <>
      <ol class="try-hits" start={offset + 1}>
        {hits.map((hit) => (
          <Hit key={hit.tool.name} hit={hit} href={toolHref(hit.tool.name)} />
        ))}
      </ol>
      {(offset > 0 || offset + hits.length < total) && (
        <div class="try-buttons">
          <button type="button" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - limit))}>
            Previous results
          </button>
          <button type="button" disabled={offset + hits.length >= total} onClick={() => onOffset(offset + hits.length)}>
            Next results
          </button>
          <span class="muted">
            {offset + 1} to {offset + hits.length} of {total}
          </span>
        </div>
      )}
    </>
  );
}

function Hit({ hit, href }: { readonly hit: ExplainedHit; readonly href: string }) {
  const { tool, score } = hit;
  const reasons = describeScore(hit);
  return (
    <li>
      <a href={href}>
        <bdi class="mono">{escapeLines(tool.name)}</bdi>
      </a>{" "}
      <span class="muted">
        <bdi>{escapeLines(tool.cli.name)}</bdi>
      </span>
      <p class="try-description" dir="auto">
        {escapeLines(tool.description)}
      </p>
      {reasons.length > 0 && (
        <details>
          <summary>
            Score {score.toFixed(2)}
            <span class="visually-hidden"> of {tool.name}</span>
          </summary>
          <ul class="try-reasons">
            {reasons.map((reason) => (
              <li key={reason}>{escapeLines(reason)}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
