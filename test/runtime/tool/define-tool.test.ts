import { describe, expect, expectTypeOf, it } from "vitest";
import { defineTool } from "../../../runtime/index.ts";

const run = (): string => "";

describe("defining a tool", () => {
  it("infers the types of the arguments from the table", () => {
    defineTool({
      name: "typed",
      description: "",
      args: {
        text: { type: "string", required: true },
        count: { type: "integer", default: 3 },
        ratio: { type: "number" },
        unit: { type: "string", enum: ["m", "km"], default: "m" },
        level: { type: "integer", enum: ["1", "2"], required: true },
        names: { type: "string", repeat: true },
        all: { type: "boolean", required: false },
      },
      run(args) {
        expectTypeOf(args.text).toEqualTypeOf<string>();
        expectTypeOf(args.count).toEqualTypeOf<number>();
        expectTypeOf(args.ratio).toEqualTypeOf<number | undefined>();
        expectTypeOf(args.unit).toEqualTypeOf<"m" | "km">();
        expectTypeOf(args.level).toEqualTypeOf<number>();
        expectTypeOf(args.names).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(args.all).toEqualTypeOf<boolean | undefined>();
        // @ts-expect-error: the table has no such argument.
        return String(args.txet);
      },
    });
  });

  it("has no arguments without a table", () => {
    const tool = defineTool({ name: "bare", description: "", run });
    expect(tool.args).toEqual([]);
  });

  it("rejects keys that describe a command line", () => {
    // @ts-expect-error: a function has no flags.
    defineTool({ name: "flag", description: "", args: { text: { type: "string", flag: "-t" } }, run });
    // @ts-expect-error: a text is the reply.
    defineTool({ name: "number", description: "", run: () => 5 });
  });

  it("keeps the order of the arguments, and the fields of the tool", () => {
    const tool = defineTool({
      name: "kept",
      description: "d",
      risk: "write",
      timeout: 5,
      args: { b: { type: "string" }, a: { type: "number" } },
      run,
    });
    expect(tool).toMatchObject({ name: "kept", description: "d", risk: "write", timeout: 5, handler: { kind: "function" } });
    expect(tool.args.map(({ name }) => name)).toEqual(["b", "a"]);
  });
});
