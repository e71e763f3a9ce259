/** The type of a tool in generated code. With it, TypeScript checks the table of the tool against its argument interface. */
import type { ArgSpec, CommandFields, MapValue, ScalarValue } from "./tool-spec.ts";

/**
 * A tool in generated code: `const git_log: ToolSpec<GitLogArgs> = {…}`. TypeScript compares the interface with the table. A missing or
 * unknown argument, a wrong type, a missing `required`, a value outside the enum, or a default of the wrong type does not compile.
 */
export interface ToolSpec<Args> extends CommandFields {
  /** The arguments by name. For a tool without arguments, `Args` extends `Record<string, never>`. */
  readonly args: string extends keyof Args ? Readonly<Record<string, never>> : { readonly [Name in keyof Args]-?: EntryOf<Args[Name]> };
}

/** The arguments of a call that must pass exactly one of these names. */
export type ExactlyOne<Args, Names extends keyof Args> = {
  readonly [Name in Names]: Omit<Args, Names> & Required<Pick<Args, Name>> & { readonly [Other in Exclude<Names, Name>]?: never };
}[Names];

/** The table entry for an argument, derived from the type of its property, which includes `undefined` if the property is optional. */
type EntryOf<Property> = undefined extends Property
  ? ArgSpecOf<Exclude<Property, undefined>, false>
  : ArgSpecOf<Property, true> & { readonly required: true };

type ArgSpecOf<Value, IsRequired> = [Value] extends [readonly (infer Item)[]]
  ? IsWide<Item> extends true
    ? FreeList<Item, IsRequired>
    : ChosenList<Item, IsRequired>
  : [Value] extends [MapValue]
    ? FreeMap<Value, IsRequired>
    : true extends Value
      ? [Value] extends [boolean]
        ? FreeValue<Value, IsRequired>
        : OptionalValue<Exclude<Value, boolean>, IsRequired>
      : IsWide<Value> extends true
        ? FreeValue<Value, IsRequired>
        : ChosenValue<Value, IsRequired>;

type IsWide<Value> = string extends Value ? true : number extends Value ? true : boolean extends Value ? true : false;

type TypeName<Value> = [Value] extends [boolean] ? "boolean" : [Value] extends [number] ? "integer" | "number" : "string";

// Interfaces instead of intersections, because TypeScript compares them faster, and every argument of every tool is compared.
interface SharedFields<IsRequired> extends Omit<ArgSpec, "type" | "enum" | "default" | "repeat" | "required" | "optional_value"> {
  readonly required?: IsRequired;
}

interface FreeValue<Value, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Value>;
  readonly enum?: never;
  readonly repeat?: false;
  readonly optional_value?: false;
  readonly default?: Value;
}

interface ChosenValue<Value, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Value>;
  readonly enum: readonly (Value | `${Value & ScalarValue}`)[];
  readonly repeat?: false;
  readonly optional_value?: false;
  readonly default?: Value;
}

interface FreeList<Item, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Item>;
  readonly enum?: never;
  readonly repeat: true | "once";
  readonly optional_value?: false;
  readonly default?: readonly Item[];
}

interface ChosenList<Item, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Item>;
  readonly enum: readonly (Item | `${Item & ScalarValue}`)[];
  readonly repeat: true | "once";
  readonly optional_value?: false;
  readonly default?: readonly Item[];
}

interface FreeMap<Value, IsRequired> extends SharedFields<IsRequired> {
  readonly type: "map";
  readonly enum?: never;
  readonly repeat?: boolean | "once";
  readonly optional_value?: false;
  readonly default?: Value;
}

interface OptionalValue<Text, IsRequired> extends SharedFields<IsRequired> {
  readonly type: TypeName<Text>;
  readonly enum?: readonly (Text | `${Text & ScalarValue}`)[];
  readonly repeat?: false;
  readonly optional_value: true;
  readonly default?: true | Text;
}
