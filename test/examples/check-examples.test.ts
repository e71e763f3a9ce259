import { describe, expect, it } from "vitest";
import { checkInputs } from "../../generator/check-inputs.ts";

async function codesOf(args: string, example: string): Promise<readonly string[]> {
  const text = `command: openssl
tools:
  - name: openssl_rsa
    description: Read a key
    command: rsa
    risk: read
    args:
      - { name: file, flag: -in }
      - ${args}
    examples: [${example}]
`;
  const { diagnostics } = await checkInputs([{ path: "openssl.yaml", bytes: new TextEncoder().encode(text) }]);
  return diagnostics.map(({ code }) => code);
}

describe("an example of a tool with a required secret argument", () => {
  it.each([
    ["a text", "{ name: p, flag: -passin, value: 'pass:{}', secret: true, required: true }", "-passin, 'pass:***'"],
    ["a text with rules", "{ name: p, flag: -k, secret: true, required: true, pattern: '[a-z]{8,}', max_length: 9 }", "-k, '***'"],
    ["an integer", "{ name: p, flag: -k, secret: true, required: true, type: integer, min: 5 }", "-k, '***'"],
    ["a list", "{ name: p, flag: -k, secret: true, required: true, repeat: true }", "-k, '***'"],
    ["a map", "{ name: p, flag: -k, secret: true, required: true, type: map }", "-k, '***=***'"],
    ["standard input", "{ name: p, stdin: true, secret: true, required: true }", ""],
  ])("omits %s, and shows `***` instead", async (_, arg, words) => {
    expect(await codesOf(arg, `{ args: { file: a.pem }, argv: [openssl, rsa, -in, a.pem, ${words}] }`)).toEqual([]);
  });

  it("is compared with the other words of the command line", async () => {
    const arg = "{ name: p, flag: -k, secret: true, required: true }";
    expect(await codesOf(arg, "{ args: { file: a.pem }, argv: [openssl, rsa, -in, b.pem, -k, '***'] }")).toEqual(["example-argv"]);
  });
});
