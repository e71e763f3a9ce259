/** Corrects the options of pages whose framework uses a common notation with another meaning. */
import type { OptionFacts } from "../../description.ts";

/** A habit of a framework. `page` matches a text that only its pages contain. */
export interface PageHabit {
  readonly framework: string;
  readonly reason: string;
  readonly page: RegExp;
  readonly apply: (option: OptionFacts) => OptionFacts;
}

const ARGH = /^ +--help, help {2,}\S/m;

export const PAGE_HABITS: readonly PageHabit[] = [
  {
    framework: "argh",
    reason: "does not read `--output=FILE`",
    page: ARGH,
    apply: (option) => (option.kind === "value" ? { ...option, valueForm: "bare" } : option),
  },
  {
    framework: "gunshi",
    reason: "writes values in square brackets if the option has a default",
    page: /^ +\S.* <OPTIONS>(?: |$)/m,
    apply: (option) =>
      option.kind === "optional" && option.names.includes(`--${option.placeholder}`) ? { ...option, kind: "value" } : option,
  },
  {
    framework: "absl",
    reason: "writes `[no]` before all switches, and nothing before options with a value",
    page: /^ +(?:-\w,)?--\[no\]\w+: /m,
    apply: (option) => (option.kind === "switch" && option.negation === undefined ? { ...option, kind: "value" } : option),
  },
  {
    framework: "fire",
    reason: "writes a value after every option. A switch has a constant of Python as its default",
    page: /^ {4}(?:-\w, )?--\w+=[A-Z_]+(?: \(required\))?\n {8}(?:Type|Default): /m,
    apply: readPythonSwitch,
  },
];

/** Reads `--json=JSON` with a constant of Python as the default as a switch. A value can follow it, so calls must write one. */
function readPythonSwitch(option: OptionFacts): OptionFacts {
  if (option.default !== "False" && option.default !== "True") return option;
  const { placeholder: _placeholder, valueForm: _form, default: _default, ...rest } = option;
  return { ...rest, kind: "switch", isAssignable: true, booleanWords: ["True", "False"] };
}

/** Reports whether only the usage lines of a page show values. A word after an option outside of brackets is then its value. */
export function showsValuesInUsage(text: string): boolean {
  return ARGH.test(text);
}

/** Applies the habits of the page's framework to its options. */
export function applyHabits(options: readonly OptionFacts[], text: string): readonly OptionFacts[] {
  const habits = PAGE_HABITS.filter(({ page }) => page.test(text));
  return options.map((option) => habits.reduce((known, { apply }) => apply(known), option));
}
