/** Asks the user on the terminal to confirm a call. */
import { createInterface } from "node:readline/promises";

/** The streams on which a question is asked and answered. */
export interface QuestionStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Asks the user. Resolves to true if the user agrees, and to false otherwise, if the input ends or if the signal aborts. */
export type Question = (text: string, signal: AbortSignal) => Promise<boolean>;

/** Creates the question. Returns undefined unless both streams are a terminal, because a pipe has no user who could answer. */
export function createQuestion({ input, output }: QuestionStreams): Question | undefined {
  if (input.isTTY !== true || output.isTTY !== true) return undefined;
  return async (text, signal) => {
    const lines = createInterface({ input, output });
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    try {
      const answer = await Promise.race([lines.question(`${text}\nRun it? [y/N] `, { signal }), ended]);
      return /^\s*y(?:es)?\s*$/i.test(answer);
    } catch {
      // `question` rejects when the signal aborts.
      return false;
    } finally {
      lines.close();
    }
  };
}
