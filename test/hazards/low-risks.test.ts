/** Tests which tools of `risk: read` are not trusted, and the risk that the server assumes for them. */
import { expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";
import { assumeRisks } from "../../generator/hazards/find-hazards.ts";
import { allow, toFile } from "./codes-of.ts";

async function riskOf(command: string, keys = "args: [{ name: a, positional: true }]"): Promise<string | undefined> {
  const config = `name: x\ncommand: ${JSON.stringify(command)}\ntools: [{ name: t, description: d, risk: read, ${keys} }]\n`;
  const checked = await checkInputs([toFile(config, 0)]);
  expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [file] = assumeRisks(checked);
  return file?.kind === "cli" ? file.tools[0]?.risk : undefined;
}

it("assumes that programs, subcommands, options and operands that write do so", async () => {
  const uses: readonly (readonly [command: string, keys?: string])[] = [
    ["sort", "args: [{ name: a, flag: -o }]"],
    ["sort -o out"],
    ["find . -delete"],
    ["find .", "args: [{ name: a, type: boolean, flag: -delete }]"],
    ["find . -fprint out"],
    ["find . -exec rm '{}' ;"],
    ["git diff", "args: [{ name: a, flag: --output= }]"],
    ["git commit"],
    ["dd", "args: [{ name: a, value: 'of={}', pattern: '[a-z]+' }]"],
    ["tee"],
    ["timeout 60 rm"],
    ["uniq", "args: [{ name: a, positional: true }, { name: b, positional: true }]"],
    ["xxd in"],
    ["openssl x509", "args: [{ name: a, flag: -out }]"],
    ["yq -i"],
    ["sed -i s/a/b/"],
    ["gh api", "args: [{ name: a, flag: -X }]"],
    ["systemctl restart"],
    ["docker rm"],
    ["kubectl delete"],
    ["terraform apply"],
  ];
  const trusted: string[] = [];
  for (const [command, keys] of uses) if ((await riskOf(command, keys)) !== "write") trusted.push(command);
  expect(trusted).toEqual([]);
});

it("assumes that a tool which runs a program of the caller is destructive", async () => {
  expect(await riskOf("bash -c")).toBe("destructive");
  // It can choose the subcommand that runs programs.
  expect(await riskOf("systemctl")).toBe("destructive");
  expect(await riskOf("filer", "args: [{ name: a, flag: --before, description: Execute CMD first }]")).toBe("destructive");
});

it("trusts other tools, and those that are acknowledged", async () => {
  const args = "args: [{ name: a, positional: true }]";
  expect(await riskOf("sort")).toBe("read");
  expect(await riskOf("uniq")).toBe("read");
  expect(await riskOf("git log")).toBe("read");
  expect(await riskOf("systemctl status")).toBe("read");
  expect(await riskOf("git worktree list", "args: [{ name: a, type: boolean, flag: --porcelain }]")).toBe("read");
  expect(await riskOf("git submodule status")).toBe("read");
  expect(await riskOf("git worktree add")).toBe("write");
  expect(await riskOf("git worktree")).toBe("write");
  expect(await riskOf("curl --output /dev/null")).toBe("read");
  expect(await riskOf("tar -x --to-stdout")).toBe("read");
  expect(await riskOf("rm", `${allow("risk-too-low")}, ${args}`)).toBe("read");
  expect(await riskOf("bash -c", `${allow("interpreter-command")}, ${args}`)).toBe("read");
});

it("trusts subcommands and options that only read", async () => {
  const list = "args: [{ name: a, flag: --status }]";
  const version = "args: [{ name: a, type: boolean, flag: --short }]";
  const cases: readonly (readonly [command: string, keys: string | undefined, risk: string])[] = [
    ["gh run list", list, "read"],
    ["gh run view", undefined, "read"],
    ["gh run watch", undefined, "read"],
    ["gh run", undefined, "write"],
    ["gh run rerun", undefined, "write"],
    ["gh api --method GET", "args: [{ name: a, positional: true }, { name: f, flag: --raw-field }]", "read"],
    ["gh api --method GET", "args: [{ name: a, positional: true }, { name: f, flag: -X }]", "write"],
    ["gh api --method GET -X POST", undefined, "write"],
    ["gh api --method POST", undefined, "write"],
    ["cargo version", version, "read"],
    ["npm version", version, "write"],
    ["uv version", version, "read"],
    ["uv version", undefined, "write"],
    ["uv version 1.2.3", version, "write"],
    ["uv version", "args: [{ name: a, flag: --bump }]", "write"],
    ["restic check", version, "read"],
    ["borg check", version, "write"],
    ["rsync --list-only", undefined, "read"],
    ["rsync --list-only", "args: [{ name: a, flag: --log-file }]", "write"],
    ["rsync", undefined, "write"],
  ];
  const found: (typeof cases)[number][] = [];
  for (const [command, keys, _risk] of cases) found.push([command, keys, String(await riskOf(command, keys))]);
  expect(found).toEqual(cases);
});

it("confirms the calls of such a tool under an approval level", async () => {
  const config = "name: x\ncommand: rm\ntools: [{ name: t, description: d, risk: read, args: [{ name: a, positional: true }] }]\n";
  const confirmOf = async (text: string) => {
    const policy = "kind: policy\ndefault: enabled\napproval: { global: write }\n";
    const { policies } = await checkInputs([toFile(text, 0)], { policies: [toFile(policy, 1)] });
    return policies.some(({ spec }) => spec.tools["t"]?.confirm === true);
  };
  expect(await confirmOf(config)).toBe(true);
  expect(await confirmOf(config.replace("risk: read", `risk: read, ${allow("risk-too-low")}`))).toBe(false);
});
