/** Asks on the terminal whether a call may run. */
import { createInterface } from "node:readline/promises";

/** The streams on which a question is asked and answered. */
export interface QuestionStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Asks, and resolves to whether the user agrees. Resolves to false if the input ends or the signal aborts. */
export type Question = (text: string, signal: AbortSignal) => Promise<boolean>;

/** Creates the question. Returns undefined unless both streams are a terminal: a pipe has no user who could agree. */
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
