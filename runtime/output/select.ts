/** Evaluates JMESPath expressions. The only file that uses the library. Loaded at the first `select`. */
import { compile, TreeInterpreter } from "@jmespath-community/jmespath";
import { messageOf } from "../text/message-of.ts";

/** The selected value, or the error of the expression. */
export type Selection = { readonly kind: "selected"; readonly value: unknown } | { readonly kind: "failed"; readonly problem: string };

/** Selects a part of a JSON value. Fails on an expression that is invalid or that does not fit the value, such as `sum` of a string. */
export function select(value: unknown, expression: string): Selection {
  try {
    // The library's type of JSON has no `readonly` and no `unknown`.
    return { kind: "selected", value: TreeInterpreter.search(compile(expression), value as never) };
  } catch (error) {
    return { kind: "failed", problem: problemOf(error) };
  }
}

/** Returns the syntax error of an expression. */
export function findSyntaxProblem(expression: string): string | undefined {
  try {
    compile(expression);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}

/** Returns the message of the library without its period, because it continues or ends a clause. */
function problemOf(error: unknown): string {
  return messageOf(error).replace(/\.$/, "");
}
