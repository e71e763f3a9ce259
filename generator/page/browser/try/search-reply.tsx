/** Renders the request and the reply of a search, as an agent sends and receives them. */
import type { SearchRequest } from "@climax-gen/runtime/browser";
import { CodeBlock } from "./code-block.tsx";
import type { SearchAnswer } from "./page-search.ts";
import { estimateTokens } from "../../../text/token-estimate.ts";

/** Maximum length of the indented reply, in UTF-16 units. A longer one would slow the page down. */
const MAX_SHOWN = 200_000;

/** Renders the request and the reply of a search as an agent sees them. */
export function SearchReply({ answer, given }: { readonly answer: SearchAnswer; readonly given: SearchRequest }) {
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
