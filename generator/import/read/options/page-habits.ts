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
    reason: "writes a value after every option. The default of a switch is a constant of Python",
    page: /^ {4}(?:-\w, )?--\w+=[A-Z_]+(?: \(required\))?\n {8}(?:Type|Default): /m,
    apply: readPythonSwitch,
  },
];

/** Reads `--json=JSON` with the default `False` as a switch. An option with the default `True` takes one of both values. */
function readPythonSwitch({ placeholder, valueForm, default: byDefault, ...rest }: OptionFacts): OptionFacts {
  if (byDefault === "False") return { ...rest, kind: "switch" };
  const option = { ...rest, ...(placeholder !== undefined && { placeholder }), ...(valueForm && { valueForm }) };
  if (byDefault === undefined) return option;
  const values = { ...rest.source, value: { words: ["True", "False"], strength: "closed" as const } };
  return { ...option, default: byDefault, ...(byDefault === "True" && { values }) };
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
