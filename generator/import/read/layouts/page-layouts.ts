/** Corrects the options of pages whose framework uses a common notation with another meaning. */
import type { OptionFacts } from "../../description.ts";
import type { Layout } from "./layout.ts";

/** A habit of a framework. The pattern matches a text that only its pages contain. */
export type PageLayout = Layout & {
  /** Corrects an option of such a page. */
  readonly apply: (option: OptionFacts) => OptionFacts;
  /** True if only the usage lines show values. A word after an option outside of brackets is then its value. */
  readonly showsValuesInUsage?: true;
};

export const PAGE_LAYOUTS: readonly PageLayout[] = [
  {
    name: "values only in the usage",
    from: ["argh of Rust"],
    reason: "only the usage shows values, and `--output=FILE` is not read",
    pattern: /^ +--help, help {2,}\S/m,
    example: "  --help, help      print usage",
    apply: (option) => (option.kind === "value" ? { ...option, valueForm: "bare" } : option),
    showsValuesInUsage: true,
  },
  {
    name: "brackets for a default",
    from: ["gunshi"],
    reason: "values are in square brackets if the option has a default",
    pattern: /^ +\S.* <OPTIONS>(?: |$)/m,
    example: "  tool add <OPTIONS> <src>",
    apply: (option) =>
      option.kind === "optional" && option.names.includes(`--${option.placeholder}`) ? { ...option, kind: "value" } : option,
  },
  {
    name: "negation before all switches",
    from: ["absl"],
    reason: "`[no]` precedes all switches, and nothing precedes options with a value",
    pattern: /^ +(?:-\w,)?--\[no\]\w+: /m,
    example: "  --[no]quiet: Print less",
    apply: (option) => (option.kind === "switch" && option.negation === undefined ? { ...option, kind: "value" } : option),
  },
  {
    name: "value after every option",
    from: ["fire"],
    reason: "a value follows every option, and a switch has a constant of Python as its default",
    pattern: /^ {4}(?:-\w, )?--\w+=[A-Z_]+(?: \(required\))?\n {8}(?:Type|Default): /m,
    example: "    -j, --json=JSON\n        Default: False",
    apply: readPythonSwitch,
  },
  {
    name: "options without kinds",
    from: ["sade"],
    reason: "options have no kinds: each is on alone, and takes a value after `=`",
    pattern: /^ {4}-h, --help {2,}Displays this message$/m,
    example: "    -h, --help      Displays this message",
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

/** Returns the layouts that a page has. */
export function findPageLayouts(text: string): readonly PageLayout[] {
  return PAGE_LAYOUTS.filter(({ pattern }) => pattern.test(text));
}

/** Corrects an option by the layouts of its page. */
export function correctOption(option: OptionFacts, layouts: readonly PageLayout[]): OptionFacts {
  return layouts.reduce((known, { apply }) => apply(known), option);
}
