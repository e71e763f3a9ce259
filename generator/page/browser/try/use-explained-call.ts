/** Explains the call of a form while a reader fills it in. */
import type { Tool } from "@climax-gen/runtime/browser";
import { useEffect, useState } from "preact/hooks";
import { describeMissing } from "./missing-arguments.ts";
import type { PageCall, PageMachine } from "./page-call.ts";
import { explainPageCall } from "./page-call.ts";
import type { ServerStore } from "./page-server.ts";

/** Pause after the last key before the call is explained, in milliseconds. */
const PAUSE_MS = 120;

/** The explanation of a call. */
export interface ExplainedForm {
  readonly call: PageCall;
  /** Describes the arguments that the call still needs. Omitted if it is complete, or has other problems. */
  readonly missing?: string;
}

/** Explains the call after a pause. Returns undefined before the first explanation, and if `given` is undefined. */
export function useExplainedCall(
  store: Pick<ServerStore, "policies">,
  tool: Tool,
  given: Readonly<Record<string, unknown>> | undefined,
  machine: PageMachine,
): ExplainedForm | undefined {
  const [explained, setExplained] = useState<ExplainedForm | undefined>(undefined);
  // Each rendering creates new arguments. Their JSON differs if they changed.
  const json = given && JSON.stringify(given);
  useEffect(() => {
    if (json === undefined) return setExplained(undefined);
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const found = await explain(store, tool, JSON.parse(json) as Readonly<Record<string, unknown>>, machine);
      if (isCurrent) setExplained(found);
    };
    const timer = setTimeout(() => void show(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, tool, json, machine]);
  return explained;
}

async function explain(...parts: Parameters<typeof explainPageCall>): Promise<ExplainedForm> {
  const [, tool, given] = parts;
  const call = await explainPageCall(...parts);
  const missing = call.kind === "explained" ? describeMissing(tool, given, call.explanation) : undefined;
  return { call, ...(missing !== undefined && { missing }) };
}
