import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { describeFailure } from "../../../runtime/directive/failure.ts";
import { runDirectiveHandler } from "../../../runtime/directive/handlers.ts";
import type { Entry } from "../../fixtures/directive-folders.ts";
import { makeFolder, NEWER, OLDER } from "../../fixtures/directive-folders.ts";

const made: ReturnType<typeof makeFolder>[] = [];
afterAll(() => made.forEach(({ remove }) => remove()));

async function bundle(directory: string, template = "spec_template.md", root = "directive"): Promise<unknown> {
  const outcome = await runDirectiveHandler({ bundle: template }, {}, { directory, root });
  return outcome.kind === "answered" ? outcome.result : describeFailure(outcome.failure);
}

function bundleOf(entries: Readonly<Record<string, Entry>>, template?: string, root?: string): Promise<unknown> {
  const folder = makeFolder(entries);
  made.push(folder);
  return bundle(folder.path, template, root);
}

const file = (directory: string, path: string): object => ({ path, content: readFileSync(join(directory, path), "utf8") });

const COMPLETE = {
  "directive/agent_operating_procedure.md": "AOP",
  "directive/agent_context.md": "CTX",
  "directive/templates/spec_template.md": "TPL",
};
const DEFAULT_PRIMER = "Do not write code before TDR approval. Follow Spec → Impact → TDR → TDD.";

describe("a bundle", () => {
  it.each(["spec_template.md", "impact_template.md", "tdr_template.md"])("is read from the newer layout: %s", async (template) => {
    const [procedure, context] = ["directive/reference/agent_operating_procedure.md", "directive/reference/agent_context.md"];
    const path = `directive/reference/templates/${template}`;
    const answer = await bundle(NEWER, template);
    expect(answer).toEqual({
      primer: "2. Do not write code before the design of a change is approved.",
      agentOperatingProcedure: file(NEWER, procedure),
      agentContext: file(NEWER, context),
      template: file(NEWER, path),
      resources: [{ path: procedure }, { path: context }, { path }],
    });
    expect(Object.keys(answer as object)).toEqual(["primer", "agentOperatingProcedure", "agentContext", "template", "resources"]);
  });

  it("is read from the older layout", async () => {
    const [procedure, context] = ["directive/agent_operating_procedure.md", "directive/agent_context.md"];
    const path = "directive/templates/impact_template.md";
    expect(await bundle(OLDER, "impact_template.md")).toEqual({
      primer: DEFAULT_PRIMER,
      agentOperatingProcedure: file(OLDER, procedure),
      agentContext: file(OLDER, context),
      template: file(OLDER, path),
      resources: [{ path: procedure }, { path: context }, { path }],
    });
  });

  it("takes each file from the newer layout if both have it, and otherwise from the one that has it", async () => {
    const answer = await bundleOf({ ...COMPLETE, "directive/reference/agent_context.md": "newer" });
    expect(answer).toMatchObject({
      agentOperatingProcedure: { path: "directive/agent_operating_procedure.md" },
      agentContext: { path: "directive/reference/agent_context.md", content: "newer" },
    });
  });

  it("is found below a root of any name, including `reference`", async () => {
    const entries = Object.entries(COMPLETE).map(([path, text]) => [path.replace("directive/", "docs/reference/"), text] as const);
    expect(await bundleOf(Object.fromEntries(entries), undefined, "docs/reference")).toMatchObject({
      agentContext: { path: "reference/agent_context.md", content: "CTX" },
    });
  });

  it.each<[string, string, string]>([
    ["the first line that contains the sign", "A\n\nDo not write code yet.\nDo not write code later.", "Do not write code yet."],
    ["the other sign", "Do not start coding alone", "Do not start coding alone"],
    [
      "a line without its emphasis and the space around it",
      "  - **Do not write code** until **then**\t\r\nB",
      "- Do not write code until then",
    ],
    ["the default line if no line contains the sign", "do not write code\nDo not code", DEFAULT_PRIMER],
    ["its own line for an empty procedure", "", DEFAULT_PRIMER],
  ])("has as its primer %s", async (_title, procedure, primer) => {
    expect(await bundleOf({ ...COMPLETE, "directive/agent_operating_procedure.md": procedure })).toMatchObject({ primer });
  });
});

