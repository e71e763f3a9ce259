/** Links in the directories of `writable`, which the text of the policies does not show. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { combineExecution } from "../../../runtime/executor/this-machine.ts";
import { toPolicy } from "../../../runtime/policy/policy.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "climax-writable-")));
afterAll(() => rmSync(top, { recursive: true }));
for (const folder of ["in/own", "out"]) mkdirSync(join(top, folder), { recursive: true });
symlinkSync("../out", join(top, "in/rel"));
symlinkSync("../out/later", join(top, "in/dangling"));
symlinkSync("loop", join(top, "in/loop"));
symlinkSync("own", join(top, "in/inner"));
symlinkSync("in", join(top, "link"));

/** Returns the writable directories of a server that embeds the first policy and starts with the second. */
function writableOf(embedded: string, launch: string): readonly string[] | undefined {
  const toSandbox = (folder: string) => toPolicy({ tools: {}, executor: { type: "bubblewrap", writable: [folder] } });
  const combined = combineExecution({ embedded: [toSandbox(embedded)], launch: [toSandbox(launch)] }, { TOP: top });
  if (combined.kind === "refused") throw new Error(combined.problem);
  const { executor } = combined.execution;
  return executor.type === "bubblewrap" ? executor.writable : undefined;
}

describe("a writable directory of a startup policy", () => {
  it.each([
    ["is a link that leads outside the embedded one", `${top}/in`, `${top}/in/rel`],
    ["is a link to a directory that does not exist yet", `${top}/in`, `${top}/in/dangling`],
    ["is below a link that leads to itself", `${top}/in`, `${top}/in/loop/new`],
    ["is below a link that leads outside the embedded one", `${top}/in`, `${top}/in/rel/sub`],
    ["is below a variable and such a link", "$TOP/in", "$TOP/in/rel"],
    ["is below a link that leads outside the embedded one and does not exist yet", `${top}/link`, `${top}/link/rel/new`],
  ])("is not writable if it %s", (_title, embedded, launch) => {
    expect(writableOf(embedded, launch)).toEqual([]);
    expect(writableOf(launch, embedded)).toEqual([]);
  });

  it.each([
    ["is a directory in it", `${top}/in`, `${top}/in/own`],
    ["is a link to a directory in it", `${top}/in`, `${top}/in/inner`],
    ["does not exist yet", `${top}/in`, `${top}/in/new/folder`],
    ["is below an embedded one that is a link", `${top}/link`, `${top}/link/own`],
    ["is below an embedded one that is a link, and does not exist yet", `${top}/link`, `${top}/link/new`],
  ])("stays writable if it %s", (_title, embedded, launch) => {
    expect(writableOf(embedded, launch)).toEqual([launch]);
  });
});
