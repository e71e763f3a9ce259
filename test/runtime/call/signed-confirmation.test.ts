import { describe, expect, it, vi } from "vitest";
import type { Confirmation, Confirmations } from "../../../runtime/call/confirmation.ts";
import { createSignedConfirmations, deriveStateKey } from "../../../runtime/call/signed-confirmation.ts";

const key = deriveStateKey("secret");
const decide = (confirmations: Confirmations, identity: string, token?: unknown, action: unknown = "accept"): Promise<Confirmation> =>
  confirmations.decide({ identity, writeQuestion: () => Promise.resolve("") }, { token, action, run: true }, true);

async function ask(confirmations: Confirmations, identity: string): Promise<string> {
  const asked = await decide(confirmations, identity);
  if (asked.kind !== "asked") throw new Error(`not asked but ${asked.kind}`);
  return asked.token;
}

describe("a signed question", () => {
  it.each([
    ["accept", "accepted"],
    ["decline", "declined"],
    ["cancel", "cancelled"],
    ["ACCEPT", "asked"],
    [undefined, "asked"],
  ])("reads the answer %s as %s", async (action, kind) => {
    const confirmations = createSignedConfirmations(key);
    const token = await ask(confirmations, "a");
    expect(
      await confirmations.decide({ identity: "a", writeQuestion: () => Promise.resolve("") }, { token, action, run: true }, true),
    ).toMatchObject({
      kind,
    });
  });

  it("does not confirm the call without a true answer, or if it is missing", async () => {
    const confirmations = createSignedConfirmations(key);
    const [first, second] = [await ask(confirmations, "a"), await ask(confirmations, "a")];
    const call = { identity: "a", writeQuestion: () => Promise.resolve("") };
    expect(await confirmations.decide(call, { token: first, action: "accept", run: false }, true)).toEqual({ kind: "not_affirmed" });
    expect(await decide(confirmations, "a", first)).toMatchObject({ kind: "asked" });
    const failure = { kind: "no_handler" } as const;
    expect(await confirmations.decide(call, { token: second, action: "accept", run: true, failure }, true)).toEqual(failure);
  });

  it("is valid on another replica with the same key", async () => {
    const token = await ask(createSignedConfirmations(key), "a");
    expect(await decide(createSignedConfirmations(key), "a", token)).toEqual({ kind: "accepted" });
  });

  it("is invalid with another key", async () => {
    const token = await ask(createSignedConfirmations(key), "a");
    expect(await decide(createSignedConfirmations(deriveStateKey("Secret")), "a", token)).toMatchObject({ kind: "asked" });
  });

  it("is valid once on each replica", async () => {
    const confirmations = createSignedConfirmations(key);
    const token = await ask(confirmations, "a");
    expect(await decide(confirmations, "a", token)).toEqual({ kind: "accepted" });
    expect(await decide(confirmations, "a", token)).toMatchObject({ kind: "asked" });
    // The same bytes in another encoding.
    expect(await decide(confirmations, "a", `${token}=`)).toMatchObject({ kind: "asked" });
  });

  it("is valid only for its own call", async () => {
    const confirmations = createSignedConfirmations(key);
    const token = await ask(confirmations, "a");
    expect(await decide(confirmations, "b", token)).toMatchObject({ kind: "asked" });
  });

  it("expires", async () => {
    const confirmations = createSignedConfirmations(key, { maxAgeMs: 5 });
    const token = await ask(confirmations, "a");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await decide(confirmations, "a", token)).toMatchObject({ kind: "asked" });
  });

  it("is not valid if the clock has been set back since the prompt", async () => {
    const confirmations = createSignedConfirmations(key);
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 86_400_000);
    const token = await ask(confirmations, "a");
    now.mockRestore();
    expect(await decide(confirmations, "a", token)).toMatchObject({ kind: "asked" });
  });

  it("prompts again if too many used tokens would have to be stored, and is never valid twice", async () => {
    const confirmations = createSignedConfirmations(key, { maxUsed: 2 });
    const tokens = [await ask(confirmations, "a"), await ask(confirmations, "a"), await ask(confirmations, "a")];
    for (const token of tokens) await decide(confirmations, "a", token);
    for (const token of tokens) expect(await decide(confirmations, "a", token)).toMatchObject({ kind: "asked" });
  });

  it("is never valid twice if calls are confirmed in another order than their prompts", async () => {
    const confirmations = createSignedConfirmations(key, { maxUsed: 1 });
    const start = Date.now();
    const askAt = async (age: number): Promise<string> => {
      const now = vi.spyOn(Date, "now").mockReturnValue(start - age);
      return await ask(confirmations, "a").finally(() => now.mockRestore());
    };
    const [newer, older, last] = [await askAt(100), await askAt(200), await askAt(0)];
    for (const token of [newer, older, last]) expect(await decide(confirmations, "a", token)).toEqual({ kind: "accepted" });
    for (const token of [newer, older, last]) expect(await decide(confirmations, "a", token)).toMatchObject({ kind: "asked" });
  });

  it.each([
    ["a minute ahead", 60_000, "accepted"],
    ["more than a minute ahead", 60_001, "asked"],
    ["ten minutes behind", -600_000, "accepted"],
    ["more than ten minutes behind", -600_001, "asked"],
  ])("from a replica whose clock is %s (%i ms) is %s", async (_title, offset, kind) => {
    const start = Date.now();
    const now = vi.spyOn(Date, "now").mockReturnValue(start + offset);
    const token = await ask(createSignedConfirmations(key), "a");
    now.mockReturnValue(start);
    const decided = await decide(createSignedConfirmations(key), "a", token).finally(() => now.mockRestore());
    expect(decided).toMatchObject({ kind });
  });

  it.each([
    ["nothing", undefined],
    ["no text", { length: 56 }],
    ["an empty text", ""],
    ["a longer text", "A".repeat(100)],
    ["other letters", "ä".repeat(75)],
  ])("prompts again for %s instead of its token", async (_title, token) => {
    expect(await decide(createSignedConfirmations(key), "a", token)).toMatchObject({ kind: "asked" });
  });

  it("is invalid if any bit of its token is flipped", async () => {
    const bytes = Buffer.from(await ask(createSignedConfirmations(key), "a"), "base64url");
    for (let place = 0; place < bytes.length; place += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      expect(await decide(createSignedConfirmations(key), "a", changed.toString("base64url"))).toMatchObject({ kind: "asked" });
    }
  });

  it("is not sent to a client that cannot prompt", async () => {
    const confirmations = createSignedConfirmations(key);
    const token = await ask(confirmations, "a");
    expect(
      await confirmations.decide(
        { identity: "a", writeQuestion: () => Promise.resolve("") },
        { token, action: "accept", run: true },
        false,
      ),
    ).toEqual({
      kind: "unavailable",
    });
  });
});
