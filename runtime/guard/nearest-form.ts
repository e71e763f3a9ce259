/** The form of the command lines of a tool, for a caller whose words were refused. */
import { isOnCommandLine, isOperand, isRepeatable, toLineForm } from "../argument/form.ts";
import { shellWord } from "../text/shell-word.ts";
import type { ToolArg } from "../tool/tool.ts";
import { isListed, isRequired } from "../tool/tool.ts";
import type { LinePlan } from "./line-plan.ts";
import type { NearestForm } from "./reading.ts";

/** The number of optional flags in a form. A form with all flags of a large tool is hard to read. */
const MAX_FLAGS = 12;

/** Returns the form of a tool: the words that a caller must write, optional ones in brackets, and values as names in capitals. */
export function describeForm(program: string, { tool, path, constants, operands, preset }: LinePlan): NearestForm {
  const written = tool.args.filter((arg) => isOnCommandLine(arg) && isListed(arg) && !(preset?.kind === "items" && preset.arg === arg));
  const options = written.filter((arg) => !isOperand(arg) && !isPlaced(operands, arg));
  const [required, optional] = [options.filter(isRequired), options.filter((arg) => !isRequired(arg))];
  const shown = optional.slice(0, MAX_FLAGS).map((arg) => `[${describeOption(arg)}]`);
  const fixed = constants.filter(({ isAdded }) => !isAdded).map(({ words }) => words.map(shellWord).join(" "));
  const rest = optional.length > MAX_FLAGS ? ["[…]"] : [];
  const words = [program, ...path, ...fixed, ...required.map(describeOption), ...shown, ...rest, ...describeOperands(operands)];
  return { tool: tool.name, commandLine: words.join(" ") };
}

function isPlaced(operands: LinePlan["operands"], arg: ToolArg): boolean {
  return operands.some((entry) => entry.kind === "arg" && entry.arg === arg);
}

function describeOperands(entries: LinePlan["operands"]): readonly string[] {
  const divider = entries.findIndex(({ kind }) => kind === "dashes");
  return entries.flatMap((entry, index): readonly string[] => {
    switch (entry.kind) {
      case "dashes":
        return index === divider && index > 0 && index < entries.length - 1 ? ["[--]"] : [];
      case "literal":
        return [];
      case "args":
        return entry.args.map(({ name }) => toPlaceholder(name));
      case "arg": {
        const text = `${toPlaceholder(entry.arg.name)}${entry.isList ? "…" : ""}`;
        return [entry.isRequired ? text : `[${text}]`];
      }
    }
  });
}

/** Returns an option as its program reads it: `--max-count=MAX_COUNT`, or all its words if the config has words of its own. */
function describeOption(arg: ToolArg): string {
  const form = toLineForm(arg);
  const { words } = form;
  const flag = form.place === "option" ? form.flag : "";
  const gap = flag === "" || flag.endsWith("=") ? "" : " ";
  const again = isRepeatable(arg) ? "…" : "";
  switch (words.kind) {
    case "switch":
      return flag;
    case "optional":
      return `${words.alone}[${words.prefix.slice(words.alone.length)}VALUE]`;
    case "mapped": {
      const ways = Object.values(words.table).filter((texts) => texts.length > 0);
      return `${flag}${gap}${ways.map((texts) => texts.map(shellWord).join(" ")).join("|")}${again}`;
    }
    case "templates": {
      const members = arg.enum?.join("|");
      const value = members !== undefined && members.length <= 40 ? members : toPlaceholder(arg.name);
      const texts = words.templates.map((template) =>
        template.replaceAll("{}", value).replaceAll("{key}", "KEY").replaceAll("{value}", "VALUE"),
      );
      return `${flag}${gap}${texts.join(" ")}${again}`;
    }
  }
}

function toPlaceholder(name: string): string {
  return name.toUpperCase();
}
