/** Defines a tool by a TypeScript function. */
import type { ArgLimits, ArgSpec, ArgValue, MapValue, ToolFields } from "./tool-spec.ts";
import type { ToolCall } from "./tool-call.ts";
import type { FunctionHandler, ToolArg } from "./tool.ts";

/** An argument of a function tool: the keys of `ArgSpec` that do not describe a command line. */
export type FunctionArg = Pick<
  ArgSpec,
  "type" | "description" | "required" | "default" | "requires" | "enum" | keyof ArgLimits | "repeat" | "secret"
>;

/** The arguments of a function tool by name. */
export type FunctionArgs = Readonly<Record<string, FunctionArg>>;

/**
 * The values that `run` receives. A property is optional unless its argument is `required` or has a `default`. A string argument
 * with an `enum` has the type of its members, and an argument with `repeat` is a list.
 */
export type ArgumentsOf<Args extends FunctionArgs> = {
  readonly [Name in keyof Args as IsAlwaysGiven<Args[Name]> extends true ? Name : never]: ArgumentOf<Args[Name]>;
} & {
  readonly [Name in keyof Args as IsAlwaysGiven<Args[Name]> extends true ? never : Name]?: ArgumentOf<Args[Name]>;
};

type IsAlwaysGiven<Arg extends FunctionArg> = Arg extends { readonly required: true } | { readonly default: ArgValue } ? true : false;

type ArgumentOf<Arg extends FunctionArg> = Arg extends { readonly repeat: true } ? readonly ScalarOf<Arg>[] : ScalarOf<Arg>;

type ScalarOf<Arg extends FunctionArg> = Arg extends { readonly type: "string"; readonly enum: readonly (infer Member)[] }
  ? Member
  : {
      readonly string: string;
      readonly integer: number;
      readonly number: number;
      readonly boolean: boolean;
      readonly map: MapValue;
    }[Arg["type"]];

/** The parameter of `defineTool`. */
export interface ToolDefinition<Args extends FunctionArgs> extends ToolFields {
  /** Defaults to no arguments. */
  readonly args?: Args & OnlyKnownKeys<Args>;
  /**
   * Answers a call. `args` are validated and coerced, and include defaults. Returns the text of the reply. If `run` throws a `ToolError`,
   * the caller receives its message as an error. For any other exception, the caller receives `Internal error`, and the log contains the
   * details.
   */
  readonly run: (args: ArgumentsOf<Args>, call: ToolCall) => string | Promise<string>;
}

/** Rejects unknown keys at compile time. Inference alone would accept any further key, such as a misspelled `required`. */
type OnlyKnownKeys<Args extends FunctionArgs> = {
  readonly [Name in keyof Args]: { readonly [Key in Exclude<keyof Args[Name], keyof FunctionArg>]: never };
};

/** A function tool, for `createServer`. */
export interface FunctionTool extends ToolFields {
  readonly args: readonly ToolArg[];
  readonly handler: FunctionHandler;
}

/**
 * Defines a tool that calls a function. The types of the arguments of `run` are inferred from `args`. Does not check the definition:
 * `createServer` reports the errors of all its tools.
 */
export function defineTool<const Args extends FunctionArgs>(definition: ToolDefinition<Args>): FunctionTool {
  const { args = {}, run, ...fields } = definition;
  return {
    ...fields,
    args: Object.entries<FunctionArg>(args).map(([name, arg]) => ({ name, ...arg })),
    // Validation against `args` gives the values these types.
    handler: { kind: "function", run: run as unknown as FunctionHandler["run"] },
  };
}
