/** Renders the control of one argument of a call. */
import type { ToolArg } from "@climax-gen/runtime/browser";
import { isRequired } from "@climax-gen/runtime/browser";
import { useId } from "preact/hooks";
import { escapeLines } from "../../../text/wording.ts";
import { fieldKind, TEXT_MARK } from "./form-state.ts";
import type { FieldLabels } from "./text-field.tsx";
import { Field, TextField } from "./text-field.tsx";

/** Properties of `ArgumentField`. */
export interface ArgumentFieldProps {
  readonly arg: ToolArg;
  readonly text: string;
  readonly error?: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Renders the input of an argument. */
export function ArgumentField({ arg, text, error, onChange }: ArgumentFieldProps) {
  const texts: FieldLabels = { label: arg.name, hint: <Hint arg={arg} />, error, required: isRequired(arg) };
  const members = (arg.enum ?? []).map(String);
  const common = { ...texts, value: text, isSecret: arg.secret === true, onInput: onChange };
  switch (fieldKind(arg)) {
    case "text":
      // A text of several lines can come from an example.
      return <TextField {...common} {...(text.includes("\n") && { lines: 3 })} />;
    case "number":
      return <TextField {...common} inputMode={arg.type === "integer" ? "numeric" : "decimal"} />;
    case "long_text":
      return <TextField {...common} lines={4} />;
    case "lines":
      return <TextField {...common} lines={3} />;
    case "pairs":
      return <TextField {...common} lines={3} placeholder="key=value" />;
    case "boolean":
      return <Choice texts={texts} members={["true", "false"]} text={text} onChange={onChange} />;
    case "choice":
      return <Choice texts={texts} members={members} text={text} onChange={onChange} />;
    case "choices":
      return <Choices texts={texts} members={members} text={text} onChange={onChange} />;
    case "optional_text":
      if (arg.enum !== undefined) return <OptionalChoice texts={texts} members={members} text={text} onChange={onChange} />;
      return <OptionalText texts={texts} text={text} isSecret={common.isSecret} onChange={onChange} />;
  }
}

interface ControlProps {
  readonly texts: FieldLabels;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

const NOT_PASSED = "(not passed)";

interface ChoiceProps extends ControlProps {
  readonly members: readonly string[];
  /** Returns the shown text of a member. Defaults to the member. */
  readonly labelOf?: (member: string) => string;
}

function Choice({ texts, members, text, labelOf = String, onChange }: ChoiceProps) {
  // The arguments can contain a value that is not in the list. It is kept, and the server rejects it.
  const all = text === "" || members.includes(text) ? members : [...members, text];
  return (
    <Field {...texts}>
      {(attributes) => (
        <select {...attributes} value={text} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">{NOT_PASSED}</option>
          {all.map((member) => (
            <option key={member} value={member}>
              {escapeLines(labelOf(member))}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Renders a choice of one of the members, or of a boolean. */
function OptionalChoice({ members, ...props }: ControlProps & { readonly members: readonly string[] }) {
  const labelOf = (member: string): string => (member.startsWith(TEXT_MARK) ? member.slice(TEXT_MARK.length) : member);
  return <Choice {...props} members={["true", "false", ...members.map((member) => TEXT_MARK + member)]} labelOf={labelOf} />;
}

function Choices({ texts, members, text, onChange }: ControlProps & { readonly members: readonly string[] }) {
  const id = useId();
  const chosen = text === "" ? [] : text.split("\n");
  const described = [`${id}-hint`, texts.error !== undefined && `${id}-error`].filter(Boolean).join(" ");
  const toggle = (member: string, isChosen: boolean): void =>
    onChange((isChosen ? [...chosen, member] : chosen.filter((other) => other !== member)).join("\n"));
  return (
    <fieldset class="try-field" aria-describedby={described}>
      <legend>
        <bdi>{escapeLines(texts.label)}</bdi>
        {texts.required === true && <span class="try-required"> required</span>}
      </legend>
      <div class="try-boxes">
        {members.map((member) => (
          <label key={member}>
            <input
              type="checkbox"
              checked={chosen.includes(member)}
              onChange={(event) => toggle(member, event.currentTarget.checked)}
              {...(texts.error !== undefined && { "aria-invalid": "true" })}
            />{" "}
            <bdi>{escapeLines(member)}</bdi>
          </label>
        ))}
      </div>
      <div id={`${id}-hint`} class="try-hint">
        {texts.hint}
      </div>
      {texts.error !== undefined && (
        <p id={`${id}-error`} class="try-error">
          {texts.error}
        </p>
      )}
    </fieldset>
  );
}

function OptionalText({ texts, text, isSecret, onChange }: ControlProps & { readonly isSecret: boolean }) {
  const isText = text.startsWith(TEXT_MARK);
  return (
    <div class="try-pair">
      <Field {...texts}>
        {(attributes) => (
          <select {...attributes} value={isText ? TEXT_MARK : text} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="">{NOT_PASSED}</option>
            <option value="true">true</option>
            <option value="false">false</option>
            <option value={TEXT_MARK}>text</option>
          </select>
        )}
      </Field>
      {isText && (
        <TextField
          label={`Text of ${texts.label}`}
          value={text.slice(TEXT_MARK.length)}
          isSecret={isSecret}
          onInput={(value) => onChange(`${TEXT_MARK}${value}`)}
        />
      )}
    </div>
  );
}

function Hint({ arg }: { readonly arg: ToolArg }) {
  const { description = "", default: value } = arg;
  const rules = [
    describeType(arg),
    ...(arg.secret === true ? ["secret"] : []),
    ...(value === undefined ? [] : [`default ${JSON.stringify(value)}`]),
  ];
  return (
    <>
      {description !== "" && (
        <span dir="auto" class="try-description">
          {escapeLines(description)}
        </span>
      )}{" "}
      <span class="try-rules">{escapeLines(rules.join(", "))}</span>
    </>
  );
}

function describeType(arg: ToolArg): string {
  switch (fieldKind(arg)) {
    case "pairs":
      return "map: one key=value per line";
    case "lines":
      return `list: one ${arg.type} per line`;
    case "choices":
      return `list of ${arg.type}s`;
    case "optional_text":
      return `${arg.type}, or true for the flag alone`;
    default:
      return arg.type;
  }
}
