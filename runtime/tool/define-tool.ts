/** Defines a tool as a function of TypeScript. */
import type { ArgSpec, ArgValue, MapValue, ToolFields } from "./tool-spec.ts";
import type { ToolCall } from "./tool-call.ts";
import type { FunctionHandler, ToolArg } from "./tool.ts";

/** An argument of a function tool: the keys of `ArgSpec` that do not describe a command line. */
export type FunctionArg = Pick<
  ArgSpec,
  | "type"
  | "description"
  | "required"
  | "default"
  | "requires"
  | "enum"
  | "min"
  | "max"
  | "max_length"
  | "pattern"
  | "keys"
  | "repeat"
  | "secret"
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

/** A function tool as `defineTool` takes it. */
export interface ToolDefinition<Args extends FunctionArgs> extends ToolFields {
  /** Defaults to no arguments. */
  readonly args?: Args & OnlyKnownKeys<Args>;
  /**
   * Answers a call. `args` are validated and coerced, and have their defaults. Returns the text of the reply. The message of a
   * `ToolError` is an error that the caller reads. For any other exception, the caller reads `Internal error`, and the log the details.
   */
  readonly run: (args: ArgumentsOf<Args>, call: ToolCall) => string | Promise<string>;
}

/** Inference alone would accept any further key, such as a misspelt `required`. */
type OnlyKnownKeys<Args extends FunctionArgs> = {
  readonly [Name in keyof Args]: { readonly [Key in Exclude<keyof Args[Name], keyof FunctionArg>]: never };
};

/** A tool that `createServer` takes. */
export interface FunctionTool extends ToolFields {
  readonly args: readonly ToolArg[];
  readonly handler: FunctionHandler;
}

/**
 * Defines a tool that calls a function. The types of the arguments of `run` are inferred from `args`. Nothing is checked here:
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
