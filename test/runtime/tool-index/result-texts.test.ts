/** Tests the stored results of tools: equal in memory and in the compiled index, and narrowed by policies. */
import { afterAll, expect, it } from "vitest";
import { toPolicy } from "../../../runtime/policy/policy.ts";
import { createMemoryReader } from "../../../runtime/tool-index/index-reader.ts";
import { narrowReader } from "../../../runtime/tool-index/narrow-reader.ts";
import { RESULT_FORMS } from "../../../runtime/tool-index/result-texts.ts";
import type { IndexReader } from "../../../runtime/search/reader.ts";
import { createCompiledReader, removeCompiledReaders } from "../../fixtures/compiled-reader.ts";
import { argument, part } from "../search/found.ts";

afterAll(removeCompiledReaders);

const LIST = { description: "List the running containers", args: { name: argument("Größe".repeat(40)) } };
const PARTS = [
  part("docker", {
    docker_ps: { ...LIST, command: ["docker", "ps"] },
    docker_container_ls: { ...LIST, command: ["docker", "container", "ls"] },
    docker_info: "Show the state of the daemon. Slowly.",
  }),
];

const read = (reader: IndexReader): readonly unknown[] =>
  Array.from({ length: reader.toolCount }, (_, ordinal) =>
    RESULT_FORMS.map((form) => [reader.results.text(ordinal, form), reader.results.size(ordinal, form)]),
  );

it("are equal in memory and in the compiled index, with their sizes", () => {
  const [memory, compiled] = [createMemoryReader(PARTS), createCompiledReader(PARTS)];
  expect(read(compiled)).toEqual(read(memory));
  expect([...compiled.twins()]).toEqual([...memory.twins()]);
  for (const form of RESULT_FORMS) expect(memory.results.size(0, form)).toBe(Buffer.byteLength(memory.results.text(0, form)));
});

it.each([
  ["specs in memory", createMemoryReader],
  ["the compiled index", createCompiledReader],
])("do not name a tool that a policy disables, and have the policy's description, over %s", (_title, open) => {
  const policy = toPolicy({ tools: { docker_container_ls: { description: "Only these" }, docker_info: {} } });
  const reader = narrowReader(open(PARTS), [policy]);
  const texts = JSON.stringify(read(reader));
  expect(texts).toContain("Only these");
  expect(texts).not.toContain("docker_ps");
  expect(texts).not.toContain("running");
});
