/** Renders the outcome of a call: the command line, the files that it reads, or the rejection. */
import type { CallExplanation, ExplainedCommand, Tool } from "@climax-gen/runtime/browser";
import type { Tone } from "../../../html/base-style.ts";
import { shellWords } from "../../../text/shell-word.ts";
import { escapeLines, escapeUnprintable, joinWords } from "../../../text/wording.ts";
import { CodeBlock, WordBlock } from "./code-block.tsx";
import type { PageCall } from "./page-call.ts";
import { inheritedVariables } from "./page-call.ts";
import type { ServerStore } from "./page-server.ts";
import { estimateTokens } from "../../../text/token-estimate.ts";

/** Properties of `CallResult`. */
export interface CallResultProps {
  readonly store: Pick<ServerStore, "policies">;
  readonly tool: Tool;
  /** Omitted before the first explanation, and if the arguments cannot be read. */
  readonly call: PageCall | undefined;
  readonly isReadable: boolean;
  /** Describes the arguments that an incomplete form still needs. It is shown instead of the rejection. */
  readonly missing?: string | undefined;
}

/** Renders the command line of a call, or the reason for its rejection. */
export function CallResult({ call, isReadable, missing, ...props }: CallResultProps) {
  const unexplained = isReadable ? "Checking the call…" : "No call: the arguments cannot be read.";
  return (
    <section class="try-result" aria-label="Outcome">
      <p role="status" class="try-status notice" data-tone={call === undefined || missing !== undefined ? "neutral" : toneOf(call)}>
        {missing ?? (call === undefined ? unexplained : describeCall(call))}
      </p>
      {call?.kind === "explained" && missing === undefined && <Explained {...props} explanation={call.explanation} />}
    </section>
  );
}

function toneOf(call: PageCall): Tone {
  if (call.kind === "failed" || call.explanation.kind === "refused") return "danger";
  return call.explanation.isConfirmed ? "warn" : "safe";
}

function describeCall(call: PageCall): string {
  if (call.kind === "failed") return `A server with these policies would not start: ${call.problem}`;
  const { explanation } = call;
  const asked = explanation.kind !== "refused" && explanation.isConfirmed ? " after the user confirms it" : "";
  switch (explanation.kind) {
    case "refused":
      return "The call would be rejected.";
    case "command":
      return `The call would run${asked}.`;
    case "reading":
      return `The call would read a file${asked}.`;
  }
}

/** Properties of the parts of an outcome. */
type OutcomeProps = Pick<CallResultProps, "store" | "tool">;

function Explained({ explanation, ...props }: OutcomeProps & { readonly explanation: CallExplanation }) {
  const { note } = explanation;
  return (
    <>
      <Outcome {...props} explanation={explanation} />
      {note !== undefined && (
        <>
          <h3>Note to the agent</h3>
          <CodeBlock label="Note to the agent" text={note} />
        </>
      )}
    </>
  );
}

function Outcome({ explanation, ...props }: OutcomeProps & { readonly explanation: CallExplanation }) {
  switch (explanation.kind) {
    case "refused":
      return (
        <>
          <h3>Reply to the agent, about {estimateTokens(explanation.text)} tokens</h3>
          <CodeBlock label="Reply to the agent" text={explanation.text} />
        </>
      );
    case "reading":
      return (
        <>
          <h3>Files (the first that exists is read)</h3>
          <CodeBlock label="Files" text={explanation.paths.join("\n")} />
        </>
      );
    case "command":
      return <Command {...props} explained={explanation} />;
  }
}

function Command({ explained, store, tool }: OutcomeProps & { readonly explained: ExplainedCommand }) {
  const { prefix, words, message } = explained;
  return (
    <>
      <h3>Command line</h3>
      <WordBlock label="Command line" words={[...prefix, ...words.map(({ text }) => text)]} />
      <p class="muted">
        Quoted for reading. The server passes the words as a list, without a shell.
        {store.policies.some(hasDirectory) && " It also resolves symbolic links when it checks a path."}
      </p>
      {message !== undefined && (
        <>
          <h3>Confirmation prompt</h3>
          <CodeBlock label="Confirmation prompt" text={message.text} />
          {message.resolvers.map(({ name, argv }) => (
            <p key={name} class="muted">
              &lt;{escapeLines(name)}&gt; is the output of <code>{showWords(argv)}</code>
            </p>
          ))}
        </>
      )}
      <h3>Surroundings</h3>
      <dl class="facts">
        {listFacts(explained, store, tool).map(([term, fact]) => (
          <Fact key={term} term={term}>
            {fact}
          </Fact>
        ))}
      </dl>
    </>
  );
}

/** Quotes words as for a shell, on one line. */
function showWords(words: readonly string[]): string {
  return escapeUnprintable(shellWords(words));
}

function Fact({ term, children }: { readonly term: string; readonly children: string }) {
  return (
    <>
      <dt>{escapeLines(term)}</dt>
      <dd dir="auto">{escapeLines(children)}</dd>
    </>
  );
}

function listFacts(
  { directory, stdin, variables, files, timeoutSeconds, isConfirmed }: ExplainedCommand,
  store: CallResultProps["store"],
  tool: Tool,
): readonly (readonly [term: string, fact: string])[] {
  const isInContainer = store.policies.some(isContainer);
  const inherited = isInContainer ? [] : inheritedVariables(store);
  const names = inherited === "all" ? "all variables of the server" : inherited === "minimal" ? "the minimal set" : inherited.join(", ");
  const own = tool.handler.kind === "command" ? Object.keys(tool.handler.program.env ?? {}) : [];
  const set = [...own, ...Array.from(variables, ([name, value]) => `${name}=${showWords([value])}`)];
  return [
    ["Directory", directory ?? (isInContainer ? "that of the image" : "the server's own")],
    ...(stdin === undefined ? [] : [["Standard input", stdin] as const]),
    ["Environment", joinWords([names, ...set].filter(Boolean), "and") || "no variables"],
    ...files.map(({ name, path }): readonly [string, string] => [`Temporary file of ${name}`, path]),
    ["Confirmation", isConfirmed ? "required before each call" : "not required"],
    ["Timeout", `${timeoutSeconds} s`],
  ];
}

function isContainer({ executor }: CallResultProps["store"]["policies"][number]): boolean {
  return executor?.type === "docker";
}

function hasDirectory({ tools }: CallResultProps["store"]["policies"][number]): boolean {
  return JSON.stringify(tools).includes('"within":');
}
