import { expect, it } from "vitest";
import { isTransient, LOCK_NAME, temporaryName, toWriteSteps, writerOf } from "../../generator/write/write-steps.ts";

it("writes the copy of the sources' manifest after all other files, and then the manifests", () => {
  const create = (path: string) => ({ action: "create", path, content: path }) as const;
  const paths = [".climax-gen.json", "dist/.climax-gen.json", "dist/server.mjs", "dist/sources.json", "src/main.ts"];
  const journals = new Map([
    [".climax-gen.json", "journal"],
    ["dist/.climax-gen.json", "journal"],
  ]);
  const { replacements, manifests } = toWriteSteps({ files: paths.map(create), journals }, "out", 1);
  expect(replacements.map(({ target, content }) => `${target} ${String(content)}`)).toEqual([
    "out/.climax-gen.json journal",
    "out/dist/.climax-gen.json journal",
    "out/dist/server.mjs dist/server.mjs",
    "out/src/main.ts src/main.ts",
  ]);
  expect(manifests.map(({ target }) => target)).toEqual(["out/dist/sources.json", "out/.climax-gen.json", "out/dist/.climax-gen.json"]);
});

it.each([
  ["the lock", LOCK_NAME, true, undefined],
  ["a temporary file", temporaryName(12, 3), true, 12],
  ["the temporary file of a record", temporaryName(12, "record"), true, 12],
  ["a file of the user", "notes.tmp", false, undefined],
  ["a name that only contains the name of a temporary file", `x${temporaryName(12, 3)}`, false, undefined],
])("does not count %s as output: %s", (_title, name, isLeft, writer) => {
  expect([isTransient(name), writerOf(name)]).toEqual([isLeft, writer]);
});