describe("a bundle that is not complete", () => {
  const without = (...names: string[]): Record<string, string> =>
    Object.fromEntries(Object.entries(COMPLETE).filter(([path]) => !names.some((name) => path.includes(name))));
  const newer = (entries: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(entries).map(([path, text]) => [path.replace("directive/", "directive/reference/"), text]));

  it.each<[string, Record<string, Entry>, string]>([
    ["the procedure", without("procedure"), "Missing directive/agent_operating_procedure.md. Run 'directive update'."],
    ["the context", without("context"), "Missing directive/agent_context.md. Run 'directive update'."],
    [
      "the procedure of the newer layout",
      newer(without("procedure")),
      "Missing directive/reference/agent_operating_procedure.md. Run 'directive update'.",
    ],
    [
      "the procedure of the newer layout if the directory has only its templates",
      { "directive/reference/templates/a.md": "" },
      "Missing directive/reference/agent_operating_procedure.md. Run 'directive update'.",
    ],
    ["the context of the newer layout", newer(without("context")), "Missing directive/reference/agent_context.md. Run 'directive update'."],
    ["everything", { "directive/reference/notes.md": "" }, "Missing directive/agent_operating_procedure.md. Run 'directive update'."],
    [
      "the template, and lists the existing ones",
      { ...without("template"), "directive/templates/b.md": "", "directive/templates/a.md": "", "directive/notes.md": "" },
      "Missing template: directive/templates/spec_template.md. Run 'directive update' or choose an existing template. " +
        "Existing templates: directive/templates/a.md, directive/templates/b.md",
    ],
    [
      "the template of the newer layout",
      newer({ ...without("template"), "directive/templates/a.md": "" }),
      "Missing template: directive/reference/templates/spec_template.md. Run 'directive update' or choose an existing template. " +
        "Existing templates: directive/reference/templates/a.md",
    ],
    [
      "every template",
      without("template"),
      "Missing template: directive/templates/spec_template.md. Run 'directive update' or choose an existing template. There are no templates.",
    ],
  ])("names %s", async (_title, entries, message) => {
    expect(await bundleOf(entries)).toBe(message);
  });

  it("lists twenty templates at most", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, place) => [`directive/templates/${place + 10}.md`, ""]));
    const message = await bundleOf({ ...without("template"), ...many });
    expect(message).toMatch(/directive\/templates\/10\.md, .*directive\/templates\/29\.md, and 10 more$/);
  });

  it.each<[string, Record<string, Entry>, RegExp]>([
    [
      "is outside the directory",
      { ...without("context"), secret: "SECRET", "directive/agent_context.md": { link: "../secret" } },
      /^Path refused: 'directive\/agent_context\.md'/,
    ],
    [
      "is too large",
      { ...COMPLETE, "directive/templates/spec_template.md": "x".repeat(5 * 1024 * 1024 + 1) },
      /^File too large: directive\/templates\/spec_template\.md/,
    ],
    [
      "is too large in the newer layout, even if the older one has it",
      { ...COMPLETE, "directive/reference/agent_context.md": "x".repeat(5 * 1024 * 1024 + 1) },
      /^File too large: directive\/reference\/agent_context\.md/,
    ],
    [
      "is too large in the older layout of a directory that uses both",
      {
        ...COMPLETE,
        "directive/reference/agent_operating_procedure.md": "AOP",
        "directive/agent_context.md": "x".repeat(5 * 1024 * 1024 + 1),
      },
      /^File too large: directive\/agent_context\.md/,
    ],
    ["is not text", { ...COMPLETE, "directive/agent_context.md": Uint8Array.of(0xff) }, /^Not a text file: directive\/agent_context\.md/],
  ])("names the file that %s", async (_title, entries, message) => {
    expect(await bundleOf(entries)).toMatch(message);
  });

  it.each(["../agent_context.md", "../../secret", "..\\..\\secret", "%2e%2e/agent_context.md"])(
    "rejects the template %s",
    async (template) => {
      expect(await bundleOf({ ...COMPLETE, secret: "SECRET" }, template)).toMatch(/^Path refused/);
    },
  );
});
