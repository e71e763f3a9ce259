/** Renders a text control with a label, a description and an error, which assistive technology reads together. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { escapeLines } from "../../../text/wording.ts";

/** Label, hint and error of a field. */
export interface FieldLabels {
  readonly label: string;
  /** Description below the control. */
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly required?: boolean;
}

/** Properties of `TextField`. */
export interface TextFieldProps extends FieldLabels {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "search";
  /** Hides the value while it is typed. Defaults to false. */
  readonly isSecret?: boolean;
  readonly inputMode?: "numeric" | "decimal";
  readonly placeholder?: string;
  /** Number of lines. Defaults to 1: the text cannot contain a line feed. */
  readonly lines?: number;
}

/** Renders an input of text. */
export function TextField({ type = "text", lines, isSecret = false, ...props }: TextFieldProps) {
  const { value, onInput, inputMode, placeholder, ...texts } = props;
  const common = { value, spellcheck: false, ...(placeholder !== undefined && { placeholder }), ...(inputMode && { inputMode }) };
  const read = (event: { readonly currentTarget: { readonly value: string } }): void => onInput(event.currentTarget.value);
  return (
    <Field {...texts}>
      {(attributes) => {
        const all = { ...attributes, ...common, autocomplete: "off", autocapitalize: "off" } as const;
        if (lines !== undefined) return <textarea {...all} rows={lines} class={isSecret ? "try-secret" : undefined} onInput={read} />;
        if (isSecret) return <input {...all} type="password" autocomplete="new-password" onInput={read} />;
        return type === "search" ? <input {...all} type="search" onInput={read} /> : <input {...all} type="text" onInput={read} />;
      }}
    </Field>
  );
}

/** Attributes of a control that connect it with its description and its error. */
export interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: "true";
  readonly "aria-required"?: "true";
}

interface FieldProps extends FieldLabels {
  readonly children: (attributes: ControlAttributes) => ComponentChildren;
}

/** Renders a label, a control, its hint and its error. */
export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId();
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div class="try-field">
      <label for={id}>
        <bdi>{escapeLines(label)}</bdi>
        {required === true && <span class="try-required"> required</span>}
      </label>
      {children({
        id,
        ...(described !== "" && { "aria-describedby": described }),
        ...(error !== undefined && { "aria-invalid": "true" }),
        ...(required === true && { "aria-required": "true" }),
      })}
      {hint !== undefined && (
        <div id={`${id}-hint`} class="try-hint">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} class="try-error">
          {error}
        </p>
      )}
    </div>
  );
}
