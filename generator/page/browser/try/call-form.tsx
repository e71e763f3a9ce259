/** A call of a tool as a form: the command line that it would run, or the reply that refuses it. Nothing is executed. */
import "./try.css";
import type { CallExplanation, Tool } from "@climax-gen/runtime/browser";
import { isListed } from "@climax-gen/runtime/browser";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { PageTool } from "../../page-data.ts";
import { ArgumentField } from "./argument-field.tsx";
import type { CallInput } from "./call-input.ts";
import { readInput, startInput, switchMode } from "./call-input.ts";
import { CallResult } from "./call-result.tsx";
import { MachineFields } from "./machine-fields.tsx";
import type { PageCall, PageMachine } from "./page-call.ts";
import { assumeMachine, explainPageCall } from "./page-call.ts";
import type { ServerStore } from "./page-server.ts";
import { toServerTool } from "./page-server.ts";
import { TextField } from "./text-field.tsx";

/** Properties of `CallForm`. */
export interface CallFormProps {
  readonly store: Pick<ServerStore, "clis" | "policies" | "files">;
  readonly tool: PageTool;
}

/** Pause after the last key before the call is explained, in milliseconds. */
const PAUSE_MS = 120;

/** The form of one tool. Give it the tool's name as `key`, so that another tool starts with an empty form. */
export function CallForm({ store, tool: page }: CallFormProps) {
  const tool = useMemo(() => toServerTool(store, page), [store, page]);
  const [machine, setMachine] = useState(() => assumeMachine(store, tool));
  const [input, setInput] = useState(() => startInput(tool, tool.examples?.[0]?.args ?? {}));
  const [isEdited, setEdited] = useState(false);
  const read = readInput(tool, input);
  const given = read.kind === "given" ? JSON.stringify(read.given) : undefined;
  const call = useExplained(store, tool, given, machine);
  const edit = (changed: CallInput): void => {
    setInput(changed);
    setEdited(true);
  };
  const errors = isEdited && call?.kind === "explained" ? errorsByArgument(call.explanation) : new Map<string, string>();
  return (
    <div class="try">
      <p class="muted">Nothing is executed. The page runs the checks of the server and builds the command line with the server's code.</p>
      <ExampleButtons tool={tool} onChoose={(args) => edit(startInput(tool, args))} />
      <div class="try-columns">
        <form class="try-form" aria-label={`Arguments of ${tool.name}`} onSubmit={(event) => event.preventDefault()}>
          <ModeChoice input={input} tool={tool} onChange={edit} />
          {input.mode === "json" ? (
            <TextField
              label="Arguments as JSON"
              lines={8}
              value={input.json}
              error={read.kind === "invalid" ? read.problem : undefined}
              onInput={(json) => edit({ ...input, json })}
            />
          ) : (
            tool.args
              .filter(isListed)
              .map((arg) => (
                <ArgumentField
                  key={arg.name}
                  arg={arg}
                  text={input.texts.get(arg.name) ?? ""}
                  error={errors.get(arg.name)}
                  onChange={(text) => edit({ ...input, texts: new Map([...input.texts, [arg.name, text]]) })}
                />
              ))
          )}
          {input.mode === "form" && tool.args.every((arg) => !isListed(arg)) && <p class="muted">The tool has no arguments.</p>}
          <MachineFields machine={machine} onChange={setMachine} />
        </form>
        <CallResult store={store} tool={tool} call={call} />
      </div>
    </div>
  );
}

/** Explains the call after a pause. `given` is JSON; without it, there is no call. */
function useExplained(store: CallFormProps["store"], tool: Tool, given: string | undefined, machine: PageMachine): PageCall | undefined {
  const [call, setCall] = useState<PageCall | undefined>(undefined);
  useEffect(() => {
    if (given === undefined) return setCall(undefined);
    let isCurrent = true;
    const show = async (): Promise<void> => {
      const explained = await explainPageCall(store, tool, JSON.parse(given) as Readonly<Record<string, unknown>>, machine);
      if (isCurrent) setCall(explained);
    };
    const timer = setTimeout(() => void show(), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, tool, given, machine]);
  return call;
}

function ExampleButtons({ tool, onChoose }: { readonly tool: Tool; readonly onChoose: (args: Readonly<Record<string, unknown>>) => void }) {
  const { examples = [] } = tool;
  return (
    <div class="try-buttons" role="group" aria-label="Fill in">
      {examples.map(({ description, args }, index) => (
        <button type="button" key={index} onClick={() => onChoose(args)}>
          {description ?? `Example ${index + 1}`}
        </button>
      ))}
      <button type="button" onClick={() => onChoose({})}>
        Clear
      </button>
    </div>
  );
}

interface ModeChoiceProps {
  readonly input: CallInput;
  readonly tool: Tool;
  readonly onChange: (input: CallInput) => void;
}

function ModeChoice({ input, tool, onChange }: ModeChoiceProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const choose = (mode: CallInput["mode"]): void => {
    const switched = switchMode(tool, input, mode);
    setProblem(typeof switched === "string" ? switched : undefined);
    if (typeof switched !== "string") onChange(switched);
  };
  return (
    <fieldset class="try-modes">
      <legend class="visually-hidden">Arguments as</legend>
      {(["form", "json"] as const).map((mode) => (
        <label key={mode}>
          <input type="radio" name="mode" checked={input.mode === mode} onChange={() => choose(mode)} /> {mode === "form" ? "Form" : "JSON"}
        </label>
      ))}
      {problem !== undefined && (
        <p role="alert" class="try-error">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function errorsByArgument(explanation: CallExplanation): ReadonlyMap<string, string> {
  if (explanation.kind !== "refused") return new Map();
  const errors = new Map<string, string>();
  for (const { arg, message } of [...explanation.problems, ...explanation.violations]) {
    if (arg !== undefined) errors.set(arg, errors.has(arg) ? `${errors.get(arg)}\n${message}` : message);
  }
  return errors;
}
