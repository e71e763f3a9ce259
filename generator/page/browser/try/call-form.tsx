/** Renders a call of a tool as a form, with the command line that it would run or the reply that rejects it. Executes nothing. */
import "./try.css";
import type { Tool } from "@climax-gen/runtime/browser";
import { isListed } from "@climax-gen/runtime/browser";
import { useMemo, useState } from "preact/hooks";
import { escapeLines } from "../../../text/wording.ts";
import type { PageTool } from "../../page-data.ts";
import { ArgumentField } from "./argument-field.tsx";
import type { CallInput } from "./call-input.ts";
import { readInput, startInput, switchMode } from "./call-input.ts";
import { CallResult } from "./call-result.tsx";
import type { PageCall, PageMachine } from "./page-call.ts";
import { assumeMachine } from "./page-call.ts";
import type { ServerStore } from "./page-server.ts";
import { toServerTool } from "./page-server.ts";
import { TextField } from "./text-field.tsx";
import { useExplainedCall } from "./use-explained-call.ts";

/** Properties of `CallForm`. */
export interface CallFormProps {
  readonly store: Pick<ServerStore, "clis" | "policies" | "files">;
  readonly tool: PageTool;
}

/** Renders the form of one tool. Set `key` to the tool's name, so that another tool starts with an empty form. */
export function CallForm({ store, tool: page }: CallFormProps) {
  const tool = useMemo(() => toServerTool(store, page), [store, page]);
  const [machine, setMachine] = useState(() => assumeMachine(store, tool));
  const [input, setInput] = useState(() => startInput(tool, tool.examples?.[0]?.args ?? {}));
  const [isEdited, setEdited] = useState(false);
  const read = readInput(tool, input);
  const explained = useExplainedCall(store, tool, read.kind === "given" ? read.given : undefined, machine);
  const missing = input.mode === "form" ? explained?.missing : undefined;
  const errors = isEdited && missing === undefined ? errorsByArgument(explained?.call) : NO_ERRORS;
  const edit = (changed: CallInput): void => {
    setInput(changed);
    setEdited(true);
  };
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
            <ArgumentFields tool={tool} input={input} errors={errors} onChange={edit} />
          )}
          <MachineFields machine={machine} onChange={setMachine} />
        </form>
        <CallResult store={store} tool={tool} call={explained?.call} isReadable={read.kind === "given"} missing={missing} />
      </div>
    </div>
  );
}

interface FieldsProps {
  readonly tool: Tool;
  readonly input: CallInput;
  /** Messages by the name of the argument. */
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (input: CallInput) => void;
}

function ArgumentFields({ tool, input, errors, onChange }: FieldsProps) {
  const args = tool.args.filter(isListed);
  if (args.length === 0) return <p class="muted">The tool has no arguments.</p>;
  return (
    <>
      {args.map((arg) => (
        <ArgumentField
          key={arg.name}
          arg={arg}
          text={input.texts.get(arg.name) ?? ""}
          error={errors.get(arg.name)}
          onChange={(text) => onChange({ ...input, texts: new Map([...input.texts, [arg.name, text]]) })}
        />
      ))}
    </>
  );
}

function ExampleButtons({ tool, onChoose }: { readonly tool: Tool; readonly onChoose: (args: Readonly<Record<string, unknown>>) => void }) {
  const { examples = [] } = tool;
  return (
    <div class="try-buttons" role="group" aria-label="Fill in">
      {examples.map(({ description, args }, index) => (
        <button type="button" key={index} onClick={() => onChoose(args)}>
          {description === undefined ? `Example ${index + 1}` : escapeLines(description)}
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

const NO_ERRORS: ReadonlyMap<string, string> = new Map();

function errorsByArgument(call: PageCall | undefined): ReadonlyMap<string, string> {
  if (call?.kind !== "explained" || call.explanation.kind !== "refused") return NO_ERRORS;
  const errors = new Map<string, string>();
  for (const { arg, message } of [...call.explanation.problems, ...call.explanation.violations]) {
    if (arg !== undefined) errors.set(arg, errors.has(arg) ? `${errors.get(arg)}\n${message}` : message);
  }
  return errors;
}

/** Renders the inputs for the assumed machine of a call. */
function MachineFields({ machine, onChange }: { readonly machine: PageMachine; readonly onChange: (machine: PageMachine) => void }) {
  const { directory, variables } = machine;
  return (
    <details class="try-machine">
      <summary>Assumed machine: {[directory, ...Object.keys(variables)].join(", ")}</summary>
      <p class="muted">The page does not know the server's machine. Change the values to those of yours.</p>
      <TextField
        label="Working directory of the server"
        value={directory}
        error={directory.startsWith("/") ? undefined : "Not an absolute path"}
        onInput={(changed) => onChange({ ...machine, directory: changed })}
      />
      {Object.entries(variables).map(([name, value]) => (
        <TextField
          key={name}
          label={`$${name}`}
          value={value}
          hint="Environment variable of the server. An empty field sets it to an empty text"
          onInput={(changed) => onChange({ ...machine, variables: { ...variables, [name]: changed } })}
        />
      ))}
    </details>
  );
}
