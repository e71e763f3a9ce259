/** Tests operands that are options, an operator or a command without a dash, and values that `within` does not confine. */
import { expect, it } from "vitest";
import { codesOf } from "./codes-of.ts";

const OPERAND = "args: [{ name: a, positional: true }]";

it.each([
  ["tar", OPERAND, true],
  ["tar --list", OPERAND, false],
  ["tar", "args: [{ name: a, positional: true, pattern: '[.]/.*' }]", false],
  ["tar", "args: [{ name: list, type: boolean, flag: --list, default: true }, { name: a, positional: true }]", true],
  ["tar", "order: as_written, args: [{ words: [--list] }, { name: a, positional: true }]", false],
  ["tar", "order: as_written, args: [{ name: f, flag: --file=, required: true }, { name: a, positional: true }]", false],
  ["tar", "order: as_written, args: [{ name: f, flag: --file= }, { name: a, positional: true }]", true],
  ["timeout 60 tar", OPERAND, true],
  ["ar", OPERAND, true],
  ["7z", OPERAND, true],
  ["ps", OPERAND, true],
  ["dd if=a", OPERAND, true],
  ["find", OPERAND, true],
  ["find", "args: [{ name: a, positional: true, pattern: '[^-!(),].*' }]", false],
  ["find . -name", OPERAND, false],
  ["gcc -c", OPERAND, true],
  ["gcc -c", "args: [{ name: a, positional: true, value: './{}' }]", false],
  ["ruff check --", OPERAND, true],
  ["ruff check", "args: [{ name: a, flag: --exclude= }]", false],
  ["ruff check", "args: [{ name: a, flag: --range }]", true],
  ["mypy", "args: [{ name: a, value: [-c, '{}'] }]", true],
  ["mypy", "args: [{ name: a, flag: -c, pattern: '[^@].*' }]", false],
  ["gcc", "args: [{ name: a, flag: -D }]", false],
  ["less", OPERAND, true],
  ["less --", OPERAND, false],
  ["ls", OPERAND, false],
])("finds a special operand of `%s` with %s: %s", async (command, args, want) => {
  const codes = await codesOf([`name: x\ncommand: ${command}\ntools: [{ name: t, description: d, ${args} }]\n`]);
  expect(codes.includes("special-operand")).toBe(want);
});

it.each([
  ["kubectl kustomize", "positional: true", "", true],
  ["kubectl kustomize", "positional: true, value: './{}'", "", false],
  ["kubectl kustomize", "positional: true", "pattern: '[^:@]*', ", true],
  ["kubectl apply", "flag: -f", "", true],
  ["kubectl logs", "positional: true", "", false],
  ["rsync", "positional: true", "pattern: '[^:@]*', ", false],
  ["git show", "positional: true", "", true],
  ["git show", "positional: true, pattern: '[^:].*'", "", false],
  ["git --literal-pathspecs show", "positional: true", "", false],
  ["tar -tf", "positional: true", "", true],
  ["tar --force-local -tf", "positional: true", "", false],
  ["docker build", "positional: true", "", true],
  ["cat", "positional: true", "", false],
])("finds a `within` of `%s` with %s that does not confine, with %s: %s", async (command, arg, rule, want) => {
  const config = `name: x\ncommand: ${command}\ntools: [{ name: t, description: d, args: [{ name: a, ${arg} }] }]\n`;
  const codes = await codesOf([config], `kind: policy\ntools: { t: { args: { a: { ${rule}within: . } } } }\n`);
  expect(codes.includes("within-alone")).toBe(want);
});
