import { expect, it } from "vitest";
import { describeProgram } from "../../generator/import/describe/describe.ts";
import { askProgram } from "../../generator/inputs/ask-program.ts";

it("asks commands that print the same page only whether they have its options", async () => {
  const text =
    "Usage: tool [options] COMMAND [file...]\n\nCommands:\n  add    Add it\n  drop   Drop it\n\nOptions:\n  --out <file>   Write it\n";
  const page = { from: "help", label: "tool --help", path: [], text, sharedBy: ["add", "drop"] } as const;
  const asked: string[] = [];
  const probe = async (words: readonly string[]): Promise<{ texts: readonly string[]; exit: number }> => {
    const line = words.filter((word) => !word.startsWith("--zz9")).join(" ");
    asked.push(line);
    const first = line.endsWith("--out") ? "zz9beta" : "zz9alpha";
    return await Promise.resolve({ texts: [`tool: unrecognized option '--${first}'`], exit: 2 });
  };
  const none = {
    ask: async () => await Promise.resolve({ kind: "texts" as const, texts: [] }),
    manuals: async () => await Promise.resolve([]),
  };
  await askProgram({
    program: "tool",
    description: describeProgram({ program: "tool", pages: [page] }),
    interviewer: { ...none, probe },
    onProgress: () => {},
    readingMs: 0,
  });
  const ofFlags = asked.filter((line) => line.includes("--out"));
  expect(ofFlags.filter((line) => line.includes("--out=")).length).toBe(1);
  expect(new Set(ofFlags.filter((line) => line.endsWith("--out")))).toEqual(new Set(["tool add --out", "tool drop --out"]));
});

it("asks a command that is a tool and has subcommands", async () => {
  const text = "Usage: tool [options] [file...]\n\nCommands:\n  add    Add it\n\nOptions:\n  --out <file>   Write it\n  --old   Old\n";
  const pages = [
    { from: "help", label: "tool --help", path: [], text },
    { from: "help", label: "tool add --help", path: ["add"], text: "Usage: tool add NAME\n" },
  ] as const;
  const probe = async (words: readonly string[]): Promise<{ texts: readonly string[]; exit: number }> => {
    const first = words.find((word) => /^--(?:old|zz9)/.test(word)) ?? "";
    return await Promise.resolve({ texts: [`tool: unrecognized option '${first}'`], exit: 2 });
  };
  const { root } = await askProgram({
    program: "tool",
    description: describeProgram({ program: "tool", pages }),
    interviewer: {
      ask: async () => await Promise.resolve({ kind: "texts" as const, texts: [] }),
      manuals: async () => await Promise.resolve([]),
      probe,
    },
    onProgress: () => {},
    readingMs: 0,
  });
  expect(root.commands.map(({ path }) => path)).toEqual([["add"]]);
  expect(root.options.map(({ names }) => names)).toEqual([["--out"]]);
});

it("asks about further options for those that the program rejects", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `--opt${String.fromCodePoint(97 + index)}`);
  const rejected = new Set([...names.slice(0, 3), ...names.slice(13, 14)]);
  const text = `Usage: tool [options]\n\nOptions:\n${names.map((name) => `  ${name} <x>   Set it\n`).join("")}`;
  const probe = async (words: readonly string[]): Promise<{ texts: readonly string[]; exit: number }> => {
    const unknown =
      words.find((word) => rejected.has(word.split("=")[0] ?? "")) ?? (words[1] === "--zz9alpha" ? "--zz9alpha" : "--zz9beta");
    return await Promise.resolve({ texts: [`tool: unrecognized option '${unknown}'`], exit: 2 });
  };
  const { root } = await askProgram({
    program: "tool",
    description: describeProgram({ program: "tool", pages: [{ from: "help", label: "tool --help", path: [], text }] }),
    interviewer: {
      ask: async () => await Promise.resolve({ kind: "texts" as const, texts: [] }),
      manuals: async () => await Promise.resolve([]),
      probe,
    },
    onProgress: () => {},
    readingMs: 0,
  });
  const left = new Set(root.options.flatMap((option) => option.names));
  expect([...rejected].filter((name) => left.has(name))).toEqual([]);
});
