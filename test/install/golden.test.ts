/**
 * Tests the archives of `test/golden/install`, one per client: `<case>.before.<format>` is its file, `<case>.after.<format>` the file after
 * installing, or `<case>.stderr` the refusal; `<case>.forced.<format>` is the file after installing with `--force`.
 */
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { formatDiagnostics } from "../../generator/diagnostics/format.ts";
import type { ClientId } from "../../generator/install/clients.ts";
import { clientFacts, clientIds } from "../../generator/install/clients.ts";
import type { InstallPlan } from "../../generator/install/plan-install.ts";
import { planInstall } from "../../generator/install/plan-install.ts";
import { toEntry } from "../../generator/install/server-entry.ts";
import { isUpdate, readCase, textOf as entryText, updateCase } from "../golden-archive.ts";

const ROOT = fileURLToPath(new URL("../golden/install/", import.meta.url));
/** The clients whose files the command edits. */
const editedClients = clientIds.filter((id) => clientFacts(id).format !== "yaml");
const SERVER = "/srv/git-tools/dist/server.mjs";

interface Case {
  readonly client: ClientId;
  readonly name: string;
  readonly format: string;
}

const cases = clientIds.flatMap((client): [title: string, one: Case][] =>
  [...readCase(ROOT, client).keys()].flatMap((file): [string, Case][] => {
    const [, name, format] = /^(.*)\.before\.(.*)$/.exec(file) ?? [];
    return name === undefined || format === undefined ? [] : [[`${client}, ${name}`, { client, name, format }]];
  }),
);

const read = ({ client, name, format }: Case, state: string): string => entryText(readCase(ROOT, client), `${name}.${state}.${format}`);

function plan(client: ClientId, text: string, { force = false, isRemoval = false } = {}): InstallPlan {
  const facts = clientFacts(client);
  const command = {
    node: "/usr/bin/node",
    server: SERVER,
    flags: ["--policy", "/srv/policy.yaml"],
    searchPath: "/opt/git/bin:/usr/bin:/bin",
  };
  const entry = isRemoval ? {} : { entry: toEntry(facts, command) };
  return planInstall({ path: "file", text }, { client: facts, name: "git-tools", server: SERVER, force, ...entry });
}

const textOf = (made: InstallPlan): string | undefined => (made.kind === "change" ? made.text : undefined);

/** Returns the golden file of a plan, or undefined if nothing changes. */
function outcome({ name, format }: Case, made: InstallPlan): readonly [file: string, text: string] | undefined {
  switch (made.kind) {
    case "unchanged":
      return undefined;
    case "change":
      return [`${name}.${made.change === "replace" ? "forced" : "after"}.${format}`, made.text];
    case "refused":
      return [`${name}.stderr`, formatDiagnostics([made.diagnostic]) + (made.snippet ?? "")];
  }
}

const isForced = (one: Case): boolean => one.name === "foreign" && one.format !== "yaml";
const toWindows = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;

describe("installing", () => {
  it.each(cases)("edits %s as in the archive", (_, one) => {
    const plans = [
      plan(one.client, read(one, "before")),
      ...(isForced(one) ? [plan(one.client, read(one, "before"), { force: true })] : []),
    ];
    const made = new Map(plans.map((each) => outcome(one, each)).filter((each) => each !== undefined));
    for (const [file, text] of made) {
      if (isUpdate) updateCase(ROOT, one.client, file, text);
      expect(text).toBe(entryText(readCase(ROOT, one.client), file));
    }
    const beside = [...readCase(ROOT, one.client).keys()].filter((file) => file.startsWith(`${one.name}.`) && !file.includes(".before."));
    expect(beside.toSorted()).toEqual([...made.keys()].toSorted());
  });

  const isRefused = (one: Case): boolean => plan(one.client, read(one, "before"), { force: true }).kind === "refused";

  it.each(cases.filter(([, one]) => !isRefused(one)))("is idempotent for %s", (_, one) => {
    const made = plan(one.client, read(one, "before"), { force: true });
    expect(plan(one.client, textOf(made) ?? read(one, "before")).kind).toBe("unchanged");
  });

  // An empty file has no line endings.
  it.each(cases.filter(([, { name }]) => name !== "empty"))("preserves a byte order mark and CRLF line endings, for %s", (_, one) => {
    const made = plan(one.client, read(one, "before"), { force: true });
    const text = textOf(made);
    expect(textOf(plan(one.client, toWindows(read(one, "before")), { force: true }))).toBe(
      text === undefined ? undefined : toWindows(text),
    );
  });

  it.each(cases.filter(([, { name, format }]) => name === "others" && format !== "yaml"))(
    "is reverted byte for byte by uninstalling, for %s",
    (_, one) => {
      for (const before of [read(one, "before"), toWindows(read(one, "before")), read(one, "before").trimEnd()]) {
        const after = textOf(plan(one.client, before)) ?? "";
        expect(after).not.toBe("");
        expect(textOf(plan(one.client, after, { isRemoval: true }))).toBe(before);
      }
    },
  );

  it.each(clientIds)("has all cases for %s", (client) => {
    for (const name of ["empty", "others", "same", "older", "foreign", "broken", "odd"])
      expect([...readCase(ROOT, client).keys()]).toContain(`${name}.before.${clientFacts(client).format}`);
  });
});

describe("uninstalling", () => {
  it.each(editedClients)("does not remove a different server from %s without --force", (client) => {
    const one: Case = { client, name: "foreign", format: clientFacts(client).format };
    const before = read(one, "before");
    expect(plan(client, before, { isRemoval: true })).toMatchObject({ kind: "refused", diagnostic: { code: "foreign-server" } });
    const forced = textOf(plan(client, before, { isRemoval: true, force: true }));
    expect(forced).toBeDefined();
    expect(forced).not.toContain("uvx");
  });

  it.each(clientIds)("changes nothing if the server is missing in %s", (client) => {
    const one: Case = { client, name: "others", format: clientFacts(client).format };
    expect(plan(client, read(one, "before"), { isRemoval: true })).toEqual({ kind: "unchanged" });
    expect(plan(client, "", { isRemoval: true })).toEqual({ kind: "unchanged" });
  });

  it.each(editedClients)("removes additions to the entry in %s", (client) => {
    const one: Case = { client, name: "older", format: clientFacts(client).format };
    const text = textOf(plan(client, read(one, "before"), { isRemoval: true })) ?? "TOKEN";
    expect(text).not.toContain("TOKEN");
    expect(text).toContain("docs");
  });
});
