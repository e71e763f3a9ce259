/** Corrects the options of pages whose framework uses a common notation with another meaning. */
import { OWN_FORMS, type OwnForm } from "../lines/own-forms.ts";
import type { OptionFacts } from "../../description.ts";

/** A habit of a framework. The pattern of `form` matches a text that only its pages contain. */
export interface PageHabit {
  readonly form: OwnForm;
  readonly apply: (option: OptionFacts) => OptionFacts;
}

export const PAGE_HABITS: readonly PageHabit[] = [
  {
    form: OWN_FORMS.arghHelp,
    apply: (option) => (option.kind === "value" ? { ...option, valueForm: "bare" } : option),
  },
  {
    form: OWN_FORMS.gunshiUsage,
    apply: (option) =>
      option.kind === "optional" && option.names.includes(`--${option.placeholder}`) ? { ...option, kind: "value" } : option,
  },
  {
    form: OWN_FORMS.abslSwitch,
    apply: (option) => (option.kind === "switch" && option.negation === undefined ? { ...option, kind: "value" } : option),
  },
  {
    form: OWN_FORMS.fireSwitch,
    apply: readPythonSwitch,
  },
  {
    form: OWN_FORMS.sadeHelp,
    apply: readUntyped,
  },
];

/** Reads an option without a default as one whose value can be left out. Boolean defaults make switches of the others. */
function readUntyped(option: OptionFacts): OptionFacts {
  const { kind, negation, names, default: byDefault } = option;
  const isSwitch = negation !== undefined || byDefault !== undefined || names.some((name) => /^--(?:no-|help$|version$)/.test(name));
  return kind !== "switch" || isSwitch ? option : { ...option, kind: "optional", valueForm: "glued" };
}

/** Reads `--json=JSON` with a constant of Python as the default as a switch. A value can follow it, so calls must write one. */
function readPythonSwitch(option: OptionFacts): OptionFacts {
  if (option.default !== "False" && option.default !== "True") return option;
  const { placeholder: _placeholder, valueForm: _form, default: _default, ...rest } = option;
  return { ...rest, kind: "switch", isAssignable: true, booleanWords: ["True", "False"] };
}

/** Reports whether only the usage lines of a page show values. A word after an option outside of brackets is then its value. */
export function showsValuesInUsage(text: string): boolean {
  return OWN_FORMS.arghHelp.pattern.test(text);
}

/** Applies the habits of the page's framework to its options. */
export function applyHabits(options: readonly OptionFacts[], text: string): readonly OptionFacts[] {
  const habits = PAGE_HABITS.filter(({ form }) => form.pattern.test(text));
  return options.map((option) => habits.reduce((known, { apply }) => apply(known), option));
}
