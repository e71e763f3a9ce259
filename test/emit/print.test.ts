/** Tests the layout of a generated file around its statements. */
import { describe, expect, it } from "vitest";
import { printSourceFile } from "../../generator/emit/print.ts";
import type { Statement } from "../../generator/emit/source-file.ts";

const value = { kind: "const", name: "one", doc: "", value: "1" } as const;

describe("a printed file", () => {
  it.each<[string, readonly Statement[], string]>([
    [
      "has its comment and imports on separate lines, without empty lines",
      [
        { kind: "comment", text: "Generated." },
        {
          kind: "import",
          from: "a",
          typeOnly: false,
          names: ["b", "type C"],
        },
        { kind: "import", from: "d", typeOnly: true, names: ["E"] },
        { kind: "namespace-import", from: "./f.ts", name: "f", typeOnly: true },
        value,
      ],
      '// Generated.\nimport { b, type C } from "a";\nimport type { E } from "d";\nimport type * as f from "./f.ts";\n\nexport const one = 1;\n',
    ],
    [
      "has one empty line between declarations",
      [value, { kind: "declarations", text: "type A = 1;\n\ntype B = 2;" }, { kind: "expression", text: "run();" }],
      "export const one = 1;\n\ntype A = 1;\n\ntype B = 2;\n\nrun();\n",
    ],
    [
      "prints the documentation and type of a constant",
      [{ ...value, doc: "First\n\nsecond", type: "number" }],
      "/**\n * First\n *\n * second\n */\nexport const one: number = 1;\n",
    ],
    [
      "has one member per line, each with its documentation",
      [
        {
          kind: "interface",
          name: "A",
          doc: "Of it",
          members: [
            { name: "a", type: "string", optional: false, doc: "" },
            { name: '"b-c"', type: "1", optional: true, doc: "The b" },
          ],
        },
      ],
      '/** Of it */\nexport interface A {\n  a: string;\n  /** The b */\n  "b-c"?: 1;\n}\n',
    ],
    [
      "has a type on lines of its own after the colon",
      [{ kind: "interface", name: "A", doc: "", members: [{ name: "a", type: '\n    | "b"\n    | "c"', optional: true, doc: "" }] }],
      'export interface A {\n  a?:\n    | "b"\n    | "c";\n}\n',
    ],
    [
      "has bases that exceed the line on the next line",
      [{ kind: "extending-interface", name: "A", doc: "", bases: Array.from({ length: 5 }, (_, place) => `namespace_${place}.Arguments`) }],
      `export interface A\n  extends ${Array.from({ length: 5 }, (_, place) => `namespace_${place}.Arguments`).join(", ")} {}\n`,
    ],
    [
      "has many bases, one per line",
      [
        {
          kind: "extending-interface",
          name: "A",
          doc: "",
          bases: Array.from({ length: 12 }, (_, place) => `namespace_${place}.Arguments`),
        },
      ],
      `export interface A\n  extends\n${Array.from({ length: 12 }, (_, place) => `    namespace_${place}.Arguments`).join(",\n")} {}\n`,
    ],
  ])("%s", (_title, statements, want) => {
    expect(printSourceFile({ path: "src/a.ts", statements })).toBe(want);
  });
});
