import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { findHazards } from "../../generator/hazards/find-hazards.ts";

async function findMessage(command: string, keys = ""): Promise<string | undefined> {
  const args = "args: [{ name: all, type: boolean }, { name: file, positional: true }]";
  const text = `command: x\ntools:\n  - { name: t, description: d, program: ${JSON.stringify(command)}, ${keys}${args} }\n`;
  const checked = await checkInputs([{ path: "t.yaml", bytes: new TextEncoder().encode(text) }]);
  return (await findHazards(checked)).find(({ code }) => code === "late-options")?.message;
}

const isReported = async (command: string, keys: string): Promise<boolean> => (await findMessage(command, keys)) !== undefined;

it("reports flags after the positional values of programs that stop there", async () => {
  const cases = [
    ["gpg", "", true],
    ["git grep", "", true],
    ["go build", "", true],
    ["gpg", "end_of_options: true, ", false],
    ["gpg", "order: as_written, ", false],
    ["git log", "", false],
    ["grep", "", false],
    // The words after the script belong to it.
    ["python3 script.py", "", false],
    ["docker exec", "", false],
    ["not-measured", "", false],
  ] as const;
  const found = await Promise.all(cases.map(async ([command, keys]) => [command, keys, await isReported(command, keys)]));
  expect(found).toEqual(cases);
});

it("reports values after `--` that a command reads as paths", async () => {
  const find = async (command: string, name: string, keys = "end_of_options: true"): Promise<string | undefined> => {
    const args = `[{ name: all, type: boolean }, { name: ${name}, positional: true }]`;
    const text = `command: ${command}\ntools:\n  - { name: t, description: d, ${keys}, args: ${args} }\n`;
    const checked = await checkInputs([{ path: "t.yaml", bytes: new TextEncoder().encode(text) }]);
    return (await findHazards(checked)).find(({ code }) => code === "paths-after-dashes")?.message;
  };
  expect(await find("git show", "revision")).toBe('"git show" reads every value after `--` as a path, also "revision"');
  const others = [await find("git show", "file"), await find("git push", "branch"), await find("git show", "revision", "risk: read")];
  expect(others).toEqual([undefined, undefined, undefined]);
});

it("names the measured version, unless programs of the same name have several", async () => {
  expect(await findMessage("gpg")).toMatch(/^"gpg" \(measured: [\d.]+\) does not read flags/);
  expect(await findMessage("awk")).toMatch(/^"awk" does not read flags/);
});
