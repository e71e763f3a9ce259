/** Starts one server with the tools of all programs of the catalog under their read-only policies, and searches it. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { climaxGen, connectModern, ROOT, temporaryFolder } from "./project.ts";

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const programs = readdirSync(join(ROOT, "catalog"));
const configs = programs.flatMap((program) =>
  readdirSync(join(ROOT, "catalog", program))
    .filter((name) => name.endsWith(".yaml") && !["queries.yaml", "coreutils-shared.yaml"].includes(name))
    .map((name) => join(ROOT, "catalog", program, name)),
);

describe("all programs of the catalog together", () => {
  it("make one server, whose tools only read and are found", async () => {
    const include = programs.map((program) => relative(folder, join(ROOT, "catalog", program, "policies/read-only.yaml")));
    writeFileSync(join(folder, "policy.yaml"), `kind: policy\ninclude: ${JSON.stringify(include)}\ndefault: disabled\n`);
    const { stderr, status } = await climaxGen([...configs, "-o", "out", "--policy", "policy.yaml"], { cwd: folder });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/\d{3} of 1\d{3} tools enabled by policy\.yaml/)]);
    expect(stderr).not.toContain("warning[");
    const client = await connectModern(join(folder, "out/dist/server.mjs"));
    try {
      const find = async (query: string): Promise<readonly { readonly tool_name: string; readonly risk: string }[]> => {
        const { texts } = await client.call("climax_search", { query });
        return (JSON.parse(texts[0] ?? "") as { readonly results: readonly { readonly tool_name: string; readonly risk: string }[] })
          .results;
      };
      const found = new Map([
        ["who changed this line of the file last", "git_blame"],
        ["python packages that have a newer version", "pip_list"],
        ["when does this certificate expire", "openssl_expires"],
        ["lint a shell script", "shellcheck_check"],
      ]);
      for (const [query, tool] of found) {
        const results = await find(query);
        expect(results.map(({ tool_name }) => tool_name).slice(0, 5), query).toContain(tool);
        expect(results.every(({ risk }) => risk === "read")).toBe(true);
      }
    } finally {
      await client.close();
    }
  });
});
